import AfterglowCore
import AfterglowInput

/// Fingers, keys and knobs in text form, such as `0 down 20 20; 50 move 22.5 20; 120 up`: times in ms, positions in mm. The
/// verbs `down2`, `move2` and `up2` are those of a finger on a second device. `lost` is the loss of the first device,
/// `wait` only the time, and `abandon` what a panel does that was dark.
enum GestureScript {
  struct Problem: Error { let step: String }

  /// Plays a script and returns the gestures by name. Drags in sequence are named once.
  static func play(_ script: String, bindings: KeyBindings = KeyBindings()) throws -> String {
    var state = GestureState(bindings: bindings)
    var names: [String] = []
    var last = [PanelPoint(x: 0, y: 0), PanelPoint(x: 0, y: 0)]
    for step in script.split(separator: ";") {
      let words = step.split(separator: " ").map(String.init)
      guard words.count >= 2, let ms = Int64(words[0]) else { throw Problem(step: String(step)) }
      let at = MonotonicInstant(milliseconds: ms)
      let list: GestureList
      switch words[1] {
      case "wait": list = state.advance(to: at)
      case "abandon": list = state.abandon()
      default: list = state.take(try change(words, at: at, last: &last))
      }
      for index in 0..<list.count { names.append(name(list[index])) }
    }
    let isRepeated = { (index: Int) in names[index] == "drag" && index > 0 && names[index - 1] == "drag" }
    return names.indices.filter { !isRepeated($0) }.map { names[$0] }.joined(separator: " ")
  }

  /// - Parameter last: the last position of each finger, for a release.
  private static func change(
    _ words: [String], at time: MonotonicInstant, last: inout [PanelPoint]
  ) throws -> InputChange {
    let number = words.count > 2 ? Int32(words[2]) ?? 0 : 0
    switch words[1] {
    case "lost": return .cancelled(device: 0, at: time)
    case "turn": return .turn(KnobTurn(device: 0, detents: number, at: time))
    case "key":
      return .key(KeyChange(device: 0, code: UInt16(number), isDown: words.last == "down", at: time))
    default: break
    }
    let phases: [String: TouchContact.Phase] = ["down": .began, "move": .moved, "up": .ended, "cancel": .cancelled]
    let isSecond = words[1].hasSuffix("2")
    guard let phase = phases[isSecond ? String(words[1].dropLast()) : words[1]] else {
      throw Problem(step: words.joined(separator: " "))
    }
    let place = words.dropFirst(2).compactMap { Double($0) }.map { Int32(($0 * 1_000).rounded()) }
    if place.count == 2 { last[isSecond ? 1 : 0] = PanelPoint(x: place[0], y: place[1]) }
    return .contact(
      TouchContact(device: isSecond ? 1 : 0, place: 0, phase: phase, position: last[isSecond ? 1 : 0], at: time))
  }

  private static func name(_ gesture: Gesture) -> String {
    switch gesture {
    case .press: "press"
    case .pressEnded: "pressEnded"
    case .tap: "tap"
    case .longPress: "longPress"
    case .lateTap: "lateTap"
    case .drag: "drag"
    case .swipe(let direction, _): "swipe \(direction)"
    case .dragEnded: "dragEnded"
    case .focusPress: "focusPress"
    case .focusPressEnded: "focusPressEnded"
    case .focusTap: "focusTap"
    case .focusLongPress: "focusLongPress"
    case .turn(let detents): "turn \(detents)"
    case .sideways(let steps): "sideways \(steps)"
    case .heldTurn(let detents): "heldTurn \(detents)"
    case .heldTurnEnded: "heldTurnEnded"
    case .page(let count): "page \(count)"
    case .dismiss: "dismiss"
    case .key(let code, let isLong): isLong ? "key \(code) long" : "key \(code)"
    case .pointer: "pointer"
    }
  }
}
