/// A number's decimal digits without a string.
public struct DecimalDigits {
  private var storage: InlineArray<24, UInt8>
  private var start: Int

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

  public mutating func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    let first = start
    withUnsafeBytes(of: &storage) { body(UnsafeRawBufferPointer(rebasing: $0[first..<24])) }
  }
}
