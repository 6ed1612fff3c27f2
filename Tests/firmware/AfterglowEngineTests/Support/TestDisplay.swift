import AfterglowCore
import AfterglowDevice

@testable import AfterglowEngine

/// What was presented on a test display.
final class DisplayLog {
  var presents: [(damage: [PixelRect], at: Int64)] = []
  var frames: [[UInt32]] = []
  var isClosed = false
  var notedNight: [Bool] = []
  /// Errors of the next presents.
  var failures: [DisplayError] = []
}

/// A panel in memory.
struct TestDisplay: ~Copyable, Display {
  var properties: DisplayProperties
  let log: DisplayLog
  private let memory: TestMemory
  private let strideBytes: Int
  private var lastPresent: Int64?

  init(
    size: PixelSize, format: PixelFormat = .xrgb8888, isEmissive: Bool = true, intervalMs: Int64 = 0, log: DisplayLog
  ) {
    properties = DisplayProperties(
      size: size, format: format, isEmissive: isEmissive, bufferAge: 1, minimumRefreshIntervalMs: intervalMs)
    strideBytes = Int((Int64(size.width) * Int64(format.bitsPerPixel) + 31) / 32 * 4)
    memory = TestMemory(strideBytes * Int(size.height))
    self.log = log
  }

  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    body(BackBuffer(base: memory.bytes.baseAddress!, strideBytes: strideBytes))
  }

  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    if !log.failures.isEmpty { throw log.failures.removeFirst() }
    if now < earliestPresent(after: now) { throw .tooEarly(earliest: earliestPresent(after: now)) }
    lastPresent = now.milliseconds
    var rects: [PixelRect] = []
    for index in 0..<damage.count { rects.append(damage[index]) }
    log.presents.append((rects, now.milliseconds))
    log.frames.append(readPixels(UnsafeRawBufferPointer(memory.bytes), properties, strideBytes))
  }

  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    guard let lastPresent else { return now }
    return MonotonicInstant(
      milliseconds: Swift.max(now.milliseconds, lastPresent + properties.minimumRefreshIntervalMs))
  }

  mutating func noteState(realtime: Instant, isNight: Bool, isLuminanceReduced: Bool) {
    log.notedNight.append(isNight)
  }

  mutating func close() { log.isClosed = true }
}

/// Stores every report.
final class ReportLog {
  var reports: [UpdateReport] = []
  /// Always-on's white in each report, if requested.
  var whites: [Int32?] = []
  var refusals: [(problem: String, byteCount: Int)] = []
  var failures: [(error: DisplayError, retryAt: Int64)] = []
}
