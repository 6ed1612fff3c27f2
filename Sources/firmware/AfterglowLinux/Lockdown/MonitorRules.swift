import CLinux

extension Lockdown {
  /// Confines the child that controls a monitor: it finds and opens an I²C bus, makes one kind of ioctl, and receives
  /// messages from the guard.
  public static func confineMonitor() -> Int32 {
    confineChild { filter in
      filter.allow(AG_CALL_open, argument: 1, without: UInt32(AG_CREATE_OR_TRUNCATE))
      filter.allow(AG_CALL_openat, argument: 2, without: UInt32(AG_CREATE_OR_TRUNCATE))
      filter.allow(AG_CALL_ioctl, argument: 1, is: ag_request_i2c)
      filter.allow([AG_CALL_pread64, AG_CALL_getdents64, AG_CALL_readlink, AG_CALL_readlinkat, AG_CALL_close])
      filter.allow(AG_CALL_write, argument: 0, is: 2)
      filter.allow(AG_CALL_recvmsg)
      filter.allow(AG_CALL_sendmsg)
    }
  }
}
