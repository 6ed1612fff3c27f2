import Afterglow
import AfterglowDocuments
import AfterglowSources
import AfterglowWidgets
import Foundation

/// Reads a widget's configuration from a scene. The widget validates it; its errors are reported at their positions.
enum ConfigurationReader {
  static func read(
    _ node: DocumentNode, _ descriptor: WidgetDescriptor, _ decoder: StrictDecoder
  ) -> [String: ConfigurationValue] {
    guard case .mapping(let members) = node.value else {
      decoder.fail(
        at: node.position, "expected a mapping of keys to values for \"configuration\", found \(node.foundDescription)")
      return [:]
    }
    var values: [String: ConfigurationValue] = [:]
    for member in members { values[member.key] = value(of: member.value) }
    // A widget reports only its first problem; that value is removed and the rest is validated again.
    var removed: [String] = []
    for _ in members {
      do throws(ConfigurationError) {
        try descriptor.checkConfiguration(values)
        break
      } catch {
        guard let key = error.path.first, values.removeValue(forKey: key) != nil else {
          decoder.fail(at: node.position, error.message)
          break
        }
        // A setting that misses a value that was removed has no fault of its own.
        let expected = error.message.split(separator: ", found ", maxSplits: 1).first ?? ""
        let isConsequence = removed.contains { expected.contains("\"\($0)\"") }
        removed.append(key)
        if !isConsequence { report(asPath(error, of: descriptor, members), node, members, key: key, in: decoder) }
      }
    }
    return values
  }

  /// The beginning of messages about keys for which a decoder lists no alternatives.
  private static let unknownKey = "unknown key"

  /// The error for a number without quotes in place of a path, for which a widget expects text; other errors as they are.
  private static func asPath(
    _ error: ConfigurationError, of descriptor: WidgetDescriptor, _ members: [DocumentNode.Member]
  ) -> ConfigurationError {
    let isPath =
      switch descriptor.kind {
      case "value": error.path == ["value"]
      case "document": error.path.count == 2 && error.path[0] == "values"
      default: false
      }
    guard isPath, error.message == "expected text",
      case .scalar(let text, false)? = Place(of: error.path, in: members).value?.value, ScalarText.isNumber(text)
    else { return error }
    return ConfigurationError(
      path: error.path,
      message: "expected a path that begins with \"$\", found \"\(text)\"\(JSONPath.numberRemedy)")
  }

  /// The remedy for a key that belongs into the mapping of `source`; empty for other keys.
  private static func sourceHint(
    _ key: String, _ error: ConfigurationError, _ members: [DocumentNode.Member]
  ) -> String {
    guard error.path.count == 1, error.knownKeys.contains("source"), ContentSource.keys.contains(key) else { return "" }
    func text(_ name: String) -> String? {
      guard case .scalar(let text, _)? = members.first(where: { $0.key == name })?.value.value else { return nil }
      return (1...60).contains(text.count) ? text : nil
    }
    let setting = "\(key): \(text(key) ?? "…")"
    let isOrigin = ["url", "caldav", "command", "push"].contains(key)
    let address = text("source").flatMap { $0.contains("://") ? $0 : nil } ?? "…"
    return "; write \"source: {\(isOrigin ? "" : "url: \(address), ")\(setting)}\""
  }

  /// The place of a key that belongs to the widget or to the scene; empty for other keys.
  private static func placeHint(_ key: String, _ error: ConfigurationError) -> String {
    guard error.path.count == 1 else { return "" }
    if ["at", "dithering", "family", "kind", "name", "scale"].contains(key) {
      return "; \"\(key)\" belongs to the widget, next to \"kind\""
    }
    return SceneSettings.keys.contains(key) ? "; \"\(key)\" belongs to the scene, outside of \"widgets\"" : ""
  }

  private static func report(
    _ error: ConfigurationError, _ node: DocumentNode, _ members: [DocumentNode.Member], key: String,
    in decoder: StrictDecoder
  ) {
    let place = Place(of: error.path.isEmpty ? [key] : error.path, in: members)
    if !error.knownKeys.isEmpty {
      let names = error.knownKeys.map { "\"\($0)\"" }.joined(separator: ", ")
      let written = error.path.last ?? key
      let belonging = sourceHint(written, error, members)
      let elsewhere = belonging.isEmpty ? placeHint(written, error) : belonging
      let similar = elsewhere.isEmpty ? decoder.suggestion(for: written, among: error.knownKeys) : elsewhere
      let hint = similar.isEmpty && place.isAfterComma ? "; put text that contains a comma in quotes" : similar
      decoder.fail(
        at: place.keyPosition ?? node.position,
        "expected one of \(names) in \"\(place.owner)\", found \"\(written)\"\(hint)")
    } else if error.message.hasPrefix(unknownKey) {
      let written = error.path.last ?? key
      decoder.fail(
        at: place.keyPosition ?? node.position,
        "unknown key \"\(written)\" in \"\(place.owner)\"\(error.message.dropFirst(unknownKey.count))"
          + placeHint(written, error))
    } else {
      let parts = error.message.split(separator: ", found ", maxSplits: 1).map(String.init)
      let found = parts.count > 1 ? parts[1] : place.value?.foundDescription ?? "nothing"
      decoder.fail(
        at: place.value?.position ?? place.keyPosition ?? node.position,
        "\(parts[0]) for \"\(place.name)\", found \(found)" + hint(parts[0], place.value, decoder))
    }
  }

  /// Where a configuration has a value: the text for messages, and the nearest node that the file has.
  private struct Place {
    /// Such as `configuration.cities[1].zone`.
    private(set) var name = "configuration"
    /// The name without its last part.
    private(set) var owner = "configuration"
    /// nil if the file does not have the value.
    private(set) var value: DocumentNode?
    private(set) var keyPosition: DocumentPosition?
    /// Whether it is a key without a value that follows a text on the same line: the rest of a text with a comma.
    private(set) var isAfterComma = false

    init(of path: [String], in members: [DocumentNode.Member]) {
      var inner: DocumentNode.Value? = .mapping(members)
      for part in path {
        owner = name
        switch inner {
        case .sequence(let items)?:
          name += "[\(part)]"
          value = Int(part).flatMap { items.indices.contains($0) ? items[$0] : nil }
          keyPosition = value?.position ?? keyPosition
        case .mapping(let members)?:
          let member = members.first { $0.key == part }
          name += ".\(part)"
          value = member?.value
          keyPosition = member?.keyPosition ?? keyPosition
          isAfterComma = Self.isAfterComma(part, in: members)
        default:
          name += ".\(part)"
          value = nil
        }
        inner = value?.value
      }
    }

    private static func isAfterComma(_ key: String, in members: [DocumentNode.Member]) -> Bool {
      guard let index = members.firstIndex(where: { $0.key == key }), index > 0, members[index].value.isNull else {
        return false
      }
      let before = members[index - 1]
      guard before.value.position.line == members[index].keyPosition.line else { return false }
      return if case .scalar(_, false) = before.value.value { true } else { before.value.isNull }
    }
  }

  /// The nearest of the expected names, or advice to use quotes for text that looks like a number.
  private static func hint(_ expected: String, _ value: DocumentNode?, _ decoder: StrictDecoder) -> String {
    guard let value, !value.isNull else { return "" }
    switch expected {
    case "expected true or false": return value.truthRemedy
    case "expected a number", "expected a whole number": return value.numberRemedy()
    default: break
    }
    if expected.hasPrefix("expected a list") { return value.listRemedy() }
    guard case .scalar(let text, let isQuoted) = value.value else { return "" }
    if expected == "expected text" { return isQuoted ? "" : "; put it in quotes" }
    if expected.hasPrefix("expected a time zone") {
      return ZoneName.suggestion(for: text)
    }
    let beginning = "expected one of "
    guard expected.hasPrefix(beginning) else { return "" }
    return decoder.suggestion(
      for: text, among: expected.dropFirst(beginning.count).split(separator: ", ").map(String.init))
  }

  /// A node as a value of a configuration.
  static func value(of node: DocumentNode) -> ConfigurationValue {
    if node.isNull { return .null }
    switch node.value {
    case .mapping(let members):
      return .object(Dictionary(members.map { ($0.key, value(of: $0.value)) }, uniquingKeysWith: { first, _ in first }))
    case .sequence(let items): return .array(items.map(value))
    case .scalar(let text, true): return .string(text)
    case .scalar("true", false): return .bool(true)
    case .scalar("false", false): return .bool(false)
    case .scalar(let text, false):
      guard ScalarText.isNumber(text) else { return .string(text) }
      if let whole = Int(text) { return .integer(whole) }
      return Double(text).map { .number($0) } ?? .string(text)
    }
  }
}
