import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels

@testable import AfterglowEPaper

/// What a simulated panel showed and did.
struct WeekFigures: Equatable {
  var minutes = 0
  /// In black and white or in greys.
  var full = 0
  /// Of these, in greys.
  var grey = 0
  var fast = 0
  var partial = 0
  /// Full and fast refreshes that neither the maker's rules nor a large change explain.
  var needlessFlashes = 0
  /// Those that a large change explains.
  var quietMoments = 0
  /// Minutes at whose end the panel did not show the newest picture.
  var lateMinutes = 0
  /// After a drive: pixels that are not exactly those of the picture.
  var wrongAfterDrive = 0
  /// Tiles in which more pixels differed than the ledger says.
  var tilesBeyondLedger = 0
  var mostDifferent = 0
  /// Pixels of partial windows, and of the tight boxes of what changed.
  var windowPixels: Int64 = 0
  var boxPixels: Int64 = 0
  /// In µs: from the end of BUSY to the next byte, and of all refreshes as a whole.
  var idleUs: Int64 = 0
  var busyUs: Int64 = 0
}

/// Care that a display asks for again and again.
struct Overdue: Error {
  let time: MonotonicInstant
  let due: MonotonicInstant
}

/// A clock with minutes, whose digits are rectangles, on the strict model of a panel.
final class MinuteClockRig<Controller: SequencedController> {
  let controller: Controller
  let panel: SimulatedPanel
  let log: BusLog
  private let memory: UnsafeMutableRawBufferPointer
  private var display: PaperDisplay<Controller, ModelBus>
  private(set) var figures = WeekFigures()
  private var shown: [UInt8]
  private var partialsInRow = 0
  private var darkSinceMs: Int64?
  /// On panels with greys.
  var minutesPerPhotograph = Int.max

  init(_ controller: Controller, _ description: PanelDescription, rules: PanelRules? = nil) {
    self.controller = controller
    panel = SimulatedPanel(description)
    let bus = ModelBus(panel)
    log = bus.log
    memory = .allocate(byteCount: PaperDisplay<Controller, ModelBus>.byteCount(controller), alignment: 64)
    display = PaperDisplay(controller, bus: bus, memory: memory, rules: rules)
    shown = [UInt8](repeating: 0xFF, count: controller.planeByteCount)
  }

  deinit { memory.deallocate() }

  // MARK: time

  /// Shows the minutes of a range, as a loop does that wakes at each minute and when the display asks for it.
  func run(minutes: Range<Int>, isDark: (Int) -> Bool = { _ in false }, reads: (Int) -> Bool = { _ in true }) throws {
    for minute in minutes {
      let start = Int64(minute) * 60_000
      let end = start + 59_999
      darkSinceMs = isDark(minute) ? darkSinceMs ?? start : nil
      display.noteDarkness(
        darkSinceMs.map { .unannounced(sinceMs: $0, nowMs: start) }, at: MonotonicInstant(milliseconds: start))
      draw(minute: minute)
      let changed = differing
      var isShown = changed == nil
      let earliest = display.earliestPresent(after: MonotonicInstant(milliseconds: start))
      if !isShown && earliest.milliseconds <= end {
        isShown = try show(at: earliest, changed!, until: end)
      }
      while let due = display.nextUpkeep(after: MonotonicInstant(milliseconds: end)), due.milliseconds <= end {
        try keepUp(at: MonotonicInstant(milliseconds: Swift.max(due.milliseconds, panel.nowUs / 1_000 + 1)))
      }
      figures.minutes += 1
      if !isShown { figures.lateMinutes += 1 }
      if isShown && reads(minute) { compare() }
    }
  }

  /// Lets time pass without another picture.
  func stand(minutes: Range<Int>) throws {
    let end = Int64(minutes.upperBound) * 60_000
    while let due = display.nextUpkeep(after: MonotonicInstant(milliseconds: panel.nowUs / 1_000)),
      due.milliseconds < end
    {
      try keepUp(at: MonotonicInstant(milliseconds: Swift.max(due.milliseconds, panel.nowUs / 1_000 + 1)))
    }
    panel.advance(toUs: end * 1_000)
  }

  var isStandingBy: Bool { display.sequencer.isStandingBy }

  /// False if greys that change have to wait for longer.
  private func show(at time: MonotonicInstant, _ box: PixelRect, until end: Int64) throws -> Bool {
    do { try show(at: time, box) } catch DisplayError.tooEarly(let earliest) {
      if earliest.milliseconds > end { return false }
      try show(at: earliest, box)
    }
    return true
  }

  private func show(at time: MonotonicInstant, _ box: PixelRect) throws {
    let bytes = Damage.whole(controller.size)
    let before = (panel.fullRefreshCount, panel.partialRefreshCount, display.ledger.counts, display.ledger.past)
    let (isKnown, isAwake) = (display.sequencer.isShownKnown, display.sequencer.isStandingBy)
    let share = Int64(box.area)
    let permille = changePermille
    let startUs = Swift.max(panel.nowUs, time.milliseconds * 1_000)
    panel.advance(toUs: startUs)
    log.busyEndUs = nil
    let idleUs = log.idleUs
    try display.present(bytes, at: time)
    try finish(from: time)
    figures.idleUs += log.idleUs - idleUs + (log.busyEndUs.map { panel.nowUs - $0 } ?? 0)
    figures.busyUs += panel.nowUs - startUs
    display.withBackBuffer { back in
      shown.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(start: back.base, count: $0.count)) }
    }
    if panel.partialRefreshCount > before.1 {
      figures.partial += 1
      partialsInRow += 1
      figures.boxPixels += share
      figures.windowPixels += display.sequencer.refresh.window.area
      return
    }
    let isFast = display.ledger.counts.fast > before.2.fast
    figures.grey += display.ledger.counts.grey > before.2.grey ? 1 : 0
    figures.fast += isFast ? 1 : 0
    figures.full += isFast ? 0 : 1
    let isDue =
      !isKnown || !isAwake || partialsInRow >= 5
      || time.milliseconds - (before.3.lastFullEnd?.milliseconds ?? 0) >= 23 * 3_600_000
    if !isDue && permille >= 100 { figures.quietMoments += 1 }
    if !isDue && permille < 100 { figures.needlessFlashes += 1 }
    partialsInRow = 0
    noteDrive()
  }

  private func keepUp(at time: MonotonicInstant) throws {
    let full = panel.fullRefreshCount
    try display.keepUp(at: time)
    try finish(from: time)
    // What is due and not done would wake a loop again and again.
    if let due = display.nextUpkeep(after: time), due <= time { throw Overdue(time: time, due: due) }
    if panel.fullRefreshCount == full { return }
    figures.full += 1
    partialsInRow = 0
    noteDrive()
  }

  private func finish(from time: MonotonicInstant) throws {
    var now = time
    while let step = display.nextPresentStep {
      now = Swift.max(Swift.max(now, step), MonotonicInstant(milliseconds: panel.nowUs / 1_000))
      try display.continuePresent(at: now, isStopping: false)
    }
  }

  func close() throws {
    display.close()
    try finish(from: MonotonicInstant(milliseconds: panel.nowUs / 1_000 + 1))
    panel.finish()
  }

  // MARK: the glass

  /// Compares the glass with the picture, tile by tile.
  private func compare() {
    var different = [Int64](repeating: 0, count: display.ledger.tileCount)
    forEachDifference { x, y in
      let tile = Int32(y) / display.ledger.tileSize.height * display.ledger.columns
      different[Int(tile + Int32(x) / display.ledger.tileSize.width)] += 1
    }
    figures.mostDifferent = Swift.max(figures.mostDifferent, Int(different.reduce(0, +)))
    for index in different.indices where different[index] > display.ledger[index].residue {
      figures.tilesBeyondLedger += 1
    }
  }

  private func noteDrive() { forEachDifference { _, _ in figures.wrongAfterDrive += 1 } }

  /// Calls `body` for each pixel that is not black, white or grey as in the picture.
  private func forEachDifference(_ body: (Int, Int) -> Void) {
    let width = Int(controller.size.width)
    let bits = Int(controller.bitsPerPixel)
    let mask = (1 << bits) - 1
    let pixels = panel.glass.pixels
    pixels.levels.withUnsafeBufferPointer { levels in
      pixels.residues.withUnsafeBufferPointer { residues in
        shown.withUnsafeBufferPointer { shown in
          for y in 0..<Int(controller.size.height) {
            for x in 0..<width {
              let index = y * width + x
              let shift = UInt8(8 - bits - x * bits % 8)
              let code = Int(shown[y * controller.rowByteCount + x * bits / 8] >> shift) & mask
              // A grey is where its waveform ends: nearer to its own step than to another.
              let isRight = abs(Int(levels[index]) - code * 255 / mask) <= (code % mask == 0 ? 0 : 42)
              if !isRight || residues[index] != 0 { body(x, y) }
            }
          }
        }
      }
    }
  }

  // MARK: the picture

  /// The smallest box of whole bytes around what differs from what was shown last, found byte by byte; nil = nothing.
  private var differing: PixelRect? {
    var box: PixelRect?
    forEachChange { byte, y, _ in
      let x0 = Int32(byte / Int(controller.bitsPerPixel) * 8)
      let pixels = PixelRect(x0: x0, y0: Int32(y), x1: x0 + 8, y1: Int32(y + 1))
      box = box.map { $0.union(pixels) } ?? pixels
    }
    if display.ledger.counts.total == 0 { return PixelRect(controller.size) }
    return box
  }

  private var changePermille: Int64 {
    var count: Int64 = 0
    forEachChange { _, _, bits in
      count += Int64((controller.bitsPerPixel == 2 ? (bits | bits >> 1) & 0x55 : bits).nonzeroBitCount)
    }
    return count * 1_000 / controller.size.area
  }

  private func forEachChange(_ body: (Int, Int, UInt8) -> Void) {
    let plane = display.sequencer.newPlane
    for y in 0..<Int(controller.size.height) {
      for byte in 0..<controller.rowByteCount {
        let index = y * controller.rowByteCount + byte
        if plane[index] != shown[index] { body(byte, y, plane[index] ^ shown[index]) }
      }
    }
  }

  /// Hours and minutes in four places, each with seven bars.
  private func draw(minute: Int) {
    let size = controller.size
    display.withBackBuffer { back in
      let plane = back.base.bindMemory(to: UInt8.self, capacity: controller.planeByteCount)
      plane.update(repeating: 0xFF, count: controller.planeByteCount)
      let hour = minute / 60 % 24
      let digits = [hour / 10, hour % 10, minute % 60 / 10, minute % 10]
      let width = Int(size.width) / 4
      let height = Int(size.height) / 2
      for (place, digit) in digits.enumerated() {
        drawDigit(digit, plane, left: place * width + width / 8, top: height / 2, width: width * 3 / 4, height: height)
      }
      if controller.bitsPerPixel == 2 { drawPhotograph(plane, album: minute / minutesPerPhotograph) }
    }
  }

  /// Below the digits: all four greys.
  private func drawPhotograph(_ plane: UnsafeMutablePointer<UInt8>, album: Int) {
    for y in Int(controller.size.height) * 3 / 4 + 5..<Int(controller.size.height) {
      for byte in 0..<controller.rowByteCount / 2 {
        plane[y * controller.rowByteCount + byte] =
          UInt8(truncatingIfNeeded: (byte / 7 + y / 5 + album) % 4 * 0x55) ^ 0x1B
      }
    }
  }

  private func drawDigit(
    _ digit: Int, _ plane: UnsafeMutablePointer<UInt8>, left: Int, top: Int, width: Int, height: Int
  ) {
    let bars = Self.segments[digit]
    let (x, y) = (Swift.max(2, width / 6), Swift.max(2, height / 10))
    let boxes = [
      (left, top, width, y), (left, top, x, height / 2), (left + width - x, top, x, height / 2),
      (left, top + height / 2 - y / 2, width, y), (left, top + height / 2, x, height / 2),
      (left + width - x, top + height / 2, x, height / 2), (left, top + height - y, width, y),
    ]
    for (index, box) in boxes.enumerated() where bars >> (6 - index) & 1 == 1 {
      for row in box.1..<box.1 + box.3 {
        for column in box.0..<box.0 + box.2 {
          let bits = Int(controller.bitsPerPixel)
          let mask = UInt8((1 << bits) - 1) << UInt8(8 - bits - column * bits % 8)
          plane[row * controller.rowByteCount + column * bits / 8] &= ~mask
        }
      }
    }
  }

  /// Top, upper left, upper right, middle, lower left, lower right, bottom.
  private static var segments: [Int] {
    [
      0b111_0111, 0b001_0010, 0b101_1101, 0b101_1011, 0b011_1010, 0b110_1011, 0b110_1111, 0b101_0010, 0b111_1111,
      0b111_1011,
    ]
  }
}

extension Damage {
  static func whole(_ size: PixelSize) -> Damage {
    var damage = Damage()
    damage.insert(PixelRect(size))
    return damage
  }
}
