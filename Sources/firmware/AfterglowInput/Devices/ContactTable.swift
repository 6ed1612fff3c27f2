/// The part of a contact that `DeviceDecoder` has reported.
enum ContactReport: UInt8, BitwiseCopyable {
  case none
  case reported
  /// It ends without being reported again: it was down when events were dropped, or became a palm.
  case ignored
}

/// A contact of a device, as its events describe it so far.
struct ContactPlace: BitwiseCopyable {
  /// The device's identity of the contact; −1 = no finger is down.
  var identity: Int32 = -1
  var x: Int32 = 0
  var y: Int32 = 0
  var isPalm = false
  /// Whether the contact of the last report has ended, even if another one has taken its place.
  var hasEnded = false
  var report = ContactReport.none
  /// Position of the last report.
  var position = PanelPoint(x: 0, y: 0)

  var isDown: Bool { identity >= 0 }

  /// Follows an identity; a negative one ends the contact.
  mutating func identify(_ new: Int32) {
    if isDown && new != identity { hasEnded = true }
    identity = Swift.max(-1, new)
  }
}

/// The contacts of one device, as its events describe them, between two reports.
struct ContactTable: BitwiseCopyable {
  static var capacity: Int { DeviceState.contactCount }

  var places = InlineArray<10, ContactPlace>(repeating: ContactPlace())
  /// The slot of protocol B's events. Slots beyond the table are not followed.
  private var slot: Int32 = 0
  /// Whether the button of a single touch is down.
  private var isPressed = false
  /// Whether contacts of protocol A are ignored until a report without any: events were dropped, and the kernel keeps no
  /// state of such contacts.
  private var ignoresAnonymous = false
  private var staged = StagedContact()
  private var frame = AnonymousFrame()

  /// Reads an absolute axis.
  mutating func take(_ code: UInt16, _ value: Int32, kind: PointingKind) {
    switch kind {
    case .slots: takeSlotted(code, value)
    case .anonymous: staged.take(code, value)
    case .single: takeSingle(code, value)
    case .none, .mouse: break
    }
  }

  /// Reads the button of a single touch or a mouse.
  mutating func press(_ isDown: Bool, kind: PointingKind) {
    isPressed = isDown
    if kind == .single || kind == .mouse { places[0].identify(isDown ? 0 : -1) }
  }

  /// Follows the pressure of a device without a button.
  mutating func press(withPressure pressure: Int32) { press(pressure > 0, kind: .single) }

  private mutating func takeSlotted(_ code: UInt16, _ value: Int32) {
    if code == EventCode.slot {
      slot = value
      return
    }
    guard slot >= 0 && slot < Int32(ContactTable.capacity) else { return }
    switch code {
    case EventCode.contactIdentity: places[Int(slot)].identify(value)
    case EventCode.contactX: places[Int(slot)].x = value
    case EventCode.contactY: places[Int(slot)].y = value
    case EventCode.contactTool: places[Int(slot)].isPalm = value == DeviceState.palm
    default: break
    }
  }

  private mutating func takeSingle(_ code: UInt16, _ value: Int32) {
    switch code {
    case EventCode.x: places[0].x = value
    case EventCode.y: places[0].y = value
    default: break
    }
  }

  // MARK: Protocol A

  /// Ends a contact of protocol A.
  mutating func closeContact() {
    frame.append(staged)
    staged = StagedContact()
  }

  /// Ends the contacts of a report of protocol A, and finds the place of each: by its identity if the device gives one,
  /// else nearest to a contact of the last report.
  ///
  /// - Parameter hasButton: whether the device has a button. With one it may report that nothing is down without any
  ///   contact; without one such a report says nothing of contacts.
  mutating func closeReport(hasButton: Bool) {
    let isEmpty = frame.reportCount == 0
    let pressure = staged.pressure
    staged = StagedContact()
    if isEmpty && !(hasButton ? !isPressed : pressure == 0) { return }
    var wasMatched = InlineArray<10, Bool>(repeating: false)
    while let pair = nearestPair(wasMatched) {
      places[pair.place].follow(frame.contacts[pair.contact])
      frame.contacts[pair.contact].isPlaced = true
      wasMatched[pair.place] = true
    }
    for index in 0..<ContactTable.capacity where !wasMatched[index] { places[index].identify(-1) }
    placeNew()
    frame.removeAll()
    if ignoresAnonymous { ignoresAnonymous = isAnyDown }
  }

  private var isAnyDown: Bool {
    for index in 0..<ContactTable.capacity where places[index].isDown { return true }
    return false
  }

  /// The contact of the last report and the one of this report that belong together and are nearest.
  private func nearestPair(_ wasMatched: InlineArray<10, Bool>) -> (place: Int, contact: Int)? {
    var best: (place: Int, contact: Int)?
    var least = Int64.max
    for place in 0..<ContactTable.capacity where places[place].isDown && !wasMatched[place] {
      for contact in 0..<frame.count where !frame.contacts[contact].isPlaced {
        guard let distance = places[place].distance(to: frame.contacts[contact]), distance < least else { continue }
        best = (place, contact)
        least = distance
      }
    }
    return best
  }

  private mutating func placeNew() {
    for contact in 0..<frame.count where !frame.contacts[contact].isPlaced {
      for place in 0..<ContactTable.capacity where !places[place].isDown && !frame.contacts[contact].isPlaced {
        places[place].follow(frame.contacts[contact])
        if ignoresAnonymous { places[place].ignore(identity: places[place].identity) }
        frame.contacts[contact].isPlaced = true
      }
    }
  }

  // MARK: States

  /// Replaces all contacts by those of a state. What is down is ignored until it ends.
  ///
  /// - Parameters:
  ///   - contactKey: the button of a single touch, nil for a device without.
  ///   - mayHaveContacts: whether fingers may be down whose state the kernel does not keep.
  mutating func load(_ state: DeviceState, kind: PointingKind, contactKey: UInt16?, mayHaveContacts: Bool) {
    self = ContactTable()
    slot = state.slot
    if let contactKey {
      isPressed = state.keys.contains(contactKey)
    } else {
      isPressed = state.pressure > 0
    }
    switch kind {
    case .slots: for index in 0..<ContactTable.capacity { places[index] = ContactPlace(state.contacts[index]) }
    case .single, .mouse:
      places[0].x = state.x
      places[0].y = state.y
      if isPressed { places[0].ignore(identity: 0) }
    case .anonymous: ignoresAnonymous = contactKey == nil ? mayHaveContacts : isPressed
    case .none: break
    }
  }
}

extension ContactPlace {
  /// A contact that was there before events could be read.
  init(_ state: SlotState) {
    identity = Swift.max(-1, state.identity)
    x = state.x
    y = state.y
    isPalm = state.isPalm
    report = isDown ? .ignored : .none
  }

  /// Ignores the contact of this identity, which is down, until it ends.
  fileprivate mutating func ignore(identity: Int32) {
    self.identity = identity
    hasEnded = false
    report = .ignored
  }

  /// Follows a contact of protocol A.
  fileprivate mutating func follow(_ contact: StagedContact) {
    identify(contact.identity ?? 0)
    x = contact.x
    y = contact.y
    isPalm = contact.isPalm
  }

  /// Square of the distance on the device's axes; nil if the two are not the same contact.
  fileprivate func distance(to contact: StagedContact) -> Int64? {
    if let identity = contact.identity, identity != self.identity { return nil }
    return PanelPoint(x: x, y: y).way(to: PanelPoint(x: contact.x, y: contact.y)).squaredLength
  }
}

/// A contact of protocol A while its events arrive.
private struct StagedContact: BitwiseCopyable {
  var x: Int32 = 0
  var y: Int32 = 0
  /// nil = the device gives none.
  var identity: Int32?
  var pressure: Int32?
  var isPalm = false
  var hasPosition = false
  /// Whether it has a place in the table.
  var isPlaced = false

  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case EventCode.contactX:
      x = value
      hasPosition = true
    case EventCode.contactY: y = value
    case EventCode.contactIdentity: identity = Swift.max(0, value)
    case EventCode.contactTool: isPalm = value == DeviceState.palm
    case EventCode.pressure: pressure = value
    default: break
    }
  }
}

/// The contacts of a report of protocol A. Those beyond its capacity are not followed.
private struct AnonymousFrame: BitwiseCopyable {
  var contacts = InlineArray<10, StagedContact>(repeating: StagedContact())
  /// Contacts with a position, 0 to 10.
  private(set) var count = 0
  /// Ends of contacts, also of those without a position: one alone says that nothing is down.
  private(set) var reportCount = 0

  mutating func append(_ contact: StagedContact) {
    reportCount = 1
    if !contact.hasPosition || count == ContactTable.capacity { return }
    contacts[count] = contact
    count += 1
  }

  mutating func removeAll() {
    count = 0
    reportCount = 0
  }
}
