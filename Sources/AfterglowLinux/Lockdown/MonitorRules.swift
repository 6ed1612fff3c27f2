import CLinux

extension Lockdown {
  /// For the child that speaks to a monitor: it finds and opens an I²C bus, makes one kind of request, rests, and hears
  /// the guard. Negative when the kernel refused. It stays who it is, since the bus belongs to root or a group.
  ///
  /// Where the guard runs unconfined, so does this child.
  public static func confineMonitor() -> Int32 {
    do throws(SystemError) {
      if isRoot { try dropCapabilities() }
      _ = try checked("give up new privileges", ag_no_new_privileges())
      _ = try checked("close the process to debuggers", ag_not_dumpable())
      var filter = CallFilter(otherwise: .kill)
      filter.allow(AG_CALL_open, argument: 1, without: UInt32(AG_CREATE_OR_TRUNCATE))
      filter.allow(AG_CALL_openat, argument: 2, without: UInt32(AG_CREATE_OR_TRUNCATE))
      filter.allow(AG_CALL_ioctl, argument: 1, is: ag_request_i2c)
      filter.allow(AG_CALL_pread64)
      filter.allow(AG_CALL_getdents64)
      filter.allow(AG_CALL_readlink)
      filter.allow(AG_CALL_readlinkat)
      filter.allow(AG_CALL_close)
      filter.allow(AG_CALL_write, argument: 0, is: 2)
      filter.allow(AG_CALL_recvmsg)
      filter.allow(AG_CALL_sendmsg)
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
