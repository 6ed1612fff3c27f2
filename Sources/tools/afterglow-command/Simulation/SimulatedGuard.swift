import AfterglowArchive
import AfterglowCore
import AfterglowDevice

/// The guard of a simulated panel: does alone what needs no author, as on a running board.
final class SimulatedGuard {
  /// News for the renderer's loop, oldest first.
  private var news: [Wake] = []

  /// The oldest news that the loop has not received.
  func next() -> Wake? { news.isEmpty ? nil : news.removeFirst() }

  /// Performs a command without an author.
  ///
  /// - Returns: the light mode that it has requested; nil = it is for an author, or for a backlight that no simulation has.
  func perform(_ command: ActionCommand, _ action: ActionRecord) -> ModeOverride? {
    guard action.kind == ActionKind.mode.rawValue, let mode = ModeOverride(rawValue: UInt8(clamping: action.argument))
    else { return nil }
    news += [.modeOverride(mode), .answer(ActionAnswer(sequence: command.sequence, outcome: .done))]
    return mode
  }
}
