import AfterglowSources
import Foundation

/// The source that `widgets add` writes into a target: symbols of its assets, functions that take the place of Foundation's, and
/// names that the target needs.
package struct GeneratedSource {
  package static let fileName = "GeneratedResources.swift"

  private static let start =
    "// Made by `afterglow widgets add` of this package's resources, whenever they change. Do not edit it."

  /// The file's text; nil if the sources need none.
  package let text: String?

  /// - Parameters:
  ///   - sources: texts of the target's sources.
  ///   - assets: assets of the target's catalogues.
  ///   - hasResources: whether the package has strings, a property list or files of its own.
  package init(sources: [String], assets: AssetNames, hasResources: Bool) {
    let source = sources.joined(separator: "\n")
    let used = Set(source.matches(of: #/\.\s*`?(\w+)/#).map { String($0.1) })
    var parts = Self.symbols(assets.colors, "ColorResource", used: used, in: source)
    parts += Self.symbols(assets.pictures, "ImageResource", used: used, in: source)
    parts += Self.styles(assets.colors, used, source)
    if hasResources, !source.contains("func NSLocalizedString("),
      Self.replaced.contains(where: { source.contains($0) })
    {
      parts.append(Self.functions)
    }
    // Unicode's rules see one word in `Locale.current.currencyCode`.
    let current = #/\b(?:Locale\s*|locale\s*[:=]\s*)\.\s*(?:current|autoupdatingCurrent)\b/#.wordBoundaryKind(.simple)
    if source.contains(current),
      !(source.contains("extension Locale") && Self.declares("current", source))
    {
      parts.append(Self.locale)
    }
    parts += FoundationName.declarations(for: sources)
    parts += ProviderName.declarations(for: sources)
    text = parts.isEmpty ? nil : ([Self.head] + parts).joined(separator: "\n")
  }

  /// Writes the file, or removes one that is not needed any more. A file that was not written by this is left alone.
  ///
  /// - Returns: whether the file is new or has changed.
  /// - Throws: the error of a file operation.
  package func write(in folder: URL) throws -> Bool {
    let path = folder.appendingPathComponent(Self.fileName).path
    let present = try? String(contentsOfFile: path, encoding: .utf8)
    if present == text || present?.hasPrefix(Self.start) == false { return false }
    guard let text else {
      try FileManager.default.removeItem(atPath: path)
      return false
    }
    try FileReplacement.replace(path, with: Array(text.utf8), isDurable: false)
    return true
  }

  private static let head = [
    start, "// swift-format-ignore-file", "import Foundation", "", "#if canImport(SwiftUI)", "  import SwiftUI",
    "#else",
    "  import Afterglow", "#endif", "",
  ].joined(separator: "\n")

  // MARK: Symbols of assets

  /// Names of assets in the enumerations of their folders.
  private struct Tree {
    var lines: [String] = []
    var folders: [String: Tree] = [:]

    func text(_ indent: String) -> String {
      var text = ""
      for line in lines { text += "\(indent)\(line)\n" }
      for (name, tree) in folders.sorted(by: { $0.key < $1.key }) {
        text += "\(indent)enum \(name) {\n\(tree.text(indent + "  "))\(indent)}\n"
      }
      return text
    }

    mutating func add(_ line: String, in path: ArraySlice<String>) {
      guard let folder = path.first else { return lines.append(line) }
      folders[folder, default: Tree()].add(line, in: path.dropFirst())
    }
  }

  /// The extension of a type by the symbols of assets. Where two assets have the same symbol, it is that of the first.
  private static func symbols(
    _ names: [String], _ type: String, used: Set<String>, in source: String
  ) -> [String] {
    var tree = Tree()
    var seen: Set<[String]> = []
    for name in names {
      var path = name.split(separator: "/").map(String.init)
      guard let asset = path.popLast(), let symbol = AssetSymbol.name(of: asset), used.contains(symbol) else {
        continue
      }
      let folders = path.compactMap { AssetSymbol.namespace(of: $0) }
      guard folders.count == path.count, seen.insert(folders + [symbol]).inserted,
        !(source.contains("extension \(type)") && declares(symbol, source))
      else { continue }
      tree.add(
        "static let \(quoted(symbol)) = \(type)(name: \(String(reflecting: name)), bundle: .main)", in: folders[...])
    }
    let text = tree.text("  ")
    return text.isEmpty ? [] : ["extension \(type) {\n\(text)}\n"]
  }

  /// Colours as styles, as `Color.brand`, without those that SwiftUI or the sources have.
  private static func styles(_ names: [String], _ used: Set<String>, _ source: String) -> [String] {
    let symbols = names.filter { !$0.contains("/") }.compactMap { AssetSymbol.name(of: $0) }
    let own = Set(symbols).filter { used.contains($0) && !known.contains($0) && !declares($0, source) }.sorted()
    if own.isEmpty { return [] }
    let lines = own.map { symbol in
      // `Color(.brand)` means the resource.
      "  @_disfavoredOverload static var \(quoted(symbol)): Color { Color(ColorResource.\(quoted(symbol))) }\n"
    }
    return ["extension ShapeStyle where Self == Color {\n\(lines.joined())}\n"]
  }

  private static func declares(_ name: String, _ source: String) -> Bool {
    guard let declaration = try? Regex(#"\bstatic\s+(?:let|var|func)\s+`?"# + name + #"\b"#) else { return false }
    return source.contains(declaration)
  }

  private static func quoted(_ symbol: String) -> String { keywords.contains(symbol) ? "`\(symbol)`" : symbol }

  private static let keywords: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Styles of SwiftUI.
  private static let known: Set<String> = [
    "accentColor", "angularGradient", "background", "bar", "black", "blendMode", "blue", "brown", "clear",
    "conicGradient",
    "cyan", "ellipticalGradient", "fill", "foreground", "gray", "green", "image", "indigo", "linearGradient", "link",
    "mint", "opacity", "orange", "pink", "placeholder", "primary", "purple", "quaternary", "quinary", "radialGradient",
    "red", "regularMaterial", "secondary", "selection", "separator", "shadow", "teal", "tertiary", "thickMaterial",
    "thinMaterial", "tint", "ultraThickMaterial", "ultraThinMaterial", "white", "windowBackground", "yellow",
  ]

  // MARK: Functions in place of Foundation's

  /// Parts of sources that call these functions.
  private static let replaced = [
    "NSLocalizedString(", "localizedString(forKey", "infoDictionary", "forInfoDictionaryKey", "url(forResource",
    "path(forResource",
  ]

  private static let locale = """
    // Foundation's own is that of no country on Linux. In this module it is the board's.

    extension Locale {
      static var current: Locale { PackageResources.locale }
      static var autoupdatingCurrent: Locale { PackageResources.locale }
    }

    """

  private static let functions = """
    // In this module these functions take the place of Foundation's, which on Linux look next to the program, and for strings in
    // English only.

    func NSLocalizedString(
      _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String
    ) -> String {
      PackageResources.string(key, value: value, table: tableName, bundle: bundle)
    }

    extension Bundle {
      func localizedString(forKey key: String, value: String?, table tableName: String?) -> String {
        PackageResources.string(key, value: value, table: tableName, bundle: self)
      }
      var infoDictionary: [String: Any]? { PackageResources.info(of: self) }
      func object(forInfoDictionaryKey key: String) -> Any? { PackageResources.info(key, of: self) }
      var bundleIdentifier: String? { PackageResources.info(of: self)?["CFBundleIdentifier"] as? String }
      func url(forResource name: String?, withExtension ext: String?) -> URL? {
        PackageResources.file(name, ext, bundle: self)
      }
      func url(forResource name: String?, withExtension ext: String?, subdirectory subpath: String?) -> URL? {
        PackageResources.file(name, ext, folder: subpath, bundle: self)
      }
      func path(forResource name: String?, ofType ext: String?) -> String? {
        PackageResources.file(name, ext, bundle: self)?.path
      }
      func path(forResource name: String?, ofType ext: String?, inDirectory subpath: String?) -> String? {
        PackageResources.file(name, ext, folder: subpath, bundle: self)?.path
      }
    }

    // Foundation declares these parameters as shared; with another type the functions would be ambiguous.
    extension String {
      init(format: __shared String, _ arguments: any CVarArg...) {
        self = PackageResources.formatted(format, arguments)
      }
      init(format: __shared String, arguments: __shared [any CVarArg]) {
        self = PackageResources.formatted(format, arguments)
      }
      init(format: __shared String, locale: __shared Locale?, _ arguments: any CVarArg...) {
        self = PackageResources.formatted(format, arguments, locale: locale)
      }
      init(format: __shared String, locale: __shared Locale?, arguments: __shared [any CVarArg]) {
        self = PackageResources.formatted(format, arguments, locale: locale)
      }
      static func localizedStringWithFormat(_ format: String, _ arguments: any CVarArg...) -> String {
        PackageResources.formatted(format, arguments, locale: .current)
      }
    }

    """
}
