import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import AfterglowPreview
import AfterglowVirtual
import Foundation

/// Timed events of a simulation, from a JSON or YAML list such as
///
///     - {at: 10, lux: 0.5}
///     - {at: 60, dropout: true}
///     - {at: 90, clockStep: -3600}
///     - {at: 120, override: night}
///     - {at: 130, presence: true}
///     - {at: 140, page: weather}
///     - {at: 150, timeline: new.json, replaces: value.json}
struct SimulationScript {
  enum Action: Equatable {
    case lux(Illuminance?)
    /// In millimetres.
    case distance(Int64)
    case clockStep(byMs: Int64)
    case override(ModeOverride)
    case trust(Bool)
    case presence
    /// `next`, `previous`, or the name or number of a page.
    case page(String)
    /// Replaces a file in the board's folder by another, as a program would write it.
    case timeline(file: String, replaces: String)
    case stop
  }

  struct Event: Equatable {
    /// Since the simulation began.
    var atMs: Int64
    var action: Action
  }

  /// In order of time; those at the same time in the order of the file.
  var events: [Event] = []

  /// Whether files of the board's folder are replaced, which requires a copy.
  var replacesFiles: Bool {
    events.contains { if case .timeline = $0.action { true } else { false } }
  }

  /// The events that the virtual clock plays itself.
  ///
  /// - Throws: `Failure` where the board has no page of a name.
  func virtualEvents(on board: CompiledBoard) throws -> [VirtualEvent] {
    try events.compactMap { event in
      switch event.action {
      case .lux(let lux): VirtualEvent(atMs: event.atMs, .light(lux))
      case .distance(let millimetres): VirtualEvent(atMs: event.atMs, .distance(millimetres))
      case .clockStep(let step): VirtualEvent(atMs: event.atMs, .clockStep(byMs: step))
      case .override(let mode): VirtualEvent(atMs: event.atMs, .modeOverride(mode))
      case .trust(let isTrusted): VirtualEvent(atMs: event.atMs, .trust(isTrusted))
      case .presence: VirtualEvent(atMs: event.atMs, .presence)
      case .page(let name):
        try VirtualEvent(atMs: event.atMs, .page(Self.turn(to: name, atMs: event.atMs, board.scene.pages.names)))
      case .stop: VirtualEvent(atMs: event.atMs, .stop)
      case .timeline: nil
      }
    }
  }

  private static func turn(to name: String, atMs: Int64, _ pages: [String]) throws -> PageTurn {
    if let turn = PageTurn(named: name) { return turn }
    if let index = PanelPages.index(of: name, in: pages) { return .to(UInt8(index)) }
    let known = (PageTurn.named.map(\.0) + pages).joined(separator: ", ")
    throw Failure(
      .usage, "the event of the script at \(seconds(atMs)): expected one of \(known) for \"page\", found \"\(name)\"")
  }

  /// Sentences about the events of the script that have no effect.
  ///
  /// - Parameters:
  ///   - endMs: length of the simulation.
  ///   - hasDistance: whether the board has a source of the viewer's distance.
  func doubts(endMs: Int64, hasDistance: Bool) -> [String] {
    var doubts: [String] = []
    // A stop at the end is no mistake.
    let late = events.filter { $0.atMs >= endMs && $0.action != .stop }
    if let first = late.first {
      let others =
        switch late.count {
        case 1: ""
        case 2: ", nor has the event after it"
        default: ", nor have the \(late.count - 1) events after it"
        }
      doubts.append(
        "the event at \(Self.seconds(first.atMs)) is not before --to, \(Self.seconds(endMs)) after --from, and has no "
          + "effect\(others)")
    }
    let distance = events.first { if case .distance = $0.action { true } else { false } }
    if let distance, !hasDistance {
      doubts.append("the distance at \(Self.seconds(distance.atMs)) has no effect: board.yaml has no `distance`")
    }
    return doubts
  }

  private static func seconds(_ ms: Int64) -> String {
    ms % 1000 == 0 ? "\(ms / 1000) s" : "\(Double(ms) / 1000) s"
  }

  /// A hundred years.
  private static let longestSeconds = 3_155_760_000.0
  private static let maximumByteCount = 1 << 20
  private static let maximumEvents = 10_000

  init() {}

  init(path: String) throws {
    try self.init(text: String(decoding: Files.read(path, limit: Self.maximumByteCount), as: UTF8.self), path: path)
  }

  init(text: String, path: String) throws {
    let document = WrappedList(text, path: path)
    let collector = ProblemCollector()
    if var root = StrictDecoder.open(bytes: Array(document.text.utf8), file: document.file, problems: collector) {
      let items = root.mappings("events", of: "events", maximumCount: Self.maximumEvents, required: true) ?? []
      events = items.compactMap { Self.event($0, script: path) }
      root.finish()
    }
    let problems = collector.sorted.map(document.unwrapped)
    guard problems.isEmpty else { throw Failure(problems) }
    events = events.enumerated().sorted { ($0.element.atMs, $0.offset) < ($1.element.atMs, $1.offset) }.map(\.element)
  }

  private static let actions = [
    "lux", "dropout", "distance", "clockStep", "override", "presence", "page", "trust", "timeline", "stop",
  ]

  private static func event(_ item: StrictDecoder, script path: String) -> Event? {
    var item = item
    let at = item.number("at", in: 0...longestSeconds, unit: "seconds", required: true)
    let named = actions.filter(item.contains)
    let action = named.count == 1 ? action(named[0], &item, script: path) : nil
    item.finish(also: actions + ["replaces"])
    if named.count != 1 {
      let found = named.isEmpty ? "none" : named.joined(separator: " and ")
      item.fail("at", "expected exactly one of \(actions.joined(separator: ", ")) in an event, found \(found)")
    }
    guard let at, let action else { return nil }
    return Event(atMs: Int64((at * 1000).rounded()), action: action)
  }

  private static func action(_ name: String, _ item: inout StrictDecoder, script path: String) -> Action? {
    switch name {
    case "lux":
      item.number("lux", in: 0...Double(Illuminance.maximumLux), unit: "lux").map {
        .lux(Illuminance(millilux: thousandths($0)))
      }
    case "distance":
      item.number("distance", in: 0...Double(ViewerDistance.maximumMetres), unit: "m").map {
        .distance(thousandths($0))
      }
    case "dropout": requireTrue(&item, name) ? .lux(nil) : nil
    case "presence": requireTrue(&item, name) ? .presence : nil
    case "page": page(&item)
    case "stop": requireTrue(&item, name) ? .stop : nil
    case "clockStep":
      item.number("clockStep", in: -longestSeconds...longestSeconds, unit: "seconds").map {
        .clockStep(byMs: thousandths($0))
      }
    case "override": item.choice("override", ModeOverride.named).map { .override($0) }
    case "trust": item.boolean("trust").map { .trust($0) }
    default: timeline(&item, script: path)
    }
  }

  private static func page(_ item: inout StrictDecoder) -> Action? {
    // A number stands for the page in this place.
    if let text = item.node("page")?.text, Int(text) != nil { return .page(text) }
    return item.text("page", maximumCount: 32).map { .page($0) }
  }

  private static func thousandths(_ value: Double) -> Int64 { Int64((value * 1000).rounded()) }

  private static func requireTrue(_ item: inout StrictDecoder, _ key: String) -> Bool {
    let value = item.boolean(key)
    if value == false { item.fail(key, "expected true for \"\(key)\", found false; leave the event out instead") }
    return value == true
  }

  private static func timeline(_ item: inout StrictDecoder, script path: String) -> Action? {
    guard let file = item.text("timeline", maximumCount: 1_000) else { return nil }
    let name = String(file.split(separator: "/").last ?? "")
    let replaced = item.text("replaces", maximumCount: 200) ?? name
    guard !replaced.isEmpty, !replaced.contains("/"), !replaced.hasPrefix(".") else {
      item.fail("replaces", "expected the name of a file in the board's folder, found \"\(replaced)\"")
      return nil
    }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let found = file.hasPrefix("/") || folder.isEmpty ? file : folder + "/" + file
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: found, isDirectory: &isFolder), !isFolder.boolValue else {
      item.fail(
        "timeline", "expected a file for \"timeline\", found \(isFolder.boolValue ? "a folder" : "none") at \(found)")
      return nil
    }
    return .timeline(file: found, replaces: replaced)
  }
}
