import AfterglowCore
import AfterglowDevice
import TestSupport

@testable import AfterglowEngine

/// What a write-only display received, and the violations it detected.
final class ScanOutLog {
  /// One shown frame: pixels of the layout, row by row.
  struct Shown {
    var pixels: [UInt32]
    var at: Int64
    /// Bytes written since the previous frame, including failed attempts.
    var bytesWritten: Int64
  }

  var shown: [Shown] = []
  /// Errors of the next presents; nil = success.
  var refusals: [DisplayError?] = []
  /// Errors of the next changes of power; nil = success.
  var powerAnswers: [DisplayError?] = []
  var powers: [Bool] = []
  var isOn = true
  /// A failed request to wake: frames may arrive, because they might wake it.
  var isWaking = false
  var isClosed = false
  var faults: [String] = []
}

/// Write-only memory, in one or two buffers: each back buffer is filled with garbage, and only the written pixels reach
/// the buffer. Garbage lacks the layout's opaque bits, which distinguishes it from written pixels.
struct ScanOutDisplay: ~Copyable, Display {
  let properties: DisplayProperties
  private let layout: PixelLayout
  private let log: ScanOutLog
  private let memory: TestMemory
  private let strideBytes: Int
  private var back: [UInt32]
  private var front: [UInt32]
  private var isWritten: [Bool]
  private var bytesWritten: Int64 = 0
  private var dice: SeededNumbers

  init(
    size: PixelSize, format: PixelFormat, layout: PixelLayout, age: Int32, isEmissive: Bool = true, seed: UInt64,
    log: ScanOutLog
  ) {
    precondition(layout.opaqueBits != 0)
    properties = DisplayProperties(
      size: size, format: format, isEmissive: isEmissive, bufferAge: age, minimumRefreshIntervalMs: 0,
      scanOutLayout: layout)
    self.layout = layout
    self.log = log
    strideBytes = (Int(size.width) * Int(layout.bytesPerPixel) + 15) & ~15
    memory = TestMemory(strideBytes * Int(size.height))
    dice = SeededNumbers(seed: seed)
    back = (0..<Int(size.area)).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) }
    front = back.map { ~$0 }
    isWritten = [Bool](repeating: false, count: back.count)
  }

  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    if !log.isOn && !log.isWaking { log.faults.append("written while it is dark") }
    if layout.bytesPerPixel == 2 { spoil(UInt16.self) } else { spoil(UInt32.self) }
    let result = body(BackBuffer(base: memory.bytes.baseAddress!, strideBytes: strideBytes))
    if layout.bytesPerPixel == 2 { take(UInt16.self) } else { take(UInt32.self) }
    return result
  }

  private func row<Pixel>(_ y: Int, _: Pixel.Type) -> UnsafeMutablePointer<Pixel> {
    (memory.bytes.baseAddress! + y * strideBytes).assumingMemoryBound(to: Pixel.self)
  }

  /// Fills the memory with garbage.
  private mutating func spoil<Pixel: FixedWidthInteger>(_ type: Pixel.Type) {
    let mask = Pixel(truncatingIfNeeded: ~layout.opaqueBits)
    for y in 0..<Int(properties.size.height) {
      let row = row(y, type)
      for x in 0..<Int(properties.size.width) { row[x] = Pixel(truncatingIfNeeded: dice.next()) & mask }
    }
  }

  /// Takes what was written into the back buffer.
  private mutating func take<Pixel: FixedWidthInteger>(_ type: Pixel.Type) {
    let opaque = Pixel(truncatingIfNeeded: layout.opaqueBits)
    let width = Int(properties.size.width)
    for y in 0..<Int(properties.size.height) {
      let row = row(y, type)
      for x in 0..<width where row[x] & opaque != 0 {
        back[y * width + x] = UInt32(row[x])
        isWritten[y * width + x] = true
        bytesWritten += Int64(layout.bytesPerPixel)
      }
    }
  }

  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    if !log.isOn && !log.isWaking { log.faults.append("presented while it is dark") }
    checkDamage(damage)
    let refusal = log.refusals.isEmpty ? nil : log.refusals.removeFirst()
    if let refusal {
      // Whether the buffers were swapped is unknown.
      if properties.bufferAge == 2 && dice.next() & 1 == 0 { swap(&back, &front) }
      throw refusal
    }
    for index in isWritten.indices { isWritten[index] = false }
    log.shown.append(ScanOutLog.Shown(pixels: back, at: now.milliseconds, bytesWritten: bytesWritten))
    bytesWritten = 0
    if properties.bufferAge == 2 { swap(&back, &front) }
  }

  private func checkDamage(_ damage: borrowing Damage) {
    let width = Int(properties.size.width)
    var isOutside = isWritten
    for index in 0..<damage.count {
      let rect = damage[index]
      for y in Int(rect.y0)..<Int(rect.y1) {
        for place in y * width + Int(rect.x0)..<y * width + Int(rect.x1) { isOutside[place] = false }
      }
    }
    if isOutside.contains(true) { log.faults.append("written outside the damage") }
  }

  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant { now }

  mutating func setPower(_ isOn: Bool) throws(DisplayError) {
    let answer = log.powerAnswers.isEmpty ? nil : log.powerAnswers.removeFirst()
    log.isWaking = isOn && answer != nil
    if let answer { throw answer }
    log.powers.append(isOn)
    log.isOn = isOn
  }

  mutating func close() { log.isClosed = true }
}

extension PixelLayout {
  /// Five bits per channel and one that is always set.
  static var argb1555: PixelLayout {
    PixelLayout(
      bytesPerPixel: 2, red: BitField(offset: 10, length: 5), green: BitField(offset: 5, length: 5),
      blue: BitField(offset: 0, length: 5), opaqueBits: 0x8000)
  }

  static var abgr8888: PixelLayout {
    PixelLayout(
      bytesPerPixel: 4, red: BitField(offset: 0, length: 8), green: BitField(offset: 8, length: 8),
      blue: BitField(offset: 16, length: 8), opaqueBits: 0xFF00_0000)
  }

  /// The bits of green and blue.
  var greenAndBlueBits: UInt32 {
    func bits(_ field: BitField) -> UInt32 { ((UInt32(1) << UInt32(field.length)) - 1) << UInt32(field.offset) }
    return bits(green) | bits(blue)
  }
}
