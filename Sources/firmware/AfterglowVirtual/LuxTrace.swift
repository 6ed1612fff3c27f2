import AfterglowCore

/// One line of a lux trace.
public struct LuxSample: Equatable, Sendable, BitwiseCopyable {
  /// Milliseconds since the trace began.
  public var atMs: Int64
  /// Thousandths of a lux; negative = drop-out (no reading).
  public var millilux: Int64

  /// nil = drop-out.
  public init(atMs: Int64, illuminance: Illuminance?) {
    self.atMs = atMs
    millilux = illuminance?.millilux ?? -1
  }

  /// nil = drop-out.
  public var illuminance: Illuminance? { millilux < 0 ? nil : Illuminance(millilux: millilux) }
}

/// Why a lux trace is invalid, and in which line.
public struct LuxTraceError: Error, Equatable {
  /// What is wrong with the line.
  public enum Reason: UInt8, Sendable {
    case missingComma, extraField
    case secondsNotANumber, secondsNegative, secondsTooLarge, secondsNotIncreasing
    case luxNotANumber, luxNegative, luxTooLarge
    /// The trace has no line with a reading or drop-out.
    case empty
    /// More lines than the caller's memory holds.
    case tooManyLines

    /// What was expected, for messages.
    public var description: StaticString {
      switch self {
      case .missingComma: "expected `seconds,lux`, found no comma"
      case .extraField: "expected `seconds,lux`, found more than one comma"
      case .secondsNotANumber: "seconds must be a decimal number such as 90 or 90.5"
      case .secondsNegative: "seconds must not be negative"
      case .secondsTooLarge: "seconds must be at most 9,999,999,999 with at most 9 decimals"
      case .secondsNotIncreasing: "seconds must be greater than in the line before"
      case .luxNotANumber: "lux must be a decimal number such as 0.25 or 300, or empty for a drop-out"
      case .luxNegative: "lux must not be negative"
      case .luxTooLarge: "lux must be at most 9,999,999,999 with at most 9 decimals"
      case .empty: "the trace holds no sample"
      case .tooManyLines: "the trace has more samples than there is room for"
      }
    }
  }

  /// Counted from 1.
  public var line: Int32
  public var reason: Reason

  public init(line: Int32, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

/// Lux over time, from lines `seconds,lux`: each value is valid until the next line. `#` starts a comment, empty lines
/// are skipped, an empty lux is a drop-out; the first line may be a heading without digits. Numbers are decimal; digits
/// after the third decimal are dropped.
public struct LuxTrace {
  /// In order of time.
  public let samples: UnsafeBufferPointer<LuxSample>

  /// A trace of samples in order of time, in memory that stays valid.
  public init(samples: UnsafeBufferPointer<LuxSample>) { self.samples = samples }

  /// An upper bound of the samples in `bytes`: the capacity to pass to `parse`.
  public static func capacity(for bytes: UnsafeRawBufferPointer) -> Int {
    var lines = 1
    for byte in bytes where byte == 0x0A { lines += 1 }
    return lines
  }

  /// Parses a trace into `memory`, which must outlive the trace.
  ///
  /// - Throws: `LuxTraceError` with the first invalid line.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, into memory: UnsafeMutableBufferPointer<LuxSample>
  ) throws(LuxTraceError) -> LuxTrace {
    var count = 0
    var line: Int32 = 0
    var start = 0
    var previousMs: Int64 = -1
    var hasHeading = false
    while start <= bytes.count {
      var end = start
      while end < bytes.count && bytes[end] != 0x0A { end += 1 }
      line &+= 1
      if !hasHeading && count == 0 && isHeading(bytes, start, end) {
        hasHeading = true
      } else if let sample = try parseLine(bytes, from: start, to: end, line: line) {
        if sample.atMs <= previousMs { throw LuxTraceError(line: line, reason: .secondsNotIncreasing) }
        if count == memory.count { throw LuxTraceError(line: line, reason: .tooManyLines) }
        memory[count] = sample
        count += 1
        previousMs = sample.atMs
      }
      start = end + 1
    }
    if count == 0 { throw LuxTraceError(line: line, reason: .empty) }
    return LuxTrace(samples: UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory)[0..<count]))
  }

  /// The reading at a time since the trace began; nil before the first line and during drop-outs.
  public func illuminance(atMs time: Int64) -> Illuminance? {
    let next = indexOfNext(afterMs: time)
    return next == 0 ? nil : samples[next - 1].illuminance
  }

  /// Index of the first sample later than `time`; `samples.count` when there is none.
  public func indexOfNext(afterMs time: Int64) -> Int {
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].atMs <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the first line is a heading: letters and no digits.
  private static func isHeading(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    var hasLetter = false
    for index in start..<end {
      let byte = bytes[index]
      if byte == 0x23 { break }
      if isDigit(byte) { return false }
      // Non-ASCII bytes count as letters here, except for a byte-order mark.
      if byte >= 0x80 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A { hasLetter = true }
    }
    return hasLetter
  }

  private static func parseLine(
    _ bytes: UnsafeRawBufferPointer, from: Int, to: Int, line: Int32
  ) throws(LuxTraceError) -> LuxSample? {
    var end = from
    while end < to && bytes[end] != 0x23 { end += 1 }
    let (start, stop) = trimmed(bytes, from, end)
    if start == stop { return nil }
    var comma = start
    while comma < stop && bytes[comma] != 0x2C { comma += 1 }
    if comma == stop { throw LuxTraceError(line: line, reason: .missingComma) }
    var rest = comma + 1
    while rest < stop && bytes[rest] != 0x2C { rest += 1 }
    if rest < stop { throw LuxTraceError(line: line, reason: .extraField) }
    let (secondsStart, secondsEnd) = trimmed(bytes, start, comma)
    let seconds = parseThousandths(bytes, secondsStart, secondsEnd)
    let at: Int64
    switch seconds {
    case .value(let value): at = value
    case .notANumber: throw LuxTraceError(line: line, reason: .secondsNotANumber)
    case .negative: throw LuxTraceError(line: line, reason: .secondsNegative)
    case .tooLarge: throw LuxTraceError(line: line, reason: .secondsTooLarge)
    }
    let (luxStart, luxEnd) = trimmed(bytes, comma + 1, stop)
    if luxStart == luxEnd { return LuxSample(atMs: at, illuminance: nil) }
    switch parseThousandths(bytes, luxStart, luxEnd) {
    case .value(let value): return LuxSample(atMs: at, illuminance: Illuminance(millilux: value))
    case .notANumber: throw LuxTraceError(line: line, reason: .luxNotANumber)
    case .negative: throw LuxTraceError(line: line, reason: .luxNegative)
    case .tooLarge: throw LuxTraceError(line: line, reason: .luxTooLarge)
    }
  }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer, _ from: Int, _ to: Int) -> (Int, Int) {
    var start = from
    var end = to
    while start < end && isSpace(bytes[start]) { start += 1 }
    while end > start && isSpace(bytes[end - 1]) { end -= 1 }
    return (start, end)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private enum Parsed {
    case value(Int64)
    case notANumber, negative, tooLarge
  }

  /// `digits[.digits]` in thousandths. At most ten digits before the point and nine after it.
  private static func parseThousandths(_ bytes: UnsafeRawBufferPointer, _ from: Int, _ to: Int) -> Parsed {
    var index = from
    var isNegative = false
    if index < to && (bytes[index] == 0x2D || bytes[index] == 0x2B) {
      isNegative = bytes[index] == 0x2D
      index += 1
    }
    var whole: Int64 = 0
    var wholeDigits = 0
    while index < to && isDigit(bytes[index]) {
      if wholeDigits < 18 { whole = whole * 10 + Int64(bytes[index] - 0x30) }
      wholeDigits += 1
      index += 1
    }
    var fraction: Int64 = 0
    var fractionDigits = 0
    if index < to && bytes[index] == 0x2E {
      index += 1
      while index < to && isDigit(bytes[index]) {
        if fractionDigits < 3 { fraction = fraction * 10 + Int64(bytes[index] - 0x30) }
        fractionDigits += 1
        index += 1
      }
      if fractionDigits == 0 { return .notANumber }
    }
    if index < to || wholeDigits == 0 { return .notANumber }
    if isNegative { return .negative }
    if wholeDigits > 10 || fractionDigits > 9 { return .tooLarge }
    if fractionDigits == 1 { fraction *= 100 }
    if fractionDigits == 2 { fraction *= 10 }
    return .value(whole * 1000 + fraction)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
