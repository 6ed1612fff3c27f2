import CLinux

/// One region of zeroed memory from the kernel, given back at the end. Pages cost nothing until they are touched.
public struct ReservedMemory: ~Copyable {
  public let bytes: UnsafeMutableRawBufferPointer

  /// Throws ENOMEM when the kernel refuses. `byteCount` must be positive.
  public init(byteCount: Int) throws(SystemError) {
    guard let base = ag_reserve(Int64(byteCount)) else {
      throw SystemError("reserve memory", errno: ENOMEM)
    }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
  }

  /// Locks each page of a region as it comes, where this process may: pages that are there already take longer to lock.
  public static func lockOnTouch(_ bytes: UnsafeMutableRawBufferPointer) {
    ag_lock_on_touch(bytes.baseAddress!, Int64(bytes.count))
  }

  /// Has the kernel find the pages of a region now, all at once, where it can (Linux 5.14); else each comes when touched.
  public static func makeResident(_ bytes: UnsafeMutableRawBufferPointer) {
    ag_make_resident(bytes.baseAddress!, Int64(bytes.count))
  }

  deinit { _ = ag_unmap(bytes.baseAddress!, Int64(bytes.count)) }

  /// Gives back a region that `forLife` had reserved after all.
  public static func giveBack(_ bytes: UnsafeMutableRawBufferPointer) {
    _ = ag_unmap(bytes.baseAddress!, Int64(bytes.count))
  }

  /// A region that is kept as long as the process lives.
  public static func forLife(byteCount: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    guard let base = ag_reserve(Int64(byteCount)) else {
      throw SystemError("reserve memory", errno: ENOMEM)
    }
    return UnsafeMutableRawBufferPointer(start: base, count: byteCount)
  }
}

/// A file's bytes where the kernel has them: nothing is copied. Only for a file that nobody can make shorter, as a sealed
/// one (`FileDescriptor.privateCopy`). Children do not have them.
public struct FileView: ~Copyable {
  /// Without a base for an empty file.
  public let bytes: UnsafeRawBufferPointer

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

/// What the kernel says about this process's memory. Made before the first frame, asked after the last.
public struct ProcessMemory: ~Copyable {
  private let status = ag_open_status()

  public init() {}

  deinit { if status >= 0 { _ = ag_close(status) } }

  /// Largest resident set so far, in KiB; 0 = unknown.
  public var peakResidentKiB: Int64 { ag_peak_resident_kib(status) }

  /// Resident memory of the process's own in KiB: without pages of files, such as its code, which the kernel maps and takes
  /// back as it likes (proc(5), RssAnon and RssShmem); 0 = unknown.
  public var ownResidentKiB: Int64 { ag_own_resident_kib(status) }
}

/// How deep the stack goes from here on: paints it, and later looks how much of the paint is left.
public struct StackProbe {
  private let low: UInt
  private let depthBytes: Int32

  /// Paints `depthBytes` below the caller; the deepest use that can be told from deeper ones.
  public init(depthBytes: Int32) {
    self.depthBytes = depthBytes
    low = UInt(ag_stack_paint(depthBytes))
  }

  /// Bytes of stack used since, about.
  public var usedByteCount: Int64 { ag_stack_used(low, depthBytes) }
}
