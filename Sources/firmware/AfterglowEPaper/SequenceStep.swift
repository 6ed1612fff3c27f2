import AfterglowCore

/// How the picture changes on the panel.
public enum RefreshKind: UInt8, Sendable {
  /// Drives every pixel with the maker's waveform.
  case full
  /// Drives every pixel with a shorter waveform.
  case fast
  /// Moves only the pixels that changed.
  case partial
  /// Drives every pixel to one of four greys.
  case grey
}

/// What the controller does once the picture is on the panel.
public enum RefreshEnding: UInt8, Sendable {
  /// High voltage off, registers and RAM kept: a partial refresh may follow.
  case standby
  /// Deep sleep, from which only a reset wakes it.
  case sleep
}

/// One refresh as a sequence draws it.
public struct PanelRefresh: Equatable, Sendable {
  public var kind: RefreshKind
  /// In panel pixels; on whole bytes of a row, and inside of the panel.
  public var window: PixelRect
  public var ending: RefreshEnding

  public init(kind: RefreshKind, window: PixelRect, ending: RefreshEnding) {
    self.kind = kind
    self.window = window
    self.ending = ending
  }
}

/// Up to 16 parameter bytes of a command.
public struct CommandParameters: Equatable, Sendable {
  public let count: Int32
  private let high: UInt64
  private let low: UInt64

  /// No parameters.
  public init() {
    count = 0
    high = 0
    low = 0
  }

  /// `count` bytes, at most 8, written as one number: 0x1717_2817 with a count of 4 is sent as 17 17 28 17.
  public init(_ count: Int32, _ bytes: UInt64) {
    precondition(count >= 0 && count <= 8)
    self.count = count
    high = 0
    low = bytes
  }

  /// `count` bytes, 9 to 16: those of `high`, then the 8 of `low`.
  public init(_ count: Int32, _ high: UInt64, _ low: UInt64) {
    precondition(count > 8 && count <= 16)
    self.count = count
    self.high = high
    self.low = low
  }

  /// The parameter with this index, which must be below `count`.
  public subscript(_ index: Int32) -> UInt8 {
    let place = count - 1 - index
    return UInt8(truncatingIfNeeded: place < 8 ? low >> UInt64(place * 8) : high >> UInt64((place - 8) * 8))
  }
}

/// Which picture a RAM plane gets.
public enum PlaneContent: Equatable, Sendable {
  /// The one to be shown.
  case new
  /// The lower bit of a picture in four greys that is to be shown. As `new`, such a picture is its higher bit: black and
  /// white, in which a dark grey is black.
  case low(isInverted: Bool)
  /// Its higher bit.
  case high(isInverted: Bool)
}

/// One step of a controller's sequence.
public enum SequenceStep: Equatable, Sendable {
  case supply(isOn: Bool)
  /// The level of RST, which resets while low.
  case reset(level: Bool)
  case pause(milliseconds: Int32)
  case command(ControllerCommand, CommandParameters)
  /// The bytes of the refresh's window, row by row.
  case plane(ControllerCommand, PlaneContent)
  /// A waveform: `SequencedController.tableByte` for each index below `count`.
  case table(ControllerCommand, number: UInt8, count: Int32)
  /// Waits until BUSY reads idle, at most so long.
  case waitUntilIdle(limitMs: Int32)
  /// Waits for a refresh: BUSY must begin within `SequencedController.responseLimitMs`, last for `leastMs` and end within
  /// `limitMs`.
  case waitForRefresh(leastMs: Int32, limitMs: Int32)
}

/// The parts of a sequence, in their order. Which of them run depends on the refresh.
public enum SequencePart: UInt8, Sendable {
  /// Supply and reset, until the controller accepts commands.
  case wake
  /// Registers that all refreshes share.
  case setUp
  /// What this refresh needs: registers, waveform, planes.
  case prepare
  /// Starts the refresh and waits for its end.
  case refresh
  /// Makes the planes equal to the glass again.
  case settle
  /// Lets the border float, before sleep.
  case floatBorder
  case powerOff
  case sleep

  /// nil after the last one.
  var next: SequencePart? { SequencePart(rawValue: rawValue + 1) }
}
