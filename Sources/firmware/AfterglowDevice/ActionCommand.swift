import AfterglowCore

/// A confirmed touch: the request to perform an action that the scene names. The renderer sends it to the guard, and the
/// guard to the author. Every number in it is checked by its receiver.
public struct ActionCommand: Equatable, Sendable, BitwiseCopyable {
  /// Identifies the command and its answers. Each is greater than the one before, also across renderers of one boot.
  public var sequence: Int64
  /// `contentHash` of the archive that was on the panel.
  public var archive: UInt64
  /// Index of the widget in that archive; `noWidget` = a key that the board has bound to the action.
  public var widget: UInt32
  /// Index of the action in that archive.
  public var action: UInt32
  /// Key of the region in its widget; without a widget the kernel's code of the key.
  public var region: UInt64
  /// The new state of a toggle, 0 or 1; 0 for other regions.
  public var value: Int64
  /// The kernel's time stamp of the release.
  public var at: MonotonicInstant

  public init(
    sequence: Int64, archive: UInt64, widget: UInt32, action: UInt32, region: UInt64, value: Int64,
    at: MonotonicInstant
  ) {
    self.sequence = sequence
    self.archive = archive
    self.widget = widget
    self.action = action
    self.region = region
    self.value = value
    self.at = at
  }

  /// Stands for a widget in the command of a key.
  public static var noWidget: UInt32 { UInt32.max }

  /// The kernel's code of the key that the board has bound to the action; nil = a region was touched.
  public var key: UInt16? { widget == ActionCommand.noWidget ? UInt16(exactly: region) : nil }
}

/// A step in the life of a command after it was sent.
public enum ActionOutcome: UInt8, Sendable, BitwiseCopyable {
  /// The author performs it. Its end is reported by another answer, within `ActionFigures.endMs` of this one.
  case accepted = 0
  /// It is done, and the archive that shows its effect was sent before this answer.
  case done = 1
  /// It had no effect: the control returns to its state, with a mark.
  case failed = 2
  /// Without an author, or refused by the guard: the control returns to its state, with a mark.
  case unavailable = 3
}

/// An answer to a command, from author or guard to the renderer.
public struct ActionAnswer: Equatable, Sendable, BitwiseCopyable {
  /// The number of the command.
  public var sequence: Int64
  public var outcome: ActionOutcome

  public init(sequence: Int64, outcome: ActionOutcome) {
    self.sequence = sequence
    self.outcome = outcome
  }
}

/// Times and limits of commands.
public enum ActionFigures {
  /// How long the renderer waits for the first answer, in ms.
  public static var answerMs: Int64 { 2_000 }
  /// How long an accepted command may take until its end, in ms: as long as a timeline. One that takes longer is accepted
  /// again in time.
  public static var endMs: Int64 { 20_000 }
  /// How long the mark of a failure stays, in ms.
  public static var markMs: Int64 { 5_000 }
  /// Commands without their last answer that a guard keeps for one panel. It refuses further ones.
  public static var outstanding: Int { 8 }
}
