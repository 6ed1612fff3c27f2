/// Why a calibration is invalid, and at which of its numbers.
public struct CalibrationError: Error, Equatable {
  /// The fault of the number, or of the matrix.
  public enum Reason: UInt8, Sendable {
    /// The text ends before the number.
    case missing
    case notANumber
    /// The number is beyond ±1,000.
    case tooLarge
    /// The matrix maps the panel to a line or a point. `number` is 0.
    case degenerate

    /// The expected value, for messages.
    public var description: StaticString {
      switch self {
      case .missing: "expected six numbers, such as 1 0 0 0 1 0"
      case .notANumber: "expected a decimal number such as 0.5 or -1"
      case .tooLarge: "expected a number from -1000 to 1000"
      case .degenerate: "expected a matrix that keeps both directions, found one that maps the panel to a line"
      }
    }
  }

  /// Counted from 1.
  public var number: Int32
  public var reason: Reason

  public init(number: Int32, reason: Reason) {
    self.number = number
    self.reason = reason
  }
}

/// The first two rows of the matrix that maps a touch device to its panel, in libinput's meaning: positions are parts of
/// the device's width and height before and after it, x' = a·x + b·y + c and y' = d·x + e·y + f. The panel is the display
/// as it is built; the rotation of the scene follows.
public struct CalibrationMatrix: Equatable, Sendable, BitwiseCopyable {
  /// Coefficients in 1/2^20, within ±1,000.
  public let a, b, c, d, e, f: Int32

  /// A device that reports the panel as it is.
  public static var identity: CalibrationMatrix { CalibrationMatrix(a: one, b: 0, c: 0, d: 0, e: one, f: 0) }

  /// 1 in the unit of the coefficients.
  static var one: Int32 { 1 << 20 }

  /// Parses the value of udev's `LIBINPUT_CALIBRATION_MATRIX`: six decimal numbers with spaces between. Text after the
  /// sixth is ignored, as libinput does.
  ///
  /// - Throws: `CalibrationError` with the first invalid number.
  public init(parsing text: Span<UInt8>) throws(CalibrationError) {
    var place = 0
    try self.init(text, from: &place, to: text.count)
  }

  /// Finds the calibration in a device's file of udev's database (`/run/udev/data/c13:64`); nil = there is none.
  ///
  /// - Throws: `CalibrationError` when the property is invalid.
  public static func find(inUdevData text: Span<UInt8>) throws(CalibrationError) -> CalibrationMatrix? {
    var line = 0
    while line < text.count {
      var end = line
      while end < text.count && text[end] != 0x0A { end += 1 }
      if var place = afterProperty(text, from: line, to: end) {
        return try CalibrationMatrix(text, from: &place, to: end)
      }
      line = end + 1
    }
    return nil
  }

  private static func afterProperty(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    let property: StaticString = "E:LIBINPUT_CALIBRATION_MATRIX="
    let count = property.utf8CodeUnitCount
    if end - start < count { return nil }
    for index in 0..<count where text[start + index] != property.utf8Start[index] { return nil }
    return start + count
  }

  private init(_ text: Span<UInt8>, from place: inout Int, to end: Int) throws(CalibrationError) {
    var numbers = InlineArray<6, Int32>(repeating: 0)
    for index in 0..<6 {
      numbers[index] = try CalibrationMatrix.number(
        text, from: &place, to: end, position: Int32(truncatingIfNeeded: index + 1))
    }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    if Int64(a) * Int64(e) == Int64(b) * Int64(d) { throw CalibrationError(number: 0, reason: .degenerate) }
  }

  private init(a: Int32, b: Int32, c: Int32, d: Int32, e: Int32, f: Int32) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// The position on the panel for a position on the device.
  func applied(to share: PanelShare) -> PanelShare {
    let (x, y) = (share.x.value, share.y.value)
    return PanelShare(
      x: CalibrationMatrix.share(Int64(a) * x + Int64(b) * y + Int64(c) * AxisShare.one),
      y: CalibrationMatrix.share(Int64(d) * x + Int64(e) * y + Int64(f) * AxisShare.one))
  }

  private static func share(_ sum: Int64) -> AxisShare { AxisShare(limiting: (sum + Int64(one) / 2) >> 20) }

  // MARK: Numbers

  /// Reads the next number and the spaces before it.
  private static func number(
    _ text: Span<UInt8>, from place: inout Int, to end: Int, position: Int32
  ) throws(CalibrationError) -> Int32 {
    while place < end && isSpace(text[place]) { place += 1 }
    if place == end { throw CalibrationError(number: position, reason: .missing) }
    let isNegative = text[place] == 0x2D
    if isNegative || text[place] == 0x2B { place += 1 }
    let whole = digits(text, from: &place, to: end)
    var fraction = DigitRun()
    if place < end && text[place] == 0x2E {
      place += 1
      fraction = digits(text, from: &place, to: end)
    }
    if whole.count + fraction.count == 0 || (place < end && !isSpace(text[place])) {
      throw CalibrationError(number: position, reason: .notANumber)
    }
    let scaled = whole.value * Int64(one) + (fraction.value * Int64(one) + fraction.unit / 2) / fraction.unit
    if whole.isCut || scaled > 1_000 * Int64(one) { throw CalibrationError(number: position, reason: .tooLarge) }
    return Int32(clamping: isNegative ? -scaled : scaled)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func digits(_ text: Span<UInt8>, from place: inout Int, to end: Int) -> DigitRun {
    var run = DigitRun()
    while place < end && text[place] >= 0x30 && text[place] <= 0x39 {
      run.append(text[place] - 0x30)
      place += 1
    }
    return run
  }
}

/// Decimal digits in sequence: the first nine count.
private struct DigitRun {
  var value: Int64 = 0
  /// 10 to the number of digits that count.
  var unit: Int64 = 1
  var count = 0

  /// Whether there are digits that do not count.
  var isCut: Bool { count > 9 }

  mutating func append(_ digit: UInt8) {
    count += 1
    if isCut { return }
    value = value * 10 + Int64(digit)
    unit *= 10
  }
}
