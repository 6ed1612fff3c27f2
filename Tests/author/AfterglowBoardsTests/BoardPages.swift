@testable import AfterglowBoards

/// Generated from `BoardKeys`: tables of docs/boards.md, and docs/schemas/board.schema.json.
enum BoardPages {
  /// All keys except those of a schedule's periods.
  static var board: String {
    table(BoardKeys.all.filter { !$0.path.contains("[]") }) { $0 }
  }

  /// Of the periods of `light.schedule`.
  static var schedule: String {
    let prefix = "light.schedule[]."
    return table(BoardKeys.all.filter { $0.path.hasPrefix(prefix) }) { String($0.dropFirst(prefix.count)) }
  }

  private static func table(_ keys: [BoardKey], name: (String) -> String) -> String {
    let rows = keys.map { "| `\(name($0.path))` | \($0.range) | \($0.standard) |" }
    return (["| key | range | default |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  static var schema: String {
    var schema: [(String, JSON)] = [
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("title", .string("Afterglow board")),
      ("description", .string("board.yaml: the hardware, and how it answers to light (docs/boards.md).")),
    ]
    schema += object(BoardKeys.all.map { (Array($0.path.split(separator: ".").map(String.init)), $0) }, path: "")
    return JSON.object(schema).text + "\n"
  }

  private typealias Placed = (path: [String], key: BoardKey)

  /// A mapping with these keys, whose paths start in it.
  private static func object(_ keys: [Placed], path: String) -> [(String, JSON)] {
    var names: [String] = []
    for key in keys where !names.contains(bare(key.path[0])) { names.append(bare(key.path[0])) }
    var required: [JSON] = []
    let properties = names.map { name -> (String, JSON) in
      let own = keys.first { $0.path == [name] }?.key
      let inner = keys.filter { $0.path.count > 1 && bare($0.path[0]) == name }.map {
        Placed(Array($0.path.dropFirst()), $0.key)
      }
      let full = path.isEmpty ? name : "\(path).\(name)"
      if own?.isRequired == true || BoardKeys.requiredParts.contains(full) { required.append(.string(name)) }
      guard let own else { return (name, .object(object(inner, path: full))) }
      if !inner.isEmpty, case .text = own.kind {
        // A word, or a mapping.
        let forms = [JSON.object(value(own, items: []).dropLast()), .object(object(inner, path: full))]
        return (name, .object([("anyOf", .array(forms)), ("description", .string(own.plainText))]))
      }
      return (name, .object(value(own, items: inner.isEmpty ? [] : object(inner, path: full + "[]"))))
    }
    var parts: [(String, JSON)] = [("type", .string("object")), ("properties", .object(properties))]
    if !required.isEmpty { parts.append(("required", .array(required))) }
    return parts + [("additionalProperties", .literal("false"))]
  }

  private static func bare(_ name: String) -> String { name.hasSuffix("[]") ? String(name.dropLast(2)) : name }

  private static func value(_ key: BoardKey, items: [(String, JSON)]) -> [(String, JSON)] {
    var parts: [(String, JSON)]
    switch key.kind {
    case .number(let range, _):
      var range = range
      if case .number(let other, _) = key.alternative {
        range = min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
      }
      parts = [
        ("type", .string("number")), ("minimum", .literal(BoardKey.Kind.plain(range.lowerBound))),
        ("maximum", .literal(BoardKey.Kind.plain(range.upperBound))),
      ]
    case .integer(let range, _):
      parts = [
        ("type", .string("integer")), ("minimum", .literal("\(range.lowerBound)")),
        ("maximum", .literal("\(range.upperBound)")),
      ]
    case .text(let count, let pattern):
      parts = [("type", .string("string")), ("minLength", .literal("1")), ("maxLength", .literal("\(count)"))]
      if let pattern { parts.append(("pattern", .string(pattern))) }
    case .choice(let names): parts = [("enum", .names(names))]
    case .choices(let names, let count):
      parts = [
        ("type", .string("array")), ("items", .object([("enum", .names(names))])), ("maxItems", .literal("\(count)")),
      ]
    case .boolean: parts = [("type", .string("boolean"))]
    case .numbers(let range, let count):
      let number: [(String, JSON)] = [
        ("type", .string("number")), ("minimum", .literal(BoardKey.Kind.plain(range.lowerBound))),
        ("maximum", .literal(BoardKey.Kind.plain(range.upperBound))),
      ]
      parts = [
        ("type", .string("array")), ("items", .object(number)), ("minItems", .literal("\(count)")),
        ("maxItems", .literal("\(count)")),
      ]
    case .bindings: parts = [("type", .string("object"))]
    case .list(let count):
      parts = [("type", .string("array")), ("items", .object(items)), ("maxItems", .literal("\(count)"))]
    }
    return parts + [("description", .string(key.plainText))]
  }
}

extension BoardKey {
  /// The value's description, with its limits, in Markdown.
  var range: String { text.replacing("{}", with: kind.limits) }

  /// The same with the default, as editors show it: without Markdown.
  fileprivate var plainText: String {
    let text = range.replacing(/[;,] see \[[^\]]*\]\([^)]*\)/, with: "").replacing("`", with: "")
    let standard = standard.replacing("`", with: "")
    return isRequired
      ? text : standard.hasPrefix("required") ? "\(text); \(standard)" : "\(text) (default: \(standard))"
  }
}

/// The subset of JSON that a schema needs, with its keys in order.
private indirect enum JSON {
  case string(String)
  case literal(String)
  case array([JSON])
  case object([(String, JSON)])

  /// Numbers are written without quotes.
  static func names(_ names: [String]) -> JSON {
    .array(names.map { Int($0) == nil ? .string($0) : .literal($0) })
  }

  var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    let deeper = indent + "  "
    func lines(_ open: String, _ items: [String], _ close: String) -> String {
      items.isEmpty ? open + close : "\(open)\n\(deeper)\(items.joined(separator: ",\n\(deeper)"))\n\(indent)\(close)"
    }
    switch self {
    case .string(let text): return Self.quoted(text)
    case .literal(let text): return text
    case .array(let items): return lines("[", items.map { $0.text(indent: deeper) }, "]")
    case .object(let members):
      return lines("{", members.map { "\(Self.quoted($0)): \($1.text(indent: deeper))" }, "}")
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
