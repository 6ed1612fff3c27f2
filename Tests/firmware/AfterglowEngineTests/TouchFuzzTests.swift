import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import Foundation
import TestSupport
import Testing

@testable import AfterglowEngine

/// Any events of any devices, from the decoder to the command.
///
/// AFTERGLOW_TOUCH_EVENTS sets the number of events.
@Suite struct TouchFuzzTests {
  private static let eventCount =
    ProcessInfo.processInfo.environment["AFTERGLOW_TOUCH_EVENTS"].flatMap { Int($0) } ?? 1_000_000

  /// Two neighbours, one of which is smaller than a finger, a region in another, and one at the panel's edge.
  private static let scene = RegionScene(regions: [
    PixelRect(x0: 10, y0: 8, x1: 40, y1: 40), PixelRect(x0: 18, y0: 18, x1: 23, y1: 23),
    PixelRect(x0: 42, y0: 18, x1: 46, y1: 22), PixelRect(x0: 60, y0: 0, x1: 90, y1: 60),
    PixelRect(x0: 112, y0: 20, x1: 120, y1: 24),
  ])

  /// A panel whose devices come and go.
  private final class Panel {
    private let rig: Rig
    private let surface: TouchSurface
    private var devices: [FuzzedDevice] = []
    private var packet = InputPacket()
    private var truth = TapTruth(TouchFuzzTests.scene)
    private(set) var nowMs: Int64 = 0
    private(set) var eventCount = 0
    /// Actions after a tap, and after the press of a key.
    private(set) var tapCount = 0
    private(set) var pressCount = 0
    private(set) var problems: [String] = []

    init() throws {
      let (file, board) = try TouchFuzzTests.scene.build()
      rig = Rig(board)
      try rig.load(file)
      surface = Engine.surface(of: board)
      step()
    }

    private var now: MonotonicInstant { MonotonicInstant(milliseconds: nowMs) }

    func connect(_ kinds: [DeviceTraits]) {
      devices = kinds.enumerated().map { FuzzedDevice($0.element, number: UInt8($0.offset), surface: surface) }
    }

    var deviceCount: Int { devices.count }

    /// The first device that a finger can tap.
    var touchDevice: Int? { devices.firstIndex { $0.kind == .slots || $0.kind == .single } }

    func play(_ event: InputEvent, on device: Int) {
      eventCount += 1
      if event.type == EventType.synchronisation && event.code == EventCode.dropped {
        // Of a finger that was down the way is not known.
        deliver()
        truth.forget(device)
      }
      if !packet.hasRoomForEvent { deliver() }
      devices[device].play(event, into: &packet)
    }

    func random(_ random: inout SeededNumbers, on device: Int) {
      nowMs += Int64(random.next() % 40)
      play(FuzzedDevice.event(random.next(), at: now), on: device)
    }

    /// The kernel drops events, and reports that some events later.
    func drop(_ random: inout SeededNumbers, on device: Int) {
      deliver()
      truth.forget(device)
      for _ in 0..<random.next() % 12 {
        eventCount += 1
        devices[device].lose(FuzzedDevice.event(random.next(), at: now))
      }
      play(InputEvent(at: now, type: EventType.synchronisation, code: EventCode.dropped, value: 0), on: device)
      for _ in 0..<random.next() % 4 { self.random(&random, on: device) }
      play(InputEvent(at: now, type: EventType.synchronisation, code: EventCode.report, value: 0), on: device)
    }

    /// A whole tap on a pixel, if the device can be tapped.
    func tap(_ x: Int32, _ y: Int32, on device: Int) {
      guard let tap = FuzzedDevice.tap(devices[device].kind, x: x, y: y) else { return }
      for part in [tap.down, tap.up] {
        nowMs += 60
        for event in part {
          let (type, code) = (UInt16(event[0]), UInt16(event[1]))
          play(InputEvent(at: now, type: type, code: code, value: event[2]), on: device)
        }
      }
    }

    func remove(_ device: Int) {
      if !packet.hasRoomForEvent { deliver() }
      devices[device].remove(at: now, into: &packet)
    }

    func deliver() {
      for index in 0..<packet.count { truth.follow(packet[index]) }
      rig.engine.take(packet, isDark: false)
      packet.removeAll()
      while let command = rig.engine.takeCommand() {
        switch truth.cause(of: command) {
        case .tap: tapCount += 1
        case .key: pressCount += 1
        case nil: problems.append("\(command)")
        }
        rig.engine.take(ActionAnswer(sequence: command.sequence, outcome: .done))
      }
      truth.forgetComplete()
    }

    func step() {
      deliver()
      let realtime = Instant(milliseconds: 100_000 + nowMs)
      _ = rig.engine.step(
        Moment(realtime: realtime, monotonic: now, isTrusted: true), lux: nil, override: .day, distance: nil)
      rig.engine.noteGlass()
    }

    /// Whether a region is shown as pressed.
    var isPressed: Bool { rig.engine.touch?.pointee.pressed != nil }
  }

  /// One to three devices, of all kinds in turn.
  private static func kinds(_ round: Int) -> [DeviceTraits] {
    let all = FuzzedDevice.everyKind
    return (0...round % 3).map { all[(round / 3 + $0) % all.count] }
  }

  /// Random events with whole taps, drops and devices that are gone; then all devices are.
  private static func playRound(_ panel: Panel, _ random: inout SeededNumbers, until end: Int) {
    while panel.eventCount < end {
      let device = Int(random.next() % UInt64(panel.deviceCount))
      switch random.next() % 400 {
      case 0, 1: panel.remove(device)
      case 2...4: panel.drop(&random, on: device)
      case 5...12: panel.step()
      case 13...44: panel.deliver()
      case 45...52: panel.tap(Int32(random.next() % 120), Int32(random.next() % 60), on: device)
      case 53, 54:
        for device in 0..<panel.deviceCount { panel.remove(device) }
        panel.tap(Int32(random.next() % 120), Int32(random.next() % 60), on: device)
      default: panel.random(&random, on: device)
      }
    }
    for device in 0..<panel.deviceCount { panel.remove(device) }
    panel.deliver()
  }

  /// After each round of 500 events a tap acts again.
  @Test func `any events act only after a whole tap in one region or a key's press, and leave no press`() throws {
    let panel = try Panel()
    var random = SeededNumbers(seed: 51)
    var rounds = 0
    var amongOthers = 0
    while panel.eventCount < Self.eventCount {
      panel.connect(Self.kinds(rounds))
      rounds += 1
      let before = panel.tapCount
      Self.playRound(panel, &random, until: panel.eventCount + 500)
      amongOthers += panel.tapCount - before
      if panel.isPressed { Issue.record("a region is pressed after round \(rounds)") }
      guard let device = panel.touchDevice, Self.isWhole(Self.kinds(rounds - 1)[device]) else { continue }
      panel.step()
      let count = panel.tapCount
      panel.tap(75, 30, on: device)
      panel.deliver()
      if panel.tapCount != count + 1 { Issue.record("a tap does nothing after round \(rounds)") }
    }
    #expect(panel.problems.isEmpty, "\(panel.problems.count), first \(panel.problems.first ?? "")")
    // The events are not so random that nothing happens.
    #expect(amongOthers > rounds / 20 && panel.pressCount > rounds / 20, "\(amongOthers), \(panel.pressCount)")
  }

  /// Whether both axes have a range.
  private static func isWhole(_ traits: DeviceTraits) -> Bool { traits.x.isUsable && traits.y.isUsable }
}
