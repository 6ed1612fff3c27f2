import CLinux

/// A system call that failed, with its errno.
public struct SystemError: Error, Sendable {
  /// What was attempted, to complete the sentence "cannot …".
  public var operation: StaticString
  /// Positive, as in errno(3).
  public var errno: Int32

  public init(_ operation: StaticString, errno: Int32) {
    self.operation = operation
    self.errno = errno
  }
}

/// Turns the shims' "count or −errno" into a value.
///
/// - Throws: `SystemError` for a negative result.
@inline(__always)
func checked(_ operation: StaticString, _ result: Int32) throws(SystemError) -> Int32 {
  if result < 0 { throw SystemError(operation, errno: -result) }
  return result
}

@inline(__always)
func checked(_ operation: StaticString, _ result: Int64) throws(SystemError) -> Int64 {
  if result < 0 { throw SystemError(operation, errno: Int32(truncatingIfNeeded: -result)) }
  return result
}

extension SystemError {
  /// For a value that exceeds its named maximum.
  public static var tooLarge: Int32 { EFBIG }
  public static var noSuchFile: Int32 { ENOENT }
  /// For a call that would have to wait.
  public static var wouldBlock: Int32 { EAGAIN }
}
