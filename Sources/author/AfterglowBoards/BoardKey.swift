import AfterglowDocuments

/// A key of `board.yaml`: its limits, and its description in the schema and in docs/boards.md. Each is declared once,
/// in `BoardKeys.all`.
struct BoardKey: Sendable {
  /// The type of a key's value, with its limits.
  enum Kind: Sendable {
    case number(ClosedRange<Double>, _ unit: String)
    case integer(ClosedRange<Int>, _ unit: String)
    /// 1 to `maximumCount` characters.
    case text(_ maximumCount: Int, pattern: String? = nil)
    /// One of a few names, in the order used in messages.
    case choice([String])
    /// A list of at most `maximumCount` of a few names.
    case choices([String], _ maximumCount: Int)
    case boolean
    /// A list of so many numbers.
    case numbers(ClosedRange<Double>, _ count: Int)
    /// A mapping of at most `maximumCount` keys of input devices to words.
    case bindings(_ maximumCount: Int)
    /// A list of mappings, whose keys have `[]` in their paths.
    case list(_ maximumCount: Int)

    static func choice<T>(_ table: [(String, T)]) -> Kind { .choice(table.map(\.0)) }
  }

  /// The path from the document's root, such as `light.night.enter`; an item of a list is `[]`.
  let path: String
  let kind: Kind
  /// The kind that applies instead with another setting.
  let alternative: Kind?
  /// The description of its value, in Markdown; `{}` is replaced by the limits.
  let text: String
  /// The default value, in Markdown.
  let standard: String
  /// Whether its mapping requires it.
  let isRequired: Bool
}

extension BoardKey {
  init(_ path: String, _ kind: Kind, _ text: String = "{}", standard: String, or alternative: Kind? = nil) {
    self.init(path: path, kind: kind, alternative: alternative, text: text, standard: standard, isRequired: false)
  }

  /// - Parameter note: follows "required" in the table.
  init(required path: String, _ kind: Kind, _ text: String = "{}", note: String = "") {
    self.init(
      path: path, kind: kind, alternative: nil, text: text, standard: "required" + note, isRequired: true)
  }
}

extension BoardKey.Kind {
  /// Its limits in words, such as `0 to 3600 s`.
  var limits: String {
    switch self {
    case .number(let range, let unit):
      "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(Self.spaced(unit))"
    case .integer(let range, let unit): "\(range.lowerBound) to \(range.upperBound)\(Self.spaced(unit))"
    case .text(let count, _): "1 to \(count) characters"
    case .choice(let names), .choices(let names, _): names.map { "`\($0)`" }.joined(separator: ", ")
    case .boolean: "`true`, `false`"
    case .numbers(let range, let count):
      "\(count) numbers from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
    case .list(let count), .bindings(let count): "up to \(count)"
    }
  }

  private static func spaced(_ unit: String) -> String { unit.isEmpty ? "" : " " + unit }

  /// `0.000001`, not `1e-06`.
  static func plain(_ value: Double) -> String {
    let text = ScalarText.format(value)
    guard let e = text.firstIndex(of: "e"), let power = Int(text[text.index(after: e)...]), power < 0 else {
      return text
    }
    return "0." + String(repeating: "0", count: -power - 1) + text[..<e].filter { $0 != "." }
  }
}

/// Reading by declaration: `BoardKeys` defines the limits, the unit and whether a key is required.
extension StrictDecoder {
  private func declared(_ name: String) -> BoardKey { BoardKeys.key(path.isEmpty ? name : "\(path).\(name)") }

  /// The limits of a key in words.
  func limits(of name: String) -> String { declared(name).kind.limits }

  mutating func number(key name: String) -> Double? {
    let key = declared(name)
    return number(name, key.kind, required: key.isRequired)
  }

  /// The same within the limits that apply with another setting.
  mutating func number(key name: String, alternative isAlternative: Bool) -> Double? {
    let key = declared(name)
    return number(name, isAlternative ? key.alternative ?? key.kind : key.kind, required: isAlternative)
  }

  private mutating func number(_ name: String, _ kind: BoardKey.Kind, required: Bool) -> Double? {
    guard case .number(let range, let unit) = kind else {
      preconditionFailure("\(path).\(name) is declared as no number")
    }
    return number(name, in: range, unit: unit, required: required)
  }

  /// A number × 1000, as records store it.
  mutating func thousandths(key name: String) -> Int32? { number(key: name).map { Int32(($0 * 1000).rounded()) } }

  /// The same, left unchanged if the key is missing.
  mutating func read(_ name: String, into value: inout Int32) { value = thousandths(key: name) ?? value }

  /// A nested mapping. A word or number in its place is answered with the mapping that it is meant as.
  ///
  /// - Parameters:
  ///   - main: the key of the mapping that the word or number fits, if it is valid there.
  ///   - wanted: what is expected, for the message if a required key is missing; nil = optional.
  mutating func mapping(key name: String, main: String, required wanted: String? = nil) -> StrictDecoder? {
    let key = BoardKeys.key((path.isEmpty ? name : "\(path).\(name)") + "." + main)
    guard case .scalar(let text, _)? = node(name)?.value else { return mapping(name, required: wanted) }
    let isFitting =
      switch key.kind {
      case .choice(let names): names.contains(text)
      case .number, .integer: ScalarText.isNumber(text)
      default: false
      }
    return mapping(name, required: wanted, main: isFitting ? main : nil)
  }

  /// Reports a key that is only valid with one sensor.
  func allow(_ name: String, only sensor: String, _ isAllowed: Bool) {
    if isAllowed || !contains(name) { return }
    fail(name, "expected \"\(path).\(name)\" only with \"sensor: \(sensor)\", found it with another sensor")
  }

  mutating func integer(key name: String) -> Int? {
    let key = declared(name)
    guard case .integer(let range, let unit) = key.kind else {
      preconditionFailure("\(key.path) is declared as no whole number")
    }
    return integer(name, in: range, unit: unit, required: key.isRequired)
  }

  /// - Parameter wanted: what is expected, for the message if a required key is missing.
  mutating func text(key name: String, required wanted: String? = nil) -> String? {
    let key = declared(name)
    guard case .text(let count, _) = key.kind else { preconditionFailure("\(key.path) is declared as no text") }
    return text(name, maximumCount: count, required: wanted)
  }

  /// - Parameters:
  ///   - table: the value of each declared name.
  ///   - advice: returns what to do about a text that resembles none of the names; nil = nothing is known of it.
  mutating func choice<T>(
    key name: String, _ table: [(String, T)], elsewhere advice: (String) -> String? = { _ in nil }
  ) -> T? {
    let key = declared(name)
    guard case .choice(let names) = key.kind, names == table.map(\.0) else {
      preconditionFailure("\(key.path) is declared with other names")
    }
    guard case .scalar(let text, _)? = node(name)?.value else { return choice(name, table, required: key.isRequired) }
    return choice(name, table, required: key.isRequired, elsewhere: advice(text))
  }
}
