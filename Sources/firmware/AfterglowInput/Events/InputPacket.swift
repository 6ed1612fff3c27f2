import AfterglowCore

/// Changes that are delivered together, at most one packet per frame of the panel. No change is merged with another, so
/// that a finger's path and its times stay as the device reported them.
public struct InputPacket: Sendable, BitwiseCopyable {
  /// Largest number of changes.
  public static var capacity: Int { 32 }

  private var changes: InlineArray<32, InputChange>
  /// Changes in the packet, 0 to `capacity`.
  public private(set) var count = 0

  /// An empty packet.
  public init() {
    changes = InlineArray(repeating: .cancelled(device: 0, at: MonotonicInstant(milliseconds: 0)))
  }

  /// Whether it holds all changes of any one event. If not, deliver the packet before the next event.
  public var hasRoomForEvent: Bool { count + DeviceDecoder.maximumChangesPerEvent <= InputPacket.capacity }

  /// The change at `index`, which must be below `count`, in the order of arrival.
  public subscript(index: Int) -> InputChange {
    precondition(index >= 0 && index < count)
    return changes[index]
  }

  /// Whether any of its changes shows that a viewer is present.
  public var isActive: Bool {
    for index in 0..<count where changes[index].isActivity { return true }
    return false
  }

  /// Adds a change. In a full packet one change takes the place of all others: everything that is down is cancelled, so
  /// that no press outlives a lost release.
  public mutating func append(_ change: InputChange) {
    if count == InputPacket.capacity {
      changes[0] = .cancelled(device: InputChange.everyDevice, at: change.at)
      count = 1
      return
    }
    changes[count] = change
    count += 1
  }

  /// Empties the packet after its delivery.
  public mutating func removeAll() { count = 0 }
}
