import CLinux

extension Lockdown {
  /// Confines the child that waits for the guard's exit and then restores the console: it reads its pipe and makes two
  /// console requests. It runs without a filter where filters are unsupported: it has very few privileges.
  static func confineKeeper(of console: Int32) {
    if ag_no_new_privileges() < 0 { return }
    _ = ag_not_dumpable()
    var filter = SeccompFilter(otherwise: .kill)
    filter.allow(AG_CALL_ppoll)
    filter.allow(AG_CALL_read)
    filter.allow(AG_CALL_ioctl, on: console, with: ag_request_console_kind)
    filter.allow(AG_CALL_ioctl, on: console, with: ag_request_console_mode)
    filter.allow([AG_CALL_rt_sigreturn, AG_CALL_restart_syscall, AG_CALL_exit_group, AG_CALL_exit])
    do throws(SystemError) { try filter.install() } catch {}
  }
}
