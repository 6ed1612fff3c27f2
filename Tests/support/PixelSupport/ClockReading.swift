import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowVirtual
import Foundation

/// The minutes that the bedside clock has shown through the whole loop, each read back from the pixels of its panel.
public struct ClockReading {
  /// The number of minutes that were shown.
  public let minuteCount: Int
  /// The first ten frames that show another time than that of their instant, and archives that were refused.
  public let wrong: [String]

  /// Plays days of the clock by day, as fast as they are drawn.
  ///
  /// - Parameters:
  ///   - archive: the clock's scene.
  ///   - zone: the time zone of the scene.
  ///   - makeDigits: makes what reads the digits, given a renderer of the same scene.
  /// - Throws: `ArchiveError` for bytes that are no archive, `ReferenceError.outOfMemory`, or the error of `makeDigits`.
  public init(
    archive: [UInt8], from: Instant, days: Int64, in zone: TimeZone,
    _ makeDigits: (ReferenceRenderer) throws -> DigitReader
  ) throws {
    let renderer = try ReferenceRenderer(archive: archive)
    let pixels = UnsafeMutableRawPointer.allocate(byteCount: renderer.panel.count, alignment: 64)
    defer { pixels.deallocate() }
    let aligned = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 64)
    defer { aligned.deallocate() }
    aligned.copyBytes(from: archive)
    let record = try Archive.validate(UnsafeRawBufferPointer(aligned)).board
    let memory = ZeroedMemory(byteCount: Engine.workingByteCount(for: record))
    defer { withExtendedLifetime(memory) {} }
    var arena = Arena(memory.bytes)
    guard var engine = Engine(board: record, arena: &arena) else { throw ReferenceError.outOfMemory }
    engine.idleBank.copyBytes(from: archive)
    try engine.adopt(byteCount: archive.count)
    let reader = MinuteReader(renderer, try makeDigits(renderer), memory: pixels, in: zone)
    var display = ReadDisplay(memory: pixels, size: renderer.size)
    var observer = ReadObserver(reader: reader)
    [VirtualEvent(atMs: 0, .light(Illuminance(millilux: 180_000)))].withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: from, to: Instant(seconds: from.seconds + days * 86_400), events: events)
      runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer)
    }
    (minuteCount, wrong) = (reader.minuteCount, reader.wrong)
  }
}

/// A display in memory that is read at each frame.
private struct ReadDisplay: ~Copyable, Display {
  let memory: UnsafeMutableRawPointer
  let size: PixelSize
  var properties: DisplayProperties {
    DisplayProperties(size: size, format: .xrgb8888, isEmissive: true, bufferAge: 1, minimumRefreshIntervalMs: 0)
  }
  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    body(BackBuffer(base: memory, strideBytes: Int(size.width) * 4))
  }
  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {}
  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant { now }
  mutating func close() {}
}

private struct ReadObserver: ~Copyable, UpdateObserver {
  let reader: MinuteReader
  mutating func presented(_ report: borrowing UpdateReport) { reader.note(report.moment.realtime) }
  mutating func refused(_ error: ArchiveError, atByteCount: Int) { reader.wrong.append("refused: \(error)") }
}

/// Reads the time from pixels. Those of an hour and of a minute are looked at closely once; after that they are the same bytes.
private final class MinuteReader {
  private let memory: UnsafeMutableRawPointer
  private let renderer: ReferenceRenderer
  private let digits: DigitReader
  private let calendar: Calendar
  /// Pixels by number, for hours and for minutes.
  private var known: [[[UInt8]?]] = Array(repeating: Array(repeating: nil, count: 60), count: 2)
  private(set) var minuteCount = 0
  private var last: Int64 = -1
  var wrong: [String] = []

  init(_ renderer: ReferenceRenderer, _ digits: DigitReader, memory: UnsafeMutableRawPointer, in zone: TimeZone) {
    self.renderer = renderer
    self.digits = digits
    self.memory = memory
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  func note(_ instant: Instant) {
    let minute = instant.seconds / 60
    if minute != last { minuteCount += 1 }
    last = minute
    let parts = calendar.dateComponents([.hour, .minute], from: Date(timeIntervalSince1970: Double(instant.seconds)))
    let numbers = [parts.hour!, parts.minute!]
    if zip(numbers.indices, numbers).allSatisfy({ isKnown($0, $1) }) { return }
    let expected = numbers.flatMap { [$0 / 10, $0 % 10] }
    renderer.panel.copyMemory(from: UnsafeRawBufferPointer(start: memory, count: renderer.panel.count))
    let read = digits.read(renderer, isLuminanceReduced: false)
    if read != expected {
      if wrong.count < 10 { wrong.append("at \(instant.seconds) the panel reads \(read), the time is \(expected)") }
      return
    }
    for (pair, number) in numbers.enumerated() { known[pair][number] = known[pair][number] ?? pixels(pair) }
  }

  /// Whether a pair has the very pixels from which this number was read before.
  private func isKnown(_ pair: Int, _ number: Int) -> Bool {
    guard let picture = known[pair][number] else { return false }
    let (rows, rowBytes) = DigitReader.place(pair)
    return picture.withUnsafeBytes { picture in
      rows.enumerated().allSatisfy { index, row in
        memcmp(memory + row, picture.baseAddress! + index * rowBytes, rowBytes) == 0
      }
    }
  }

  private func pixels(_ pair: Int) -> [UInt8] {
    let (rows, rowBytes) = DigitReader.place(pair)
    return rows.flatMap { Array(UnsafeRawBufferPointer(start: memory + $0, count: rowBytes)) }
  }
}
