import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowLinux

// A supervisor's touch tests: an author learns of each change of an input device, and the renderer draws it.
extension PanelSupervisor {
  /// How long a test lasts without a further message: the picture returns by itself when the author is gone.
  static var touchTestMs: Int64 { 3_000 }

  /// Handles an author's wish to test touches, or to test them no longer.
  mutating func takeTouchTest(_ message: ControlMessage, from index: Int) {
    guard let session else { return }
    if session.pointee.plan[.input].pointee == 0 {
      return refuse("nothing on this board can be touched; board.yaml names no input", to: index)
    }
    let now = SystemTime.boottimeMs
    var forwarded = ControlMessage(.touchTest)
    if message.value == 0 {
      if !post.clients.endTest(from: index) { return }
    } else {
      if post.clients.tester(atMs: now) != index { announceDevices(to: index) }
      forwarded.nextMonotonicMs = now + PanelSupervisor.touchTestMs
      post.clients.beginTest(from: index, untilMs: forwarded.nextMonotonicMs)
    }
    _ = life.send(forwarded)
  }

  /// Names the open devices.
  private func announceDevices(to index: Int) {
    guard let session, let devices = session.pointee.devices.inputDevices else { return }
    let isPassed = options.isAlone || session.pointee.devices.isInputNamed
    for number in 0..<UInt8(InputDevices.capacity) {
      guard let device = devices.describe(number) else { continue }
      var message = ControlMessage(touchable: device.pointing, isPassed: isPassed)
      device.name.withCString { message.write(cString: $0) }
      post.clients.send(message, to: index)
    }
  }

  /// Reports changes to the author that tests touches, if there is one.
  mutating func reportTested(_ packet: InputPacket) {
    guard packet.count > 0, let tester = post.clients.tester(atMs: SystemTime.boottimeMs), let session else { return }
    let devices = session.pointee.devices.inputDevices
    for index in 0..<packet.count {
      let change = packet[index]
      var raw: (x: Int32, y: Int32)?
      if case .contact(let contact) = change { raw = devices?.rawPosition(of: contact) }
      var message = ControlMessage(touched: change, raw: raw)
      if let number = change.device, let device = devices?.describe(number) {
        device.name.withCString { message.write(cString: $0) }
      }
      post.clients.send(message, to: tester)
    }
  }
}

extension InputPacket {
  /// Adds the changes of another packet without positions that later ones replace, as far as there is room.
  mutating func appendLatest(of packet: InputPacket) {
    for index in 0..<packet.count where !packet.isReplaced(index) && count < InputPacket.capacity {
      append(packet[index])
    }
  }

  /// Whether a change says nothing that a later one does not say.
  private func isReplaced(_ index: Int) -> Bool {
    switch self[index] {
    case .pointer: return true
    case .contact(let contact) where contact.phase == .moved:
      for later in 0..<count where later > index {
        if case .contact(let next) = self[later], next.device == contact.device, next.place == contact.place {
          return true
        }
      }
      return false
    default: return false
    }
  }
}
