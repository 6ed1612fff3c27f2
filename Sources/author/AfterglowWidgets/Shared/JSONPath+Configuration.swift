import Afterglow
import AfterglowDocuments
import Foundation

extension JSONPath {
  /// The path of a configuration.
  ///
  /// - Parameter place: the keys that lead to it.
  /// - Throws: `ConfigurationError` for text that is no path.
  init(_ text: String, at place: [String]) throws(ConfigurationError) {
    do throws(Fault) {
      try self.init(text)
    } catch {
      let isNumber = ScalarText.isNumber(text.trimmingCharacters(in: .whitespaces))
      let remedy = isNumber ? Self.numberRemedy : Self.remedy(text)
      guard text.hasPrefix("$") else {
        throw ConfigurationError(
          path: place, message: "expected a path that begins with \"$\", found \"\(text)\"\(remedy)")
      }
      throw ConfigurationError(
        path: place, message: "\(error.message), at character \(error.column) of \"\(text)\"\(remedy)")
    }
  }

  /// A remark on the first of a widget's own texts that has a place of other programs, such as `{{ name }}`, `${name}` or
  /// `{rooms[0].name}`; nil if none has one.
  ///
  /// - Parameter texts: the texts with their keys.
  static func templateAdvice(on texts: [(key: String, text: String?)], remedy: String) -> ConfigurationRemark? {
    for (key, text) in texts {
      guard let text, !isPath(text),
        let found = text.firstMatch(of: #/\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{[\p{L}_][\p{L}\p{N}_\-]*[.\[][^{}\s]*\}/#)
      else { continue }
      return ConfigurationRemark(
        path: [key], message: "\"\(found.output.prefix(40))\" in \"\(key)\" is shown as it is written; \(remedy)")
    }
    return nil
  }

  /// The remedy for a number in place of a path.
  package static let numberRemedy =
    "; a path leads to a value in the file or source, and a number that stays is the text of \"kind: note\""

  /// The path that a text with a mistake means: without the braces of templates, with `$.` and with indices in brackets.
  private static func remedy(_ text: String) -> String {
    var rest = text.filter { !"{}".contains($0) }.trimmingCharacters(in: .whitespaces)
    if rest.hasPrefix("$") { rest = rest.dropFirst().trimmingCharacters(in: .whitespaces) }
    if rest.hasPrefix(". ") { rest = "." + rest.dropFirst().trimmingCharacters(in: .whitespaces) }
    if !rest.contains(where: { "[]'\"".contains($0) }) {
      let parts = rest.split(separator: ".").map { part in
        part.allSatisfy { $0.isASCII && $0.isNumber } ? "[\(part)]" : ".\(part)"
      }
      rest = parts.joined()
    }
    let path = rest.hasPrefix(".") || rest.hasPrefix("[") ? "$\(rest)" : "$.\(rest)"
    return rest.isEmpty || text.contains("..") || path == text || (try? JSONPath(path)) == nil ? "" : "; write \(path)"
  }
}
