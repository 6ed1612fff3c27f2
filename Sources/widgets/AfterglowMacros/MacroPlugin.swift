import Foundation

/// Expands `#Preview` and `@Entry` for the compiler.
///
/// It speaks the compiler's own protocol over its pipes: a length of eight bytes, little-endian, then JSON. Swift's library
/// for it, swift-syntax, would take minutes of every build of a widget; these two macros need no syntax tree.
@main
enum MacroPlugin {
  static func main() {
    while let request = readMessage() { write(reply(to: request)) }
  }

  private static func reply(to request: [String: Any]) -> [String: Any] {
    if request["getCapability"] != nil {
      return ["getCapabilityResult": ["capability": ["protocolVersion": 7, "features": [String]()] as [String: Any]]]
    }
    if let preview = request["expandFreestandingMacro"] as? [String: Any] {
      return expansion(PreviewDeclaration(preview)?.record ?? "")
    }
    guard let attached = request["expandAttachedMacro"] as? [String: Any],
      let syntax = attached["declSyntax"] as? [String: Any], let source = syntax["source"] as? String
    else { return expansion("") }
    guard let entry = EntryProperty(source) else {
      return expansion(nil, "@Entry needs a variable with a type or a value: @Entry var isCompact = false")
    }
    return expansion(attached["macroRole"] as? String == "peer" ? entry.key : entry.accessors)
  }

  private static func expansion(_ source: String?, _ problem: String? = nil) -> [String: Any] {
    let diagnostics = problem.map { message -> [[String: Any]] in
      [
        [
          "message": message, "severity": "error", "position": ["fileName": "", "offset": 0] as [String: Any],
          "highlights": [Any](), "notes": [Any](), "fixIts": [Any](),
        ]
      ]
    }
    return [
      "expandMacroResult": ["expandedSource": source ?? NSNull(), "diagnostics": diagnostics ?? []] as [String: Any]
    ]
  }

  // MARK: pipes

  private static func readMessage() -> [String: Any]? {
    guard let head = read(8) else { return nil }
    let count = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    guard count <= 1 << 30, let body = read(count) else { return nil }
    return (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
  }

  private static func read(_ count: Int) -> Data? {
    var data = Data()
    while data.count < count {
      guard let piece = try? FileHandle.standardInput.read(upToCount: count - data.count), !piece.isEmpty else {
        return nil
      }
      data += piece
    }
    return data
  }

  private static func write(_ message: [String: Any]) {
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    var count = UInt64(body.count).littleEndian
    try? FileHandle.standardOutput.write(contentsOf: withUnsafeBytes(of: &count) { Data($0) } + body)
  }
}

/// A `#Preview`, from the compiler's message about it.
struct PreviewDeclaration {
  /// The variable of the environment with which `afterglow widgets previews` builds a package. Programs of other builds have
  /// no previews.
  private static let variable = "AFTERGLOW_WIDGET_PREVIEWS"

  /// A name that the compiler knows as a macro's own.
  private let name: String
  /// The source text after `#Preview`.
  private let arguments: Substring

  /// nil where previews are left out.
  init?(_ message: [String: Any]) {
    guard ProcessInfo.processInfo.environment[Self.variable] == "1", let syntax = message["syntax"] as? [String: Any],
      let source = syntax["source"] as? String, let arguments = Self.arguments(in: source),
      let discriminator = message["discriminator"] as? String
    else { return nil }
    // Of the form in which the compiler's own library makes unique names: its length and it, and the mark of a macro.
    let own = "__preview"
    name = "\(discriminator)\(own.count)\(own)fMu_"
    self.arguments = arguments
  }

  /// The text after `#Preview`. The compiler gives it with the comments before it, which may name a preview too.
  private static func arguments(in source: String) -> Substring? {
    var rest = source.drop(while: \.isWhitespace)
    while rest.hasPrefix("//") || rest.hasPrefix("/*") {
      let end = rest.hasPrefix("//") ? rest.firstIndex(where: \.isNewline) : rest.range(of: "*/")?.upperBound
      rest = rest[(end ?? rest.endIndex)...].drop(while: \.isWhitespace)
    }
    return rest.range(of: "#Preview").map { rest[$0.upperBound...] }
  }

  var record: String {
    """
    struct \(name): DeclaredPreviewRecord {
      static var preview: DeclaredPreview { DeclaredPreview\(arguments) }
    }
    """
  }
}

/// A variable with `@Entry`, from its source.
struct EntryProperty {
  let name: String
  /// nil where the value says it.
  let type: String?
  let value: String

  init?(_ source: String) {
    guard let start = source.range(of: #"\bvar\s+"#, options: .regularExpression) else { return nil }
    let rest = source[start.upperBound...]
    name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let tail = rest.dropFirst(name.count)
    let equals = Self.firstEquals(in: tail)
    let declared = tail[..<(equals ?? tail.endIndex)].trimmingCharacters(in: .whitespacesAndNewlines)
    type =
      declared.hasPrefix(":") ? declared.dropFirst().trimmingCharacters(in: .whitespacesAndNewlines) : nil
    if let equals {
      value = tail[tail.index(after: equals)...].trimmingCharacters(in: .whitespacesAndNewlines)
    } else {
      value = "nil"
    }
    let isOptional = type.map { $0.hasSuffix("?") || $0.hasPrefix("Optional<") } ?? false
    if name.isEmpty || value.isEmpty || (equals == nil && !isOptional) { return nil }
  }

  /// That of the value: not one of a comparison in a generic argument.
  private static func firstEquals(in text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "(", "[", "{", "<": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where index == text.startIndex || text[text.index(before: index)] != "-": depth -= 1
      case "=" where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  var key: String {
    let stored =
      type.map { "static var defaultValue: \($0) { \(value) }" } ?? "static let defaultValue = \(value)"
    return "private struct __Key_\(name): EnvironmentKey { \(stored) }"
  }

  var accessors: String {
    """
    get { self[__Key_\(name).self] }
    set { self[__Key_\(name).self] = newValue }
    """
  }
}
