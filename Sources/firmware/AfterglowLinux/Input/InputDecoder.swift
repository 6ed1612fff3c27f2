import CLinux

/// The effect of one input event on a dark panel.
enum InputMeaning: Equatable {
  case nothing
  /// A key or a finger went down.
  case activity
  /// The kernel dropped events: the state of the keys must be read again.
  case resynchronise
}

/// Follows one device's events (Linux, `Documentation/input/event-codes.rst` and `multi-touch-protocol.rst`).
struct InputDecoder: BitwiseCopyable {
  /// One bit per pressed key.
  private var down = InlineArray<12, UInt64>(repeating: 0)
  private var isDropping = false

  static var keyByteCount: Int { 96 }

  /// Decodes one event. Releases, repeats and moving positions are not activity.
  mutating func take(type: UInt16, code: UInt16, value: Int32) -> InputMeaning {
    if type == UInt16(AG_EV_SYN) {
      if code == UInt16(AG_SYN_DROPPED) { isDropping = true }
      if code == UInt16(AG_SYN_REPORT) && isDropping {
        isDropping = false
        return .resynchronise
      }
      return .nothing
    }
    // Events between a drop and the next report are incomplete.
    if isDropping { return .nothing }
    if type == UInt16(AG_EV_KEY) { return takeKey(Int(code), value) }
    let isContact = type == UInt16(AG_EV_ABS) && code == UInt16(AG_CONTACT)
    return isContact && value >= 0 ? .activity : .nothing
  }

  private mutating func takeKey(_ key: Int, _ value: Int32) -> InputMeaning {
    if key >= 768 || value > 1 { return .nothing }
    let bit = UInt64(1) << UInt64(key % 64)
    if value == 0 { down[key / 64] &= ~bit } else { down[key / 64] |= bit }
    return value == 1 ? .activity : .nothing
  }

  /// Replaces the state by the keys that are down now; true if one is down that was not before.
  mutating func synchronise(with now: InlineArray<12, UInt64>) -> Bool {
    var isNew = false
    for index in 0..<12 {
      if now[index] & ~down[index] != 0 { isNew = true }
      down[index] = now[index]
    }
    return isNew
  }
}
