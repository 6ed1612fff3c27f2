import Foundation

/// The name of an action in `actions:` of a scene, with the value that content passes to it. Content cannot say anything else
/// about an action: what it does is in the scene alone.
package struct ActionReference: Codable, Hashable, Sendable {
  package var name: String
  /// The value for the action's parameter; nil = none.
  package var value: String?
  /// The place where a view names it; nil = not in a file.
  package var source: SourcePlace?

  package init(name: String, value: String? = nil, source: SourcePlace? = nil) {
    self.name = name
    self.value = value
    self.source = source
  }

  /// The scheme of addresses that name an action, as in `afterglow://action/lamp?value=on`.
  package static let scheme = "afterglow"

  /// The action that an address names; nil for any other address.
  package init?(address: String) {
    guard let parts = URLComponents(string: address), parts.scheme?.lowercased() == Self.scheme,
      parts.host?.lowercased() == "action", parts.path.hasPrefix("/"), parts.path.count > 1
    else { return nil }
    self.init(
      name: String(parts.path.dropFirst()), value: parts.queryItems?.first { $0.name == "value" }?.value ?? nil)
  }
}

/// The values that content may pass to an action, as the scene declares them.
package enum ActionParameter: Codable, Hashable, Sendable {
  /// The action has no parameter.
  case none
  case choices([String])
  case range(lowest: Double, highest: Double)
  /// Any text of one line.
  case text

  /// Longest text of a value, in characters.
  package static let maximumCount = 200

  /// Why a value cannot be passed, with the remedy; nil for one that can.
  package func refusal(of value: String?) -> String? {
    switch (self, value) {
    case (.none, nil): nil
    case (.none, let value?):
      "expected no value, found \"\(Self.short(value))\"; remove it, or declare \"value\" at the action in the scene"
    case (.choices(let names), let value):
      value.map(names.contains) == true ? nil : "expected one of \(names.joined(separator: ", ")), \(Self.found(value))"
    case (.range(let lowest, let highest), let value):
      value.flatMap(Self.number).map { (lowest...highest).contains($0) } == true
        ? nil : "expected a number from \(Self.text(lowest)) to \(Self.text(highest)), \(Self.found(value))"
    case (.text, let value):
      value.map(Self.isOneLine) == true
        ? nil : "expected 1 to \(Self.maximumCount) characters on one line, \(Self.found(value))"
    }
  }

  private static func found(_ value: String?) -> String { value.map { "found \"\(short($0))\"" } ?? "found no value" }

  private static func short(_ value: String) -> String {
    String(value.prefix(40).map { $0.isNewline ? " " : $0 })
  }

  private static func text(_ number: Double) -> String {
    Double(Int(exactly: number) ?? .min) == number ? "\(Int(number))" : "\(number)"
  }

  /// A number in digits; nil for other forms, such as `0x10` or `nan`.
  private static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    return isPlain ? Double(text) : nil
  }

  private static func isOneLine(_ text: String) -> Bool {
    // A character may have any number of combining marks.
    text.utf8.count <= 8 * maximumCount && (1...maximumCount).contains(text.count)
      && text.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
  }
}
