import AfterglowBoards
import AfterglowCore
import AfterglowDevice
import AfterglowKit
import AfterglowLinux
import CLinux

/// Touches of the panel: commands of the guard, and their answers.
extension Daemon {
  /// Answers a command at once, and begins what it asks for.
  func perform(_ command: ActionCommand) {
    let listing = composer.listing.value
    switch touch.desk.decide(command, actions: listing.actions, tickPlaces: listing.tickPlaces) {
    case .repeated: break
    case .refused(let reason):
      answer(command.sequence, .unavailable, reason)
      reporter.warn("a touch had no effect: \(reason)", about: "touch")
    case .perform(let order, let slot, let name):
      answer(command.sequence, .accepted)
      // A guard that has not received the answer reports the command as failed.
      guard guardian.hasSaidEverything else { return answer(command.sequence, .unavailable) }
      begin(order, command.sequence, slot: slot, name: name)
    }
  }

  private func begin(_ order: PermittedOrder, _ sequence: Int64, slot: String, name: String) {
    reporter.say("touched: \(name)", at: .now)
    switch order {
    case .action(.mode(let mode), _):
      touch.desk.begin(sequence, slot: slot, name: name, reloads: false, nowMs: ag_boottime_ms())
      guardian.send(.mode(mode))
      finish(sequence)
    case .action(.page(let turn), _):
      touch.desk.begin(sequence, slot: slot, name: name, reloads: false, nowMs: ag_boottime_ms())
      guardian.send(answer: ControlMessage(turn))
      finish(sequence)
    case .action(.brightness, _):
      // The firmware sets it alone.
      touch.desk.begin(sequence, slot: slot, name: name, reloads: false, nowMs: ag_boottime_ms())
      finish(sequence)
    case .action(.reload, _):
      touch.desk.begin(sequence, slot: slot, name: name, reloads: true, nowMs: ag_boottime_ms())
      composer.reloadByTouch()
      touch.desk.performed(sequence, nowMs: ag_boottime_ms())
    case .intent, .tick, .action(.http, _), .action(.command, _):
      let reloads =
        switch order {
        case .intent, .tick: true
        case .action: false
        }
      touch.desk.begin(sequence, slot: slot, name: name, reloads: reloads, nowMs: ag_boottime_ms())
      touch.performer.begin(order, of: slot, sequence: sequence)
    }
  }

  private func finish(_ sequence: Int64) {
    _ = touch.desk.failed(sequence)
    answer(sequence, .done)
  }

  /// Handles what was performed since the last call.
  func keepTouch() {
    for end in touch.performer.ends.take() {
      guard let pending = touch.desk.pending[end.sequence] else { continue }
      touch.performer.ended(in: pending.slot)
      if let failure = end.failure {
        _ = touch.desk.failed(end.sequence)
        answer(end.sequence, .failed, failure)
        reporter.warn("\(pending.name): \(failure)", about: "action \(pending.name)")
        composer.listing.note(touchFailure: "\(pending.name): \(failure)", of: pending.slot)
        // It may have failed because the content is another now.
        composer.refreshSources(ofSlot: pending.slot)
      } else {
        reporter.clear("action \(pending.name)")
        composer.listing.note(touchFailure: nil, of: pending.slot)
        // The widget's own source may show the effect.
        composer.refreshSources(ofSlot: pending.slot)
        touch.desk.performed(end.sequence, nowMs: ag_boottime_ms())
      }
    }
    for sequence in touch.desk.settled(hasNewScene: false, nowMs: ag_boottime_ms()) { answer(sequence, .done) }
    for sequence in touch.desk.renewed(nowMs: ag_boottime_ms()) { answer(sequence, .accepted) }
  }

  /// Reports what a new scene shows the effect of; the scene was sent before.
  func settleTouch(_ reason: String) {
    guard reason != Composition.reloadDue else { return }
    for sequence in touch.desk.settled(hasNewScene: true, nowMs: ag_boottime_ms()) { answer(sequence, .done) }
  }

  private func answer(_ sequence: Int64, _ outcome: ActionOutcome, _ reason: String = "") {
    var message = ControlMessage(ActionAnswer(sequence: sequence, outcome: outcome))
    var reason = reason
    reason.withUTF8 { message.write(UnsafeRawBufferPointer($0)) }
    guardian.send(answer: message)
  }
}

/// The daemon's part of touch: decisions, and those who perform them.
struct TouchCounter {
  var desk = TouchDesk()
  let performer: ActionPerformer

  /// - Throws: `Failure` when there is no descriptor.
  init() throws { performer = try ActionPerformer() }
}
