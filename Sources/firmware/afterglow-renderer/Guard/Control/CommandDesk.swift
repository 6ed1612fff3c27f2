import AfterglowDevice

/// The commands of one panel that have not ended, and the limit of their rate. A renderer's messages are not trusted: a
/// command passes once, and at most four in a second do in the long run. Part of a `ControlPost`.
struct CommandDesk {
  /// The verdict on a command.
  enum Verdict: Equatable {
    case passes
    /// It has passed before, or an older one than the last.
    case known
    /// Too many at a time, or too many without an end.
    case refused
  }

  private var commands = InlineArray<8, OpenCommand?>(repeating: nil)
  private var lastSequence: Int64 = 0
  private var allowance: Int64 = CommandDesk.burst
  private var countedAtMs: Int64 = 0

  init() {}

  private static var burst: Int64 { 8 }
  private static var refillMs: Int64 { 250 }
  /// How far a command's number, which is a time since the boot in ms, may be ahead: several may have the same time.
  private static var aheadMs: Int64 { 60_000 }

  /// Judges a command and keeps it until its end.
  mutating func admit(_ sequence: Int64, atMs nowMs: Int64) -> Verdict {
    if sequence <= lastSequence { return .known }
    // Such a number would make all commands of later renderers known ones.
    if sequence > nowMs + CommandDesk.aheadMs { return .refused }
    lastSequence = sequence
    refill(nowMs)
    dropOverdue(nowMs)
    guard allowance > 0, let place = freePlace else { return .refused }
    allowance -= 1
    commands[place] = OpenCommand(sequence: sequence, sentAtMs: nowMs)
    return .passes
  }

  /// Notes an answer, which `next` returns until it was sent. False if the command is unknown or has ended.
  mutating func note(_ answer: ActionAnswer, atMs nowMs: Int64) -> Bool {
    for index in 0..<ActionFigures.outstanding where commands[index]?.sequence == answer.sequence {
      if let outcome = commands[index]?.outcome, outcome.isLast { return false }
      commands[index]?.outcome = answer.outcome
      commands[index]?.acceptedAtMs = nowMs
      return true
    }
    return false
  }

  /// Ends all commands without an effect: their author is gone.
  mutating func failAll() {
    for index in 0..<ActionFigures.outstanding {
      if commands[index]?.outcome?.isLast == true { continue }
      commands[index]?.outcome = .unavailable
    }
  }

  /// An answer that the renderer has not received; nil = none.
  var next: ActionAnswer? {
    for index in 0..<ActionFigures.outstanding {
      if let command = commands[index], let outcome = command.outcome {
        return ActionAnswer(sequence: command.sequence, outcome: outcome)
      }
    }
    return nil
  }

  /// Notes that the renderer has received an answer.
  mutating func noteSent(_ answer: ActionAnswer) {
    for index in 0..<ActionFigures.outstanding where commands[index]?.sequence == answer.sequence {
      if answer.outcome.isLast { commands[index] = nil } else { commands[index]?.outcome = nil }
    }
  }

  private mutating func refill(_ nowMs: Int64) {
    let steps = Swift.max(0, nowMs - countedAtMs) / CommandDesk.refillMs
    countedAtMs += steps * CommandDesk.refillMs
    allowance = Swift.min(CommandDesk.burst, allowance + Swift.min(CommandDesk.burst, steps))
  }

  /// Forgets commands without an answer or an end in time: the renderer has reverted their controls.
  private mutating func dropOverdue(_ nowMs: Int64) {
    for index in 0..<ActionFigures.outstanding {
      guard let command = commands[index], command.outcome == nil else { continue }
      let dueMs = command.acceptedAtMs.map { $0 + CommandDesk.endMs } ?? command.sentAtMs + ActionFigures.answerMs
      if nowMs > dueMs { commands[index] = nil }
    }
  }

  /// How long an accepted command keeps its place, in ms. The renderer counts from when it shows that it waits.
  private static var endMs: Int64 { ActionFigures.endMs + ActionFigures.answerMs }

  private var freePlace: Int? {
    for index in 0..<ActionFigures.outstanding where commands[index] == nil { return index }
    return nil
  }
}

/// A command that was passed on.
private struct OpenCommand: BitwiseCopyable {
  var sequence: Int64
  var sentAtMs: Int64
  /// When the author last said that it performs it; nil = not yet.
  var acceptedAtMs: Int64?
  /// The answer that the renderer has not received.
  var outcome: ActionOutcome?
}

extension ActionOutcome {
  /// Whether no other answer follows.
  var isLast: Bool { self != .accepted }
}
