import AfterglowArchive
import AfterglowCore
import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private struct LampIntent: SetValueIntent {
  static let title: LocalizedStringResource = "Lamp"
  @Parameter(title: "On", default: false) var value: Bool
  @Parameter(title: "Room", default: "Kitchen") var room: String

  init() {}
  init(room: String) { self.room = room }

  func perform() async throws -> some IntentResult { .result() }
}

private struct OddIntent: AppIntent {
  static let title: LocalizedStringResource = "Odd"
  static let persistentIdentifier = "Odd\u{0} \u{7}name" + String(repeating: "e\u{301}", count: 500)

  func perform() async throws -> some IntentResult { .result() }
}

private let lamp = SceneAction(name: "lamp", parameter: .choices(["on", "off"]), performer: .author)
private let night = SceneAction(name: "quiet", parameter: .none, performer: .mode(.night))

private func address(_ text: String) -> URL { URL(string: text)! }

/// One of four controls.
private struct RandomControl: View, Sendable {
  var form: Int
  var isOn: Bool
  var reference: ActionReference

  var body: some View {
    switch form {
    case 0: Button(action: reference) { Text("a") }
    case 1: Toggle(isOn: isOn, action: reference) { Text("b") }
    case 2: Link(action: reference) { Text("c") }
    default: Button("d", intent: LampIntent())
    }
  }
}

/// Controls of widgets in the archive (docs/rules.md, rules 78 to 83).
@Suite struct TouchRegionTests {
  private func compiled(
    _ family: WidgetFamily = .systemSmall, actions: [SceneAction] = [lamp, night], allowsActions: Bool = true,
    input: String = "auto", @ViewBuilder _ content: @escaping @Sendable () -> some View
  ) throws -> CompiledScene {
    var scene = testScene([PlainWidget { _ in content() }])
    if family != .systemSmall { scene.context = .home }
    scene.slots[0].family = family
    scene.slots[0].allowsActions = allowsActions
    scene.strings[.input] = input
    scene.origin.actions = actions
    return try SceneCompiler().compile(scene, at: noon)
  }

  private func regions(_ compiled: CompiledScene, entry: Int = 0) throws -> [RegionRecord] {
    try withArchive(compiled) { archive in
      let first = Int(archive.widgets[1].entries.first)
      return Array(archive.regions(ofEntry: first + entry))
    }
  }

  private func kinds(_ compiled: CompiledScene) throws -> [RegionKind?] {
    var seen: Set<UInt64> = []
    return try regions(compiled).filter { seen.insert($0.key).inserted }.map { RegionKind(rawValue: $0.kind) }
  }

  @Test func `a board without input devices has no regions`() throws {
    let scene = try compiled(input: "") { Button("Lamp", intent: LampIntent()) }
    #expect(try regions(scene).isEmpty)
  }

  @Test func `a button's intent is a region, and its parameters stay with the author`() throws {
    let scene = try compiled { Button("Lamp", intent: LampIntent(room: "Cellar of gold")) }
    let row = try #require(scene.touches.rows.first)
    guard case .intent(let intent) = row.order.request else {
      Issue.record("found \(row.order.request)")
      return
    }
    #expect(intent.name == "LampIntent" && intent.parameters["room"] == "Cellar of gold")
    #expect(row.widget == 1 && row.order.slot == "slot0" && !row.isToggle)
    #expect(try kinds(scene) == [.button])
    let text = String(decoding: scene.archive, as: UTF8.self)
    #expect(!text.contains("Cellar of gold") && text.contains("LampIntent"))
  }

  @Test func `a toggle asks for the state that it gets`() throws {
    let scene = try compiled { Toggle("Lamp", isOn: true, intent: LampIntent()) }
    let row = try #require(scene.touches.rows.first)
    let found = try regions(scene)
    #expect(row.isToggle && found.allSatisfy(\.isOn))
    guard case .intent(let off) = row.order.switched(to: false), case .intent(let on) = row.order.switched(to: true)
    else {
      Issue.record("found no intent")
      return
    }
    #expect(off.parameters["value"] == .bool(false) && on.parameters["value"] == .bool(true))
  }

  @Test func `a button that asks for the same as a toggle has no state`() throws {
    let scene = try compiled {
      VStack {
        Toggle(isOn: true, action: ActionReference(name: "lamp")) { Text("Lamp") }
        Button(action: ActionReference(name: "lamp", value: "on")) { Text("On") }
      }
    }
    #expect(scene.touches.rows.map(\.isToggle) == [true, false])
    #expect(Set(scene.touches.rows.map(\.action)).count == 1)
  }

  @Test func `a toggle is in the archive in both of its states`() throws {
    func nodes(_ isOn: Bool, _ condition: NodeCondition) throws -> [NodeRecord] {
      let scene = try compiled { Toggle("Lamp", isOn: isOn, intent: LampIntent()) }
      return try withArchive(scene) { archive in archive.nodes.filter { $0.condition == condition.rawValue } }
    }
    let (on, off) = (try nodes(true, .regionOn), try nodes(true, .regionOff))
    #expect(!on.isEmpty && !off.isEmpty && on.count > off.count, "the check mark")
    #expect(on.allSatisfy { $0.region == 0 })
    let (other, shown) = (try nodes(false, .regionOn), try nodes(false, .regionOff))
    #expect(other.map(\.bounds) == on.map(\.bounds) && shown.map(\.bounds) == off.map(\.bounds))
    let scene = try compiled { Toggle("Lamp", isOn: true, intent: LampIntent()) }
    #expect(scene.layout.nodes.filter { $0.text == "Lamp" }.count == 1, "one of them is shown")
  }

  @Test func `a toggle that may not act is drawn in its state alone`() throws {
    let bare = try compiled(allowsActions: false) { Toggle("Lamp", isOn: true, intent: LampIntent()) }
    try withArchive(bare) { archive in
      let always = [NodeCondition.regionOn.rawValue, NodeCondition.regionOff.rawValue]
      #expect(!archive.nodes.contains { always.contains($0.condition) })
    }
  }

  @Test func `an action of the firmware has no order`() throws {
    let scene = try compiled { Color.clear.widgetURL(address("afterglow://action/quiet")) }
    #expect(scene.touches.rows == [])
    try withArchive(scene) { archive in
      #expect(archive.actions.count == 1 && archive.actions[0].kind == ActionKind.mode.rawValue)
      #expect(archive.actions[0].argument == Int32(ModeOverride.night.rawValue))
    }
    #expect(try kinds(scene) == [.widget])
  }

  @Test func `a small widget is one target besides its buttons`() throws {
    let scene = try compiled {
      VStack {
        Link("One", destination: address("afterglow://action/lamp?value=on"))
        Link("Two", destination: address("afterglow://action/lamp?value=off"))
        Button("Three", intent: LampIntent())
      }
    }
    #expect(try kinds(scene) == [.widget, .button])
    let whole = try #require(try regions(scene).first)
    #expect(whole.bounds == PixelRect(x0: 0, y0: 0, x1: 800, y1: 480))
  }

  @Test func `a medium widget has all its targets, the whole widget first`() throws {
    let scene = try compiled(.systemMedium) {
      VStack {
        Link("One", destination: address("afterglow://action/lamp?value=on"))
        Button("Three", intent: LampIntent())
      }
      .widgetURL(address("afterglow://action/lamp?value=off"))
    }
    #expect(try kinds(scene) == [.widget, .link, .button])
    let found = try regions(scene)
    let (whole, inner) = (try #require(found.first), try #require(found.last))
    #expect(whole.bounds.union(inner.bounds) == whole.bounds && whole.bounds != inner.bounds)
  }

  @Test func `a region keeps its key while its content changes`() throws {
    func keys(_ label: String, _ room: String) throws -> [UInt64] {
      let scene = try compiled { Button(label, intent: LampIntent(room: room)) }
      return try regions(scene).map(\.key)
    }
    let first = try keys("Lamp", "Kitchen")
    #expect(try first == keys("All lamps", "Bath") && !first.isEmpty)
  }

  @Test func `another order is another archive, also where the picture is the same`() throws {
    func hash(_ room: String) throws -> UInt64 {
      let scene = try compiled { Button("Lamp", intent: LampIntent(room: room)) }
      return try withArchive(scene) { $0.contentHash }
    }
    #expect(try hash("Kitchen") != hash("Bath"))
  }

  @Test func `what may not act has the archive of a widget without controls`() throws {
    let bare = try compiled(actions: []) { Text("Lamp") }
    for scene in [
      try compiled(allowsActions: false) { Button("Lamp", intent: LampIntent()) },
      try compiled(actions: []) { Button("Lamp") {} },
      try compiled { Button("Lamp", intent: LampIntent()).disabled(true) },
      try compiled { Text("Lamp").widgetURL(address("https://example.org")) },
      try compiled { Link("Lamp", destination: address("afterglow://action/door")) },
      try compiled { Link("Lamp", destination: address("afterglow://action/lamp?value=blink")) },
    ] {
      #expect(scene.touches.rows == [])
      #expect(try regions(scene) == [])
    }
    #expect(try compiled(allowsActions: false) { Button("Lamp", intent: LampIntent()) }.archive == bare.archive)
  }

  @Test func `a name from a widget's program cannot spoil the archive`() throws {
    let scene = try compiled { Button("Lamp", intent: OddIntent()) }
    let row = try #require(scene.touches.rows.first)
    let name = try withArchive(scene) { archive in
      String(decoding: archive.strings(archive.actions[0].name), as: UTF8.self)
    }
    #expect(name.hasPrefix("Odd name") && name.utf8.count <= 64)
    guard case .intent(let intent) = row.order.request else {
      Issue.record("found \(row.order.request)")
      return
    }
    #expect(intent.name == OddIntent.persistentIdentifier)
  }

  @Test func `an order of any length is none`() throws {
    let long = String(repeating: "a", count: RegionPlan.maximumOrderByteCount)
    let scene = try compiled { Button("Lamp", intent: LampIntent(room: long)) }
    #expect(scene.touches.rows == [])
    #expect(try regions(scene) == [])
  }

  @Test func `one widget leaves room for the regions of the others`() {
    func planned(_ number: Int) -> RegionPlan.Planned {
      let bounds = PixelRect(x0: 0, y0: 0, x1: 10, y1: 10)
      let record = RegionRecord(
        kind: .button, press: .fill, bounds: bounds, slots: 1, action: 0, key: UInt64(number))
      let action = RegionPlan.Action(kind: .author, name: "a", argument: Int32(number), order: nil)
      return RegionPlan.Planned(record: record, action: action)
    }
    var budget = RegionBudget()
    var admitted = 0
    for entry in 0..<512 {
      let regions = (0..<64).map { planned(entry * 64 + $0) }
      if budget.admits(regions, widgetCount: 4, bankByteCount: 4 << 20) { admitted += 1 }
    }
    #expect(admitted == 14, "a quarter of 4096 actions, less those of keys and schedules")
    let known = (0..<64).map { planned($0) }
    let isKnownAdmitted = budget.admits(known, widgetCount: 4, bankByteCount: 4 << 20)
    #expect(isKnownAdmitted, "equal regions are stored once")
    var small = RegionBudget()
    let isAdmitted = small.admits(known, widgetCount: 4, bankByteCount: 32 << 10)
    #expect(!isAdmitted, "pictures need the room of a small board")
  }

  /// Names, values and intents at random: every order of the archive is an action of the scene with a value that it
  /// declares, or an intent of the slot's own widget.
  @Test func `no content causes anything that the scene does not name`() throws {
    var seed: UInt64 = 45
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let names = ["lamp", "quiet", "door", "LAMP", "lamp/../door", "lamp%00", ""]
    let values = ["on", "off", "ON", "on\n", "", "{value}", "\u{202E}on", "on&value=off"]
    var orders = 0
    for _ in 0..<60 {
      let controls = (0..<4).map { _ in
        RandomControl(
          form: random(4), isOn: random(2) == 0,
          reference: ActionReference(
            name: names[random(names.count)], value: random(3) == 0 ? nil : values[random(values.count)]))
      }
      let scene = try compiled(.systemMedium) { ForEach(controls.indices, id: \.self) { controls[$0] } }
      for row in scene.touches.rows {
        orders += 1
        for state in [true, false] {
          switch row.isToggle ? row.order.switched(to: state) : row.order.request {
          case .intent(let intent): #expect(intent.name == "LampIntent" && row.order.slot == "slot0")
          case .action(let action):
            #expect(action.name == "lamp" && ["on", "off"].contains(action.value), "\(action)")
          }
        }
      }
    }
    #expect(orders > 20)
  }
}
