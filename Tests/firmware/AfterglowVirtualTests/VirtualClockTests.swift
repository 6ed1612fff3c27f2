import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Testing

@Suite struct VirtualClockTests {
  /// What a loop that wakes every `everyMs` of realtime sees, as short strings.
  static func play(
    fromMs: Int64, toMs: Int64, everyMs: Int64, events: [VirtualEvent] = [], lux: [LuxSample] = [],
    maximumWaits: Int64 = 10_000, bankByteCount: Int = 16
  ) -> [String] {
    var seen: [String] = []
    let bank = UnsafeMutableRawBufferPointer.allocate(byteCount: bankByteCount, alignment: 64)
    defer { bank.deallocate() }
    events.withUnsafeBufferPointer { events in
      lux.withUnsafeBufferPointer { lux in
        var clock = VirtualClock(
          from: .init(milliseconds: fromMs), to: .init(milliseconds: toMs), lux: LuxTrace(samples: lux),
          events: events, maximumWaits: maximumWaits)
        loop: while true {
          let now = clock.now()
          let next = (now.realtime.milliseconds / everyMs + 1) * everyMs
          let wake = clock.wait(
            until: WakeUp(realtime: .init(milliseconds: next), monotonic: .distantFuture), idleBank: bank)
          let moment = clock.now()
          let stamp = "\(moment.realtime.milliseconds)/\(moment.monotonic.milliseconds)"
          switch wake {
          case .due: seen.append("\(stamp) due\(moment.isTrusted ? "" : "?")")
          case .light(let lux): seen.append("\(stamp) \(lux.map { "\($0.millilux)" } ?? "none")")
          case .distance(let millimetres): seen.append("\(stamp) distance \(millimetres ?? -1)")
          case .modeOverride(let mode): seen.append("\(stamp) mode \(mode.rawValue)")
          case .power(let isOn): seen.append("\(stamp) power \(isOn)")
          case .white(let white): seen.append("\(stamp) white \(white)")
          case .presence: seen.append("\(stamp) presence")
          case .input(let packet): seen.append("\(stamp) input \(packet.count)")
          case .answer(let answer): seen.append("\(stamp) answer \(answer.sequence)")
          case .page(let turn): seen.append("\(stamp) page \(turn.argument)")
          case .touchTest(let time): seen.append("\(stamp) test \(time.milliseconds)")
          case .archive(let count): seen.append("\(stamp) archive \(count) \(bank[0])")
          case .stop:
            seen.append("\(stamp) \(clock.ending)")
            break loop
          }
        }
      }
    }
    return seen
  }

  @Test func `time moves only in wait and stops before the end`() {
    #expect(
      Self.play(fromMs: 1_000, toMs: 4_000, everyMs: 1_000) == [
        "2000/1000 due", "3000/2000 due", "4000/3000 reachedEnd",
      ])
  }

  @Test func `readings, overrides and drop-outs arrive at their times`() {
    let events = [VirtualEvent(atMs: 1_500, .modeOverride(.night)), VirtualEvent(atMs: 2_000, .light(nil))]
    let lux = [LuxSample(atMs: 0, illuminance: .init(millilux: 9)), LuxSample(atMs: 2_500, illuminance: nil)]
    #expect(
      Self.play(fromMs: 0, toMs: 3_000, everyMs: 1_000, events: events, lux: lux) == [
        "0/0 9", "1000/1000 due", "1500/1500 mode 2", "2000/2000 none", "2500/2500 none", "3000/3000 reachedEnd",
      ])
  }

  @Test func `steps move realtime and leave monotonic time alone`() {
    let events = [
      VirtualEvent(atMs: 500, .clockStep(byMs: 10_000)), VirtualEvent(atMs: 1_200, .clockStep(byMs: -10_000)),
    ]
    #expect(
      Self.play(fromMs: 0, toMs: 3_000, everyMs: 1_000, events: events) == [
        "10500/500 due", "11000/1000 due", "1200/1200 due", "2000/2000 due", "3000/3000 reachedEnd",
      ])
  }

  @Test func `trust, archives and stops are played`() {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 20, alignment: 8)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 77)
    let small = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[0..<4])
    let events = [
      VirtualEvent(atMs: 100, .trust(false)), VirtualEvent(atMs: 200, .archive(small)),
      VirtualEvent(atMs: 300, .trust(true)), VirtualEvent(atMs: 400, .archive(UnsafeRawBufferPointer(bytes))),
      VirtualEvent(atMs: 500, .stop), VirtualEvent(atMs: 600, .light(nil)),
    ]
    #expect(
      Self.play(fromMs: 0, toMs: 3_000, everyMs: 1_000, events: events) == [
        "100/100 due?", "200/200 archive 4 77", "300/300 due", "400/400 archive 20 77", "500/500 stopped",
      ])
  }

  @Test func `a loop that never stops asking is stopped`() {
    // Requests a time in the past, repeatedly.
    var clock = VirtualClock(from: .init(milliseconds: 0), to: .init(milliseconds: 10), maximumWaits: 1_000)
    let bank = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    var waits = 0
    while true {
      let wake = clock.wait(
        until: WakeUp(realtime: .init(milliseconds: -5), monotonic: .distantFuture), idleBank: bank)
      if case .stop = wake { break }
      waits += 1
      if waits > 2_000 { break }
    }
    #expect(waits == 1_000 && clock.ending == .tooManyWaits)
    #expect(clock.now().monotonic.milliseconds == 0)
  }

  @Test func `nothing due jumps to the end`() {
    var clock = VirtualClock(from: .init(milliseconds: 0), to: .init(seconds: 86_400))
    let wake = clock.wait(
      until: WakeUp(realtime: .distantFuture, monotonic: .distantFuture),
      idleBank: UnsafeMutableRawBufferPointer(start: nil, count: 0))
    guard case .stop = wake else {
      Issue.record("\(wake)")
      return
    }
    #expect(clock.ending == .reachedEnd && clock.now().realtime.seconds == 86_400)
  }

  @Test func `a wait for monotonic time alone detects no step, as with the kernel's timers`() {
    let events = [VirtualEvent(atMs: 10, .clockStep(byMs: 1_000_000))]
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: .init(milliseconds: 0), to: .init(milliseconds: 1_000), events: events)
      let bank = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      _ = clock.wait(
        until: WakeUp(realtime: .distantFuture, monotonic: .init(milliseconds: 700)), idleBank: bank)
      #expect(clock.now().monotonic.milliseconds == 700 && clock.now().realtime.milliseconds == 1_000_700)
      // The next wait by realtime returns at once.
      let next = WakeUp(realtime: .init(milliseconds: 1_000_900), monotonic: .distantFuture)
      _ = clock.wait(until: next, idleBank: bank)
      #expect(clock.now().monotonic.milliseconds == 700)
      _ = clock.wait(until: next, idleBank: bank)
      #expect(clock.now().monotonic.milliseconds == 900)
    }
  }

  @Test func `a wait that detects steps ends with one, though nothing is due`() {
    let events = [VirtualEvent(atMs: 10, .clockStep(byMs: -1_000_000))]
    events.withUnsafeBufferPointer { events in
      var clock = VirtualClock(from: .init(milliseconds: 0), to: .init(milliseconds: 1_000), events: events)
      let never = WakeUp(realtime: .distantFuture, monotonic: .distantFuture).hearingClockSteps
      _ = clock.wait(until: never, idleBank: UnsafeMutableRawBufferPointer(start: nil, count: 0))
      #expect(clock.now().monotonic.milliseconds == 10 && clock.now().realtime.milliseconds == -999_990)
    }
  }
}
