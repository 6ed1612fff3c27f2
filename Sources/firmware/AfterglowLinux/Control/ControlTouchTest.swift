import AfterglowCore
import AfterglowInput

// Touch tests in packets of kind `touched`. `text` = name of the device, empty for a program. With a change: it is in the
// damage, as in `input`; `causes` bit 0: `value` has the position on the device's own axes, x in the low half. Without one:
// the device is open; `value` = its `PointingKind`; `causes` bit 1: its touches only wake.
extension ControlMessage {
  /// A change of an input device.
  public init(touched change: InputChange, raw: (x: Int32, y: Int32)?) {
    var packet = InputPacket()
    packet.append(change)
    self.init(packet, from: 0)
    kindByte = ControlKind.touched.rawValue
    if let raw {
      value = Int64(raw.y) << 32 | Int64(UInt32(bitPattern: raw.x))
      causes = 1
    }
  }

  /// A device that is open.
  public init(touchable pointing: PointingKind, isPassed: Bool) {
    self.init(.touched, value: Int64(pointing.rawValue))
    causes = isPassed ? 0 : 2
  }

  /// The change; nil in the message of a device.
  public var touched: InputChange? {
    let packet = input
    return packet.count > 0 ? packet[0] : nil
  }

  /// The position on the device's own axes; nil = it has none.
  public var rawPosition: (x: Int32, y: Int32)? {
    if causes & 1 == 0 { return nil }
    return (Int32(truncatingIfNeeded: value), Int32(truncatingIfNeeded: value >> 32))
  }

  /// The way in which a device that is open reports positions.
  public var pointing: PointingKind { PointingKind(rawValue: UInt8(truncatingIfNeeded: value)) ?? .none }

  /// Whether touches of a device that is open only wake the panel.
  public var onlyWakes: Bool { causes & 2 != 0 }
}
