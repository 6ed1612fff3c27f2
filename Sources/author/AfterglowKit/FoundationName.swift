/// A type that Foundation has on Apple's systems, and another module on Linux.
///
/// A file that imports Foundation alone does not see it. A name of the target's own module is seen in all of its files.
struct FoundationName {
  private let name: String
  private let module: String

  /// Declarations of the names that files use without an import of the module that has them.
  static func declarations(for sources: [String]) -> [String] {
    let blind = sources.filter { !sees($0) }
    if blind.isEmpty { return [] }
    let words = blind.map { Set($0.matches(of: #/\b[A-Z]\w+/#).map { String($0.0) }) }
    let used = all.filter { one in
      zip(blind, words)
        .contains { source, words in words.contains(one.name) && !source.contains("import \(one.module)") }
    }
    let own = used.filter { one in !sources.contains { declares(one.name, $0) } }
    if own.isEmpty { return [] }
    let modules = Set(own.map(\.module)).subtracting([shown]).sorted().map { "import \($0)\n" }
    let lines = own.filter { $0.module != shown }.map { "typealias \($0.name) = \($0.module).\($0.name)\n" }
    let shownLines = own.filter { $0.module == shown }
      .map { one in
        "#if canImport(SwiftUI)\n  typealias \(one.name) = SwiftUI.\(one.name)\n#else\n"
          + "  typealias \(one.name) = Afterglow.\(one.name)\n#endif\n"
      }
    let head = "// Foundation has these names on Apple's systems.\n\n"
    return [head + (modules + lines + shownLines).joined()]
  }

  /// Whether a file imports a module that has all of the names but those of FoundationXML.
  private static func sees(_ source: String) -> Bool {
    let imported = source.matches(of: #/(?:^|\n)[ \t]*(?:@\w+\s+)*import[ \t]+(?:\w+[ \t]+)?(\w+)/#)
      .map { String($0.1) }
    return imported.contains { modules.contains($0) } && !source.contains("XMLParser")
  }

  private static func declares(_ name: String, _ source: String) -> Bool {
    guard let declaration = try? Regex(#"\b(?:class|struct|enum|protocol|typealias|actor)\s+"# + name + #"\b"#) else {
      return false
    }
    return source.contains(declaration)
  }

  /// Modules of views, under each of their names.
  private static let modules: Set<String> = [
    "ActivityKit", "Afterglow", "AppIntents", "Charts", "Combine", "Intents", "SwiftUI", "UIKit", "UserNotifications",
    "WidgetKit",
  ]

  /// The module of views that a target has.
  private static let shown = "SwiftUI"

  private static let all: [FoundationName] =
    [
      "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage", "HTTPURLResponse", "URLAuthenticationChallenge",
      "URLCache",
      "URLCredential", "URLProtocol", "URLRequest", "URLResponse", "URLSession", "URLSessionConfiguration",
      "URLSessionDataDelegate", "URLSessionDataTask", "URLSessionDelegate", "URLSessionTask", "URLSessionTaskDelegate",
    ]
    .map { FoundationName(name: $0, module: "FoundationNetworking") }
    + ["XMLParser", "XMLParserDelegate"].map { FoundationName(name: $0, module: "FoundationXML") }
    + [
      "CGAffineTransform", "CGVector", "DateComponentsFormatter", "ListFormatter", "LocalizedStringResource",
      "MeasurementFormatter", "RelativeDateTimeFormatter",
    ]
    .map { FoundationName(name: $0, module: shown) }
}
