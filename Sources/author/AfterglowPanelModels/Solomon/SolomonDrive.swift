/// What the next `20` of a Solomon controller uses: sequence, temperature and waveform.
struct SolomonDrive {
  enum Temperature: Equatable {
    case none
    case measured(Int)
    case forced(UInt8)

    var isMeasured: Bool { if case .measured = self { true } else { false } }
  }

  /// Register 22; nil = not written since the last reset.
  private(set) var sequence: UInt8?
  /// It was written, and no `20` has run it.
  private(set) var sequenceIsWaiting = false
  private(set) var temperature = Temperature.none
  /// A forced temperature chose no waveform yet.
  private(set) var forcedIsWaiting = false
  var waveform: PanelWaveform?
  /// Whether the waveform from one-time memory is for display mode 2.
  var isForMode2 = false
  var registers: RegisterWaveform?
  /// Planes exchange their parts after a differential refresh.
  var swapsPlanes = false

  mutating func setSequence(_ value: UInt8) {
    sequence = value
    sequenceIsWaiting = true
  }

  mutating func takeSequence() -> UInt8? {
    sequenceIsWaiting = false
    return sequence
  }

  mutating func force(_ degrees: UInt8) {
    temperature = .forced(degrees)
    forcedIsWaiting = true
  }

  /// True if a forced temperature was lost before it was used.
  mutating func measure(_ celsius: Int) -> Bool {
    defer { forcedIsWaiting = false }
    temperature = .measured(celsius)
    return forcedIsWaiting
  }

  mutating func useTemperature() { forcedIsWaiting = false }
}

/// The bits of register 22.
struct SolomonSequence {
  let bits: UInt8

  var enablesClock: Bool { bits & 0x80 != 0 }
  var enablesAnalog: Bool { bits & 0x40 != 0 }
  var loadsTemperature: Bool { bits & 0x20 != 0 }
  var loadsWaveform: Bool { bits & 0x10 != 0 }
  var isMode2: Bool { bits & 0x08 != 0 }
  var displays: Bool { bits & 0x04 != 0 }
  var disablesAnalog: Bool { bits & 0x02 != 0 }
  var disablesClock: Bool { bits & 0x01 != 0 }

  /// Those that the datasheets list, and those that drivers were published with.
  static let listed: Set<UInt8> = [
    0x03, 0x07, 0x0C, 0x0F, 0x80, 0x83, 0x91, 0x99, 0xB1, 0xB9, 0xC0, 0xC4, 0xC7, 0xCC, 0xCF, 0xD7, 0xDF, 0xE0, 0xF4,
    0xF7,
    0xF8, 0xFC, 0xFF,
  ]
}
