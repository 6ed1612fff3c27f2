import AfterglowCore
import AfterglowInput

// Changes of input devices in packets: each in the 16 bytes of a damaged rectangle, its time in ms after
// `nextMonotonicMs`.
extension ControlMessage {
  /// Changes in one message.
  public static var inputCapacity: Int { 16 }

  /// A message of kind `input` with the packet's changes from `first` on, as many as fit.
  public init(_ packet: InputPacket, from first: Int) {
    self.init(.input)
    if first < packet.count { nextMonotonicMs = packet[first].at.milliseconds }
    for index in first..<Swift.min(packet.count, first + ControlMessage.inputCapacity) {
      addDamage(ControlMessage.rect(of: packet[index], after: nextMonotonicMs))
    }
  }

  /// The content of a message of kind `input`. A change of an unknown kind cancels everything that is down.
  public var input: InputPacket { input(until: .distantFuture) }

  /// The content of a message of kind `input`, with no time after `latest`: gestures and commands count from the latest
  /// time that they have seen, so that one in the far future would hold up all that follow.
  public func input(until latest: MonotonicInstant) -> InputPacket {
    var packet = InputPacket()
    for index in 0..<Int(Swift.min(damageCount, 16)) {
      let ms = nextMonotonicMs &+ Int64(damageStorage[index].y1)
      let at = MonotonicInstant(milliseconds: Swift.max(0, Swift.min(latest.milliseconds, ms)))
      packet.append(ControlMessage.change(damageStorage[index], at: at))
    }
    return packet
  }

  private static func rect(of change: InputChange, after base: Int64) -> PixelRect {
    let word: ChangeWord
    var (x, y): (Int32, Int32) = (0, 0)
    switch change {
    case .contact(let contact):
      word = ChangeWord(.contact, contact.phase.rawValue, device: contact.device, place: contact.place)
      (x, y) = (contact.position.x, contact.position.y)
    case .key(let key):
      word = ChangeWord(.key, key.isDown ? 1 : 0, device: key.device)
      x = Int32(key.code)
    case .turn(let turn):
      word = ChangeWord(.turn, device: turn.device)
      x = turn.detents
    case .pointer(let position, _):
      word = ChangeWord(.pointer)
      (x, y) = (position.x, position.y)
    case .presence: word = ChangeWord(.presence)
    case .cancelled(let device, _): word = ChangeWord(.cancelled, device: device)
    }
    return PixelRect(x0: word.bits, y0: x, x1: y, y1: Int32(clamping: change.at.milliseconds &- base))
  }

  private static func change(_ rect: PixelRect, at: MonotonicInstant) -> InputChange {
    let word = ChangeWord(bits: rect.x0)
    let position = PanelPoint(x: rect.y0, y: rect.x1)
    switch word.kind {
    case .contact:
      guard let phase = TouchContact.Phase(rawValue: word.detail) else { break }
      return .contact(TouchContact(device: word.device, place: word.place, phase: phase, position: position, at: at))
    case .key:
      let code = UInt16(clamping: rect.y0)
      return .key(KeyChange(device: word.device, code: code, isDown: word.detail != 0, at: at))
    case .turn: return .turn(KnobTurn(device: word.device, detents: rect.y0, at: at))
    case .pointer: return .pointer(position, at: at)
    case .presence: return .presence(at: at)
    case .cancelled: return .cancelled(device: word.device, at: at)
    case nil: break
    }
    return .cancelled(device: InputChange.everyDevice, at: at)
  }
}

/// The first four bytes of a change: its kind, a detail of it, device and place.
private struct ChangeWord {
  enum Kind: UInt8 {
    case contact = 0
    case key = 1
    case turn = 2
    case pointer = 3
    case presence = 4
    case cancelled = 5
  }

  let bits: Int32

  init(bits: Int32) { self.bits = bits }

  init(_ kind: Kind, _ detail: UInt8 = 0, device: UInt8 = 0, place: UInt8 = 0) {
    let word = UInt32(kind.rawValue) | UInt32(detail) << 8 | UInt32(device) << 16 | UInt32(place) << 24
    bits = Int32(bitPattern: word)
  }

  var kind: Kind? { Kind(rawValue: byte(0)) }
  var detail: UInt8 { byte(8) }
  var device: UInt8 { byte(16) }
  var place: UInt8 { byte(24) }

  private func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: UInt32(bitPattern: bits) >> shift) }
}
