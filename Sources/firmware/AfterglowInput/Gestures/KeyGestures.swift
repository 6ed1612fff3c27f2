import AfterglowCore

/// A key that is down.
private struct HeldKey: BitwiseCopyable {
  enum Stage: UInt8, BitwiseCopyable {
    case pressing
    /// A knob was turned meanwhile.
    case turning
    /// The release has no effect.
    case spent
  }

  var device: UInt8 = 0
  var code: UInt16 = 0
  var isActivation = false
  var stage = Stage.pressing
  var at = MonotonicInstant(milliseconds: 0)
}

/// Gestures of keys and knobs. Keys that move the focus, turn pages or dismiss act when they go down; all others when
/// they come up, and only if no knob was turned meanwhile. At most one key at a time activates the focus.
struct KeyGestures: BitwiseCopyable {
  var bindings: KeyBindings
  /// Keys beyond the capacity have no effect.
  private var held = InlineArray<8, HeldKey>(repeating: HeldKey())
  private var count = 0

  init(_ bindings: KeyBindings) { self.bindings = bindings }

  mutating func take(_ key: KeyChange, at time: MonotonicInstant, _ found: inout GestureList) {
    if !key.isDown { return release(key, at: time, &found) }
    switch bindings.role(of: key.code) {
    case .next: turn(1, &found)
    case .previous: turn(-1, &found)
    case .right: turn(1, isSideways: true, &found)
    case .left: turn(-1, isSideways: true, &found)
    case .nextPage: found.append(.page(1))
    case .previousPage: found.append(.page(-1))
    case .dismiss: found.append(.dismiss)
    case .activate: hold(key, isActivation: true, at: time, &found)
    case .other: hold(key, isActivation: false, at: time, &found)
    }
  }

  /// Follows a turn of any knob of the panel, and keys that count as one.
  mutating func turn(_ detents: Int32, isSideways: Bool = false, _ found: inout GestureList) {
    var isHeld = false
    for index in 0..<count {
      if held[index].stage != .spent && held[index].isActivation {
        if held[index].stage == .pressing { found.append(.focusPressEnded) }
        held[index].stage = .turning
        isHeld = true
      } else {
        held[index].stage = .spent
      }
    }
    found.append(isHeld ? .heldTurn(detents) : isSideways ? .sideways(detents) : .turn(detents))
  }

  /// Ends what the keys of a device have begun, without an effect. Their releases have none either.
  mutating func cancel(device: UInt8, _ found: inout GestureList) {
    var index = 0
    while index < count {
      if InputChange.everyDevice == device || held[index].device == device {
        finish(held[index], &found)
        remove(at: index)
      } else {
        index += 1
      }
    }
  }

  private mutating func hold(
    _ key: KeyChange, isActivation: Bool, at time: MonotonicInstant, _ found: inout GestureList
  ) {
    if count == 8 || index(of: key) != nil { return }
    var new = HeldKey(device: key.device, code: key.code, isActivation: isActivation, at: time)
    if isActivation && isActivating {
      new.stage = .spent
    } else if isActivation {
      found.append(.focusPress)
    }
    held[count] = new
    count += 1
  }

  private mutating func release(_ key: KeyChange, at time: MonotonicInstant, _ found: inout GestureList) {
    guard let index = index(of: key) else { return }
    let old = held[index]
    remove(at: index)
    if old.stage != .pressing { return finish(old, &found) }
    let isLong = time.milliseconds - old.at.milliseconds >= GestureFigures.longPressMs
    if old.isActivation {
      found.append(isLong ? .focusLongPress : .focusTap)
    } else {
      found.append(.key(code: old.code, isLong: isLong))
    }
  }

  /// Ends what a key has begun, without an effect.
  private func finish(_ key: HeldKey, _ found: inout GestureList) {
    if !key.isActivation { return }
    switch key.stage {
    case .pressing: found.append(.focusPressEnded)
    case .turning: found.append(.heldTurnEnded)
    case .spent: break
    }
  }

  private var isActivating: Bool {
    for index in 0..<count where held[index].isActivation && held[index].stage != .spent { return true }
    return false
  }

  private func index(of key: KeyChange) -> Int? {
    for index in 0..<count where held[index].device == key.device && held[index].code == key.code { return index }
    return nil
  }

  private mutating func remove(at index: Int) {
    count -= 1
    held[index] = held[count]
  }
}
