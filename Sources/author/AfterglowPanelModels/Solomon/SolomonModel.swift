/// SSD1680 and SSD1683: two planes of one bit, a window with counters, and one command that runs a sequence
/// (docs/panels/ssd1680-model.md and docs/panels/ssd1683-model.md, Simulation).
final class SolomonModel: PanelController {
  enum Sleep { case none, keepsMemory, losesMemory }

  let kind: SolomonKind
  let context: PanelContext
  var book = RegisterBook()
  /// 24 (new) and 26 (old).
  var planes: [RAMPlane]
  var images = [SolomonImage(), SolomonImage()]
  var address: SolomonAddress
  var pumps = SolomonPumps()
  var drive = SolomonDrive()
  /// To plane 24.
  var written = SolomonWritten()
  private var sleep = Sleep.none
  private var wasSoftReset = false
  /// Register 21 from before a reset pulse: makers' drivers rely on it (docs/panels/ssd1680-model.md, Panel models).
  private var survivingOption: [UInt8]?

  init(_ context: PanelContext) {
    kind = SolomonKind(context.description.controller)
    self.context = context
    planes = [RAMPlane](repeating: RAMPlane(rowBytes: kind.columns, rows: kind.gates), count: 2)
    address = SolomonAddress(columns: kind.columns, rows: kind.gates)
  }

  var isAsleep: Bool { sleep != .none }
  var isPumping: Bool { pumps.isOn }
  var isConfigured: Bool { !book.isEmpty }

  func form(of command: UInt8) -> CommandForm? { kind.form(of: command) }

  func losePower() {
    reset(losesMemory: false)
    survivingOption = nil
    for index in planes.indices { planes[index].lose(&context.noise) }
  }

  /// Solomon's memory survives a reset, whatever the setting says of others.
  func reset(losesMemory: Bool) {
    let option = book[0x21] ?? survivingOption
    setDefaults()
    survivingOption = option
    pumps = SolomonPumps()
    sleep = .none
    wasSoftReset = false
    written.isUnshown = false
  }

  private func setDefaults() {
    survivingOption = nil
    book.clear()
    address = SolomonAddress(columns: kind.columns, rows: kind.gates)
    images = [SolomonImage(), SolomonImage()]
    drive = SolomonDrive()
  }

  func finish() {
    judgeUnshown()
    if drive.sequenceIsWaiting { noteUnused(of: 0x22, by: "20") }
  }

  func noteUnused(of command: UInt8, by other: String) {
    context.note(.unused, expected: "\(other) to use \(hexText(command))", found: "it was without effect")
  }

  func judgeSoftReset() {
    if wasSoftReset { return }
    wasSoftReset = true
    context.note(.defaults, expected: "12 after a reset pulse", found: "none")
  }

  // MARK: commands

  func perform(_ command: UInt8, _ parameters: [UInt8]) {
    if command == 0x22 && drive.sequenceIsWaiting { noteUnused(of: 0x22, by: "20") }
    book.write(command, parameters, context)
    switch command {
    case 0x10: fallAsleep(parameters[0])
    case 0x12: resetBySoftware()
    case 0x20: activate()
    case 0x22: drive.setSequence(parameters[0])
    case 0x1A: drive.force(parameters[0])
    case 0x32: loadWaveform(parameters)
    case 0x37: drive.swapsPlanes = parameters[5] & 0x40 != 0
    case 0x46, 0x47: fill(plane: command == 0x46 ? 1 : 0, parameters[0])
    case 0x11, 0x44, 0x45, 0x4E, 0x4F: setAddress(command, parameters.map(Int.init))
    default: break
    }
  }

  private func fallAsleep(_ mode: UInt8) {
    if mode == 0 { return }
    guard mode == 1 || mode == 3 else {
      return context.note(.sleep, expected: "10: 01 or 03", found: hexText(mode), isTolerated: false)
    }
    judgeUnshown()
    if pumps.isOn {
      context.note(.sleep, expected: "power off before deep sleep", found: "high voltage on", isTolerated: true)
    }
    sleep = mode == 1 ? .keepsMemory : .losesMemory
    if mode == 3 { for index in planes.indices { planes[index].lose(&context.noise) } }
  }

  private func resetBySoftware() {
    setDefaults()
    wasSoftReset = true
    // At most 10 ms, also with the slow fault: drivers only wait that long.
    context.begin(.work, ms: 2) {}
  }

  private func loadWaveform(_ bytes: [UInt8]) {
    if !context.description.options.waveforms.contains(waveformChecksum(bytes)) {
      context.note(
        .waveform, expected: "a waveform that was published for this panel", found: hexText(bytes), isTolerated: true)
    }
    drive.waveform = .registers
    drive.registers = kind.waveform(bytes)
  }

  private func fill(plane: Int, _ value: UInt8) {
    if value & 0x77 != 0x77 {
      context.note(.setting, expected: "7 in both step sizes: the whole plane", found: hexText(value))
    }
    context.begin(.work, ms: 10) { [unowned self] in
      for y in 0..<kind.gates {
        for x in 0..<kind.columns { planes[plane][x, y] = value & 0x80 != 0 ? 0xFF : 0 }
      }
      images[plane] = SolomonImage()
    }
  }

  // MARK: memory

  private func setAddress(_ command: UInt8, _ values: [Int]) {
    for index in images.indices { images[index].startsFresh = true }
    switch command {
    case 0x11: address.mode = UInt8(values[0] & 7)
    case 0x44:
      (address.xStart, address.xEnd) = (values[0], values[1])
      (address.hasWindowX, address.hasCounterX) = (true, false)
      judgeLimit(max(values[0], values[1]), kind.columns, "x")
    case 0x45:
      (address.yStart, address.yEnd) = (values[0] | values[1] << 8, values[2] | values[3] << 8)
      (address.hasWindowY, address.hasCounterY) = (true, false)
      judgeLimit(max(address.yStart, address.yEnd), kind.gates, "y")
    case 0x4E:
      address.xCounter = values[0]
      address.hasCounterX = true
    default:
      address.yCounter = values[0] | values[1] << 8
      address.hasCounterY = true
    }
  }

  private func judgeLimit(_ end: Int, _ count: Int, _ axis: String) {
    if end < count { return }
    context.note(.window, expected: "\(axis) below \(count)", found: "\(end)")
    address.xStart = min(address.xStart, kind.columns - 1)
    address.xEnd = min(address.xEnd, kind.columns - 1)
    address.yStart = min(address.yStart, kind.gates - 1)
    address.yEnd = min(address.yEnd, kind.gates - 1)
  }

  func beginImage(_ command: UInt8) {
    let plane = command == 0x24 ? 0 : 1
    if plane == 0 {
      written.isUnshown = true
      written.window = (address.columns, address.rows)
    }
    guard images[plane].startsFresh || !images[plane].isShort else { return }
    images[plane] = SolomonImage(needed: address.byteCount, startsFresh: false)
    judgeAddress()
  }

  private func judgeAddress() {
    if !address.isInOrder {
      context.note(
        .window, expected: "window in the direction of 11: \(hexText(address.mode))",
        found: "x \(address.xStart)–\(address.xEnd), y \(address.yStart)–\(address.yEnd)")
    }
    let counters = "x \(address.xCounter), y \(address.yCounter)"
    if !address.countersAreInside {
      context.note(.window, expected: "counters in the window", found: counters)
      (address.xCounter, address.yCounter) = (address.xStart, address.yStart)
    } else if !address.countersAreAtStart {
      context.note(
        .window, expected: "counters at x \(address.xStart), y \(address.yStart)", found: counters, isTolerated: true)
    } else if !address.hasCounterX || !address.hasCounterY {
      context.note(.defaults, expected: "4E and 4F after 44 and 45", found: "counters as they were")
      (address.hasCounterX, address.hasCounterY) = (true, true)
    }
  }

  func receive(_ bytes: ArraySlice<UInt8>, for command: UInt8) {
    let plane = command == 0x24 ? 0 : 1
    var image = images[plane]
    if image.received + bytes.count > image.needed && !image.hasNotedExcess {
      image.hasNotedExcess = true
      context.note(.long, expected: "\(image.needed) bytes for the window", found: "more")
    }
    let width = Int(context.description.size.width)
    let padMask: UInt8 = width % 8 == 0 ? 0 : 0xFF >> UInt8(width % 8)
    let padColumn = firstColumn + width / 8
    var blackPad: UInt8?
    var place = address
    planes[plane].change { memory in
      for byte in bytes {
        if place.xCounter == padColumn && byte & padMask != padMask { blackPad = byte }
        memory[place.xCounter, place.yCounter] = byte
        place.advance()
      }
    }
    address = place
    image.received += bytes.count
    if let blackPad, !image.hasNotedPad {
      image.hasNotedPad = true
      context.note(.pad, expected: "padding bits white", found: hexText(blackPad))
    }
    images[plane] = image
  }

  /// The column of memory whose first bit is the panel's first source. The second byte of register 21 decides
  /// between S8 and S0.
  var firstColumn: Int {
    let options = context.description.options
    if let option = book[0x21] ?? (context.settings.isStrict ? nil : survivingOption) {
      let first = option.count > 1 && option[1] & 0x80 != 0 ? 8 : 0
      return max(0, options.firstSource - first) / 8
    }
    return options.assumesInnerSources && !context.settings.isStrict ? 0 : options.firstSource / 8
  }
}

/// The charge pumps.
struct SolomonPumps {
  var clock = false
  var analog = false
  var isOn: Bool { clock || analog }
}

/// What a host sent to a plane.
struct SolomonWritten {
  /// Since the last refresh.
  var isUnshown = false
  /// Where it was last: bytes of a row of memory, and rows.
  var window: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?
}
