import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowDocuments
import AfterglowWidgets

/// One change of a scene that a page asks for.
struct SceneChange: Decodable {
  enum Kind: String, Decodable {
    /// A widget to another cell of a grid.
    case move
    /// Two widgets, each to the other's place: its cell of a grid, or its number in the list of widgets.
    case swap
    /// A widget to another family.
    case family
    /// Another widget at the end, or in a cell.
    case add
    /// Another widget in the place of one.
    case replace
    case remove
    /// A value of a widget's configuration.
    case configure
    /// A value of the scene itself.
    case scene
    /// A value of `board.yaml`.
    case board
  }

  var op: Kind
  /// The name of the widget that it is about.
  var widget: String?
  /// The name of the widget with which it changes places.
  var other: String?
  /// Of the widget that is added.
  var kind: String?
  var family: String?
  /// From 1.
  var column: Int?
  var row: Int?
  /// Keys and numbers of items, from the configuration or the scene on.
  var path: [String]?
  /// null = the key is removed, and its default holds.
  var value: ConfigurationValue?

  private static let itemKeys = ["kind", "name", "family", "at", "scale", "configuration"]
  private static let deepestPath = 12

  /// What two changes of the same value have in common: what is typed is one change.
  var subject: String? {
    guard [.configure, .scene, .board].contains(op) else { return nil }
    return ([op.rawValue, widget ?? ""] + (path ?? [])).joined(separator: "\u{0}")
  }

  /// - Parameter grid: the cells of the scene's widgets; nil = it has no grid.
  /// - Throws: `StudioRefusal` with the reason, or the editor's `Problem`.
  func apply(to editor: inout YAMLEditor, _ scene: SceneSettings, _ grid: SceneGrid?) throws {
    switch op {
    case .move:
      let place = try place(of: widget, in: scene)
      guard let grid, let column, let row else { throw StudioRefusal(422, "This scene has no grid.") }
      try pin(&editor, scene, grid, but: place)
      try editor.set(["widgets", "\(place)", "at"], to: Self.cell(column, row), order: Self.itemKeys)
    case .swap:
      let places = try [place(of: widget, in: scene), place(of: other, in: scene)]
      guard let grid else { return try exchange(places[0], places[1], &editor, in: scene) }
      try pin(&editor, scene, grid, but: nil)
      for (place, from) in zip(places, places.reversed()) {
        guard let cell = grid.cells[scene.widgets[from].identifier] else {
          throw StudioRefusal(422, "\(scene.widgets[from].identifier) has no cell of the grid.")
        }
        try editor.set(["widgets", "\(place)", "at"], to: Self.cell(cell.column, cell.row), order: Self.itemKeys)
      }
    case .family:
      let place = try place(of: widget, in: scene)
      try refuse(scene.widgets[place].kind, scene)
      // The others stay where they are, and so does this one.
      if let grid { try pin(&editor, scene, grid, but: nil) }
      try editor.set(["widgets", "\(place)", "family"], to: .text(family ?? ""), order: Self.itemKeys)
    case .add:
      if let grid { try pin(&editor, scene, grid, but: nil) }
      try editor.set(["widgets", "\(scene.widgets.count)"], to: item(scene))
    case .replace:
      let place = try place(of: widget, in: scene)
      try editor.set(["widgets", "\(place)"], to: item(scene, of: editor.value().at(["widgets", "\(place)"])))
    case .remove: try editor.remove(["widgets", "\(place(of: widget, in: scene))"])
    case .configure:
      let place = try place(of: widget, in: scene)
      try set(["widgets", "\(place)", "configuration"], &editor, order: Self.itemKeys)
    case .scene:
      guard path?.first != "widgets" else { throw StudioRefusal(400, "expected a key of the scene, found widgets") }
      try set([], &editor, order: [])
    case .board: throw StudioRefusal(400, "expected a change of the scene, found one of the board")
    }
  }

  /// Whether the widgets have other numbers after the change.
  func renumbers(_ grid: SceneGrid?) -> Bool { [.add, .remove].contains(op) || op == .swap && grid == nil }

  /// The places of a layout without a grid follow from the order of its widgets.
  private func exchange(_ one: Int, _ other: Int, _ editor: inout YAMLEditor, in scene: SceneSettings) throws {
    let widgets = [scene.widgets[one], scene.widgets[other]]
    guard SceneDocument.canExchange(widgets[0].family, widgets[1].family, in: scene.context) else {
      throw StudioRefusal(422, "\(widgets[1].identifier) does not fit in the place of \(widgets[0].identifier).")
    }
    try editor.exchange(one, other, in: ["widgets"])
  }

  /// Changes the same value of `board.yaml`.
  func apply(toBoard editor: inout YAMLEditor) throws { try set([], &editor, order: []) }

  private func set(_ above: [String], _ editor: inout YAMLEditor, order: [String]) throws {
    guard let path, !path.isEmpty, path.count <= Self.deepestPath else {
      throw StudioRefusal(400, "expected a path of up to \(Self.deepestPath) keys")
    }
    if let value = value.flatMap(YAMLValue.init) {
      if let last = above.last, try editor.value().at(above) == nil {
        let inner = path.reversed().reduce(value) { .mapping([.init($1, $0)]) }
        return try editor.set(Array(above.dropLast()) + [last], to: inner, order: order)
      }
      try editor.set(above + path, to: value)
    } else {
      try editor.remove(above + path)
    }
  }

  private func place(of name: String?, in scene: SceneSettings) throws -> Int {
    guard let place = scene.widgets.firstIndex(where: { $0.identifier == name }) else {
      throw StudioRefusal(409, "The scene has no widget \(name ?? "without a name") any more.")
    }
    return place
  }

  private static func cell(_ column: Int, _ row: Int) -> YAMLValue {
    .mapping([.init("column", .plain("\(column)")), .init("row", .plain("\(row)"))])
  }

  /// Writes down the cells that widgets have by themselves: otherwise a change of one moves others.
  private func pin(_ editor: inout YAMLEditor, _ scene: SceneSettings, _ grid: SceneGrid, but place: Int?) throws {
    for (number, widget) in scene.widgets.enumerated() where number != place && widget.cell == nil {
      guard let cell = grid.cells[widget.identifier] else { continue }
      try editor.set(
        ["widgets", "\(number)", "at"], to: Self.cell(cell.column, cell.row), order: Self.itemKeys)
    }
  }

  private func refuse(_ kind: String, _ scene: SceneSettings) throws {
    guard let widget = WidgetGallery.standard.widget(kind)?.descriptor else {
      throw StudioRefusal(422, "There is no widget \(kind).")
    }
    guard let found = SceneDocument.families(of: widget, in: scene).first(where: { $0.family == family }) else {
      throw StudioRefusal(422, "There is no family \(family ?? "without a name") here.")
    }
    if let refusal = found.refusal { throw StudioRefusal(422, refusal) }
  }

  private func item(_ scene: SceneSettings, of old: YAMLValue? = nil) throws -> YAMLValue {
    guard let kind, let family else { throw StudioRefusal(400, "expected a kind and a family") }
    try refuse(kind, scene)
    var members: [YAMLValue.Member] = [.init("kind", .text(kind)), .init("family", .text(family))]
    if let column, let row { members.append(.init("at", Self.cell(column, row))) }
    if let at = old?.at(["at"]) { members.append(.init("at", at)) }
    return .mapping(members)
  }
}

extension ConfigurationValue {
  /// The same as a document's value.
  init(_ value: YAMLValue) {
    switch value {
    case .plain("true"): self = .bool(true)
    case .plain("false"): self = .bool(false)
    case .plain(let text): self = Int(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .string(text)
    case .text(let text): self = .string(text)
    case .list(let items): self = .array(items.map(ConfigurationValue.init))
    case .mapping(let members):
      self = .object(
        Dictionary(members.map { ($0.key, ConfigurationValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}

extension YAMLValue {
  /// Names come first in what a person reads.
  private static func rank(_ key: String) -> String { key == "name" ? "" : key }

  /// nil for null.
  init?(_ value: ConfigurationValue) {
    switch value {
    case .null: return nil
    case .bool(let isTrue): self = .plain(isTrue ? "true" : "false")
    case .integer(let number): self = .plain("\(number)")
    case .number(let number): self = .plain("\(number)")
    case .string(let text): self = .text(text)
    case .array(let items): self = .list(items.compactMap(YAMLValue.init))
    case .object(let members):
      let sorted = members.sorted { Self.rank($0.key) < Self.rank($1.key) }
      self = .mapping(sorted.compactMap { key, value in YAMLValue(value).map { Member(key, $0) } })
    }
  }
}
