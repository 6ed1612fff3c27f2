import AfterglowDocuments
import Foundation

/// The subset of JSON Schema that docs/schemas uses: `$ref`, `type`, `enum`, `const`, `required`, `properties`,
/// `additionalProperties: false`, a property that is `false`, `minProperties`, `items`, `minItems`, `maxItems`,
/// `minimum`, `maximum`, `minLength`, `maxLength`, `pattern`, `oneOf`, `anyOf`.
struct Schema {
  typealias Object = [String: Any]
  let root: Object

  static let keywords: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "enum", "const", "required", "properties",
    "additionalProperties", "minProperties", "items", "minItems", "maxItems", "minimum", "maximum", "minLength",
    "maxLength", "pattern", "oneOf", "anyOf",
  ]

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  init(_ name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "docs/schemas/\(name).schema.json"))
    root = try JSONSerialization.jsonObject(with: data) as? Object ?? [:]
  }

  /// The schema itself, or the one it refers to.
  func resolve(_ schema: Object) -> Object {
    guard let name = (schema["$ref"] as? String)?.split(separator: "/").last else { return schema }
    return resolve((root["$defs"] as? Object)?[String(name)] as? Object ?? ["enum": [Any]()])
  }

  /// The required keys of mappings, as `part.key`.
  var requiredKeys: Set<String> { requiredKeys(root, "") }

  private func requiredKeys(_ unresolved: Object, _ path: String) -> Set<String> {
    let schema = resolve(unresolved)
    var keys = Set((schema["required"] as? [String] ?? []).map { path + $0 })
    for (key, inner) in schema["properties"] as? Object ?? [:] {
      if let inner = inner as? Object { keys.formUnion(requiredKeys(inner, "\(path)\(key).")) }
    }
    return keys
  }

  /// The first mismatch with its position; nil if there is none.
  func mismatch(_ node: DocumentNode) -> String? { mismatch(node, resolve(root), "") }

  private func mismatch(_ node: DocumentNode, _ unresolved: Object, _ path: String) -> String? {
    let schema = resolve(unresolved)
    for key in ["oneOf", "anyOf"] {
      guard let options = schema[key] as? [Object] else { continue }
      let mismatches = options.map { mismatch(node, $0, path) }
      let fitting = mismatches.count { $0 == nil }
      if fitting == 0 || key == "oneOf" && fitting > 1 {
        return "\(path): \(fitting) of \(options.count) fit: \(mismatches.compactMap { $0 }.joined(separator: "; "))"
      }
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
      types.allSatisfy({ !Self.types(node).contains($0) })
    {
      return "\(path): is no \(types)"
    }
    let values = schema["enum"] as? [Any] ?? schema["const"].map { [$0] }
    if let values, !values.contains(where: { Self.scalar(node) == "\($0)" }) { return "\(path): not in the list" }
    switch node.value {
    case .scalar(let text, let isQuoted):
      // Lengths and patterns apply to text only.
      let isText = isQuoted || !(node.isNull || text == "true" || text == "false")
      return isText ? mismatch(text, isQuoted: isQuoted, schema, path) : nil
    case .sequence(let items):
      if items.count > schema["maxItems"] as? Int ?? .max || items.count < schema["minItems"] as? Int ?? 0 {
        return "\(path): \(items.count) items"
      }
      guard let inner = schema["items"] as? Object else { return nil }
      return items.enumerated().lazy.compactMap { mismatch($1, inner, "\(path)[\($0)]") }.first
    case .mapping(let members): return mismatch(members, schema, path)
    }
  }

  private func mismatch(_ members: [DocumentNode.Member], _ schema: Object, _ path: String) -> String? {
    let properties = schema["properties"] as? Object ?? [:]
    let keys = members.map(\.key)
    if let missing = (schema["required"] as? [String] ?? []).first(where: { !keys.contains($0) }) {
      return "\(path): no \(missing)"
    }
    if keys.count < schema["minProperties"] as? Int ?? 0 { return "\(path): too few keys" }
    for member in members {
      if properties[member.key] as? Bool == false { return "\(path): \(member.key) may not be there" }
      if let inner = properties[member.key] as? Object {
        if let fault = mismatch(member.value, inner, "\(path).\(member.key)") { return fault }
      } else if schema["additionalProperties"] as? Bool == false {
        return "\(path): unknown \(member.key)"
      }
    }
    return nil
  }

  private func mismatch(_ text: String, isQuoted: Bool, _ schema: Object, _ path: String) -> String? {
    if !isQuoted, ScalarText.isNumber(text), let number = Double(text) {
      let lowest = (schema["minimum"] as? NSNumber)?.doubleValue ?? -.infinity
      let highest = (schema["maximum"] as? NSNumber)?.doubleValue ?? .infinity
      return (lowest...highest).contains(number) ? nil : "\(path): \(text) is out of range"
    }
    if text.count < schema["minLength"] as? Int ?? 0 || text.count > schema["maxLength"] as? Int ?? .max {
      return "\(path): \(text.count) characters"
    }
    if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
      return "\(path): \(text) does not match"
    }
    return nil
  }

  private static func types(_ node: DocumentNode) -> [String] {
    switch node.value {
    case .mapping: return ["object"]
    case .sequence: return ["array"]
    case .scalar(let text, let isQuoted):
      if node.isNull { return ["null"] }
      if isQuoted { return ["string"] }
      if text == "true" || text == "false" { return ["boolean"] }
      guard ScalarText.isNumber(text) else { return ["string"] }
      return Int(text) == nil ? ["number"] : ["number", "integer"]
    }
  }

  private static func scalar(_ node: DocumentNode) -> String? {
    if case .scalar(let text, _) = node.value { text } else { nil }
  }

  // MARK: Probing

  /// A document with an unknown key in one of the schema's closed objects, and the keys that are known there.
  struct Probe {
    var document: String
    var keys: Set<String>
  }

  /// One for each closed object of the schema, reached by one path.
  ///
  /// - Parameters:
  ///   - required: values of keys that are required for others to be read, as JSON.
  ///   - passedOver: keys that are not followed.
  func probes(required: [String: String] = [:], passingOver passedOver: Set<String> = []) -> [Probe] {
    var found: [Probe] = []
    var visited: Set<String> = []
    func walk(_ unresolved: Object, _ wrap: (String) -> String) {
      if let name = unresolved["$ref"] as? String, !visited.insert(name).inserted { return }
      let schema = resolve(unresolved)
      for option in (schema["oneOf"] ?? schema["anyOf"]) as? [Object] ?? [] { walk(option, wrap) }
      if let items = schema["items"] as? Object { walk(items) { wrap("[\($0)]") } }
      guard let properties = schema["properties"] as? Object, schema["additionalProperties"] as? Bool == false else {
        return
      }
      let needed = schema["required"] as? [String] ?? []
      func mapping(_ key: String, _ value: String) -> String {
        let others = needed.filter { $0 != key }.map { "\"\($0)\": \(required[$0] ?? "null")" }
        return wrap("{" + (others + ["\"\(key)\": \(value)"]).joined(separator: ", ") + "}")
      }
      found.append(Probe(document: mapping("zzzz", "1"), keys: Set(properties.keys)))
      for key in properties.keys.sorted() where !passedOver.contains(key) {
        if let inner = properties[key] as? Object { walk(inner) { mapping(key, $0) } }
      }
    }
    walk(root) { $0 }
    return found
  }

  /// Keywords of the schema that this validator does not support.
  var unknownKeywords: Set<String> {
    var found: Set<String> = []
    func walk(_ value: Any, isSchema: Bool) {
      if let list = value as? [Any] {
        for item in list { walk(item, isSchema: isSchema) }
      }
      guard let object = value as? Object else { return }
      for (key, inner) in object {
        if isSchema, !Self.keywords.contains(key) { found.insert(key) }
        walk(inner, isSchema: !(isSchema && (key == "properties" || key == "$defs")))
      }
    }
    walk(root, isSchema: true)
    return found
  }
}
