import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels

@testable import AfterglowEPaper

/// A sequencer on a strict model, which was written from other pages: both draw the same picture, and no rule is broken.
final class StrictPanel<Controller: SequencedController> {
  let rig: SequencerRig<Controller>
  let panel: SimulatedPanel
  /// From the end of BUSY to the next byte, summed, in µs.
  private(set) var idleUs: Int64 = 0
  /// Whether pictures have greys below row 64, on panels that show them.
  var hasGreys = true
  private var busyEndUs: Int64?
  private var lastLevel = false

  init(_ controller: Controller, _ description: PanelDescription, _ settings: ModelSettings = ModelSettings()) {
    rig = SequencerRig(controller)
    panel = SimulatedPanel(description, settings: settings)
  }

  init(_ controller: Controller, taking other: StrictPanel) {
    rig = SequencerRig(controller)
    panel = other.panel
  }

  private var now: MonotonicInstant { MonotonicInstant(milliseconds: panel.nowUs / 1_000) }

  func refresh(_ kind: RefreshKind, _ area: PixelRect? = nil, ending: RefreshEnding = .sleep) throws {
    rig.sequencer.begin(kind, area: area ?? PixelRect(rig.sequencer.controller.size), ending: ending)
    try run()
  }

  func close() throws {
    rig.sequencer.close()
    try run()
  }

  private func run() throws {
    var answer = PanelAnswer.done
    while true {
      let request = try rig.sequencer.resume(answer, at: now)
      answer = try perform(request)
      if case .finished = request { return }
    }
  }

  /// Waits end when BUSY changes, or at the next look of a bus that does not say so.
  func perform(_ request: PanelRequest, waitsForEdges: Bool = false) throws -> PanelAnswer {
    switch request {
    case .transfer(let bytes, let isData):
      idleUs += busyEndUs.map { panel.nowUs - $0 } ?? 0
      busyEndUs = nil
      panel.setDataCommand(isData)
      panel.setChipSelect(false)
      try panel.write(Array(bytes), hz: 4_000_000)
      panel.setChipSelect(true)
      panel.advance(toUs: panel.nowUs + Int64(bytes.count) * 2)
    case .setReset(let level): panel.setReset(level)
    case .setSupply(let isOn): panel.setPower(isOn)
    case .readBusy:
      lastLevel = panel.busyLevel()
      return .level(lastLevel)
    case .waitForBusy(let time, _) where waitsForEdges:
      panel.wait(untilMs: time.milliseconds, signal: 0, level: lastLevel)
    case .wait(let time), .waitForBusy(_, lookAt: let time):
      if let end = panel.nextEventUs, end <= time.milliseconds * 1_000 { busyEndUs = end }
      panel.advance(toUs: time.milliseconds * 1_000)
    case .finished:
      idleUs += busyEndUs.map { panel.nowUs - $0 } ?? 0
      busyEndUs = nil
    }
    return .done
  }

  func rest(seconds: Int64) { panel.advance(toUs: panel.nowUs + seconds * 1_000_000) }

  /// Draws a different picture for each seed, with white padding.
  func draw(_ seed: Int, in area: PixelRect? = nil) {
    let controller = rig.sequencer.controller
    let area = area ?? PixelRect(controller.size)
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 {
        set(x: Int(x), y: Int(y), isInk: (Int(x) * 7 + Int(y) * 3 + seed * 11) % 5 == 0, seed: seed)
      }
    }
  }

  private func set(x: Int, y: Int, isInk: Bool, seed: Int) {
    let controller = rig.sequencer.controller
    let plane = rig.sequencer.newPlane
    if controller.bitsPerPixel == 1 {
      let index = y * controller.rowByteCount + x / 8
      let mask: UInt8 = 0x80 >> UInt8(x % 8)
      plane[index] = isInk ? plane[index] & ~mask : plane[index] | mask
    } else if controller.bitsPerPixel == 2 {
      let index = y * controller.rowByteCount + x / 4
      let shift = UInt8(6 - 2 * (x % 4))
      let code: UInt8 = isInk ? 0 : hasGreys && y >= 64 ? UInt8((x / 5 + y / 3 + seed) % 4) : 3
      plane[index] = plane[index] & ~(3 << shift) | code << shift
    } else {
      let codes: [UInt8] = [0, 1, 2, 3, 5, 6]
      let index = y * controller.rowByteCount + x / 2
      let code = codes[(x / 9 + y / 7 + seed) % 6]
      plane[index] = x % 2 == 0 ? plane[index] & 0x0F | code << 4 : plane[index] & 0xF0 | code
    }
  }

  var unlike: Int {
    let controller = rig.sequencer.controller
    let plane = rig.sequencer.newPlane
    var count = 0
    for y in 0..<Int(controller.size.height) {
      for x in 0..<Int(controller.size.width) {
        if controller.bitsPerPixel == 1 {
          let isWhite = plane[y * controller.rowByteCount + x / 8] >> UInt8(7 - x % 8) & 1 == 1
          if (panel.glass.level(x: x, y: y) >= 128) != isWhite { count += 1 }
        } else if controller.bitsPerPixel == 2 {
          let code = plane[y * controller.rowByteCount + x / 4] >> UInt8(6 - 2 * (x % 4)) & 3
          if (Int(panel.glass.level(x: x, y: y)) + 42) / 85 != Int(code) { count += 1 }
        } else {
          let byte = plane[y * controller.rowByteCount + x / 2]
          if panel.glass.code(x: x, y: y) != (x % 2 == 0 ? byte >> 4 : byte & 15) { count += 1 }
        }
      }
    }
    return count
  }
}
