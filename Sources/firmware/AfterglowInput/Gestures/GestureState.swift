import AfterglowCore

/// Recognises the gestures of a panel from the changes of its input devices, by distances on the panel and by the times of
/// the changes; it reads no clock.
///
/// One finger acts at a time. A press ends the moment the finger is beyond the slop, so that a swipe never presses the
/// region on which it began. A second finger ends a press as well, and no finger acts until all are up; a drag continues.
/// There is no double tap, which would delay every tap. The result does not depend on how often `advance` is called
/// between two changes. A press lasts as long as the times of its changes say, also where they arrive late: a release that
/// was in time follows a long press as a late tap.
public struct GestureState: Sendable, BitwiseCopyable {
  private var finger: ActingFinger?
  /// The finger whose press became a long one as time passed, until it is up.
  private var longFinger: ActingFinger?
  private var contacts = HeldContacts()
  private var keys: KeyGestures
  /// Time of the last change: an earlier one counts as this.
  private var clock = MonotonicInstant(milliseconds: 0)

  /// Nothing is down.
  public init(bindings: KeyBindings = KeyBindings()) { keys = KeyGestures(bindings) }

  /// Replaces the keys that a board binds. A key that is down keeps its effect until it is up.
  public mutating func bind(_ bindings: KeyBindings) { keys.bindings = bindings }

  /// When a gesture is due without a change; `distantFuture` = none is.
  public var nextDue: MonotonicInstant {
    guard let finger, !finger.isDragging else { return .distantFuture }
    return MonotonicInstant(milliseconds: finger.path.startedAt.milliseconds + GestureFigures.longPressMs)
  }

  /// Brings the state to `time`, when nothing has changed until then.
  public mutating func advance(to time: MonotonicInstant) -> GestureList {
    var found = GestureList()
    run(until: time, &found)
    return found
  }

  /// Follows a change.
  public mutating func take(_ change: InputChange) -> GestureList {
    var found = GestureList()
    run(until: change.at, &found)
    if case .contact(let contact) = change { followLong(contact, &found) }
    switch change {
    case .contact(let contact): take(contact, &found)
    case .key(let key): keys.take(key, at: clock, &found)
    case .turn(let turn):
      let most = KnobTurn.maximumDetents
      keys.turn(Swift.max(-most, Swift.min(most, turn.detents)), &found)
    case .pointer(let position, _): found.append(.pointer(position))
    case .presence: break
    case .cancelled(let device, _): cancel(device, &found)
    }
    return found
  }

  /// Ends all that is under way without an effect: after a touch that only woke the panel, or with a new page. What is
  /// down has no effect until it is up.
  public mutating func abandon() -> GestureList {
    var found = GestureList()
    longFinger = nil
    endFinger(&found)
    keys.cancel(device: InputChange.everyDevice, &found)
    return found
  }

  private mutating func run(until time: MonotonicInstant, _ found: inout GestureList) {
    // Times are within the range of sums, whatever a device reports.
    clock = Swift.max(clock, Swift.min(time, .distantFuture))
    guard let finger, !finger.isDragging, time >= nextDue else { return }
    self.finger = nil
    longFinger = finger
    found.append(.longPress(finger.path.start))
  }

  private mutating func cancel(_ device: UInt8, _ found: inout GestureList) {
    if longFinger?.device == device || device == InputChange.everyDevice { longFinger = nil }
    if finger?.device == device || device == InputChange.everyDevice { endFinger(&found) }
    contacts.removeAll(of: device)
    keys.cancel(device: device, &found)
  }

  // MARK: Fingers

  /// The time of a contact, within the range of sums, whatever a device reports.
  private static func time(of contact: TouchContact) -> MonotonicInstant {
    Swift.max(MonotonicInstant(milliseconds: 0), Swift.min(contact.at, .distantFuture))
  }

  /// Follows the finger of a long press until it is up: changes from before the press was a long one may arrive late.
  private mutating func followLong(_ contact: TouchContact, _ found: inout GestureList) {
    guard var long = longFinger, long.device == contact.device, long.place == contact.place else { return }
    let time = GestureState.time(of: contact)
    let isLate = time.milliseconds - long.path.startedAt.milliseconds < GestureFigures.longPressMs
    guard isLate, contact.phase == .moved || contact.phase == .ended else {
      longFinger = nil
      return
    }
    long.path.append(contact.position, at: time)
    longFinger = contact.phase == .ended || long.path.isBeyondSlop ? nil : long
    if contact.phase == .ended && !long.path.isBeyondSlop {
      found.append(.lateTap(from: long.path.start, to: contact.position))
    }
  }

  private mutating func take(_ contact: TouchContact, _ found: inout GestureList) {
    switch contact.phase {
    case .began: begin(contact, &found)
    case .moved: move(contact, &found)
    case .ended:
      complete(contact, &found)
      contacts.remove(contact)
    case .cancelled:
      if isActing(contact) { endFinger(&found) }
      contacts.remove(contact)
    }
  }

  private func isActing(_ contact: TouchContact) -> Bool {
    finger?.device == contact.device && finger?.place == contact.place
  }

  private mutating func begin(_ contact: TouchContact, _ found: inout GestureList) {
    // Its end was not reported.
    if isActing(contact) { endFinger(&found) }
    contacts.remove(contact)
    let isAlone = finger == nil && !contacts.hasRecent(at: clock)
    contacts.insert(contact, at: clock)
    if isAlone {
      finger = ActingFinger(contact, at: GestureState.time(of: contact))
      found.append(.press(contact.position))
    } else if finger?.isDragging == false {
      endFinger(&found)
    }
  }

  private mutating func move(_ contact: TouchContact, _ found: inout GestureList) {
    guard isActing(contact), var moved = finger else { return }
    moved.path.append(contact.position, at: GestureState.time(of: contact))
    if !moved.isDragging && moved.path.isBeyondSlop {
      moved.isDragging = true
      found.append(.pressEnded)
    }
    if moved.isDragging { found.append(.drag(from: moved.path.start, to: contact.position)) }
    finger = moved
  }

  /// The effect of a release.
  private mutating func complete(_ contact: TouchContact, _ found: inout GestureList) {
    guard isActing(contact), var ended = finger else { return }
    finger = nil
    let time = GestureState.time(of: contact)
    if contact.position != ended.path.last { ended.path.append(contact.position, at: time) }
    if !ended.isDragging && !ended.path.isBeyondSlop {
      found.append(.tap(from: ended.path.start, to: contact.position))
      return
    }
    if !ended.isDragging { found.append(.pressEnded) }
    if let direction = ended.path.swipe(releasedAt: time) {
      found.append(.swipe(direction, from: ended.path.start))
    } else if ended.isDragging {
      found.append(.dragEnded)
    }
  }

  /// Ends the press or the drag without an effect.
  private mutating func endFinger(_ found: inout GestureList) {
    guard let ended = finger else { return }
    finger = nil
    found.append(ended.isDragging ? .dragEnded : .pressEnded)
  }
}

/// The contact that acts.
private struct ActingFinger: BitwiseCopyable {
  let device: UInt8
  let place: UInt8
  var path: FingerPath
  /// Whether it has moved beyond the slop.
  var isDragging = false

  init(_ contact: TouchContact, at time: MonotonicInstant) {
    device = contact.device
    place = contact.place
    path = FingerPath(from: contact.position, at: time)
  }
}
