import CLinux

/// A GPIO line of an e-paper controller.
public struct BusLine: Equatable, Sendable {
  /// Its number on the chip; on a Raspberry Pi the BCM number.
  public var offset: UInt32
  /// Whether a level shifter or transistor inverts the line; the kernel inverts it back.
  public var isActiveLow: Bool

  /// A line by its offset on the chip, which the kernel numbers from 0.
  public init(_ offset: UInt32, isActiveLow: Bool = false) {
    self.offset = offset
    self.isActiveLow = isActiveLow
  }
}

/// The pull resistor of BUSY while the line is not driven. Chosen so that an unplugged panel reads idle, so that the
/// driver detects that BUSY never rises (docs/panels/ssd1680.md, Lines).
public enum BusyBias: Sendable {
  case asIs
  /// For controllers that are busy while BUSY is high.
  case pullDown
  /// For controllers that are busy while BUSY is low.
  case pullUp
}

/// The bus and lines to which a board's controller is wired. Texts must stay valid.
public struct BusRequest {
  /// A device such as /dev/spidev0.0; "" = the first one found.
  public var path: UnsafePointer<CChar>
  /// Path, name (gpiochip0) or label (pinctrl-rp1) of the lines' chip. "" = the one whose label begins with "pinctrl-":
  /// the header of every Raspberry Pi, whose chip has another number and label on each model.
  public var chip: UnsafePointer<CChar>
  /// D/C: low for commands.
  public var dataCommand: BusLine
  /// RST: low resets.
  public var reset: BusLine
  /// BUSY, driven by the controller.
  public var busy: BusLine
  public var busyBias: BusyBias
  /// nil = the supply cannot be switched.
  public var power: BusLine?
  /// SPI clock, at most 20 MHz for Solomon's controllers and 10 MHz for the others (docs/panels/ssd1680.md, Bus).
  public var clockHz: UInt32

  /// A request with the clock that the makers' own drivers use on cables, 4 MHz (docs/panels/ssd1680.md, Bus).
  public init(
    path: UnsafePointer<CChar>, chip: UnsafePointer<CChar>, dataCommand: BusLine, reset: BusLine, busy: BusLine,
    busyBias: BusyBias = .pullDown, power: BusLine? = nil, clockHz: UInt32 = 4_000_000
  ) {
    self.path = path
    self.chip = chip
    self.dataCommand = dataCommand
    self.reset = reset
    self.busy = busy
    self.busyBias = busyBias
    self.power = power
    self.clockHz = clockHz
  }

  /// From a board record's four offsets; a negative `power` means none.
  ///
  /// - Parameter busyLevel: the level of BUSY while the controller is busy.
  public init(
    path: UnsafePointer<CChar>, chip: UnsafePointer<CChar>, dataCommand: Int16, reset: Int16, busy: Int16, power: Int16,
    busyLevel: Bool = true
  ) {
    precondition(dataCommand >= 0 && reset >= 0 && busy >= 0)
    self.init(
      path: path, chip: chip, dataCommand: BusLine(UInt32(dataCommand)), reset: BusLine(UInt32(reset)),
      busy: BusLine(UInt32(busy)), busyBias: busyLevel ? .pullDown : .pullUp,
      power: power < 0 ? nil : BusLine(UInt32(power)))
  }
}
