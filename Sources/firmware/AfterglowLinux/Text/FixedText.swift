import CLinux

/// Text of bounded length, stored in the value itself, for names and errors that outlive their source. Text that does
/// not fit is truncated.
public struct FixedText<let capacity: Int>: Equatable, Sendable, BitwiseCopyable {
  private var storage: InlineArray<capacity, UInt8>
  /// Bytes in use, 0 to `capacity`.
  public private(set) var count: Int

  public init() {
    storage = InlineArray(repeating: 0)
    count = 0
  }

  public init(_ words: StaticString) {
    self.init()
    append(words)
  }

  public init(cString text: UnsafePointer<CChar>) {
    self.init()
    append(cString: text)
  }

  public var isEmpty: Bool { count == 0 }

  /// The byte at `index`; 0 beyond the end, so that the text can be read like a C string.
  public subscript(index: Int) -> UInt8 { index < count ? storage[index] : 0 }

  public mutating func append(byte: UInt8) {
    // The last byte must stay 0 for `withCString`.
    if count >= capacity - 1 { return }
    storage[count] = byte
    count += 1
  }

  public mutating func append(_ words: StaticString) {
    for index in 0..<words.utf8CodeUnitCount { append(byte: words.utf8Start[index]) }
  }

  public mutating func append(cString text: UnsafePointer<CChar>) {
    var index = 0
    while text[index] != 0 && count < capacity - 1 {
      append(byte: UInt8(bitPattern: text[index]))
      index += 1
    }
  }

  public mutating func append<let other: Int>(_ text: FixedText<other>) {
    for index in 0..<text.count { append(byte: text[index]) }
  }

  public mutating func append(decimal value: Int64) {
    let digits = DecimalDigits(value)
    for index in 0..<digits.count { append(byte: digits[index]) }
  }

  public static func == (a: FixedText, b: FixedText) -> Bool {
    if a.count != b.count { return false }
    for index in 0..<a.count where a.storage[index] != b.storage[index] { return false }
    return true
  }

  /// Removes the line end that files of /proc have.
  mutating func dropLineEnd() {
    if count > 0 && storage[count - 1] == 10 {
      count -= 1
      storage[count] = 0
    }
  }

  /// Passes the text as a C string to `body`.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var copy = self
    return withUnsafeMutableBytes(of: &copy.storage) { bytes in
      body(UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: CChar.self)))
    }
  }

  /// Passes the memory and its size to a call that writes a C string.
  mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>, Int32) -> Result) -> Result {
    let result = withUnsafeMutableBytes(of: &storage) { bytes in
      bytes[0] = 0
      bytes[capacity - 1] = 0
      return body(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), Int32(capacity))
    }
    storage[capacity - 1] = 0
    count = 0
    while storage[count] != 0 { count += 1 }
    for index in count..<capacity { storage[index] = 0 }
    return result
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    if prefix.utf8CodeUnitCount > count { return false }
    for index in 0..<prefix.utf8CodeUnitCount where storage[index] != prefix.utf8Start[index] { return false }
    return true
  }

  public func equals(_ text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<count where UInt8(bitPattern: text[index]) != storage[index] { return false }
    return text[count] == 0
  }
}

/// A name or a small file's text.
public typealias ShortText = FixedText<128>

/// A constant as a C string.
@inline(__always)
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
