import Afterglow
import AfterglowBoards
import AfterglowDocuments
import AfterglowWidgets

/// A value of a form, and what it may be.
struct FormField: Encodable {
  enum Kind: String, Encodable {
    case text, longText, number
    case `switch`, choice, date, color, symbol, zone, place, file, list
    /// Shown, but changed in the file only.
    case other
  }

  /// From the configuration or the scene on.
  var path: [String]
  var title: String
  var kind: Kind
  /// nil = not set.
  var value: ConfigurationValue?
  var `default`: ConfigurationValue?
  /// What holds without it, in words.
  var defaultText: String?
  /// What it may be, in words.
  var help: String?
  var isReadOnly: Bool?
  /// Why it is.
  var reason: String?
  /// Values and their names.
  var choices: [[String]]?
  var minimum: Double?
  var maximum: Double?
  /// Characters.
  var maximumCount: Int?
  var hasTime: Bool?
  /// Whether only what a search offers can be written.
  var isStrict: Bool?
  /// `pictures` or `folders`; nil = documents.
  var files: String?
  /// `widget` or `panel`: its values are shown as pictures of it; nil = as words.
  var pictures: String?
  /// What is offered where values are no words, or some of many.
  var offers: [Offer]?
  /// Colours that suit, with their names.
  var palette: [[String]]?
  /// What it belongs to.
  var group: String?
  /// Keys of a list's mappings, with their names.
  var parts: [[String]]?
  /// What is added to a list.
  var newItem: ConfigurationValue?

  /// A value and its name; no value = the key is left out.
  struct Offer: Encodable {
    var value: ConfigurationValue?
    var title: String
  }

  init(_ path: [String], _ title: String, _ kind: Kind, value: YAMLValue?) {
    self.path = path
    self.title = title
    self.kind = kind
    self.value = value.map(ConfigurationValue.init)
  }

  /// `pictureSize` as `Picture size`.
  static func title(of key: String) -> String {
    let words = key.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// What the keys of a widget's configuration may be: from its defaults, its page, and what it answers to a value that
/// cannot be right.
struct ConfigurationSchema {
  private let widget: WidgetDescriptor
  private let settings: [WidgetSetting]
  private let defaults: [String: ConfigurationValue]

  init(_ widget: WidgetDescriptor) {
    self.widget = widget
    settings = WidgetGallery.standard.settings(of: widget.kind)
    defaults = widget.configurationDefaults()
  }

  /// - Parameter current: the configuration that the file has.
  func fields(_ current: YAMLValue?) -> [FormField] {
    var keys: [String] = []
    var present: [String] = []
    if case .mapping(let members)? = current { present = members.map(\.key) }
    for key in settings.map(\.key) + defaults.keys.sorted() + present where !keys.contains(key) { keys.append(key) }
    return keys.map { field($0, current?.at([$0])) }
  }

  private func field(_ key: String, _ value: YAMLValue?) -> FormField {
    let setting = settings.first { $0.key == key }
    let range = setting?.range ?? ""
    var field = FormField([key], FormField.title(of: key), .text, value: value)
    field.help = setting?.range
    field.default = defaults[key].flatMap { $0 == .string("") || $0 == .null ? nil : $0 }
    field.defaultText = setting?.fallback ?? defaults[key].map(Self.words)
    if Self.nestedKeys.contains(key) || Self.isNested(value) {
      field.kind = .other
      field.isReadOnly = true
      field.reason = "It is changed in scene.yaml."
    } else if !refine(&field, key, range) {
      field.maximumCount = range.firstMatch(of: #/up to (\d+) characters/#).flatMap { Int($0.1) }
      if field.maximumCount.map({ $0 > 100 }) ?? false { field.kind = .longText }
    }
    return field
  }

  /// Keys of mappings that a form has no fields for.
  private static let nestedKeys: Set = ["source", "sources", "values"]

  /// Keys whose values are ways to look.
  private static let picturedKeys: Set = ["style", "face", "layout"]

  private static func isNested(_ value: YAMLValue?) -> Bool {
    if case .mapping? = value { true } else { false }
  }

  /// - Returns: whether it is something else than a text.
  private func refine(_ field: inout FormField, _ key: String, _ range: String) -> Bool {
    switch (key, defaults[key]) {
    case (_, .bool?): field.kind = .switch
    case (_, .integer?), (_, .number?):
      field.kind = .number
      if let limits = range.firstMatch(of: #/(\d+) to (\d+)/#) {
        (field.minimum, field.maximum) = (Double(limits.1), Double(limits.2))
      }
    case (_, .array(let items)?): list(&field, key, items)
    case ("zone", _): field.kind = .zone
    case ("symbol", _): field.kind = .symbol
    case ("date", .string?), ("from", _):
      field.kind = .date
      if case .string(let text)? = field.value ?? field.default { field.hasTime = text.contains("T") }
    case ("file", _), ("view", _): field.kind = .file
    case ("folder", _):
      field.kind = .file
      field.files = "folders"
    default:
      let choices = choices(key, .string(Self.impossible))
      guard !choices.isEmpty else { return false }
      field.kind = .choice
      field.choices = choices.map { [$0, FormField.title(of: $0)] }
      if Self.picturedKeys.contains(key) { field.pictures = "widget" }
    }
    return true
  }

  private func list(_ field: inout FormField, _ key: String, _ items: [ConfigurationValue]) {
    field.kind = .list
    if case .object(let members)? = items.first {
      // A zone first, whatever goes with it after it.
      let keys = members.keys.sorted(by: >)
      field.parts = keys.map { [$0, FormField.title(of: $0)] }
      field.newItem = items.last
    } else {
      let choices = choices(key, .array([.string(Self.impossible)]))
      field.choices = choices.map { [$0, FormField.title(of: $0)] }
      field.newItem = choices.first.map { .string($0) }
    }
  }

  private static let impossible = "\u{7F}"

  /// The words that a key takes, from the reason why it does not take another one.
  private func choices(_ key: String, _ wrong: ConfigurationValue) -> [String] {
    guard !settings.isEmpty else { return [] }
    do throws(ConfigurationError) {
      try widget.checkConfiguration([key: wrong])
      return []
    } catch {
      let beginning = "expected one of "
      guard error.path.first == key, error.knownKeys.isEmpty, error.message.hasPrefix(beginning) else { return [] }
      let words = error.message.dropFirst(beginning.count).split(separator: ", found ", maxSplits: 1)[0]
      return words.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
    }
  }

  private static func words(_ value: ConfigurationValue) -> String {
    switch value {
    case .null: ""
    case .bool(let isTrue): isTrue ? "on" : "off"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): text
    case .array(let items): items.map(words).joined(separator: ", ")
    case .object(let members): members.values.map(words).joined(separator: ", ")
    }
  }
}
