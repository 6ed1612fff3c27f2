import CLinux

extension Lockdown {
  /// For the child that reads a light sensor: it opens and reads small files, rests, and writes into its pipe. Negative
  /// when the kernel refused. It stays who it is: a few drivers let only root read.
  ///
  /// Where the guard runs unconfined, so does this child: the filter is what an emulator lacks.
  public static func confineSensor() -> Int32 {
    do throws(SystemError) {
      if isRoot { try dropCapabilities() }
      _ = try checked("give up new privileges", ag_no_new_privileges())
      _ = try checked("close the process to debuggers", ag_not_dumpable())
      var filter = CallFilter(otherwise: .kill)
      filter.allow(AG_CALL_open, argument: 1, without: UInt32(AG_OPEN_FOR_WRITING))
      filter.allow(AG_CALL_openat, argument: 2, without: UInt32(AG_OPEN_FOR_WRITING))
      // Whether a channel's file is there: access on x86-64, faccessat elsewhere, as the C library has it.
      filter.allow(AG_CALL_access)
      filter.allow(AG_CALL_faccessat)
      filter.allow(AG_CALL_faccessat2)
      filter.allow(AG_CALL_read)
      filter.allow(AG_CALL_pread64)
      filter.allow(AG_CALL_getdents64)
      filter.allow(AG_CALL_readlink)
      filter.allow(AG_CALL_readlinkat)
      filter.allow(AG_CALL_close)
      filter.allow(AG_CALL_write)
      filter.allow(AG_CALL_ppoll)
      filter.allow(AG_CALL_clock_gettime)
      filter.allow(AG_CALL_clock_nanosleep)
      filter.allow(AG_CALL_rt_sigreturn)
      filter.allow(AG_CALL_restart_syscall)
      filter.allow(AG_CALL_exit_group)
      filter.allow(AG_CALL_exit)
      #if !hasFeature(Embedded)
        ag_warm_allocator()
      #endif
      try filter.install()
      return 0
    } catch {
      return -error.errno
    }
  }
}
