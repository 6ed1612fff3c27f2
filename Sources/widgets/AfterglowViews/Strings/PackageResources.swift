import Foundation

/// Strings, keys of `Info.plist` and files of a widget's package, as Foundation's functions have them on iOS. On Linux these look
/// next to the program, and for strings in English only.
///
/// `afterglow widgets add` writes functions of the same names into the package (`GeneratedResources.swift`), which call these. In the
/// package's own module they take the place of Foundation's.
public enum PackageResources {
  /// The locale of the board. If that names no country, it is the one where most people speak its language: code for iOS relies on
  /// a country, such as for its currency.
  public static var locale: Locale { BoardLocale.withCountry(BoardLocale.current) }

  /// The words of a key in the locale of the board: those of the table, else a value that is not empty, else the key. Words with
  /// plurals are the format of their other form, for which ``formatted(_:_:locale:)`` chooses the right one.
  ///
  /// - Parameters:
  ///   - key: the key, as `NSLocalizedString` takes it.
  ///   - value: the words where the table has none.
  ///   - table: name of the table; `nil` is Localizable.
  ///   - bundle: the main bundle has the tables of all targets.
  public static func string(_ key: String, value: String?, table: String?, bundle: Bundle) -> String {
    let tables = StringTables.of(bundle)
    let locale = BoardLocale.current
    let fallback = value.flatMap { $0.isEmpty ? nil : $0 } ?? key
    let found = tables?.find(key, table: table, in: locale)
    let query = TableQuery(key: key, fallback: fallback, table: table)
    if let remark = query.remark(found, tables, locale) { ResourceProblems.note(remark) }
    if tables == nil { return bundle.localizedString(forKey: key, value: value, table: table) }
    return found.map(PluralFormats.format) ?? fallback
  }

  /// A format with its arguments, in the plurals that a table has for it.
  ///
  /// - Parameters:
  ///   - format: a format of `String(format:)`.
  ///   - arguments: its arguments.
  ///   - locale: of figures and separators; `nil` is none. In place of `Locale.current` it is that of the board.
  public static func formatted(_ format: String, _ arguments: [any CVarArg], locale: Locale? = nil) -> String {
    let locale = locale.map(BoardLocale.resolved)
    return PluralFormats.text(format, arguments, in: locale ?? BoardLocale.current)
      ?? String(format: format, locale: locale, arguments: arguments)
  }

  /// The keys of the package's `Info.plist`; those of a bundle that is not the main one are Foundation's.
  public static func info(of bundle: Bundle) -> [String: Any]? {
    ResourceFolders.isProgram(bundle) ? PackageInfo.values ?? bundle.infoDictionary : bundle.infoDictionary
  }

  /// A value of the package's `Info.plist`, with the words of the table InfoPlist.
  public static func info(_ key: String, of bundle: Bundle) -> Any? {
    let table = ResourceFolders.isProgram(bundle) ? StringTables.main : nil
    if case .plain(let words)? = table?.find(key, table: "InfoPlist", in: BoardLocale.current)?.words { return words }
    return info(of: bundle)?[key]
  }

  /// A file of the package by its name, in the board's language if there are several.
  ///
  /// - Parameters:
  ///   - name: name of the file; `nil` is none.
  ///   - ending: its extension, unless the name has it.
  ///   - folder: the folder that it is in, within the bundle.
  ///   - bundle: the main bundle has the files of all targets.
  public static func file(_ name: String?, _ ending: String?, folder: String? = nil, bundle: Bundle) -> URL? {
    if let found = bundle.url(forResource: name, withExtension: ending, subdirectory: folder) { return found }
    guard ResourceFolders.isProgram(bundle), let name, !name.isEmpty else { return nil }
    let dotted = ending.flatMap { $0.isEmpty ? nil : $0.hasPrefix(".") ? $0 : ".\($0)" } ?? ""
    let languages = (StringTables.main?.folders(for: BoardLocale.current) ?? []).map { "\($0).lproj" }
    for place in ResourceFolders.program {
      for inner in [""] + languages {
        let path = [place, folder ?? "", inner, name + dotted].filter { !$0.isEmpty }.joined(separator: "/")
        if FileManager.default.fileExists(atPath: path) { return URL(fileURLWithPath: path) }
      }
    }
    return nil
  }
}
