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
