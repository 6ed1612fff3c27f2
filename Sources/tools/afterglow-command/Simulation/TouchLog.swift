import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowKit
import AfterglowPreview

/// The effects of touches in a simulation, as lines of `touch.jsonl`:
///
///     {"t":"2026-11-21T08:41:05.080Z","acted":"toggle","widget":"lamp","name":"lamp","value":"on","isOn":true,
///      "page":null,"outcome":"asked"}
///     {"t":"2026-11-21T08:41:20.160Z","acted":"page","widget":null,"name":"list","value":null,"isOn":null,"page":2,
///      "outcome":"done"}
///     {"t":"2026-11-21T08:41:40.100Z","acted":"time","widget":null,"name":null,"value":"10","isOn":null,"page":null,
///      "outcome":"done"}
final class TouchLog {
  let firmware = SimulatedGuard()
  private let content: SimulationContent
  private let file: LineFile
  /// Realtime minus monotonic.
  private var offsetMs: Int64
  /// Page of the last frame; nil = there was no frame.
  private var page: PagePlace?
  private var asked = 0
  private var turned = 0
  /// How far ahead of its moment the last frame was, in minutes.
  private var aheadMinutes: Int64 = 0
  private var moved = 0
  /// The first effects, each with its time in the scene's zone.
  private var lines: [String] = []

  init(folder: String, content: SimulationContent, from: Instant) throws {
    self.content = content
    offsetMs = from.milliseconds
    file = try LineFile(creating: SimulationFile.touch.path(in: folder))
  }

  var failure: FileFailure? { file.failure }

  /// The number of effects, and the first ones.
  var summary: [String] {
    if lines.isEmpty { return ["nothing acted"] }
    var counts = "\(asked) action\(asked == 1 ? "" : "s") and \(turned) turn\(turned == 1 ? "" : "s") of a page"
    if moved > 0 { counts += ", \(moved) step\(moved == 1 ? "" : "s") through time" }
    let rest = asked + turned + moved - lines.count
    return [counts] + lines + (rest > 0 ? ["  and \(rest) more: see \(file.path)"] : [])
  }

  func flush() { file.flush() }

  /// Follows the page and the moment that a frame shows.
  func presented(_ report: borrowing UpdateReport) {
    offsetMs = report.moment.realtime.milliseconds - report.moment.monotonic.milliseconds
    follow(aheadMs: report.aheadMs, at: report.moment.realtime)
    let shown = report.page
    defer { page = shown }
    guard let page else { return }
    if page.detail != shown.detail { detailsChanged(from: page.detail, to: shown.detail, at: report.moment.realtime) }
    if page.page == shown.page { return }
    turned += 1
    let names = content.board.scene.pages.names
    let name = names.indices.contains(shown.page) ? names[shown.page] : "\(shown.page + 1)"
    add(
      Effect(acted: "page", name: name, page: shown.page + 1, outcome: "done"), at: report.moment.realtime,
      "page turned: \(name), \(shown.page + 1) of \(shown.count)")
  }

  private func follow(aheadMs: Int64, at instant: Instant) {
    let minutes = aheadMs / 60_000
    if minutes == aheadMinutes { return }
    aheadMinutes = minutes
    moved += 1
    var effect = Effect(acted: "time", outcome: "done")
    effect.value = "\(minutes)"
    add(effect, at: instant, minutes == 0 ? "back to now" : "\(minutes) min ahead of now")
  }

  /// Reports details that were opened or closed.
  private func detailsChanged(from before: Int?, to now: Int?, at instant: Instant) {
    guard let number = now ?? before else { return }
    turned += 1
    let slots = content.board.compiled.details.slots
    var effect = Effect(acted: "details", outcome: "done")
    effect.widget = slots.indices.contains(number) ? slots[number] : nil
    effect.isOn = now != nil
    add(effect, at: instant, "details of \(effect.widget ?? "a widget") \(now != nil ? "opened" : "closed")")
  }

  /// Reports a command, and performs what the firmware does alone.
  func commanded(_ command: ActionCommand) {
    asked += 1
    var effect = Effect(acted: "command", name: nil, outcome: "asked")
    effect.widget = content.board.compiled.layout.nodes.first { $0.widget == Int(command.widget) }?.slot
    var ending = "asked for; a simulation has no author that performs it"
    let row = content.board.compiled.touches.row(
      action: command.action, widget: command.widget, region: command.region)
    if let row {
      effect.widget = row.order.slot.isEmpty ? nil : row.order.slot
      if row.isToggle { (effect.acted, effect.isOn) = ("toggle", command.value == 1) }
      switch row.isToggle ? row.order.switched(to: command.value == 1) : row.order.request {
      case .intent(let intent): effect.name = intent.title
      case .action(let action): (effect.name, effect.value) = (action.name, action.value)
      }
    }
    if let (action, name) = action(of: command) {
      effect.name = effect.name ?? name
      if let mode = firmware.perform(command, action) {
        (effect.outcome, effect.value) = ("done", ModeOverride.named.first { $0.1 == mode }?.0)
        ending = "done by the firmware alone"
      }
    }
    let value = effect.value.map { " with \"\($0)\"" } ?? ""
    let flip = effect.isOn.map { "toggle flipped \($0 ? "on" : "off"): " } ?? ""
    let place = effect.widget ?? (command.key == nil ? "a widget" : "a key")
    add(
      effect, at: Instant(milliseconds: command.at.milliseconds + offsetMs),
      "\(flip)\(effect.name ?? "an action")\(value) of \(place) \(ending)")
  }

  /// The action and its name in the archive; nil where the panel shows another archive than the author's newest one.
  private func action(of command: ActionCommand) -> (ActionRecord, name: String)? {
    let found = try? content.board.withArchive { archive -> (ActionRecord, name: String)? in
      guard archive.contentHash == command.archive, Int(command.action) < archive.actions.count else { return nil }
      let action = archive.actions[Int(command.action)]
      return (action, String(decoding: archive.strings(action.name), as: UTF8.self))
    }
    return found ?? nil
  }

  // MARK: Lines

  private struct Effect {
    var acted: String
    var widget: String?
    var name: String?
    var value: String?
    var isOn: Bool?
    var page: Int?
    var outcome: String
  }

  private func add(_ effect: Effect, at instant: Instant, _ sentence: String) {
    func text(_ value: String?) -> String { value.map(JSONText.quoted) ?? "null" }
    var line = "{\"t\":\"\(TimeText.utc(instant))\",\"acted\":\"\(effect.acted)\",\"widget\":\(text(effect.widget)),"
    line += "\"name\":\(text(effect.name)),\"value\":\(text(effect.value)),"
    line += "\"isOn\":\(effect.isOn.map { "\($0)" } ?? "null"),\"page\":\(effect.page.map { "\($0)" } ?? "null"),"
    file.add(line + "\"outcome\":\"\(effect.outcome)\"}\n")
    if lines.count >= LightLog.maximumTold { return }
    lines.append("  \(TimeText.zoned(instant, in: content.board.scene.timeZone))  \(sentence)")
  }
}
