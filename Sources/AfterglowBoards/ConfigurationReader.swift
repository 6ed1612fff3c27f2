import Afterglow
import AfterglowDocuments
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
    for _ in members {
      do throws(ConfigurationError) {
        try descriptor.checkConfiguration(values)
        break
      } catch {
        guard let key = error.path.first, values.removeValue(forKey: key) != nil else {
          decoder.fail(at: node.position, error.message)
          break
        }
        report(error, node, members, key, decoder)
      }
    }
    return values
  }

  private static func report(
    _ error: ConfigurationError, _ node: DocumentNode, _ members: [DocumentNode.Member], _ key: String,
    _ decoder: StrictDecoder
  ) {
    let member = members.first { $0.key == key }
    if !error.knownKeys.isEmpty {
      let names = error.knownKeys.map { "\"\($0)\"" }.joined(separator: ", ")
      let written = error.path.last ?? key
      let hint = decoder.suggestion(for: written, among: error.knownKeys)
      decoder.fail(
        at: member?.keyPosition ?? node.position,
        "expected one of \(names) in \"configuration\", found \"\(written)\"\(hint)")
    } else {
      let path = (["configuration"] + error.path).joined(separator: ".")
      let parts = error.message.split(separator: ", found ", maxSplits: 1).map(String.init)
      let found = parts.count > 1 ? parts[1] : member?.value.foundDescription ?? "nothing"
      decoder.fail(
        at: member?.value.position ?? node.position,
        "\(parts[0]) for \"\(path)\", found \(found)" + hint(parts[0], member?.value, decoder))
    }
  }

  /// The nearest of the expected names, or advice to use quotes for text that looks like a number.
  private static func hint(_ expected: String, _ value: DocumentNode?, _ decoder: StrictDecoder) -> String {
    guard case .scalar(let text, let isQuoted)? = value?.value else { return "" }
    if expected == "expected text" { return isQuoted ? "" : "; put it in quotes" }
    if expected.hasPrefix("expected a time zone") {
      return decoder.suggestion(for: text, among: TimeZone.knownTimeZoneIdentifiers)
    }
    let beginning = "expected one of "
    guard expected.hasPrefix(beginning) else { return "" }
    return decoder.suggestion(
      for: text, among: expected.dropFirst(beginning.count).split(separator: ", ").map(String.init))
  }

  private static func value(of node: DocumentNode) -> ConfigurationValue {
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
