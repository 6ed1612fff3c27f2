import AfterglowCore
import AfterglowDevice

// Commands and their answers in packets.
extension ControlMessage {
  /// A message of kind `command`. `value` = sequence, `frameHash` = archive, `pixelsDamaged` = region, `pixelsChanged` =
  /// the toggle's state, `causes` = action, `bytesWritten` = widget, `nextMonotonicMs` = time of the release.
  public init(_ command: ActionCommand) {
    self.init(.command, value: command.sequence)
    frameHash = command.archive
    pixelsDamaged = Int64(bitPattern: command.region)
    pixelsChanged = command.value
    causes = command.action
    bytesWritten = command.widget
    nextMonotonicMs = command.at.milliseconds
  }

  /// The content of a message of kind `command`, unchecked.
  public var command: ActionCommand {
    ActionCommand(
      sequence: value, archive: frameHash, widget: bytesWritten, action: causes,
      region: UInt64(bitPattern: pixelsDamaged), value: pixelsChanged,
      at: MonotonicInstant(milliseconds: nextMonotonicMs))
  }

  /// A message of kind `answer`: `value` = sequence, `causes` = outcome.
  public init(_ answer: ActionAnswer) {
    self.init(.answer, value: answer.sequence)
    causes = UInt32(answer.outcome.rawValue)
  }

  /// The content of a message of kind `answer`; nil for an outcome that this version does not know.
  public var answer: ActionAnswer? {
    ActionOutcome(rawValue: UInt8(clamping: causes)).map { ActionAnswer(sequence: value, outcome: $0) }
  }
}

// Pages in packets.
extension ControlMessage {
  /// A message of kind `page`.
  public init(_ turn: PageTurn) { self.init(.page, value: Int64(turn.argument)) }

  /// The content of a message of kind `page`; nil for a page that no board has.
  public var pageTurn: PageTurn? { Int32(exactly: value).flatMap { PageTurn(argument: $0) } }

  /// Number of the page on the panel, from 0; in `updated` and `showing`.
  public var page: Int {
    get { Int(value >> 8 & 255) }
    set { value = value & ~0xFF00 | Int64(newValue & 255) << 8 }
  }

  /// The number of pages of the board; in `updated` and `showing`.
  public var pageCount: Int {
    get { Int(value >> 16 & 255) }
    set { value = value & ~0xFF_0000 | Int64(newValue & 255) << 16 }
  }
}
