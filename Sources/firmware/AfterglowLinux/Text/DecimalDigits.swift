/// A number's decimal digits without a string.
public struct DecimalDigits {
  private var storage: InlineArray<24, UInt8>
  private var start: Int

  /// The digits of `value`, with a minus sign where it is negative.
  public init(_ value: Int64) {
    storage = InlineArray(repeating: 0)
    start = 24
    var rest = value.magnitude
    repeat {
      start -= 1
      storage[start] = 48 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 {
      start -= 1
      storage[start] = 45
    }
  }

  /// Digits and sign, 1 to 20.
  public var count: Int { 24 - start }

  /// The character at `index` from the left, in ASCII.
  public subscript(index: Int) -> UInt8 { storage[start + index] }
}
