import CLinux

/// One region of zeroed memory from the kernel, unmapped when the value ends. Pages take no memory until they are
/// touched.
public struct ReservedMemory: ~Copyable {
  public let bytes: UnsafeMutableRawBufferPointer

  /// Reserves `byteCount` bytes, which must be positive.
  ///
  /// - Throws: `SystemError`; ENOMEM when the kernel refuses.
  public init(byteCount: Int) throws(SystemError) {
    guard let base = ag_reserve(Int64(byteCount)) else {
      throw SystemError("reserve memory", errno: ENOMEM)
    }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
  }

  /// Locks each page of a region when it is first touched, if this process is permitted to (mlock2(2), MLOCK_ONFAULT).
  /// Pages touched already take longer to lock.
  public static func lockOnTouch(_ bytes: UnsafeMutableRawBufferPointer) {
    ag_lock_on_touch(bytes.baseAddress!, Int64(bytes.count))
  }

  /// Faults in all pages of a region at once, if the kernel supports it (MADV_POPULATE_WRITE, Linux 5.14); otherwise
  /// each page is faulted in when touched.
  public static func makeResident(_ bytes: UnsafeMutableRawBufferPointer) {
    ag_make_resident(bytes.baseAddress!, Int64(bytes.count))
  }

  deinit { _ = ag_unmap(bytes.baseAddress!, Int64(bytes.count)) }

  /// Unmaps a region of `forLife` that is not needed after all.
  public static func giveBack(_ bytes: UnsafeMutableRawBufferPointer) {
    _ = ag_unmap(bytes.baseAddress!, Int64(bytes.count))
  }

  /// Reserves a region that stays until the process exits.
  ///
  /// - Throws: `SystemError`; ENOMEM when the kernel refuses.
  public static func forLife(byteCount: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    guard let base = ag_reserve(Int64(byteCount)) else {
      throw SystemError("reserve memory", errno: ENOMEM)
    }
    return UnsafeMutableRawBufferPointer(start: base, count: byteCount)
  }
}

/// A file's bytes mapped for reading, without a copy. Only for files that cannot be truncated, such as sealed ones
/// (`FileDescriptor.privateCopy`). Children do not inherit the mapping.
public struct FileView: ~Copyable {
  /// The base is nil for an empty file.
  public let bytes: UnsafeRawBufferPointer

  /// Maps the first `byteCount` bytes.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public init(_ file: borrowing FileDescriptor, byteCount: Int) throws(SystemError) {
    if byteCount == 0 {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let base = ag_map_for_reading(file.number, Int64(byteCount)) else {
      throw SystemError("map a file", errno: ENOMEM)
    }
    bytes = UnsafeRawBufferPointer(start: base, count: byteCount)
  }

  deinit {
    if let base = bytes.baseAddress { _ = ag_unmap(UnsafeMutableRawPointer(mutating: base), Int64(bytes.count)) }
  }
}

/// This process's memory use as the kernel counts it (`/proc/self/status`). Created before the first frame, read after
/// the last.
public struct ProcessMemory: ~Copyable {
  private let status = ag_open_status()

  public init() {}

  deinit { if status >= 0 { _ = ag_close(status) } }

  /// Largest resident set so far, in KiB; 0 = unknown.
  public var peakResidentKiB: Int64 { ag_peak_resident_kib(status) }

  /// Resident memory in KiB without file pages, such as code, which the kernel can reclaim at any time (proc(5),
  /// RssAnon and RssShmem); 0 = unknown.
  public var ownResidentKiB: Int64 { ag_own_resident_kib(status) }
}

/// Measures stack use from here on: fills the stack with a pattern, and later counts how much of the pattern is left.
public struct StackProbe {
  private let low: UInt
  private let depthBytes: Int32

  /// Fills `depthBytes` below the caller; deeper use is not distinguished.
  public init(depthBytes: Int32) {
    self.depthBytes = depthBytes
    low = UInt(ag_stack_paint(depthBytes))
  }

  /// Approximate bytes of stack used since.
  public var usedByteCount: Int64 { ag_stack_used(low, depthBytes) }
}
