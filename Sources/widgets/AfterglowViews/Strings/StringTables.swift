import Foundation
import Synchronization

/// The tables of strings in the resources of a bundle.
final class StringTables: Sendable {
  /// The words of a key.
  struct Found: Hashable, Sendable {
    var words: TableWords
    /// ICU's identifier of the locale whose plural rules hold.
    var language: String
    /// Whether the locale has strings of its own language, and none of them for this key.
    var isSubstitute = false
  }

  /// Table of keys that name none.
  static let defaultTable = "Localizable"

  /// Tables of the package of this process; nil without any, and in processes that are no widget's.
  static let main: StringTables? = WidgetProcess.isThis ? StringTables(folders: ResourceFolders.program) : nil
  private static let known = Mutex<[String: StringTables?]>([:])

  /// The tables of a bundle; those of the package where it has none.
  static func of(_ bundle: Bundle?) -> StringTables? {
    if bundle == nil || ResourceFolders.isProgram(bundle) { return main }
    let folders = ResourceFolders.of(bundle)
    let key = folders.joined(separator: "\n")
    if let known = known.withLock({ $0[key] }) { return known ?? main }
    let made = StringTables(folders: folders)
    known.withLock { $0[key] = .some(made) }
    return made ?? main
  }

  private let files: [StringTableFile]
  /// The languages in which the strings of the folders were written, where a property list names one.
  private let sources: [String]
  private let loaded = Mutex<[Key: Table]>([:])

  private struct Key: Hashable {
    var table: String
    var locale: String
  }

  /// The strings of a table for a locale, the best language first.
  private struct Table: Sendable {
    var layers: [StringTableLayer] = []
    /// How many layers, from the first on, are of the locale's language.
    var ownCount = 0
    /// Languages of the table, for messages; nil if there is no such table.
    var languages: [String]?
  }

  /// - Returns: nil if there is no file of strings in these folders.
  init?(folders: [String]) {
    files = folders.flatMap { StringTableFile.all(in: $0) }
    if files.isEmpty { return nil }
    sources = folders.compactMap { PackageInfo.read(in: $0)?[PackageInfo.sourceLanguageKey] as? String }
  }

  /// The words of a key in a table, in the language of a locale, or else in the language that they were written in.
  func find(_ key: String, table name: String?, in locale: Locale) -> Found? {
    let table = table(name, locale)
    let plainKey = key.contains("%%") ? key.replacing("%%", with: "%") : key
    for (index, layer) in table.layers.enumerated() {
      guard let words = layer.words[key] ?? layer.words[plainKey] else { continue }
      let language = layer.language.flatMap { LanguageTag($0) == nil ? nil : $0.replacing("-", with: "_") }
      return Found(
        words: words, language: language ?? locale.identifier,
        isSubstitute: table.ownCount > 0 && index >= table.ownCount && !layer.fixedKeys.contains(key))
    }
    return nil
  }

  /// Names of the languages of a table, sorted; nil if there is no such table.
  func languages(of table: String?, in locale: Locale) -> [String]? { self.table(table, locale).languages }

  /// Folders of languages, without their extension, in the order in which a locale prefers them.
  func folders(for locale: Locale) -> [String] {
    let names = Set(files.compactMap(\.language))
    let tag = LanguageTag(locale.language)
    return names.sorted().map { (name: $0, rank: rank($0, for: tag, among: names)) }
      .filter { $0.rank >= 0 }.sorted { ($1.rank, $0.name) < ($0.rank, $1.name) }.map(\.name)
  }

  private func table(_ name: String?, _ locale: Locale) -> Table {
    let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? Self.defaultTable
    let key = Key(table: name, locale: locale.identifier)
    if let known = loaded.withLock({ $0[key] }) { return known }
    let made = load(name, locale)
    loaded.withLock { $0[key] = made }
    return made
  }

  private func load(_ name: String, _ locale: Locale) -> Table {
    let files = files.filter { $0.table == name }
    let names = Set(files.compactMap(\.language))
    let tag = LanguageTag(locale.language)
    var languages = names
    var ranked: [(rank: Int, layer: StringTableLayer)] = []
    // Of two files of a language, the one with plurals is asked first.
    for file in files.filter({ $0.format == .plurals }) + files.filter({ $0.format != .plurals }) {
      if let language = file.language, rank(language, for: tag, among: names) < 0 { continue }
      do throws(StringTableError) {
        let layers = try file.layers { language in LanguageTag(language).flatMap { tag?.rank(of: $0) } != nil }
        languages.formUnion(layers.compactMap(\.language))
        for layer in layers { ranked.append((rank: rank(layer, for: tag, among: names), layer: layer)) }
      } catch {
        ResourceProblems.note(
          "\(file.shortName) of the widget's package cannot be read: \(error.cause); its keys have no values")
      }
    }
    let sorted = ranked.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
    return Table(
      layers: sorted.map(\.element.layer), ownCount: sorted.count { $0.element.rank > Self.sourceRank },
      languages: files.isEmpty ? nil : languages.sorted())
  }

  /// The rank of the language in which the strings were written. Ranks of the locale's own language are above it
  /// (``LanguageTag/rank(of:)``).
  private static let sourceRank = 2

  /// How well strings of a language suit a locale: negative for another language that the package was not written in.
  private func rank(_ language: String?, for tag: LanguageTag?, among names: Set<String>) -> Int {
    guard let language else { return 0 }
    if language == "Base" { return 1 }
    guard let other = LanguageTag(language) else { return -1 }
    if let rank = tag?.rank(of: other) { return Self.sourceRank + rank }
    return language == source(among: names) ? Self.sourceRank : -1
  }

  private func rank(_ layer: StringTableLayer, for tag: LanguageTag?, among names: Set<String>) -> Int {
    let rank = rank(layer.language, for: tag, among: names)
    return layer.isSource ? max(rank, Self.sourceRank) : rank
  }

  /// The language that the strings were written in: as the package states, else English, else the first.
  private func source(among names: Set<String>) -> String? {
    if let stated = sources.first(where: { names.contains($0) }) { return stated }
    if names.contains("en") || names.contains("Base") { return "en" }
    return names.min()
  }
}
