import AfterglowCore

// Decoding of commands and parameters: docs/panels/ssd1680.md, Commands.
extension SimulatedSSD1680 {
  /// Receives one transfer with D/C at the given level. False = it started a command that writes one-time memory, which
  /// ends the simulation.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer, isData: Bool) -> Bool {
    if bytes.isEmpty { return true }
    if isStopped { return false }
    if settings.clockHz > 20_000_000 {
      note(.clock, expected: 20_000_000, found: Int32(clamping: settings.clockHz))
    }
    if refuses(bytes[0]) { return true }
    for index in 0..<bytes.count {
      // Bytes after a trigger in the same transfer are rejected like any others while busy.
      if work.operation != .none && refuses(bytes[index]) { return true }
      if isData { receiveData(bytes[index]) } else { receiveCommand(bytes[index]) }
      if isStopped { return false }
    }
    return true
  }

  /// Whether the controller ignores the bytes: unpowered, in reset, asleep, or busy.
  private mutating func refuses(_ first: UInt8) -> Bool {
    switch power.state {
    case .off, .inReset:
      note(.noPower, expected: 1, found: 0)
      return true
    case .asleepKeepingRAM, .asleepLosingRAM:
      note(.asleep, expected: 0, found: Int32(first))
      return true
    case .awake: break
    }
    // Within 10 ms of a reset by line, commands are accepted but should not be sent: recorded below.
    if work.operation == .reset && !resetLine.mayCommand { work.end() }
    if work.operation != .none {
      note(.busy, expected: 0, found: Int32(first))
      return true
    }
    if !resetLine.mayCommand {
      if nowUs - resetLine.edgeUs < 10_000 {
        note(.reset, expected: 10_000, found: Int32(nowUs - resetLine.edgeUs), toleratedInReplay: true)
      }
      resetLine.mayCommand = true
    }
    return false
  }

  /// Checks the previous command for missing parameters when the next one arrives.
  mutating func endCommand() {
    if stream.hasCommand, let count = ssd1680ParameterCount(stream.command), stream.received < count.least {
      note(.short, expected: count.least, found: stream.received)
    }
    endCommandQuietly()
  }

  mutating func endCommandQuietly() {
    stream.hasCommand = false
    stream.received = 0
    stream.hasNotedExcess = false
    stream.hasNotedPad = false
  }

  private mutating func receiveCommand(_ command: UInt8) {
    endCommand()
    stream.command = command
    stream.hasCommand = true
    if power.idleSinceUs >= 0 { power.idleSinceUs = nowUs }
    switch command {
    case 0x08, 0x36, 0x39: note(.otp, expected: 0, found: Int32(command))
    case 0x12: softReset()
    case 0x20: activate()
    case 0x24: beginImage(0)
    case 0x26: beginImage(1)
    default:
      if ssd1680ParameterCount(command) == nil { note(.unknown, expected: 0, found: Int32(command)) }
    }
  }

  private mutating func receiveData(_ byte: UInt8) {
    guard stream.hasCommand else {
      note(.orphan, expected: 0, found: 1)
      return
    }
    // The data of an unknown command was recorded with it.
    guard let count = ssd1680ParameterCount(stream.command) else { return }
    if stream.command == 0x24 || stream.command == 0x26 {
      receiveImage(byte, stream.command == 0x24 ? 0 : 1)
      return
    }
    if count.most == 0 {
      note(.orphan, expected: 0, found: 1)
      return
    }
    if stream.received >= count.most {
      if !stream.hasNotedExcess { note(.long, expected: count.most, found: stream.received + 1) }
      stream.hasNotedExcess = true
      return
    }
    if stream.received < 10 { stream.parameters[Int(stream.received)] = byte }
    stream.received += 1
    if stream.received >= count.least { apply() }
  }

  private mutating func apply() {
    let p0 = stream.parameters[0]
    let p1 = stream.received > 1 ? stream.parameters[1] : 0
    switch stream.command {
    case 0x01:
      registers.gates = (Int32(p0) | Int32(p1 & 1) << 8) + 1
      registers.scansBackwards = stream.parameters[2] & 1 == 1
      registers.hasGates = true
    case 0x10: sleep(p0)
    case 0x11:
      registers.entryMode = p0 & 7
      registers.hasEntryMode = true
    case 0x1A: registers.temperature = Int32(p0) << 4 | Int32(p1) >> 4
    case 0x21:
      registers.ramOption = p0
      registers.usesInnerSources = p1 & 0x80 != 0
      registers.hasOption = true
    case 0x22:
      registers.sequence = p0
      registers.hasSequence = true
    case 0x32: if stream.received == 153 { registers.waveform = .full }
    case 0x37: registers.swapsPlanes = stream.parameters[5] & 0x40 != 0
    case 0x46: fill(1, p0)
    case 0x47: fill(0, p0)
    case 0x44, 0x45, 0x4E, 0x4F: applyAddress(p0, p1)
    default: break
    }
  }

  private mutating func applyAddress(_ p0: UInt8, _ p1: UInt8) {
    stream.startsImage = InlineArray(repeating: true)
    switch stream.command {
    case 0x44:
      registers.xStart = Int32(p0 & 0x3F)
      registers.xEnd = Int32(p1 & 0x3F)
      registers.hasXWindow = true
      let last = Swift.max(registers.xStart, registers.xEnd)
      if last > 15 { note(.window, expected: 15, found: last) }
    case 0x45:
      registers.yStart = Int32(p0) | Int32(p1 & 1) << 8
      registers.yEnd = Int32(stream.parameters[2]) | Int32(stream.parameters[3] & 1) << 8
      registers.hasYWindow = true
      let last = Swift.max(registers.yStart, registers.yEnd)
      if last > 249 { note(.window, expected: 249, found: last) }
    case 0x4E: registers.xCounter = Int32(p0 & 0x3F)
    default: registers.yCounter = Int32(p0) | Int32(p1 & 1) << 8
    }
  }

  private mutating func softReset() {
    // Window, counters and every register return to their defaults; RAM is retained (docs/panels/ssd1680.md,
    // Simulation). At most 10 ms.
    registers = SSD1680Registers()
    stream.startsImage = InlineArray(repeating: true)
    power.stopPumps()
    beginOperation(.reset, durationUs: 8_000)
  }

  private mutating func sleep(_ mode: UInt8) {
    if mode & 3 == 0 { return }
    if power.isPumping { note(.sleep, expected: 0, found: 1) }
    power.stopPumps()
    power.idleSinceUs = -1
    power.state = mode & 3 == 3 ? .asleepLosingRAM : .asleepKeepingRAM
    endCommandQuietly()
  }

  /// Auto-fill without a transfer; BUSY is high meanwhile.
  private mutating func fill(_ plane: Int, _ pattern: UInt8) {
    memory.fill(plane, pattern & 0x80 != 0 ? 0xFF : 0)
    stream.imageBytes[plane] = 0
    beginOperation(.fill, durationUs: 3_000)
  }
}
