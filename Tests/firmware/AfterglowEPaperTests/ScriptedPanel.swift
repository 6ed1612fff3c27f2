import AfterglowCore
import AfterglowDevice

@testable import AfterglowEPaper

/// How a scripted panel's BUSY line misbehaves.
enum BusyFault: CaseIterable {
  case none, stuckHigh, stuckLow, slow
}

/// The other end of a sequencer: performs its requests on a clock of its own, writes down what it was sent, and is busy
/// after each trigger for as long as the test says. It has no registers.
struct ScriptedPanel {
  /// One line for each command with its data, level, pause and wait, as the makers' sequences are written.
  var lines: [String] = []
  var now = MonotonicInstant(milliseconds: 1_000)
  /// How long BUSY is active after a command, in ms.
  var durations: [UInt8: Int64]
  let busyLevel: Bool
  var fault = BusyFault.none
  /// From this BUSY wait on, counted from 0, the fault holds.
  var faultyFromWait = 0
  /// Whether it is no longer at fault after its next reset.
  var recoversByReset = false
  /// Transfers fail from this request on.
  var failsFromRequest = Int.max
  /// The process is held up for so long after the first look of each wait that finds the controller busy.
  var heldUpMs: Int64 = 0
  private(set) var waits = 0
  private(set) var requests = 0
  private(set) var resetLevel = true
  private(set) var isSupplied = false
  /// A reset or the end of the supply while a refresh was running.
  private(set) var cutOffs = 0
  var busyUntil: Int64 = 0
  private var isWaiting = false
  private var wasHeldUp = false
  private var dataCount = 0
  private var dataText = ""
  private var command: UInt8?

  init(_ controller: some SequencedController, durations: [UInt8: Int64]) {
    busyLevel = controller.busyLevel
    self.durations = durations
  }

  /// Runs until the sequence has finished, failed, or made so many requests.
  mutating func run<C: SequencedController>(
    _ sequencer: inout PanelSequencer<C>, requests limit: Int = Int.max
  ) throws(DisplayError) {
    var answer = PanelAnswer.done
    let first = requests
    defer { endCommand() }
    while requests - first < limit {
      let request = try sequencer.resume(answer, at: now)
      if case .finished = request { return }
      requests += 1
      answer = perform(request)
    }
  }

  private var isBroken: Bool { requests > failsFromRequest }

  private mutating func perform(_ request: PanelRequest) -> PanelAnswer {
    switch request {
    case .transfer(let bytes, let isData):
      if isBroken { return .failed(.transfer(errno: 5)) }
      take(bytes, isData: isData)
    case .setReset(let level):
      endCommand()
      if !level && isBusy { cutOffs += 1 }
      if !level && recoversByReset && waits > faultyFromWait { fault = .none }
      if !level { busyUntil = 0 }
      resetLevel = level
      lines.append(level ? "RST high" : "RST low")
    case .setSupply(let isOn):
      endCommand()
      if !isOn && isBusy { cutOffs += 1 }
      isSupplied = isOn
      lines.append(isOn ? "supply on" : "supply off")
    case .readBusy:
      endCommand()
      if !isWaiting {
        isWaiting = true
        wasHeldUp = false
        waits += 1
        lines.append("wait")
      }
      let level = level
      if level != busyLevel { isWaiting = false }
      if level == busyLevel && !wasHeldUp {
        wasHeldUp = true
        now = MonotonicInstant(milliseconds: now.milliseconds + heldUpMs)
      }
      return .level(level)
    case .wait(let time), .waitForBusy(_, lookAt: let time):
      endCommand()
      // A pause begins anywhere in a millisecond, and so ends a whole one later.
      if !isWaiting { lines.append("pause \(time.milliseconds - now.milliseconds - 1)") }
      now = Swift.max(now, time)
    case .finished: break
    }
    return .done
  }

  private var isBusy: Bool { now.milliseconds < busyUntil }

  private var level: Bool {
    if waits > faultyFromWait {
      if fault == .stuckHigh { return true }
      if fault == .stuckLow { return false }
    }
    return isBusy == busyLevel
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, isData: Bool) {
    isWaiting = false
    if !isData {
      endCommand()
      command = bytes[0]
      if let duration = durations[bytes[0]] {
        busyUntil = now.milliseconds + (fault == .slow ? 3 * duration : duration)
      }
      return
    }
    dataCount += bytes.count
    if dataCount <= 16 { for byte in bytes { dataText += " " + hexadecimal(byte) } }
  }

  private mutating func endCommand() {
    guard let command else { return }
    let data = dataCount == 0 ? "" : dataCount <= 16 ? ":" + dataText : ": \(dataCount) B"
    lines.append(hexadecimal(command) + data)
    self.command = nil
    dataCount = 0
    dataText = ""
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  /// Refreshes that were triggered: each may have driven the glass. Solomon's controllers trigger by `20`, where `22` asks
  /// for the display; there `12` is a reset.
  var drives: Int {
    lines.indices.count { index in
      if busyLevel {
        return index > 0 && lines[index] == "20" && lines[index - 1].hasPrefix("22: ")
          && UInt8(lines[index - 1].suffix(2), radix: 16)! & 4 != 0
      }
      return lines[index] == "12" || lines[index] == "12: 00"
    }
  }

  /// The lines, and none of them kept.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A sequencer with memory that lives as long as this.
final class SequencerRig<Controller: SequencedController> {
  let memory: UnsafeMutableRawBufferPointer
  var sequencer: PanelSequencer<Controller>

  init(_ controller: Controller, maximumTransferByteCount: Int = 4096) {
    memory = .allocate(byteCount: PanelSequencer<Controller>.byteCount(controller), alignment: 64)
    sequencer = PanelSequencer(controller, memory: memory, maximumTransferByteCount: maximumTransferByteCount)
    // All four greys, where there are any.
    if controller.bitsPerPixel == 2 { sequencer.newPlane[controller.planeByteCount - 1] = 0b00_01_10_11 }
  }

  deinit { memory.deallocate() }

  var lastKind: RefreshKind { sequencer.refresh.kind }
  var isIdle: Bool { sequencer.isIdle }
  var isShownKnown: Bool { sequencer.isShownKnown }
  var isStandingBy: Bool { sequencer.isStandingBy }

  /// Refreshes the whole panel, or `area`.
  func refresh(
    _ kind: RefreshKind, _ area: PixelRect? = nil, ending: RefreshEnding = .sleep, on panel: inout ScriptedPanel
  ) throws(DisplayError) {
    sequencer.begin(kind, area: area ?? PixelRect(sequencer.controller.size), ending: ending)
    try panel.run(&sequencer)
  }
}

/// What each trigger takes, in ms (docs/panels).
enum Durations {
  static func of(_ controller: AnyController) -> [UInt8: Int64] {
    switch controller {
    case .ssd1680, .ssd1683: solomon
    case .uc8179: ultraChip
    case .spectra6: spectra
    }
  }

  static let solomon: [UInt8: Int64] = [0x12: 8, 0x20: 2_000]
  static let ultraChip: [UInt8: Int64] = [0x04: 129, 0x12: 4_500, 0x02: 40]
  static let spectra: [UInt8: Int64] = [0x04: 172, 0x12: 12_470, 0x02: 145]
}
