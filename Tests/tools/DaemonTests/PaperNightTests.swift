import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowPanelModels
import AfterglowPreview
import AfterglowVirtual
import Foundation
import Testing

/// A minute clock on the strict model of each panel, by every kind of night, for a week with `AFTERGLOW_WEEKS=1`
/// (`make test-weeks`). `make test` tries each panel by one kind, and one small panel by each, from the evening to the morning.
@Suite struct PaperNightTests {
  private static let isWhole = ProcessInfo.processInfo.environment["AFTERGLOW_WEEKS"] == "1"
  private static let panels = [
    "waveshare-2in13-v4", "waveshare-2in9-v2", "waveshare-2in9-v2-old", "waveshare-4in2-v2", "waveshare-7in5-v2",
    "waveshare-7in5-v2-old", "waveshare-7in3-e6", "waveshare-4in0-e6",
  ]

  /// The sample of `make test`: one small panel by each kind of night, the others by one.
  private static let sample: [(String, Night)] =
    Night.allCases.map { ("waveshare-2in13-v4", $0) } + [
      ("waveshare-2in9-v2", .shortSchedule), ("waveshare-2in9-v2-old", .sensor), ("waveshare-4in2-v2", .both),
      ("waveshare-7in5-v2", .schedule), ("waveshare-7in5-v2-old", .schedule), ("waveshare-7in3-e6", .schedule),
      ("waveshare-4in0-e6", .shortSchedule),
    ]
  private static let tried: [(String, Night)] =
    isWhole ? panels.flatMap { panel in Night.allCases.map { (panel, $0) } } : sample

  enum Night: CaseIterable {
    case schedule, shortSchedule, sensor, both, none

    var light: String {
      let night = "{mode: night, from: \"23:00\", to: \"06:30\"}"
      return switch self {
      case .schedule: "{sensor: none, schedule: [\(night)]}"
      case .shortSchedule: "{sensor: none, schedule: [{mode: night, from: \"00:30\", to: \"06:00\"}]}"
      case .sensor: "{sensor: trace, file: light.csv}"
      case .both:
        "{sensor: trace, file: light.csv, schedule: [{mode: night, from: \"23:00\", to: \"06:30\", decides: darker}]}"
      case .none: "{sensor: none}"
      }
    }

    /// Whether it is night at a second of the wall clock of a day. The sensor's night begins some seconds later.
    func isDark(_ second: Int64) -> Bool {
      switch self {
      case .schedule, .both: second >= 23 * 3600 || second < 6 * 3600 + 1800
      case .shortSchedule: second >= 1800 && second < 6 * 3600
      case .sensor: second >= 23 * 3600 + 60 || second < 6 * 3600 + 1800
      case .none: false
      }
    }

    /// In seconds of the wall clock.
    var morning: Int64 { self == .shortSchedule ? 6 * 3600 : 6 * 3600 + 1800 }
  }

  /// What a panel did, in seconds since midnight before the simulation.
  private final class Log {
    var flashes: [Int64] = []
    var pictures: [Int64] = []
    var counts = (full: 0, partial: 0)
    /// Night changes that were drawn.
    var partials: [Int64] = []
  }

  private struct Observer: ~Copyable, UpdateObserver {
    mutating func presented(_ report: borrowing UpdateReport) {}
    mutating func refused(_ error: ArchiveError, atByteCount: Int) { Issue.record("\(error)") }
    mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {
      if case .tooEarly = error { return }
      Issue.record("\(error)")
    }
  }

  /// Notes what the model has done, each time that the loop waits.
  private struct WatchingClock: ~Copyable, Clock {
    var base: VirtualClock
    let model: SimulatedPanel
    let log: Log
    let midnight: Int64
    private var begunAt: Int64?

    init(_ base: consuming VirtualClock, _ model: SimulatedPanel, _ log: Log, midnight: Int64) {
      self.base = base
      self.model = model
      self.log = log
      self.midnight = midnight
    }

    private mutating func look(isWorking: Bool) {
      let now = (base.now().realtime.milliseconds - midnight) / 1000
      // The first wait of a refresh is when it began.
      if isWorking && begunAt == nil { begunAt = now }
      let began = begunAt ?? now
      if model.fullRefreshCount > log.counts.full {
        log.flashes.append(began)
        log.pictures.append(began)
      } else if model.partialRefreshCount > log.counts.partial {
        log.partials.append(began)
        log.pictures.append(began)
      }
      log.counts = (model.fullRefreshCount, model.partialRefreshCount)
      if !isWorking { begunAt = nil }
    }

    mutating func now() -> Moment { base.now() }
    mutating func pause(until time: MonotonicInstant, signal: Int32) { base.pause(until: time, signal: signal) }
    mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
      look(isWorking: wakeUp.isForDisplay)
      return base.wait(until: wakeUp, idleBank: idleBank)
    }
  }

  private func simulate(_ panel: String, _ night: Night, days: Int64) throws -> Log {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ag-night-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try write(
      """
      name: Night
      display: {kind: epaper-simulated, panel: \(panel)}
      light: \(night.light)
      clock: {trust: always}
      memory: {archive: 1024}
      """, "board.yaml")
    // With seconds in whole days from 20:00: dark from 23:00 to 06:30.
    let trace = (0...days).flatMap { day in
      ["\(day * 86_400),100", "\(day * 86_400 + 10_800),0.2", "\(day * 86_400 + 37_800),100"]
    }
    try write(trace.joined(separator: "\n"), "light.csv")
    try write(
      "context: standBy\nzone: Europe/Berlin\nlocale: en-GB\nwidgets:\n  - {kind: clock, configuration: {face: slab}}\n",
      "scene.yaml")
    // 2026-11-16, from 20:00 in Berlin.
    let midnight: Int64 = 1_794_783_600_000
    let from = Instant(milliseconds: midnight + 20 * 3_600_000)
    let to = Instant(milliseconds: midnight + 24 * 3_600_000 * days + 8 * 3_600_000)
    let board = try BoardSource(folder.path).compile(at: from)
    let stage = try SceneStage(board)
    let glass = StagePanel(board.record)
    let model = try #require(glass.paper).model
    let log = Log()
    let light = try board.boardTrace()
    let base = light.map { VirtualClock(from: from, to: to, lux: $0.trace) } ?? VirtualClock(from: from, to: to)
    var clock = WatchingClock(base, model, log, midnight: midnight)
    var observer = Observer()
    stage.runLoop(on: glass, clock: &clock, observer: &observer, lux: light?.trace.illuminance(atMs: 0))
    withExtendedLifetime(light) {}
    model.finish()
    for violation in model.violations.prefix(5) { Issue.record("\(panel), \(night): \(violation)") }
    return log
  }

  @Test(arguments: tried)
  func `a night has no flash, and no clock in a lit room stands`(_ panel: String, _ night: Night) throws {
    let days: Int64 = Self.isWhole ? 7 : 1
    let log = try simulate(panel, night, days: days)
    let name = "\(panel), \(night)"
    let hasPartials = !log.partials.isEmpty
    #expect(hasPartials == !panel.contains("e6"))
    for flash in log.flashes { #expect(!night.isDark(flash % 86_400), "\(name): a flash at \(Self.text(flash))") }
    // A minute, or three where every change is a flash, and the refresh itself.
    let interval: Int64 = hasPartials ? 65 : 240
    for (last, next) in zip(log.pictures, log.pictures.dropFirst()) where next - last > interval {
      // For four minutes before a scheduled night the hour alone is shown, and the picture may stand.
      let isNight = [last + interval, next - 60].allSatisfy { time in
        night.isDark(time % 86_400) || night.isDark((time + 240) % 86_400)
      }
      #expect(isNight, "\(name): nothing from \(Self.text(last)) to \(Self.text(next))")
    }
    if night == .none { return }
    for day in 1...days {
      let morning = day * 86_400 + night.morning
      // A sensor's light must hold for some seconds.
      #expect(
        log.pictures.contains {
          $0 >= morning && $0 <= morning + (night == .schedule || night == .shortSchedule ? 1 : 60)
        },
        "\(name): not shown in the morning")
      let changes = log.partials.filter { $0 > day * 86_400 && $0 < morning && night.isDark($0 % 86_400) }
      #expect(changes.count <= 5)
      if night == .shortSchedule && hasPartials {
        #expect(
          changes.map { $0 % 86_400 / 3600 } == [1, 2, 3, 4, 5] && changes.allSatisfy { $0 % 3600 <= 1 },
          "\(name): \(changes)")
      }
      if night == .schedule && hasPartials {
        #expect(changes.map { $0 % 86_400 / 3600 }.suffix(3) == [2, 4, 6], "\(name): \(changes)")
      }
    }
  }

  private static func text(_ second: Int64) -> String {
    let day = second / 86_400
    return "day \(day), \(second % 86_400 / 3600):\(second % 3600 / 60):\(second % 60)"
  }
}
