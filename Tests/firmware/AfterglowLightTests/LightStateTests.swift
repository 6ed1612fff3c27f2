import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

@Suite struct LightStateTests {
  @Test func `a staircase goes down and up through every mode`() {
    var player = LightPlayer()
    player.play([(0, 300), (100, 20), (200, 10), (300, 1), (400, 3), (500, 4), (600, 10), (700, 40), (1000, 40)])
    #expect(player.flips.map(\.mode) == [.alwaysOn, .night, .alwaysOn, .day])
    let times = player.flips.map(\.at)
    // The holds are measured from the steps: 10 s down, 4 s up.
    #expect(times == [210, 310, 604, 704])
  }

  @Test func `a sawtooth between the limits never flips`() {
    for (low, high, start) in [(1.5, 4.5, 10.0), (2.5, 5.5, 1.0), (14.0, 29.0, 300.0), (16.0, 29.5, 300.0)] {
      var player = LightPlayer()
      player.reading(start, at: 0)
      let before = player.flips.count
      for step in 0..<3_600 {
        // Up within 8 s, down at once: below the enter threshold for less than its hold.
        let share = Double(step % 8) / 7
        player.reading(low + (high - low) * share, at: 60 + Double(step))
      }
      #expect(player.flips.count == before, "\(low)…\(high) lx")
    }
  }

  /// Fifteen percent of noise, for half an hour, around each limit of both thresholds, from either side.
  @Test func `noise around one limit flips at most once`() {
    var generator = SeededNumbers(seed: 3)
    for (limit, starts) in [(2.0, [0.5, 10.0]), (5.0, [0.5, 10.0]), (15.0, [10.0, 300.0]), (30.0, [10.0, 300.0])] {
      for start in starts {
        for _ in 0..<5 {
          let flips = noisy(around: limit, from: start, &generator)
          #expect(flips.count <= 1, "\(limit) lx from \(start): \(flips)")
        }
      }
    }
  }

  /// From the other end the middle threshold is crossed once, without returning.
  @Test func `noise seen from far away passes each threshold at most once`() {
    var generator = SeededNumbers(seed: 4)
    let order: [LightMode] = [.night, .alwaysOn, .day]
    for (limit, start) in [(2.0, 300.0), (5.0, 300.0), (15.0, 0.5), (30.0, 0.5)] {
      for _ in 0..<5 {
        let states = [start < 2 ? LightMode.night : .day] + noisy(around: limit, from: start, &generator)
        let places = states.compactMap { order.firstIndex(of: $0) }
        #expect(places == places.sorted() || places == places.sorted(by: >), "\(limit) lx from \(start): \(states)")
        #expect(Set(places).count == places.count, "\(limit) lx from \(start): \(states)")
      }
    }
  }

  private func noisy(around limit: Double, from start: Double, _ generator: inout SeededNumbers) -> [LightMode] {
    var player = LightPlayer()
    player.reading(start, at: 0)
    let before = player.flips.count
    for second in 1..<2_000 {
      player.reading(limit * Double.random(in: 0.85...1.15, using: &generator), at: Double(second))
    }
    return player.flips[before...].map(\.mode)
  }

  @Test func `a flash of one second does nothing`() {
    for (room, flash) in [(0.5, 5_000.0), (300.0, 0.0), (20.0, 0.0)] {
      var player = LightPlayer()
      player.reading(room, at: 0)
      let before = player.flips.count
      player.play([(100, flash), (101, room), (200, flash), (201, room), (400, room)])
      #expect(player.flips.count == before, "\(room) lx")
    }
  }

  @Test func `drop-outs hold the state and abandon what was pending`() {
    var player = LightPlayer()
    player.play([(0, 300), (50, 0.5), (58, nil), (600, nil)])
    #expect(player.flips.isEmpty)
    #expect(player.pending == .distantFuture)
    // The hold restarts with the readings.
    player.reading(0.5, at: 700)
    player.reading(0.5, at: 709)
    #expect(player.flips.isEmpty)
    player.reading(0.5, at: 720)
    #expect(player.last == .night)
    player.play([(800, nil), (5_000, nil)])
    #expect(player.last == .night)
  }

  @Test func `light that was never known is day and costs no wake-ups`() {
    var player = LightPlayer()
    player.play([(0, nil), (10, nil), (100_000, nil)])
    #expect(player.flips.isEmpty)
    #expect(player.pending == .distantFuture)
  }

  @Test func `the first reading decides at once`() {
    var player = LightPlayer()
    player.play([(0, nil), (5, 0.3)])
    #expect(player.flips.count == 1)
    #expect(player.flips[0].at == 5 && player.flips[0].mode == .night)
    player = LightPlayer()
    player.reading(10, at: 1)
    #expect(player.last == .alwaysOn)
    player = LightPlayer()
    player.reading(3, at: 1)
    #expect(player.last == .alwaysOn)
    player = LightPlayer()
    player.reading(100, at: 1)
    #expect(player.last == .day)
  }

  @Test func `the minimum stay holds either state`() {
    var player = LightPlayer()
    player.play([(0, 300), (20, 0.1), (40, 1_000), (200, 1_000)])
    let flips = player.flips
    let entered = flips.first { $0.mode.isNight }!.at
    let left = flips.first { $0.at > entered && !$0.mode.isNight }!.at
    #expect(left - entered >= 30)
    #expect(left - entered < 31)
  }

  @Test func `overrides win and the sensor is followed underneath`() {
    var player = LightPlayer()
    player.reading(300, at: 0, override: .night)
    #expect(player.last == .night)
    #expect(player.pending == .distantFuture)
    player.reading(300, at: 1, override: .alwaysOn)
    #expect(player.last == .alwaysOn)
    player.reading(0.1, at: 2, override: .day)
    #expect(player.last == .day)
    player.reading(0.1, at: 60)
    #expect(player.last == .night)
  }

  @Test func `asking more often changes nothing`() {
    var generator = SeededNumbers(seed: 11)
    for _ in 0..<50 {
      var readings: [(Int64, Illuminance?)] = []
      var at: Int64 = 0
      for _ in 0..<40 {
        at += Int64.random(in: 200...20_000, using: &generator)
        let lux = Double.random(in: -1...3, using: &generator)
        readings.append((at, lux < -0.9 ? nil : Illuminance(millilux: Int64(1000 * (lux * lux * lux * 30 + 1)))))
      }
      var once = LightState(settings: LightSettings())
      var often = LightState(settings: LightSettings())
      var now: Int64 = 0
      var held: Illuminance?
      // Both apply from the same moment.
      _ = once.update(now: MonotonicInstant(milliseconds: 0), lux: nil, override: .automatic)
      _ = often.update(now: MonotonicInstant(milliseconds: 0), lux: nil, override: .automatic)
      for (time, lux) in readings {
        while now < time {
          _ = often.update(now: MonotonicInstant(milliseconds: now), lux: held, override: .automatic)
          now += Int64.random(in: 1...400, using: &generator)
        }
        now = time
        held = lux
        let instant = MonotonicInstant(milliseconds: time)
        let a = once.update(now: instant, lux: lux, override: .automatic)
        let b = often.update(now: instant, lux: lux, override: .automatic)
        #expect(a == b)
      }
    }
  }

  @Test func `a decision falls exactly when it was announced`() {
    var state = LightState(settings: LightSettings())
    _ = state.update(now: .init(milliseconds: 0), lux: Illuminance(millilux: 300_000), override: .automatic)
    let dark = Illuminance(millilux: 10)
    let announced = state.update(now: .init(milliseconds: 1_000), lux: dark, override: .automatic).nextDecision
    let before = MonotonicInstant(milliseconds: announced.milliseconds - 1)
    #expect(state.update(now: before, lux: dark, override: .automatic).mode == .day)
    #expect(state.update(now: announced, lux: dark, override: .automatic).mode != .day)
  }
}
