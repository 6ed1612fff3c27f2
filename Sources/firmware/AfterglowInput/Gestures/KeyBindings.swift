/// The effect of a key on a panel.
public enum KeyRole: UInt8, Sendable, BitwiseCopyable {
  /// The key is reported by its code, for an action that the board binds to it.
  case other = 0
  /// It activates the focus: Enter, or the press of a knob.
  case activate = 1
  /// It moves the focus, as a detent of a knob does.
  case next = 2
  case previous = 3
  case nextPage = 4
  case previousPage = 5
  case dismiss = 6
  /// It turns pages, or moves the focus on a board with one page.
  case left = 7
  case right = 8

  /// The effect of a key that the board does not bind.
  init(code: UInt16) {
    switch code {
    case KeyCode.enter, KeyCode.keypadEnter, KeyCode.space, KeyCode.okay, KeyCode.select: self = .activate
    case KeyCode.tab, KeyCode.down: self = .next
    case KeyCode.up: self = .previous
    case KeyCode.left: self = .left
    case KeyCode.right: self = .right
    case KeyCode.pageDown: self = .nextPage
    case KeyCode.pageUp: self = .previousPage
    case KeyCode.escape, KeyCode.back: self = .dismiss
    default: self = .other
    }
  }
}

/// The keys that a board binds to effects; all others have their usual one.
public struct KeyBindings: Sendable, BitwiseCopyable {
  /// Largest number of bound keys.
  public static var capacity: Int { 16 }

  private var codes = InlineArray<16, UInt16>(repeating: 0)
  private var roles = InlineArray<16, KeyRole>(repeating: .other)
  private var count = 0

  /// No bound keys.
  public init() {}

  /// Binds a key. The last binding of a key counts.
  ///
  /// - Returns: false when there is no room for another key; nothing is then changed.
  public mutating func bind(_ code: UInt16, to role: KeyRole) -> Bool {
    var place = 0
    while place < count && codes[place] != code { place += 1 }
    if place == KeyBindings.capacity { return false }
    codes[place] = code
    roles[place] = role
    count = Swift.max(count, place + 1)
    return true
  }

  /// The effect of a key.
  public func role(of code: UInt16) -> KeyRole {
    for place in 0..<count where codes[place] == code { return roles[place] }
    return KeyRole(code: code)
  }
}
