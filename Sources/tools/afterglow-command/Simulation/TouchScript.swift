import AfterglowCore
import AfterglowDocuments
import AfterglowInput
import AfterglowKit
import AfterglowPreview
import AfterglowVirtual

/// Touches, keys and turns of a knob at moments of a simulation, from a JSON or YAML list such as
///
///     - {at: 5, tap: [600, 240]}
///     - {at: 10, tap: [600, 240], hold: 0.8}
///     - {at: 20, swipe: [700, 240, 200, 240]}
///     - {at: 30, key: enter}
///     - {at: 40, turn: -2}
///     - {at: 50, turn: 6, held: true}
///     - {at: 70, drag: [20, 470, 400, 470], hold: 3}
struct TouchScript {
  private struct Event {
    /// Since the simulation began.
    var atMs: Int64
    var steps: [HandGesture.Step]
    var item: StrictDecoder

    var endMs: Int64 { atMs + steps.reduce(0) { $0 + $1.pauseMs } }
  }

  /// In order of time.
  private var events: [Event] = []

  var count: Int { events.count }

  /// A hundred years.
  private static let longestSeconds = 3_155_760_000.0
  private static let longestHoldSeconds = 60.0
  private static let maximumByteCount = 1 << 20
  private static let maximumEvents = 10_000
  private static let gestures = ["tap", "swipe", "drag", "key", "turn"]

  /// - Throws: `Failure` with the place of each mistake; `FileFailure`.
  init(path: String, on size: SceneSize) throws {
    try self.init(
      text: String(decoding: Files.read(path, limit: Self.maximumByteCount), as: UTF8.self), path: path, on: size)
  }

  init(text: String, path: String, on size: SceneSize) throws {
    let document = WrappedList(text, path: path)
    let collector = ProblemCollector()
    if var root = StrictDecoder.open(bytes: Array(document.text.utf8), file: document.file, problems: collector) {
      let items = root.mappings("events", of: "events", maximumCount: Self.maximumEvents, required: true) ?? []
      events = items.compactMap { Self.event($0, on: size) }
      root.finish()
    }
    events = events.enumerated().sorted { ($0.element.atMs, $0.offset) < ($1.element.atMs, $1.offset) }.map(\.element)
    for (before, event) in zip(events, events.dropFirst()) where event.atMs < before.endMs {
      event.item.fail(
        "at",
        "expected \(Self.seconds(before.endMs)) or later, when the event before it has ended, found "
          + "\(Self.seconds(event.atMs)); there is one finger")
    }
    let problems = collector.sorted.map(document.unwrapped)
    guard problems.isEmpty else { throw Failure(problems) }
  }

  /// The events that the virtual clock plays. As on a running panel, a touch is followed by the news that a viewer is
  /// present.
  var virtualEvents: [VirtualEvent] {
    events.flatMap { event in
      var atMs = event.atMs
      return event.steps.flatMap { step in
        atMs += step.pauseMs
        let change = step.change(MonotonicInstant(milliseconds: atMs))
        let input = VirtualEvent(atMs: atMs, .input(change))
        return change.isActivity ? [input, VirtualEvent(atMs: atMs, .presence)] : [input]
      }
    }
  }

  /// A sentence about the events that the simulation does not reach; nil = it reaches all.
  ///
  /// - Parameter endMs: length of the simulation.
  func doubt(endMs: Int64) -> String? {
    let late = events.filter { $0.endMs >= endMs }
    guard let first = late.first else { return nil }
    return "the event at \(Self.seconds(first.atMs)) does not end before --to, \(Self.seconds(endMs)) after --from"
      + (late.count > 1 ? "; neither \(late.count == 2 ? "does" : "do") the \(late.count - 1) after it" : "")
  }

  private static func seconds(_ ms: Int64) -> String {
    ms % 1000 == 0 ? "\(ms / 1000) s" : "\(Double(ms) / 1000) s"
  }

  // MARK: Reading

  private static func event(_ item: StrictDecoder, on size: SceneSize) -> Event? {
    var item = item
    let at = item.number("at", in: 0...longestSeconds, unit: "seconds", required: true)
    let hold = item.number("hold", in: 0.01...longestHoldSeconds, unit: "seconds")
    let holdMs = hold.map { Int64(($0 * 1000).rounded()) }
    let isHeld = item.boolean("held") ?? false
    let named = gestures.filter(item.contains)
    var gesture = named.count == 1 ? Self.gesture(named[0], &item, on: size, holdMs ?? HandGesture.pressMs) : nil
    if isHeld, case .turn(let detents)? = gesture { gesture = .heldTurn(detents: detents) }
    item.finish(also: gestures)
    if named.count != 1 {
      let found = named.isEmpty ? "none" : named.joined(separator: " and ")
      item.fail("at", "expected exactly one of \(gestures.joined(separator: ", ")) in an event, found \(found)")
    } else if hold != nil, named[0] == "swipe" || named[0] == "turn" {
      item.fail("hold", "expected \"hold\" with tap, drag or key alone, found it with \(named[0]); leave it out")
    } else if isHeld, named[0] != "turn" {
      item.fail("held", "expected \"held\" with turn alone, found it with \(named[0]); leave it out")
    }
    guard let at, let gesture else { return nil }
    return Event(atMs: Int64((at * 1000).rounded()), steps: gesture.steps(on: size), item: item)
  }

  private static func gesture(
    _ name: String, _ item: inout StrictDecoder, on size: SceneSize, _ holdMs: Int64
  ) -> HandGesture? {
    switch name {
    case "tap":
      return points("tap", &item, count: 1, on: size).map { .tap($0[0], ms: holdMs) }
    case "swipe":
      return points("swipe", &item, count: 2, on: size).map { .swipe(from: $0[0], to: $0[1]) }
    case "drag":
      return points("drag", &item, count: 2, on: size).map { .drag(from: $0[0], to: $0[1], ms: holdMs) }
    case "key":
      let text = item.node("key")?.text ?? ""
      if let code = HandKey.code(of: text) { return .key(code, ms: holdMs) }
      item.fail(
        "key",
        "expected \(HandKey.names) or a code from 0 to \(KeySet.codeCount - 1) for \"key\", found "
          + "\"\(text.prefix(40))\"")
      return nil
    default:
      let most = Int(KnobTurn.maximumDetents)
      guard let detents = item.integer("turn", in: -most...most, unit: "detents") else { return nil }
      if detents != 0 { return .turn(detents: Int32(detents)) }
      item.fail("turn", "expected a turn of 1 detent or more, clockwise, or of -1 or less, found 0")
      return nil
    }
  }

  /// The points of a list of numbers, all of them on the panel.
  private static func points(
    _ key: String, _ item: inout StrictDecoder, count: Int, on size: SceneSize
  ) -> [ScenePoint]? {
    let example = count == 1 ? "[x, y]" : "[x, y, x, y]"
    let numbers = item.node(key).map(Self.numbers) ?? []
    guard numbers.count == 2 * count else {
      item.fail(
        key, "expected \(2 * count) numbers for \"\(key)\", in pixels of the scene; write \"\(key): \(example)\"")
      return nil
    }
    let points = stride(from: 0, to: numbers.count, by: 2).map { ScenePoint(x: numbers[$0], y: numbers[$0 + 1]) }
    let (right, bottom) = (Double(size.widthPx - 1), Double(size.heightPx - 1))
    if let outside = points.first(where: { !(0...right).contains($0.x) || !(0...bottom).contains($0.y) }) {
      item.fail(
        key,
        "expected x from 0 to \(size.widthPx - 1) and y from 0 to \(size.heightPx - 1) for \"\(key)\", found "
          + "\(ScalarText.format(outside.x)), \(ScalarText.format(outside.y)); there is no such pixel in the scene")
      return nil
    }
    return points
  }

  /// The numbers of a list, or of text such as `600,240`; empty if any item is none.
  private static func numbers(_ node: DocumentNode) -> [Double] {
    let texts: [String?] =
      switch node.value {
      case .sequence(let items): items.map(\.text)
      case .scalar(let text, _):
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in String(part.drop { $0 == " " }) }
      case .mapping: []
      }
    let numbers = texts.compactMap { $0.flatMap(Double.init) }
    return numbers.count == texts.count && numbers.allSatisfy(\.isFinite) ? numbers : []
  }
}
