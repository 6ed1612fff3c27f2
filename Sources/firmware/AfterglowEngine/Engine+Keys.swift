import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput

// Keys that the board binds to effects of its own: the archive lists them among its actions.
extension Engine {
  /// Follows the bindings of a new archive. A key that is down keeps its effect until it comes up.
  mutating func bindKeys(_ archive: Archive) { touch?.pointee.gestures.bind(KeyBindings(archive)) }

  /// Performs the action of a key that came up. A panel in its simplified form performs it too, because a key is no target
  /// that would have to be seen.
  mutating func pressKey(_ code: UInt16, at time: MonotonicInstant) {
    guard let touch, let archive, let number = archive.action(ofKey: code) else { return }
    let action = archive.actions[Int(number)]
    if action.kind == ActionKind.page.rawValue {
      if let page = PageTurn(argument: action.argument) { turn(page) }
      return
    }
    touch.pointee.add(
      ActionCommand(
        sequence: touch.pointee.nextSequence(at: time), archive: archive.contentHash, widget: ActionCommand.noWidget,
        action: number, region: UInt64(code), value: 0, at: time))
  }
}

extension KeyBindings {
  /// The bindings of an archive; those beyond the capacity are left out.
  init(_ archive: Archive) {
    self.init()
    for record in archive.actions where record.kind == ActionKind.key.rawValue {
      _ = bind(record.minute, to: KeyRole(record.effect))
    }
  }
}

extension KeyRole {
  fileprivate init(_ effect: KeyEffect) {
    switch effect {
    case .nothing, .action: self = .other
    case .activate: self = .activate
    case .nextControl: self = .next
    case .previousControl: self = .previous
    case .nextPage: self = .nextPage
    case .previousPage: self = .previousPage
    case .dismiss: self = .dismiss
    }
  }
}
