/// An exact decimal number from a sysfs file: `digits` × 10^−`decimals`.
public struct DecimalNumber: Equatable, Sendable {
  /// The number without its decimal point.
  public var digits: Int64
  /// Digits after the point, 0 or more.
  public var decimals: Int32

  public init(digits: Int64, decimals: Int32) {
    self.digits = digits
    self.decimals = decimals
  }

  /// An optional minus, digits, and optionally a point and digits; nil for anything else and on overflow.
  public init?(_ text: UnsafePointer<CChar>) {
    var index = 0
    let isNegative = text[0] == 45
    if isNegative { index = 1 }
    var digits: Int64 = 0
    var decimals: Int32 = -1
    var count = 0
    while text[index] != 0 {
      let character = text[index]
      index += 1
      if character == 46 && decimals < 0 && count > 0 {
        decimals = 0
        continue
      }
      guard character >= 48 && character <= 57 else { return nil }
      let (tens, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
      let (sum, isTooMuch) = tens.addingReportingOverflow(Int64(character - 48))
      if isTooLarge || isTooMuch { return nil }
      digits = sum
      count += 1
      if decimals >= 0 { decimals += 1 }
    }
    if count == 0 || decimals == 0 { return nil }
    self.digits = isNegative ? -digits : digits
    self.decimals = decimals < 0 ? 0 : decimals
    dropZeros()
  }

  /// Removes trailing zeros after the point, to keep products small.
  private mutating func dropZeros() {
    while decimals > 0 && digits % 10 == 0 {
      digits /= 10
      decimals -= 1
    }
  }

  /// The exact product; nil on overflow.
  public func multiplied(by other: DecimalNumber) -> DecimalNumber? {
    let (product, isTooLarge) = digits.multipliedReportingOverflow(by: other.digits)
    if isTooLarge { return nil }
    var result = DecimalNumber(digits: product, decimals: decimals + other.decimals)
    result.dropZeros()
    return result
  }

  /// The exact sum; nil on overflow.
  public func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let places = Swift.max(decimals, other.decimals)
    guard let a = scaled(to: places), let b = other.scaled(to: places) else { return nil }
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    if isTooLarge { return nil }
    var result = DecimalNumber(digits: sum, decimals: places)
    result.dropZeros()
    return result
  }

  /// In units of 10^−`places`, rounded to the nearest, halves away from zero; nil on overflow.
  public func scaled(to places: Int32) -> Int64? {
    var value = digits
    var missing = places - decimals
    while missing > 0 {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      value = product
      missing -= 1
    }
    if missing == 0 { return value }
    while missing < -1 {
      value /= 10
      missing += 1
    }
    // Truncating the digits before the last one cannot change how the last one rounds.
    return value / 10 + (value % 10 >= 5 ? 1 : value % 10 <= -5 ? -1 : 0)
  }
}
