import CLinux

extension Lockdown {
  /// Confines a small child of the guard: drops all privileges it can and allows only `rules`, waiting and exiting. It
  /// keeps its user, because the files it opens belong to root or to a group.
  ///
  /// Where the guard is unconfined, so are its children: under an emulator only the filter is unavailable.
  ///
  /// - Returns: negative when the kernel refused.
  static func confineChild(_ rules: (inout SeccompFilter) -> Void) -> Int32 {
    do throws(SystemError) {
      if isRoot { try dropCapabilities() }
      _ = try checked("give up new privileges", ag_no_new_privileges())
      _ = try checked("close the process to debuggers", ag_not_dumpable())
      var filter = SeccompFilter(otherwise: .kill)
      rules(&filter)
      filter.allow([
        AG_CALL_ppoll, AG_CALL_clock_gettime, AG_CALL_clock_nanosleep, AG_CALL_rt_sigreturn, AG_CALL_restart_syscall,
        AG_CALL_exit_group, AG_CALL_exit,
      ])
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
