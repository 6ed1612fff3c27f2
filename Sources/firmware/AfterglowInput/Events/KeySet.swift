/// A set of keys and buttons, one bit per code: the form in which the kernel reports keys (EVIOCGKEY, EVIOCGBIT).
public struct KeySet: Sendable, BitwiseCopyable {
  /// Number of codes (`KEY_CNT`).
  public static var codeCount: Int { 768 }

  /// Bit `code % 64` of word `code / 64`.
  public var words: InlineArray<12, UInt64>

  /// No keys.
  public init() { words = InlineArray(repeating: 0) }

  /// Whether a code is in the set; codes beyond the last are never.
  public func contains(_ code: UInt16) -> Bool {
    code < UInt16(KeySet.codeCount) && words[Int(code) / 64] & KeySet.bit(code) != 0
  }

  /// Adds a code; codes beyond the last are ignored.
  public mutating func insert(_ code: UInt16) {
    if code < UInt16(KeySet.codeCount) { words[Int(code) / 64] |= KeySet.bit(code) }
  }

  /// Removes a code.
  public mutating func remove(_ code: UInt16) {
    if code < UInt16(KeySet.codeCount) { words[Int(code) / 64] &= ~KeySet.bit(code) }
  }

  private static func bit(_ code: UInt16) -> UInt64 { 1 << UInt64(code % 64) }
}
