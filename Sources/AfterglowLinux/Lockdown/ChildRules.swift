import CLinux

extension Lockdown {
  /// Confines a small child of the guard: it gives up what it can and keeps what `rules` allow, besides waiting and
  /// ending. It keeps its user, because what it opens belongs to root or to a group.
  ///
  /// Where the guard runs unconfined, so do its children: only the filter is unavailable under an emulator.
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
