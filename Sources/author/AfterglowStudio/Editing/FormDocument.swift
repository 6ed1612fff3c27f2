import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowDocuments
import AfterglowWidgets

/// A form for a widget's configuration, or for the scene.
struct FormDocument: Encodable {
  var fields: [FormField]

  /// - Parameter document: the scene's file.
  /// - Throws: `StudioRefusal` where there is no such widget.
  init(of name: String, in board: BoardFolder, _ document: YAMLValue, _ rights: StudioRights) throws {
    guard let place = board.scene.widgets.firstIndex(where: { $0.identifier == name }),
      let widget = WidgetGallery.standard.widget(board.scene.widgets[place].kind)?.descriptor
    else { throw StudioRefusal(404, "The scene has no widget \(name).") }
    let current = document.at(["widgets", "\(place)", "configuration"])
    fields = ConfigurationSchema(widget).fields(current)
    restrict(rights)
  }

  /// Of the scene itself.
  init(of board: BoardFolder, _ document: YAMLValue, _ rights: StudioRights) {
    func field(_ path: [String], _ title: String, _ kind: FormField.Kind, help: String? = nil) -> FormField {
      var field = FormField(path, title, kind, value: document.at(path))
      field.help = help
      return field
    }
    func choice(_ key: String, _ title: String, _ values: [String], fallback: String) -> FormField {
      var field = field([key], title, .choice)
      field.choices = values.map { [$0, FormField.title(of: $0)] }
      field.defaultText = fallback
      if case .object? = field.value {
        field.kind = .other
        (field.isReadOnly, field.reason) = (true, "It is changed in scene.yaml.")
      }
      return field
    }
    let context = board.scene.context
    fields = [choice("context", "Layout", WidgetContext.allCases.map(\.rawValue), fallback: "standBy")]
    if context.hasAppearances {
      var appearance = choice(
        "appearance", "Appearance", ["light", "dark", "auto", "clear", "tinted"], fallback: "dark")
      if appearance.kind == .choice { appearance.pictures = "panel" }
      fields.append(appearance)
    }
    if context.takesTint(board.scene.style.appearance) {
      var tint = field(["tint"], "Tint", .color, help: "The hue of what has no colour of its own.")
      tint.palette = Self.tints
      tint.pictures = "panel"
      tint.offers = Self.tints.map { FormField.Offer(value: .string($0[0]), title: $0[1]) }
      fields.append(tint)
    }
    if context.hasWallpaper { fields += Self.wallpaper(board, field) }
    fields.append(choice("typeSize", "Size of text", DynamicTypeSize.allCases.map(\.rawValue), fallback: "large"))
    fields.append(field(["zone"], "Time zone", .zone))
    fields.append(field(["locale"], "Language", .text, help: "A tag such as en-GB or de."))
    fields.append(
      field(["place"], "Place", .place, help: "For the weather, the sun and holidays: the city of a time zone."))
    for (index, fallback) in [("zone", "the system's"), ("locale", "the system's"), ("place", "none")] {
      guard let place = fields.firstIndex(where: { $0.path == [index] }) else { continue }
      fields[place].defaultText = fallback
      fields[place].isStrict = index != "locale"
    }
    if document.at(["grid"]) != nil || !board.scene.widgets.allSatisfy({ $0.cell == nil }) {
      for key in ["columns", "rows"] {
        var number = field(["grid", key], "Grid, \(key)", .number)
        (number.minimum, number.maximum) = (1, 12)
        fields.append(number)
      }
    }
    restrict(rights)
  }

  /// Pictures of the folder and some walls to choose from, and below them each value by itself.
  private static func wallpaper(
    _ board: BoardFolder, _ field: ([String], String, FormField.Kind, String?) -> FormField
  ) -> [FormField] {
    var wall = field(["wallpaper"], "Wallpaper", .choice, nil)
    var offers = [FormField.Offer(value: nil, title: "Calm")]
    for item in FoundItem.files(in: board.path, matching: "", "pictures").prefix(maximumPictureCount) {
      offers.append(FormField.Offer(value: .object(["picture": .string(item.name)]), title: item.name))
    }
    for (name, top, bottom) in walls {
      let colors: [String: ConfigurationValue] = ["color": .string(top), "bottom": .string(bottom)]
      offers.append(FormField.Offer(value: .object(colors), title: name))
    }
    wall.offers = offers
    wall.pictures = "panel"
    var picture = field(["wallpaper", "picture"], "Picture", .file, "A PNG or JPEG of the board's folder.")
    picture.files = "pictures"
    let parts = [
      picture, field(["wallpaper", "color"], "Colour", .color, nil),
      field(["wallpaper", "bottom"], "Colour at the bottom", .color, nil),
    ]
    return [wall]
      + parts.map { part in
        var part = part
        part.group = "Wallpaper in detail"
        if part.kind == .color { part.palette = walls.map { [$0.top, $0.name] } }
        return part
      }
  }

  private static let maximumPictureCount = 12

  /// Hues that stay legible on light and dark.
  private static let tints = [
    ["#FF453A", "Red"], ["#FF9F0A", "Orange"], ["#FFD60A", "Yellow"], ["#30D158", "Green"], ["#40C8E0", "Teal"],
    ["#0A84FF", "Blue"], ["#BF5AF2", "Purple"], ["#FF375F", "Pink"],
  ]

  /// Gradients, from top to bottom.
  private static let walls: [(name: String, top: String, bottom: String)] = [
    ("Night sky", "#1B2735", "#090A0F"), ("Dusk", "#3A2C5A", "#C96F53"), ("Dawn", "#F2C6A0", "#8FB3D9"),
    ("Sea", "#0F4C5C", "#7FB7BE"), ("Moss", "#2F4A3A", "#A7B88A"), ("Clay", "#7A4B3A", "#D9B79A"),
    ("Paper", "#F4F1EA", "#DAD5C8"), ("Slate", "#3C4149", "#16181C"),
  ]

  /// Of `board.yaml`.
  init(ofBoard document: YAMLValue, _ rights: StudioRights) {
    fields = BoardFormKey.all.map { key in
      var field = FormField(key.path, FormField.title(of: key.path.last ?? ""), .text, value: document.at(key.path))
      field.help = key.range
      field.defaultText = key.fallback
      field.group = FormField.title(of: key.path.count > 1 ? key.path[0] : "panel")
      if key.path.count > 2 { field.title = key.path[1...].map { FormField.title(of: $0) }.joined(separator: ", ") }
      switch key.kind {
      case .number(let range, _):
        (field.kind, field.minimum, field.maximum) = (.number, range.lowerBound, range.upperBound)
      case .integer(let range, _):
        (field.kind, field.minimum, field.maximum) = (.number, Double(range.lowerBound), Double(range.upperBound))
      case .text(let count):
        field.maximumCount = count
        if case .mapping? = document.at(key.path) { field.kind = .other }
        if rights.edits, !rights.editsCommands, key.path != ["name"] {
          (field.isReadOnly, field.reason) = (true, "Over the network it cannot be changed.")
        }
      case .choice(let names):
        field.kind = .choice
        field.choices = names.map { [$0, $0] }
      case .boolean: field.kind = .switch
      }
      return field
    }
  }

  private mutating func restrict(_ rights: StudioRights) {
    guard rights.edits, !rights.editsCommands else { return }
    for index in fields.indices where GuardedValues.isGuarded(fields[index].path.last ?? "") {
      fields[index].isReadOnly = true
      fields[index].reason = "Over the network it cannot be changed."
    }
  }
}
