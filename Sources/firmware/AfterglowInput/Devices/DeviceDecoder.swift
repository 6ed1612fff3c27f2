import AfterglowCore

/// Decodes the events of one device (Linux, `Documentation/input/event-codes.rst` and `multi-touch-protocol.rst`) into
/// changes on a panel: contacts of multitouch protocols A and B, of single touch and of a mouse; keys; turns of a knob.
///
/// It reads no device: the caller reads events and states and passes them on. When the kernel has dropped events, all that
/// is down on the device is cancelled, because a way that was not seen may have left a target and returned.
public struct DeviceDecoder: Sendable, BitwiseCopyable {
  /// The most changes that one event causes: every contact ends and another begins in its place.
  public static var maximumChangesPerEvent: Int { 2 * DeviceState.contactCount }

  /// The next step of the caller.
  public enum Request: Equatable, Sendable {
    case nothing
    /// Read the device's state and pass it to `resynchronise`.
    case state
  }

  private let number: UInt8
  private let kind: PointingKind
  private let contactKey: UInt16?
  private let knob: KnobAxis?
  private let placement: DevicePlacement
  private var contacts = ContactTable()
  private var keys = DecodedKeys()
  private var pointer: MousePointer
  private var isDropping = false

  /// - Parameters:
  ///   - number: the device's number among those of the panel, 0 to 254.
  ///   - calibration: the board file's, else udev's, else the identity. A mouse has none.
  ///   - state: the state of the device now. What is down is ignored until it is up.
  public init(
    _ traits: DeviceTraits, number: UInt8, surface: TouchSurface, calibration: CalibrationMatrix, state: DeviceState
  ) {
    self.number = number
    kind = traits.pointing
    contactKey = traits.pointing == .none ? nil : traits.contactKey
    knob = traits.knob
    placement = DevicePlacement(surface: surface, calibration: calibration, x: traits.x, y: traits.y)
    pointer = MousePointer(position: surface.centre)
    load(state, mayHaveContacts: false)
  }

  /// Decodes one event.
  ///
  /// - Parameter packet: gets the changes; it must have room for an event (`InputPacket.hasRoomForEvent`).
  public mutating func take(_ event: InputEvent, into packet: inout InputPacket) -> Request {
    if event.type == EventType.synchronisation { return takeSynchronisation(event, into: &packet) }
    // Events between a drop and the next report are incomplete.
    if isDropping { return .nothing }
    switch event.type {
    case EventType.key: takeKey(event, into: &packet)
    case EventType.relative: takeRelative(event, into: &packet)
    case EventType.absolute: takeAbsolute(event)
    default: break
    }
    return .nothing
  }

  /// Continues with the device's state after a drop. Nothing of it is reported: what is down is ignored until it is up.
  public mutating func resynchronise(with state: DeviceState) { load(state, mayHaveContacts: true) }

  /// Cancels what is down, because the device is gone.
  public mutating func remove(at time: MonotonicInstant, into packet: inout InputPacket) {
    packet.append(.cancelled(device: number, at: time))
    load(DeviceState(), mayHaveContacts: false)
  }

  /// The last position of a contact on the device's own axes; nil for devices without such axes.
  public func rawPosition(ofContact place: UInt8) -> (x: Int32, y: Int32)? {
    if kind == .none || kind == .mouse || Int(place) >= ContactTable.capacity { return nil }
    return (contacts.places[Int(place)].x, contacts.places[Int(place)].y)
  }

  private mutating func load(_ state: DeviceState, mayHaveContacts: Bool) {
    isDropping = false
    keys = DecodedKeys(ignoring: state.keys)
    pointer.forgetMotion()
    contacts.load(state, kind: kind, contactKey: contactKey, mayHaveContacts: mayHaveContacts)
  }

  private mutating func takeSynchronisation(_ event: InputEvent, into packet: inout InputPacket) -> Request {
    switch event.code {
    case EventCode.dropped:
      if !isDropping { packet.append(.cancelled(device: number, at: event.at)) }
      isDropping = true
    case EventCode.contactReport where !isDropping: contacts.closeContact()
    case EventCode.report where isDropping:
      load(DeviceState(), mayHaveContacts: true)
      return .state
    case EventCode.report: report(at: event.at, into: &packet)
    default: break
    }
    return .nothing
  }

  // MARK: Keys, knobs and axes

  private mutating func takeKey(_ event: InputEvent, into packet: inout InputPacket) {
    // 2 = repeated.
    guard event.value == 0 || event.value == 1 else { return }
    let isDown = event.value == 1
    if event.code == contactKey { return contacts.press(isDown, kind: kind) }
    let isTool = event.code >= EventCode.pen && event.code < EventCode.pen + 16
    if isTool && kind != .none { return }
    if keys.change(event.code, isDown: isDown) {
      packet.append(.key(KeyChange(device: number, code: event.code, isDown: isDown, at: event.at)))
    }
  }

  private mutating func takeRelative(_ event: InputEvent, into packet: inout InputPacket) {
    if let knob, event.code == knob.code {
      let most = KnobTurn.maximumDetents
      let counted = Swift.max(-most, Swift.min(most, event.value))
      let detents = knob.isReversed ? -counted : counted
      if detents != 0 { packet.append(.turn(KnobTurn(device: number, detents: detents, at: event.at))) }
    } else if kind == .mouse {
      pointer.take(event.code, event.value)
    }
  }

  private mutating func takeAbsolute(_ event: InputEvent) {
    if kind == .single && contactKey == nil && event.code == EventCode.pressure {
      contacts.press(withPressure: event.value)
    } else {
      contacts.take(event.code, event.value, kind: kind)
    }
  }

  // MARK: Reports

  private mutating func report(at time: MonotonicInstant, into packet: inout InputPacket) {
    if kind == .none { return }
    if kind == .anonymous { contacts.closeReport(hasButton: contactKey != nil) }
    let hasMoved = pointer.move(on: placement.surface)
    for index in 0..<ContactTable.capacity { report(place: index, at: time, into: &packet) }
    if hasMoved && !contacts.places[0].isDown { packet.append(.pointer(pointer.position, at: time)) }
  }

  /// Reports how one contact has changed since the last report.
  private mutating func report(place index: Int, at time: MonotonicInstant, into packet: inout InputPacket) {
    var place = contacts.places[index]
    if place.report != .none && (place.hasEnded || !place.isDown) {
      if place.report == .reported { append(place, index, .ended, at: time, to: &packet) }
      place.report = .none
    }
    place.hasEnded = false
    if place.isDown {
      if place.isPalm && place.report == .reported { append(place, index, .cancelled, at: time, to: &packet) }
      if place.isPalm { place.report = .ignored }
      follow(&place, index, at: time, into: &packet)
    }
    contacts.places[index] = place
  }

  /// Reports the position of a contact that is down.
  private func follow(
    _ place: inout ContactPlace, _ index: Int, at time: MonotonicInstant, into packet: inout InputPacket
  ) {
    if place.report == .ignored { return }
    guard let position = kind == .mouse ? pointer.position : placement.point(x: place.x, y: place.y) else {
      if place.report == .none { packet.append(.presence(at: time)) }
      place.report = .ignored
      return
    }
    let hasBegun = place.report == .none
    if !hasBegun && position == place.position { return }
    place.position = position
    place.report = .reported
    append(place, index, hasBegun ? .began : .moved, at: time, to: &packet)
  }

  private func append(
    _ place: ContactPlace, _ index: Int, _ phase: TouchContact.Phase, at time: MonotonicInstant,
    to packet: inout InputPacket
  ) {
    packet.append(
      .contact(
        TouchContact(
          device: number, place: UInt8(truncatingIfNeeded: index), phase: phase, position: place.position, at: time)))
  }
}

/// The mapping of a device's axes to positions on the panel.
private struct DevicePlacement: BitwiseCopyable {
  let surface: TouchSurface
  let calibration: CalibrationMatrix
  let x: AxisRange
  let y: AxisRange

  /// nil where the device's axes have no range.
  func point(x rawX: Int32, y rawY: Int32) -> PanelPoint? {
    if !x.isUsable || !y.isUsable { return nil }
    return surface.point(calibration.applied(to: PanelShare(x: x.share(of: rawX), y: y.share(of: rawY))))
  }
}

/// Keys of a device that are down.
private struct DecodedKeys: BitwiseCopyable {
  private var down = KeySet()
  /// Keys that were down before events could be read; their release is not reported.
  private var ignored = KeySet()

  init() {}

  init(ignoring keys: KeySet) {
    down = keys
    ignored = keys
  }

  /// Follows a key; true if the change is to be reported.
  mutating func change(_ code: UInt16, isDown: Bool) -> Bool {
    if isDown == down.contains(code) || code >= UInt16(KeySet.codeCount) { return false }
    if isDown {
      down.insert(code)
      return true
    }
    down.remove(code)
    let isReported = !ignored.contains(code)
    ignored.remove(code)
    return isReported
  }
}

/// The position of a mouse on the panel: one pixel per count.
private struct MousePointer: BitwiseCopyable {
  private(set) var position: PanelPoint
  private var motion = PixelPoint(x: 0, y: 0)

  init(position: PanelPoint) { self.position = position }

  mutating func take(_ code: UInt16, _ value: Int32) {
    if code == EventCode.relativeX { motion.x = MousePointer.sum(motion.x, value) }
    if code == EventCode.relativeY { motion.y = MousePointer.sum(motion.y, value) }
  }

  mutating func forgetMotion() { motion = PixelPoint(x: 0, y: 0) }

  /// Moves the position at the end of a report; true if it has changed.
  mutating func move(on surface: TouchSurface) -> Bool {
    let before = position
    position = surface.point(position, movedBy: motion)
    forgetMotion()
    return position != before
  }

  private static func sum(_ a: Int32, _ b: Int32) -> Int32 {
    let longest = Int64(PixelSize.maximumSide)
    return Int32(clamping: Swift.max(-longest, Swift.min(longest, Int64(a) + Int64(b))))
  }
}
