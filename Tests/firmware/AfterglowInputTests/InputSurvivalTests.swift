import AfterglowCore
import AfterglowInput
import TestSupport
import Testing

/// Any events of any devices, with drops and devices that are gone in mid-gesture.
@Suite struct InputSurvivalTests {
  /// One to three devices, of all kinds in turn.
  private static func devices(_ seed: UInt64) -> [DeviceTraits] {
    let kinds = InputRig.everyKind
    return (0...Int(seed % 3)).map { kinds[(Int(seed / 3) + $0) % kinds.count] }
  }

  /// Plays random events on devices and then removes them all.
  private static func play(seed: UInt64, on devices: [DeviceTraits], count: Int) -> InputRig {
    let rig = InputRig(devices)
    var random = SeededNumbers(seed: seed)
    var time: Int64 = 0
    for _ in 0..<count {
      time += Int64(random.next() % 40)
      let at = MonotonicInstant(milliseconds: time)
      let device = Int(random.next() % UInt64(devices.count))
      switch random.next() % 200 {
      case 0: rig.remove(device, at: at)
      case 1: rig.abandon()
      case 2...40: rig.deliver()
      case 41...60: rig.play(InputRig.event(random.next(), at: at), device: device, isLost: true)
      default: rig.play(InputRig.event(random.next(), at: at), device: device)
      }
    }
    rig.removeAll(at: MonotonicInstant(milliseconds: time))
    return rig
  }

  @Test func `a million events crash nothing, and no press is left when the devices are gone`() {
    var tapCount = 0
    for seed in UInt64(1)...500 {
      let rig = Self.play(seed: seed, on: Self.devices(seed), count: 2_000)
      #expect(rig.balance.problems.isEmpty && rig.balance.isAtRest, "seed \(seed): \(rig.balance.problems)")
      tapCount += rig.found.count { if case .tap = $0 { true } else { false } }
    }
    // The events are not so random that nothing happens.
    #expect(tapCount > 300, "\(tapCount)")
  }

  @Test func `after any events a tap is a tap again`() {
    for seed in UInt64(1)...200 {
      let rig = Self.play(seed: seed, on: InputRig.everyKind, count: 300)
      rig.forget()
      let start = Int64(1_000_000)
      let touch: [(Int64, UInt16, UInt16, Int32)] = [
        (0, 3, 0x2F, 0), (0, 3, 0x37, 0), (0, 3, 0x39, 9), (0, 3, 0x35, 100), (0, 3, 0x36, 50), (0, 0, 0, 0),
        (50, 3, 0x39, -1), (50, 0, 0, 0),
      ]
      for event in touch {
        rig.play(
          InputEvent(
            at: MonotonicInstant(milliseconds: start + event.0), type: event.1, code: event.2, value: event.3))
      }
      rig.deliver()
      let point = PanelPoint(x: 20_100, y: 10_100)
      #expect(rig.found == [.press(point), .tap(from: point, to: point)], "seed \(seed)")
    }
  }

  @Test func `each tap is a contact that stayed near its beginning`() {
    for seed in UInt64(1)...300 {
      let rig = Self.play(seed: seed, on: Self.devices(seed), count: 1_000)
      var paths: [Int: [PanelPoint]] = [:]
      var whole: [[PanelPoint]] = []
      for change in rig.changes {
        switch change {
        case .contact(let contact):
          let key = Int(contact.device) * 16 + Int(contact.place)
          if contact.phase == .began { paths[key] = [] }
          paths[key]?.append(contact.position)
          if contact.phase == .ended, let path = paths[key] { whole.append(path) }
          if contact.phase != .began && contact.phase != .moved { paths[key] = nil }
        case .cancelled(let device, _):
          paths = paths.filter { $0.key / 16 != Int(device) && device != InputChange.everyDevice }
        default: break
        }
      }
      for case .tap(let start, let end) in rig.found {
        let isWhole = whole.contains { path in
          path.first == start && path.last == end && path.allSatisfy { Self.isNear($0, start) }
        }
        #expect(isWhole, "seed \(seed): \(start) to \(end)")
      }
    }
  }

  private static func isNear(_ a: PanelPoint, _ b: PanelPoint) -> Bool {
    let x = Double(a.x) - Double(b.x)
    let y = Double(a.y) - Double(b.y)
    return x * x + y * y <= 2_500 * 2_500
  }
}
