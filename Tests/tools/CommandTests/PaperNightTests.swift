import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowKit
import AfterglowLight
import AfterglowPanelModels
import AfterglowPreview
import AfterglowVirtual
import Foundation
import PixelSupport
import Testing

/// A minute clock on the strict model of each panel, by every kind of night, for a week with `AFTERGLOW_WEEKS=1`
/// (`make test-weeks`). `make test` tries each panel by one kind, and one small panel by each, from the evening to the morning;
/// so it does each shipped board. A trace stands for the sensors whose readings arrive by themselves.
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
    /// A schedule with a sensor that it overrules, with one that has no reading yet, and in a light that never changes.
    case overruled, external, constant

    var light: String {
      let night = "{mode: night, from: \"23:00\", to: \"06:30\"}"
      return switch self {
      case .schedule: "{sensor: none, schedule: [\(night)]}"
      case .shortSchedule: "{sensor: none, schedule: [{mode: night, from: \"00:30\", to: \"06:00\"}]}"
      case .sensor: "{sensor: trace, file: light.csv}"
      case .both:
        "{sensor: trace, file: light.csv, schedule: [{mode: night, from: \"23:00\", to: \"06:30\", decides: darker}]}"
      case .none: "{sensor: none}"
      case .overruled:
        "{sensor: trace, file: light.csv, schedule: [{mode: night, from: \"23:00\", to: \"06:30\", decides: always}]}"
      case .external: "{sensor: external, schedule: [\(night)]}"
      case .constant:
        "{sensor: constant, lux: 300, schedule: [{mode: night, from: \"23:00\", to: \"06:30\", decides: always}]}"
      }
    }

    /// Whether it is night at a second of the wall clock of a day. The sensor's night begins some seconds later.
    func isDark(_ second: Int64) -> Bool {
      switch self {
      case .schedule, .both, .overruled, .external, .constant: second >= 23 * 3600 || second < 6 * 3600 + 1800
      case .shortSchedule: second >= 1800 && second < 6 * 3600
      case .sensor: second >= 23 * 3600 + 60 || second < 6 * 3600 + 1800
      case .none: false
      }
    }

    /// When the night ends, in seconds of the wall clock.
    var morning: Int64 { self == .shortSchedule ? 6 * 3600 : 6 * 3600 + 1800 }

    /// How long after its end the panel may still show the night, in seconds: a sensor's light must hold for some.
    var patience: Int64 {
      switch self {
      case .schedule, .shortSchedule, .external, .constant: 1
      case .sensor, .both, .overruled, .none: 60
      }
    }
  }

  /// What a panel did, in seconds since midnight before the simulation.
  private final class Log {
    var flashes: [Int64] = []
    var pictures: [Int64] = []
    var counts = (full: 0, partial: 0)
    /// Night changes that were drawn.
    var partials: [Int64] = []
    /// The glass after each refresh that ended after midnight; empty unless `keepsGlances`.
    var glances: [(at: Int64, picture: PanelPicture)] = []
    let keepsGlances: Bool
    private var generation = 0

    init(keepsGlances: Bool) { self.keepsGlances = keepsGlances }

    /// Keeps the glass if it has changed.
    func glance(at glass: StagePanel, _ model: SimulatedPanel, _ second: Int64) {
      if !keepsGlances || second < 86_400 || model.glass.generation == generation { return }
      generation = model.glass.generation
      glances.append((second, glass.picture))
    }
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
    let glass: StagePanel
    let model: SimulatedPanel
    let log: Log
    private var begunAt: Int64?

    init(_ base: consuming VirtualClock, on glass: StagePanel, _ model: SimulatedPanel, _ log: Log) {
      self.base = base
      self.glass = glass
      self.model = model
      self.log = log
    }

    private mutating func look(isWorking: Bool) {
      let now = (base.now().realtime.milliseconds - PaperNightTests.midnight) / 1000
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
      if isWorking { return }
      begunAt = nil
      log.glance(at: glass, model, now)
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
    let from = Self.instant(20 * 3600)
    let board = try BoardSource(folder.path).compile(at: from)
    return try play(board, from: from, to: Self.instant(86_400 * days + 8 * 3600), name: "\(panel), \(night)")
  }

  /// 2026-11-16T00:00+01:00, the midnight before the simulation, in ms since 1970.
  private static let midnight: Int64 = 1_794_783_600_000

  private static func instant(_ second: Int64) -> Instant { Instant(milliseconds: midnight + second * 1000) }

  /// Lets the renderer's loop show a board on the strict model of its panel.
  private func play(
    _ board: CompiledBoard, from: Instant, to: Instant, name: String, keepsGlances: Bool = false
  ) throws -> Log {
    let stage = try SceneStage(board)
    let glass = StagePanel(board.record)
    let model = try #require(glass.paper).model
    let log = Log(keepsGlances: keepsGlances)
    let light = try board.boardTrace()
    let base = light.map { VirtualClock(from: from, to: to, lux: $0.trace) } ?? VirtualClock(from: from, to: to)
    var clock = WatchingClock(base, on: glass, model, log)
    var observer = Observer()
    let isConstant = board.record.lightSource == LightSourceKind.constant.rawValue
    let constant = isConstant ? Illuminance(millilux: Int64(board.record.constantMillilux)) : nil
    stage.runLoop(on: glass, clock: &clock, observer: &observer, lux: constant ?? light?.trace.illuminance(atMs: 0))
    withExtendedLifetime(light) {}
    model.finish()
    for violation in model.violations.prefix(5) { Issue.record("\(name): \(violation)") }
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
      #expect(
        log.pictures.contains { $0 >= morning && $0 <= morning + night.patience }, "\(name): not shown in the morning")
      let changes = log.partials.filter { $0 > day * 86_400 && $0 < morning && night.isDark($0 % 86_400) }
      #expect(changes.count <= 5)
      if night == .shortSchedule && hasPartials {
        #expect(
          changes.map { $0 % 86_400 / 3600 } == [1, 2, 3, 4, 5] && changes.allSatisfy { $0 % 3600 <= 1 },
          "\(name): \(changes)")
      }
      if [.schedule, .external, .constant].contains(night) && hasPartials {
        #expect(changes.map { $0 % 86_400 / 3600 }.suffix(3) == [2, 4, 6], "\(name): \(changes)")
      }
    }
  }

  // MARK: shipped boards

  private static let boards = Lint.root.appending(path: "boards")

  /// Shipped boards with a panel of paper.
  private static let shipped: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: boards.path)) ?? []
    return names.filter { name in
      let board = try? String(contentsOf: boards.appending(path: "\(name)/board.yaml"), encoding: .utf8)
      return board?.contains("kind: epaper") == true
    }.sorted()
  }()

  @Test func `each shipped board of paper has a night`() throws {
    #expect(Self.shipped.count >= 4, "\(Self.shipped)")
    for name in Self.shipped {
      let path = Self.boards.appending(path: name).path
      let folder = try #require(BoardFolder.load(path, at: Date(Self.instant(0))).folder, "\(name)")
      let schedule = folder.panelScene().board.rules.schedule
      for hour in Int64(1)...5 {
        #expect(schedule.holding(atLocalSecond: hour * 3600)?.mode == .night, "\(name): lit at \(hour) o'clock")
      }
      #expect(schedule.holding(atLocalSecond: 12 * 3600) == nil, "\(name)")
    }
  }

  @Test(arguments: shipped)
  func `a shipped board shows the right hour at each hour of its night, and never flashes in it`(_ name: String) throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ag-night-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.copyItem(at: Self.boards.appending(path: name), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scene = folder.appending(path: "scene.yaml")
    let text = try String(contentsOf: scene, encoding: .utf8)
    try Data("zone: Europe/Berlin\nlocale: en-GB\n\(text)".utf8).write(to: scene)
    let from = Self.instant(22 * 3600 + 1800)
    let board = try BoardSource(folder.path).compile(at: from)
    let schedule = board.record.rules.schedule
    func isDark(_ second: Int64) -> Bool { schedule.holding(atLocalSecond: second)?.mode == .night }
    let log = try play(board, from: from, to: Self.instant(86_400 + 6 * 3600 + 2400), name: name, keepsGlances: true)
    for flash in log.flashes { #expect(!isDark(flash), "\(name): a flash at \(Self.text(flash))") }
    let changes = log.partials.filter { $0 >= 86_400 && isDark($0) }
    // Six inks cannot change without a flash: they wait for the morning.
    let hasPartials = !name.contains("spectra6")
    let hoursOfChanges: [Int64] = hasPartials ? [1, 2, 3, 4, 5] : []
    #expect(changes.map { $0 % 86_400 / 3600 } == hoursOfChanges, "\(name): \(changes)")
    let early: Range<Int64> = 86_400 + 5 * 3600..<86_400 + 12 * 3600
    let morning = try #require(early.first { !isDark($0) })
    let hours = (Int64(1)...5).map { 86_400 + $0 * 3600 }
    for second in (hasPartials ? hours : []) + [morning] {
      // A refresh of six inks takes a quarter of a minute.
      let shown = try #require(log.glances.last { $0.at <= second + 40 }, "\(name), \(Self.text(second))")
      let right = try StillFrame(board, at: Self.instant(second), lux: nil, override: .automatic).picture
      let unlike = Self.unlike(shown.picture, right, hasColors: !hasPartials)
      #expect(
        unlike == 0, "\(name), \(Self.text(second)): \(unlike) pixels of another time, since \(Self.text(shown.at))")
    }
  }

  /// Pixels that differ in their ink. What partial refreshes leave behind is not counted.
  private static func unlike(_ a: PanelPicture, _ b: PanelPicture, hasColors: Bool) -> Int {
    let bits: UInt32 = hasColors ? 0xFF_FFFF : 0x80
    return a.pixels.differingCount(from: b.pixels, in: bits) + abs(a.pixels.count - b.pixels.count)
  }

  private static func text(_ second: Int64) -> String {
    let day = second / 86_400
    return "day \(day), \(second % 86_400 / 3600):\(second % 3600 / 60):\(second % 60)"
  }
}
