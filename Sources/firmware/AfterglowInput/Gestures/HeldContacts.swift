import AfterglowCore

/// A contact that is down.
private struct HeldContact: BitwiseCopyable {
  var device: UInt8 = 0
  var place: UInt8 = 0
  var at = MonotonicInstant(milliseconds: 0)
}

/// The contacts that are down on a panel, of all its devices. Those beyond its capacity are not counted.
struct HeldContacts: BitwiseCopyable {
  private var contacts = InlineArray<16, HeldContact>(repeating: HeldContact())
  private var count = 0

  /// Adds a contact; one of the same device and place has then ended.
  mutating func insert(_ contact: TouchContact, at time: MonotonicInstant) {
    remove(contact)
    if count == 16 { return }
    contacts[count] = HeldContact(device: contact.device, place: contact.place, at: time)
    count += 1
  }

  /// Removes the contact of this device and place.
  mutating func remove(_ contact: TouchContact) {
    for index in 0..<count where contacts[index].device == contact.device && contacts[index].place == contact.place {
      remove(at: index)
      return
    }
  }

  /// Removes all contacts of a device.
  mutating func removeAll(of device: UInt8) {
    var index = 0
    while index < count {
      if InputChange.everyDevice == device || contacts[index].device == device {
        remove(at: index)
      } else {
        index += 1
      }
    }
  }

  private mutating func remove(at index: Int) {
    count -= 1
    contacts[index] = contacts[count]
  }

  /// Whether a contact was put down recently.
  func hasRecent(at time: MonotonicInstant) -> Bool {
    for index in 0..<count where time.milliseconds - contacts[index].at.milliseconds < GestureFigures.restMs {
      return true
    }
    return false
  }
}
