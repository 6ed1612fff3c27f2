import Afterglow
import AfterglowBoards
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
    func field(_ path: [String], _ title: String, _ kind: FormField.Kind, _ help: String? = nil) -> FormField {
      var field = FormField(path, title, kind, document.at(path))
      field.help = help
      return field
    }
    func choice(_ key: String, _ title: String, _ values: [String], _ fallback: String) -> FormField {
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
    fields = [choice("context", "Layout", WidgetContext.allCases.map(\.rawValue), "standBy")]
    if context.hasAppearances {
      fields.append(choice("appearance", "Appearance", ["light", "dark", "auto", "clear", "tinted"], "light"))
      fields.append(field(["tint"], "Tint", .color, "The hue of everything, where the appearance is tinted."))
      var picture = field(
        ["wallpaper", "picture"], "Wallpaper, picture", .file, "A PNG or JPEG of the board's folder.")
      picture.files = "pictures"
      fields.append(picture)
      fields.append(field(["wallpaper", "color"], "Wallpaper, colour", .color))
      fields.append(field(["wallpaper", "bottom"], "Wallpaper, colour at the bottom", .color))
    }
    fields.append(choice("typeSize", "Size of text", DynamicTypeSize.allCases.map(\.rawValue), "large"))
    fields.append(field(["zone"], "Time zone", .zone))
    fields.append(field(["locale"], "Language", .text, "A tag such as en-GB or de."))
    fields.append(field(["place"], "Place", .place, "For the weather, the sun and holidays: the city of a time zone."))
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

  private mutating func restrict(_ rights: StudioRights) {
    guard rights.edits, !rights.editsCommands else { return }
    for index in fields.indices where GuardedValues.isGuarded(fields[index].path.last ?? "") {
      fields[index].isReadOnly = true
      fields[index].reason = "Over the network it cannot be changed."
    }
  }
}
