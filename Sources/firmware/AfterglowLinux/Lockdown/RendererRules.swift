import CLinux

/// The system calls that a renderer's loop may make; any other ends it. docs/lockdown.md lists them with reasons.
public struct RendererRules: ~Copyable {
  /// Visible to tests.
  var filter: SeccompFilter

  /// What every backend needs: waiting, the socket to the guard, reading an archive that was passed, exiting.
  public init() {
    filter = SeccompFilter(otherwise: .kill)
    filter.allow([
      AG_CALL_ppoll, AG_CALL_timerfd_settime, AG_CALL_read, AG_CALL_recvmsg, AG_CALL_sendmsg, AG_CALL_clock_gettime,
      AG_CALL_pread64, AG_CALL_close,
    ])
    // To read whether the clock is synchronised; setting it needs a capability that was dropped.
    filter.allow(AG_CALL_adjtimex)
    filter.allow(AG_CALL_clock_adjtime, argument: 0, is: UInt32(AG_CLOCK_REALTIME))
    filter.allow([AG_CALL_rt_sigreturn, AG_CALL_restart_syscall, AG_CALL_exit_group, AG_CALL_exit])
    allowWriting(to: 2)
  }

  /// write(2) to one descriptor.
  public mutating func allowWriting(to descriptor: Int32) {
    if descriptor >= 0 { filter.allow(AG_CALL_write, argument: 0, is: UInt32(descriptor)) }
  }

  /// ioctl(2) with one request on one descriptor.
  public mutating func allowControl(of descriptor: Int32, request: UInt32) {
    filter.allow(AG_CALL_ioctl, on: descriptor, with: request)
  }

  /// For a simulation to measure its memory use where there is no /proc.
  public mutating func allowAccounting() { filter.allow(AG_CALL_getrusage) }

  fileprivate consuming func install() throws(SystemError) { try filter.install() }
}

extension Lockdown {
  /// The last step of a renderer before its loop: from here on it may only make the calls in `rules`.
  ///
  /// - Throws: `SystemError` when the kernel refuses the filter.
  public static func confineRenderer(_ rules: consuming RendererRules) throws(SystemError) {
    _ = try checked("give up new privileges", ag_no_new_privileges())
    _ = try checked("close the process to debuggers", ag_not_dumpable())
    warmAllocator()
    try rules.install()
  }

  /// Makes the allocator reserve memory now: the runtime of the ordinary build creates metadata when code first runs.
  private static func warmAllocator() {
    #if !hasFeature(Embedded)
      ag_warm_allocator()
    #endif
  }
}
