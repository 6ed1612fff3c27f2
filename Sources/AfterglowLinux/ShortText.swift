import CLinux

/// A name or a small file's text in 128 bytes of its own, with a zero byte after it.
public struct ShortText: Sendable, BitwiseCopyable {
  /// Bytes including the zero byte.
  static var room: Int { 128 }

  private var storage = InlineArray<128, CChar>(repeating: 0)

  public init() {}

  /// A copy; cut where the room ends.
  init(copying text: UnsafePointer<CChar>) {
    _ = fill { ag_copy_text($0, Int32(ShortText.room), text) }
  }

  /// Lends the text as a C string.
  public func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: storage) { pointer throws(Failure) in
      try body(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
  }

  /// Lends `room` bytes to write a C string into.
  mutating func fill(_ body: (UnsafeMutablePointer<CChar>) -> Int32) -> Int32 {
    withUnsafeMutablePointer(to: &storage) { pointer in
      body(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
  }

  public var isEmpty: Bool { storage[0] == 0 }

  public func equals(_ other: UnsafePointer<CChar>) -> Bool { withCString { strcmp($0, other) == 0 } }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    withCString { text in
      let bytes = UnsafeRawPointer(prefix.utf8Start).assumingMemoryBound(to: CChar.self)
      return strncmp(text, bytes, prefix.utf8CodeUnitCount) == 0
    }
  }

  /// Without the line end that sysfs puts after everything.
  mutating func dropLineEnd() {
    let count = withCString { strlen($0) }
    if count > 0 && storage[Int(count) - 1] == 10 { storage[Int(count) - 1] = 0 }
  }
}

/// A constant as a C string.
@inline(always)
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
