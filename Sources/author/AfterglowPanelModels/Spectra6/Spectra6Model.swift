/// The controller of Spectra 6 panels: one plane of four bits, full refreshes only (docs/panels/spectra6-model.md).
final class Spectra6Model: PanelController {
  private let context: PanelContext
  private var book = RegisterBook()
  private var plane: RAMPlane
  private var image: WindowedImage?
  private var hasNotedCode = false
  /// A picture was received since the last refresh.
  private var isUnshown = false
  private(set) var isAsleep = false
  private var isPowered = false

  /// Black, white, yellow and red are 0 to 3, blue and green 5 and 6.
  private static func hasInk(_ code: UInt8) -> Bool { code < 4 || code == 5 || code == 6 }

  init(_ context: PanelContext) {
    self.context = context
    let size = context.description.size
    plane = RAMPlane(rowBytes: Int(size.width) / 2, rows: Int(size.height))
  }

  var isPumping: Bool { isPowered }
  var isConfigured: Bool { !book.isEmpty }

  /// Commands and the number of their parameters (docs/panels/spectra6-model.md, Commands).
  func form(of command: UInt8) -> CommandForm? {
    switch command {
    case 0xA0, 0xA1: .forbidden
    case 0x10: .image
    case 0x70...0x74: .status
    case 0x04: .count(0)
    case 0x02, 0x07, 0x12, 0x17, 0x30, 0x41, 0x50, 0x82, 0x84, 0x86, 0xE0, 0xE3, 0xE6: .count(1)
    case 0x00, 0x13, 0x60: .count(2)
    case 0x03, 0x05, 0x06, 0x08, 0x61: .count(4)
    case 0x01: .parameters(1...6)
    case 0xAA: .count(6)
    case 0x83: .count(9)
    default: nil
    }
  }

  func losePower() { reset(losesMemory: true) }

  func reset(losesMemory: Bool) {
    book.clear()
    image = nil
    isUnshown = false
    isPowered = false
    isAsleep = false
    if losesMemory { plane.lose(&context.noise) }
  }

  func finish() { judgeUnshown() }

  /// Before sleep, before the next picture and at the end: a picture that was sent is shown.
  private func judgeUnshown() {
    if isUnshown { context.note(.unused, expected: "a refresh that shows what 10 received", found: "none") }
    isUnshown = false
  }

  // MARK: commands

  func perform(_ command: UInt8, _ parameters: [UInt8]) {
    book.write(command, parameters, context)
    switch command {
    case 0x02: powerOff(parameters[0])
    case 0x06 where isPowered: judgePoweredBooster(parameters)
    case 0x04:
      context.begin(.work, ms: isPowered ? 1 : context.description.times.powerOn) { [unowned self] in isPowered = true }
    case 0x07: fallAsleep(parameters[0])
    case 0x12: refresh(parameters[0])
    case 0x83: judgeWindow()
    default: break
    }
  }

  private func judgePoweredBooster(_ parameters: [UInt8]) {
    let known = context.description.options.poweredBoosters
    if known.isEmpty || known.contains(parameters) { return }
    context.note(
      .setting, expected: "06 after power-on: \(known.map { hexText($0) }.joined(separator: " or "))",
      found: hexText(parameters))
  }

  private func powerOff(_ code: UInt8) {
    judgeZero(0x02, code)
    let ms = isPowered ? context.description.times.powerOff : 1
    context.begin(.work, ms: ms) { [unowned self] in isPowered = false }
  }

  private func judgeZero(_ command: UInt8, _ code: UInt8) {
    if code == 0 { return }
    context.note(.setting, expected: "\(hexText(command)): 00", found: hexText(code), isTolerated: false)
  }

  private func fallAsleep(_ code: UInt8) {
    guard code == 0xA5 else {
      return context.note(.sleep, expected: "07: A5", found: hexText(code), isTolerated: false)
    }
    judgeUnshown()
    if isPowered {
      context.note(.sleep, expected: "02 before deep sleep", found: "high voltage on", isTolerated: false)
    }
    reset(losesMemory: true)
    isAsleep = true
  }

  // MARK: window and memory

  private var whole: MemoryWindow { MemoryWindow(columns: 0..<plane.rowBytes, rows: 0..<plane.rows) }

  /// Register 83, while its last byte is 1. The last row is one less than the register says.
  private var window: MemoryWindow? {
    guard let bytes = book[0x83]?.map(Int.init), bytes[8] == 1 else { return nil }
    let (x0, x1) = (bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3])
    let (y0, y1) = (bytes[4] << 8 | bytes[5], bytes[6] << 8 | bytes[7])
    guard x0 & 1 == 0, x1 & 1 == 1, x1 > x0, y1 > y0, x1 < plane.rowBytes * 2, y1 <= plane.rows else { return nil }
    return MemoryWindow(columns: x0 / 2..<x1 / 2 + 1, rows: y0..<y1)
  }

  private func judgeWindow() {
    guard let bytes = book[0x83], window == nil, bytes != [UInt8](repeating: 0, count: 9) else { return }
    context.note(
      .window, expected: "x from even to odd, y1 one more than the last row, all on the panel, 01",
      found: hexText(bytes))
  }

  func beginImage(_ command: UInt8) {
    judgeUnshown()
    image = WindowedImage(window ?? whole)
    isUnshown = true
    hasNotedCode = false
  }

  func receive(_ bytes: ArraySlice<UInt8>, for command: UInt8) {
    image?.receive(bytes, into: &plane, context)
    guard !hasNotedCode, let wrong = bytes.first(where: { !Self.hasInk($0 >> 4) || !Self.hasInk($0 & 15) }) else {
      return
    }
    hasNotedCode = true
    context.note(.code, expected: "codes 0, 1, 2, 3, 5 and 6", found: hexText(wrong))
  }

  // MARK: refresh

  private func refresh(_ code: UInt8) {
    judgeZero(0x12, code)
    guard canRefresh() else { return context.begin(.work, ms: 1) {} }
    let isAlone = window != nil && book.first(0x50) == 0xFF
    judge(isAlone: isAlone)
    isUnshown = false
    let region = isAlone ? window ?? whole : whole
    // 08 to 0F are as fast as 03.
    let clock = (book.first(0x30) ?? 3) & 0x0F
    let ms = context.description.options.clockTimes[clock > 7 ? 3 : clock] ?? context.description.times.full
    context.begin(.refresh, ms: context.slowedByCold(ms)) { [unowned self] in
      drive(region)
      context.history.noteEnd(isPartial: false, atUs: context.nowUs)
    }
  }

  /// Whether anything can move at all.
  private func canRefresh() -> Bool {
    guard book[0xAA] != nil else {
      context.note(.noInit, expected: "AA since the last reset", found: "none")
      return false
    }
    guard isPowered else {
      context.note(.noPower, expected: "04 completed before 12", found: "no high voltage")
      return false
    }
    guard (0...50).contains(context.settings.temperatureCelsius) else {
      context.note(.temperature, expected: "0 to 50 °C", found: "\(context.settings.temperatureCelsius) °C")
      return false
    }
    return true
  }

  private func judge(isAlone: Bool) {
    book.checkRequired(usesRegisters: false, context)
    if let border = book.first(0x50) {
      let allowed = window == nil ? context.description.options.fullBorders : [0xFF]
      if !allowed.isEmpty && !allowed.contains(border) {
        context.note(
          .border, expected: "50: \(allowed.map { hexText($0) }.joined(separator: " or ")) for this refresh",
          found: hexText(border))
      }
    }
    if let image, image.isShort {
      context.note(.image, expected: "\(image.window.byteCount) bytes to 10", found: "\(image.received)")
    }
    let region = isAlone ? window ?? whole : whole
    let unwritten = plane.unwrittenCount(columns: region.columns, rows: region.rows)
    if unwritten > 0 {
      context.note(.image, expected: "all bytes of 10 written since memory was lost", found: "\(unwritten) were not")
    }
    context.history.judge(isPartial: false, context)
  }

  private func drive(_ region: MemoryWindow) {
    context.glass.change { levels in
      for y in region.rows {
        for x in region.columns {
          let byte = plane[x, y]
          levels.drive((y * plane.rowBytes + x) * 2, to: Self.shown(byte >> 4))
          levels.drive((y * plane.rowBytes + x) * 2 + 1, to: Self.shown(byte & 15))
        }
      }
    }
  }

  /// 7 shows white; 4 an orange that no maker defines.
  private static func shown(_ code: UInt8) -> UInt8 { code < 7 ? code : 1 }
}
