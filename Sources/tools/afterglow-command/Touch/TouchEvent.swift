import AfterglowBoards
import AfterglowInput
import AfterglowLinux
import Foundation

/// A line of a touch test: a device that is open, or a change of one.
struct TouchEvent {
  private let change: InputChange?
  private let device: String
  private let pointing: PointingKind
  private let onlyWakes: Bool
  private let raw: (x: Int32, y: Int32)?

  /// - Parameter message: a message of kind `touched`.
  init(_ message: ControlMessage) {
    change = message.touched
    device = message.text
    pointing = message.pointing
    onlyWakes = message.onlyWakes
    raw = change == nil ? nil : message.rawPosition
  }

  // MARK: Words

  /// Such as `finger 1 down at 40.2, 11.0 mm, raw 1024, 331: Goodix Capacitive TouchScreen`.
  var words: String {
    let source = device.isEmpty ? "a program" : device
    switch change {
    case nil: return "device: \(source), \(reports)\(onlyWakes ? "; it only wakes this panel" : "")"
    case .contact(let contact):
      let axes = raw.map { ", raw \($0.x), \($0.y)" } ?? ""
      return "finger \(contact.place + 1) \(Self.name(contact.phase)) at \(Self.millimetres(contact.position.x)), "
        + "\(Self.millimetres(contact.position.y)) mm\(axes): \(source)"
    case .key(let key):
      let name = LinuxKeys.name(of: key.code).map { "\($0) (\(key.code))" } ?? "key \(key.code)"
      return "\(name) \(key.isDown ? "down" : "up"): \(source)"
    case .turn(let turn): return "turned by \(turn.detents): \(source)"
    case .presence, .pointer: return "a touch without a place, because the device's axes have no range"
    case .cancelled: return "everything that was down has ended: \(source) is gone, or events were lost"
    }
  }

  private var reports: String {
    switch pointing {
    case .none: "keys or a knob"
    case .slots, .anonymous: "a touch screen for several fingers"
    case .single: "a touch screen for one finger"
    case .mouse: "a mouse"
    }
  }

  private static func name(_ phase: TouchContact.Phase) -> String {
    switch phase {
    case .began: "down"
    case .moved: "moved"
    case .ended: "up"
    case .cancelled: "cancelled"
    }
  }

  private static func millimetres(_ micrometres: Int32) -> String {
    String(format: "%.1f", Double(micrometres) / 1_000)
  }

  // MARK: JSON

  /// An object with the same keys in every line.
  var json: String {
    var members: [(String, String?)] = [("event", JSONText.quoted(event)), ("device", JSONText.quoted(device))]
    var contact: TouchContact?
    if case .contact(let found)? = change { contact = found }
    members += [
      ("finger", contact.map { "\($0.place + 1)" }), ("phase", contact.map { JSONText.quoted(Self.name($0.phase)) }),
      ("xMm", contact.map { Self.millimetres($0.position.x) }),
      ("yMm", contact.map { Self.millimetres($0.position.y) }), ("rawX", raw.map { "\($0.x)" }),
      ("rawY", raw.map { "\($0.y)" }),
    ]
    var key: KeyChange?
    if case .key(let found)? = change { key = found }
    members += [
      ("key", key.flatMap { LinuxKeys.name(of: $0.code) }.map(JSONText.quoted)), ("code", key.map { "\($0.code)" }),
      ("isDown", key.map { "\($0.isDown)" }),
    ]
    var detents: Int32?
    if case .turn(let turn)? = change { detents = turn.detents }
    members.append(("detents", detents.map { "\($0)" }))
    return "{" + members.map { "\"\($0)\":\($1 ?? "null")" }.joined(separator: ",") + "}"
  }

  private var event: String {
    switch change {
    case nil: "device"
    case .contact: "contact"
    case .key: "key"
    case .turn: "turn"
    case .presence, .pointer: "presence"
    case .cancelled: "cancelled"
    }
  }
}
