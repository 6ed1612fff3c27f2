import CLinux

extension Lockdown {
  /// Confines the child that reads a sensor: it opens and reads small files and writes to its pipe. If it is root, it
  /// stays root, because some drivers allow reading only for root.
  public static func confineSensor() -> Int32 {
    confineChild { filter in
      filter.allow(AG_CALL_open, argument: 1, without: UInt32(AG_OPEN_FOR_WRITING))
      filter.allow(AG_CALL_openat, argument: 2, without: UInt32(AG_OPEN_FOR_WRITING))
      // Checks whether a channel's file exists: access on x86-64, faccessat elsewhere, depending on the C library.
      filter.allow([
        AG_CALL_access, AG_CALL_faccessat, AG_CALL_faccessat2, AG_CALL_read, AG_CALL_pread64, AG_CALL_getdents64,
        AG_CALL_readlink, AG_CALL_readlinkat, AG_CALL_close, AG_CALL_write,
      ])
    }
  }
}
