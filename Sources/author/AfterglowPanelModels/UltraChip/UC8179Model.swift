/// UC8179 (GD7965): planes OLD and NEW, polarity by register 50, waveforms by temperature or from registers
/// (docs/panels/uc8179-model.md).
final class UC8179Model: PanelController {
  let context: PanelContext
  var book = RegisterBook()
  /// OLD (10) and NEW (13).
  var planes: [RAMPlane]
  /// The latest write of each plane since the last refresh.
  var images: [WindowedImage?] = [nil, nil]
  /// Where NEW was written since the last refresh, and whether a set bit was white then.
  var unshown: (window: MemoryWindow, setIsWhite: Bool)?
  var isPartialMode = false
  /// E5 was written while E0 ignores it.
  private(set) var forcedIsIdle = false
  private(set) var isAsleep = false
  var isPowered = false
  /// The polarity under which a picture was shown, by its checksum.
  var shownPolarities: [UInt64: Bool] = [:]

  init(_ context: PanelContext) {
    self.context = context
    let size = context.description.size
    planes = [RAMPlane](repeating: RAMPlane(rowBytes: Int(size.width) / 8, rows: Int(size.height)), count: 2)
  }

  var isPumping: Bool { isPowered }
  var isConfigured: Bool { !book.isEmpty }

  /// Commands and the number of their parameters (docs/panels/uc8179-model.md, Commands).
  func form(of command: UInt8) -> CommandForm? {
    switch command {
    case 0xA0, 0xA1: .forbidden
    case 0x10, 0x13: .image
    case 0x11, 0x70...0x74: .status
    case 0x02, 0x04, 0x12, 0x91, 0x92: .count(0)
    case 0x00, 0x03, 0x07, 0x15, 0x17, 0x2B, 0x30, 0x41, 0x51, 0x52, 0x60, 0x82, 0xE0, 0xE3, 0xE4, 0xE5: .count(1)
    case 0x2A: .count(2)
    case 0x06, 0x61, 0x65: .count(4)
    case 0x01: .parameters(4...5)
    case 0x50: .parameters(1...2)
    case 0x20: .parameters(42...44)
    case 0x21...0x25: .count(42)
    case 0x90: .count(9)
    default: nil
    }
  }

  func losePower() {
    reset(losesMemory: true)
  }

  func reset(losesMemory: Bool) {
    book.clear()
    isPartialMode = false
    isPowered = false
    isAsleep = false
    images = [nil, nil]
    unshown = nil
    forcedIsIdle = false
    if losesMemory { loseMemory() }
  }

  private func loseMemory() {
    for index in planes.indices { planes[index].lose(&context.noise) }
  }

  func finish() { judgeUnshown() }

  // MARK: commands

  func perform(_ command: UInt8, _ parameters: [UInt8]) {
    book.write(command, parameters, context)
    switch command {
    case 0x00: if parameters[0] & 1 == 0 { reset(losesMemory: false) }
    case 0x02: powerOff {}
    case 0x04: powerOn {}
    case 0x07: fallAsleep(parameters[0])
    case 0x12: refresh {}
    case 0x17: runAll(parameters[0])
    case 0x20...0x25: judgeTable(parameters)
    case 0x90: judgeWindow()
    case 0x91: isPartialMode = true
    case 0x92: isPartialMode = false
    case 0xE0: forcedIsIdle = false
    case 0xE5: forcedIsIdle = (book.first(0xE0) ?? 0) & 2 == 0
    default: break
    }
  }

  private func powerOn(then: @escaping () -> Void) {
    let ms = isPowered ? 1 : context.description.times.powerOn
    context.begin(.work, ms: ms) { [unowned self] in
      isPowered = true
      then()
    }
  }

  private func powerOff(then: @escaping () -> Void) {
    let ms = isPowered ? context.description.times.powerOff : 1
    context.begin(.work, ms: ms) { [unowned self] in
      isPowered = false
      then()
    }
  }

  /// 17: power on, refresh, power off, and with A7 deep sleep.
  private func runAll(_ code: UInt8) {
    guard code == 0xA5 || code == 0xA7 else {
      return context.note(.setting, expected: "17: A5 or A7", found: hexText(code), isTolerated: false)
    }
    powerOn { [unowned self] in
      refresh { [unowned self] in
        powerOff { [unowned self] in
          if code == 0xA7 { fallAsleep(0xA5) }
        }
      }
    }
  }

  private func fallAsleep(_ code: UInt8) {
    guard code == 0xA5 else {
      return context.note(.sleep, expected: "07: A5", found: hexText(code), isTolerated: false)
    }
    judgeUnshown()
    if isPowered {
      context.note(.sleep, expected: "02 before deep sleep", found: "high voltage on", isTolerated: false)
    }
    if border & 0x80 == 0 {
      context.note(.border, expected: "the border floating (50: F7) before deep sleep", found: hexText(border))
    }
    reset(losesMemory: true)
    isAsleep = true
  }

  private func judgeTable(_ bytes: [UInt8]) {
    if context.description.options.waveforms.contains(waveformChecksum(bytes.prefix(42))) { return }
    context.note(
      .waveform, expected: "a table that was published for this panel", found: hexText(bytes), isTolerated: true)
  }

  // MARK: window and memory

  /// Register 50, first byte: border, copying and polarity; its value after a reset is 31.
  var border: UInt8 { book.first(0x50) ?? 0x31 }
  /// Whether a set bit is white.
  var setIsWhite: Bool { border & 1 == 1 }
  var copiesNewToOld: Bool { border & 8 != 0 }

  private var whole: MemoryWindow { MemoryWindow(columns: 0..<planes[0].rowBytes, rows: 0..<planes[0].rows) }

  /// Where pictures go and what a refresh drives.
  var window: MemoryWindow {
    guard isPartialMode, let set = partialWindow else { return whole }
    return set
  }

  /// Register 90; nil = none, or none that fits.
  private var partialWindow: MemoryWindow? {
    guard let bytes = book[0x90]?.map(Int.init) else { return nil }
    let (x0, x1) = (bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3])
    let (y0, y1) = (bytes[4] << 8 | bytes[5], bytes[6] << 8 | bytes[7])
    guard x0 & 7 == 0, x1 & 7 == 7, x1 > x0, y1 > y0, x1 < planes[0].rowBytes * 8, y1 < planes[0].rows else {
      return nil
    }
    return MemoryWindow(columns: x0 / 8..<x1 / 8 + 1, rows: y0..<y1 + 1)
  }

  private func judgeWindow() {
    if partialWindow == nil {
      context.note(
        .window, expected: "x from a multiple of 8 to one less than one, y1 > y0, all on the panel",
        found: hexText(book[0x90] ?? []))
    }
    if let scan = book[0x90]?[8], scan != 1 {
      context.note(.setting, expected: "01 at the end of 90", found: hexText(scan))
    }
  }

  func judgePartialMode() {
    if isPartialMode && book[0x90] == nil {
      context.note(.window, expected: "90 with 91", found: "no window since the last reset")
    }
  }

  func beginImage(_ command: UInt8) {
    judgePartialMode()
    if command == 0x13 {
      judgeUnshown()
      unshown = (window, setIsWhite)
    }
    images[command == 0x10 ? 0 : 1] = WindowedImage(window)
  }

  func receive(_ bytes: ArraySlice<UInt8>, for command: UInt8) {
    let plane = command == 0x10 ? 0 : 1
    images[plane]?.receive(bytes, into: &planes[plane], context)
  }
}
