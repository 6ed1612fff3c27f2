import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowVirtual
import Foundation
import Testing

/// The bedside clock through the whole loop, an update a minute, and each minute read back from the pixels of its panel.
@Suite struct YearTests {
  private static let zone = "Europe/Berlin"

  /// A display in memory that reads what it shows.
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

  private struct Observer: ~Copyable, UpdateObserver {
    let reading: Reading
    mutating func presented(_ report: borrowing UpdateReport) { reading.note(report.moment.realtime) }
    mutating func refused(_ error: ArchiveError, atByteCount: Int) { reading.wrong.append("refused: \(error)") }
  }

  /// Reads the time from pixels. A digit's pixels are looked at closely once; after that they are the same bytes.
  private final class Reading {
    let memory: UnsafeMutableRawPointer
    private let renderer: ReferenceRenderer
    private let digits: DigitReader
    private let calendar: Calendar
    /// By cell and digit.
    private var known: [[[UInt8]?]] = Array(repeating: Array(repeating: nil, count: 10), count: 4)
    var minuteCount = 0
    private var last: Int64 = -1
    var wrong: [String] = []

    init(_ renderer: ReferenceRenderer, memory: UnsafeMutableRawPointer) throws {
      self.renderer = renderer
      self.memory = memory
      digits = try DigitReader(renderer)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: YearTests.zone)!
      self.calendar = calendar
    }

    func note(_ instant: Instant) {
      let minute = instant.seconds / 60
      if minute != last { minuteCount += 1 }
      last = minute
      let parts = calendar.dateComponents([.hour, .minute], from: Date(timeIntervalSince1970: Double(instant.seconds)))
      let expected = [parts.hour! / 10, parts.hour! % 10, parts.minute! / 10, parts.minute! % 10]
      if zip(expected.indices, expected).allSatisfy({ isKnown($0, $1) }) { return }
      let bytes = Int(renderer.size.width) * Int(renderer.size.height) * 4
      renderer.panel.copyMemory(from: UnsafeRawBufferPointer(start: memory, count: bytes))
      let read = digits.read(renderer, isLuminanceReduced: false)
      if read != expected {
        if wrong.count < 10 { wrong.append("at \(instant.seconds) the panel reads \(read), the time is \(expected)") }
        return
      }
      for (cell, digit) in expected.enumerated() { known[cell][digit] = known[cell][digit] ?? pixels(cell) }
    }

    /// Whether a cell has the very pixels from which this digit was read before.
    private func isKnown(_ cell: Int, _ digit: Int) -> Bool {
      guard let picture = known[cell][digit] else { return false }
      let (rows, rowBytes) = DigitReader.Face.day.place(cell)
      return picture.withUnsafeBytes { picture in
        rows.enumerated().allSatisfy { index, row in
          memcmp(memory + row, picture.baseAddress! + index * rowBytes, rowBytes) == 0
        }
      }
    }

    private func pixels(_ cell: Int) -> [UInt8] {
      let (rows, rowBytes) = DigitReader.Face.day.place(cell)
      return rows.flatMap { Array(UnsafeRawBufferPointer(start: memory + $0, count: rowBytes)) }
    }
  }

  /// - Returns: the minutes that were shown, and what was wrong.
  private func run(days: Int64) throws -> (minuteCount: Int, wrong: [String]) {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let board = folder.appending(path: "board")
    try FileManager.default.copyItem(at: HouseRulesTests.root.appending(path: "boards/bedside-clock"), to: board)
    let scene = board.appending(path: "scene.yaml")
    let text = try String(contentsOf: scene, encoding: .utf8)
    try (text + "\nzone: \(Self.zone)\nlocale: en-GB\n").write(to: scene, atomically: true, encoding: .utf8)
    let from = WeekTests.from
    let start = Date(timeIntervalSince1970: Double(from.seconds))
    let loaded = try #require(BoardFolder.load(board.path, at: start).folder)
    let archive = try SceneCompiler().compile(loaded.panelScene(), at: start).archive

    let renderer = try ReferenceRenderer(archive: archive)
    let size = renderer.size
    let pixels = UnsafeMutableRawPointer.allocate(
      byteCount: Int(size.width) * Int(size.height) * 4, alignment: 64)
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
    let reading = try Reading(renderer, memory: pixels)
    var display = ReadDisplay(memory: pixels, size: size)
    var observer = Observer(reading: reading)
    [VirtualEvent(atMs: 0, .light(Illuminance(millilux: 180_000)))].withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: from, to: Instant(seconds: from.seconds + days * 86_400), events: events)
      runLoop(engine: &engine, display: &display, clock: &clock, observer: &observer)
    }
    return (reading.minuteCount, reading.wrong)
  }

  @Test func `a fortnight across the end of summer time shows every minute, read from the pixels`() throws {
    let (minuteCount, wrong) = try run(days: 14)
    #expect(wrong == [] && minuteCount == 14 * 1_440)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["AFTERGLOW_YEAR"] != nil, "make test-time runs it"))
  func `a year shows every minute, read from the pixels, within a minute`() throws {
    let begin = ContinuousClock.now
    let (minuteCount, wrong) = try run(days: 365)
    #expect(wrong == [] && minuteCount == 365 * 1_440)
    let took = ContinuousClock.now - begin
    #expect(took <= .seconds(60))
    print("a year of \(minuteCount) minutes: \(wrong.count) wrong, \(took)")
  }
}
