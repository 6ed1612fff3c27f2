import Foundation
import TestSupport
import Testing

@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Strings of a widget's package: files, languages, plurals, and keys without a value.
@Suite struct StringTableTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder(["en.lproj", "de.lproj", "pl.lproj", "pt-BR.lproj", "pt.lproj", "Base.lproj"])
  }

  private func tables() throws -> StringTables { try #require(StringTables(folders: [scratch.folder.path])) }

  /// The words of a key as `String(localized:)` shows them.
  private func words(
    _ key: String, _ arguments: [Phrase.Argument] = [], table: String? = nil, locale: String
  ) throws -> String {
    Phrase(key: key, arguments: arguments)
      .text(table: table, from: try tables(), in: Locale(identifier: locale), isNoted: false)
  }

  /// A `.stringsdict` with one variable.
  private func plurals(_ key: String, _ forms: [String: String]) -> String {
    let forms = forms.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>\(key)</key><dict>
      <key>NSStringLocalizedFormatKey</key><string>%#@count@</string>
      <key>count</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>lld</string>\(forms)</dict></dict></dict></plist>
      """
  }

  /// A string catalogue in English, with the localizations of one key as JSON.
  private func catalog(_ key: String, _ localizations: String) -> String {
    #"{"sourceLanguage": "en", "strings": {"\#(key)": {"localizations": {\#(localizations)}}}, "version": "1.0"}"#
  }

  // MARK: Files

  private static let pair = "/* A greeting. */\n\"greeting\" = \"Grüß \\\"Gott\\\"\";\nplain = words; // bare\n"

  /// The same pair in UTF-8 and UTF-16, with and without a mark of the order of bytes, and as XML.
  static let files: [Data] = {
    let list = "<plist version=\"1.0\"><dict><key>greeting</key><string>Grüß &quot;Gott&quot;</string></dict></plist>"
    var files = [Data(pair.utf8), Data("<?xml version=\"1.0\"?>\(list)".utf8)]
    files.append(Data([0xEF, 0xBB, 0xBF]) + Data(pair.utf8))
    files.append(Data([0xFF, 0xFE]) + (pair.data(using: .utf16LittleEndian) ?? Data()))
    files.append(Data([0xFE, 0xFF]) + (pair.data(using: .utf16BigEndian) ?? Data()))
    return files
  }()

  @Test(arguments: files)
  func `a file of strings is read in each encoding and form`(data: Data) throws {
    try data.write(to: scratch.folder.appending(path: "de.lproj/Localizable.strings"))
    #expect(try words("greeting", locale: "de_DE") == "Grüß \"Gott\"")
  }

  @Test(arguments: [
    ("de", "de_DE", "EUR"), ("en", "en_US", "USD"), ("de_CH", "de_CH", "CHF"), ("zh-Hans", "zh-Hans_CN", "CNY"),
  ])
  func `code of a package finds a country, and its currency, in any locale of a board`(
    board: String, locale: String, currency: String
  ) {
    let found = BoardLocale.withCountry(Locale(identifier: board))
    #expect(found == Locale(identifier: locale) && found.currency?.identifier == currency)
  }

  @Test func `a file that cannot be read is a problem with its line, and the other files keep their words`() throws {
    try scratch.write("\"a\" = \"b\";\n\n\"c\" = \"d\"\n", to: "de.lproj/Localizable.strings")
    try scratch.write("\"a\" = \"x\";", to: "en.lproj/Localizable.strings")
    let file = StringTableFile(
      path: scratch.path("de.lproj/Localizable.strings"), table: "Localizable", format: .words, language: "de")
    #expect {
      try file.layers { _ in true }
    } throws: { error in
      (error as? StringTableError)?.cause.contains("line") == true
    }
    #expect(try words("a", locale: "de_DE") == "x")
    #expect(throws: StringTableError.self) {
      try StringTableFile(path: scratch.path("en.lproj"), table: "en", format: .words).layers { _ in true }
    }
  }

  // MARK: Languages

  @Test func `a locale finds its language, then another region of it, then the source language`() throws {
    for language in ["en", "de", "pt", "pt-BR", "Base"] {
      try scratch.write("\"name\" = \"\(language)\";", to: "\(language).lproj/Localizable.strings")
    }
    let expected = [
      "de_AT": "de", "pt_PT": "pt", "pt_BR": "pt-BR", "fr_FR": "en", "en_AU": "en", "pl_PL": "en", "de": "de",
    ]
    for (locale, language) in expected { #expect(try words("name", locale: locale) == language, "\(locale)") }
    #expect(try tables().folders(for: Locale(identifier: "pt_BR")) == ["pt-BR", "pt", "en", "Base"])
  }

  @Test(
    arguments: [
      ("zh_TW", "zh-Hant", 2), ("zh_HK", "zh-Hant", 2), ("zh_CN", "zh-Hant", nil), ("zh_CN", "zh-Hans", 2),
      ("sr_RS", "sr-Latn", nil), ("nb_NO", "no", 2), ("he_IL", "iw", 2), ("es_MX", "es-419", 3), ("es_ES", "es-419", 1),
      ("en_GB", "en_GB", 4), ("en_GB", "en-US", 1), ("de_DE", "en", nil),
    ] as [(String, String, Int?)])
  func `languages are compared by language, script and region`(locale: String, other: String, rank: Int?) throws {
    let own = try #require(LanguageTag(Locale(identifier: locale).language))
    let found = try #require(LanguageTag(other))
    #expect(own.rank(of: found) == rank)
  }

  @Test func `names that are no languages are none`() {
    for name in ["Base", "", "e", "en us", "en--US", "en-" + String(repeating: "x", count: 200), "../en"] {
      #expect(LanguageTag(name) == nil, "\(name)")
    }
  }

  // MARK: Plurals

  @Test(arguments: [
    (0, "0 plików"), (1, "1 plik"), (2, "2 pliki"), (4, "4 pliki"), (5, "5 plików"), (12, "12 plików"),
    (22, "22 pliki"), (101, "101 plików"),
  ])
  func `a number has the plural of its language`(number: Int, expected: String) throws {
    let forms = ["one": "%lld plik", "few": "%lld pliki", "many": "%lld plików", "other": "%lld pliku"]
    try scratch.write(plurals("%lld files", forms), to: "pl.lproj/Files.stringsdict")
    #expect(try words("%lld files", [.integer(number)], table: "Files", locale: "pl_PL") == expected)
    let units = forms.map { #""\#($0)": {"stringUnit": {"state": "translated", "value": "\#($1)"}}"# }
    try scratch.write(
      catalog("%lld files", #""pl": {"variations": {"plural": {\#(units.joined(separator: ", "))}}}"#),
      to: "Localizable.xcstrings")
    #expect(try words("%lld files", [.integer(number)], locale: "pl_PL") == expected)
  }

  @Test(arguments: [(0, "zero"), (1, "one"), (2, "two"), (3, "few"), (11, "many"), (100, "other"), (103, "few")])
  func `Arabic has six plurals`(number: Int, category: String) throws {
    let units = ["zero", "one", "two", "few", "many", "other"].map { #""\#($0)": {"stringUnit": {"value": "\#($0)"}}"# }
    try scratch.write(
      catalog("%lld files", #""ar": {"variations": {"plural": {\#(units.joined(separator: ", "))}}}"#),
      to: "Localizable.xcstrings")
    #expect(try words("%lld files", [.integer(number)], locale: "ar_EG") == category)
  }

  @Test func `words for zero apply in every language, and those of a table follow its language`() throws {
    try scratch.write(
      plurals("%lld files", ["zero": "no files", "one": "a file", "other": "%lld files"]),
      to: "en.lproj/Localizable.stringsdict")
    #expect(try words("%lld files", [.integer(0)], locale: "en_GB") == "no files")
    // Polish would have a form for 5 that the English words do not have, and another one for 1,001.
    #expect(try words("%lld files", [.integer(1)], locale: "pl_PL") == "a file")
    #expect(try words("%lld files", [.integer(1_001)], locale: "en_GB") == "1,001 files")
  }

  @Test func `each variable has the plural of its own number, in any order`() throws {
    let format = #""stringUnit": {"state": "translated", "value": "%#@hours@ of %#@days@ for %3$@"}"#
    func variable(_ position: Int, _ one: String, _ other: String) -> String {
      #"{"argNum": \#(position), "formatSpecifier": "lld", "variations": {"plural": {"one": {"stringUnit": {"value": "\#(one)"}}, "#
        + #""other": {"stringUnit": {"value": "\#(other)"}}}}}"#
    }
    let variables =
      #""hours": \#(variable(2, "%arg hour", "%arg hours")), "days": \#(variable(1, "%arg day", "%arg days"))"#
    try scratch.write(
      catalog("%lld %lld %@", #""en": {\#(format), "substitutions": {\#(variables)}}"#), to: "Localizable.xcstrings")
    let arguments: [Phrase.Argument] = [.integer(1), .integer(3), .words("Ada")]
    #expect(try words("%lld %lld %@", arguments, locale: "en_GB") == "3 hours of 1 day for Ada")
  }

  @Test(arguments: [Int.min, -1, 0, 100, Int.max])
  func `a position that no argument has is none`(position: Int) throws {
    let variable =
      #"{"argNum": \#(position), "formatSpecifier": "lld", "variations": {"plural": {"other": {"stringUnit": {"value": "%arg of %@"}}}}}"#
    try scratch.write(
      catalog(
        "%lld %@", #""en": {"stringUnit": {"value": "%#@days@ for %@"}, "substitutions": {"days": \#(variable)}}"#),
      to: "Localizable.xcstrings")
    let arguments: [Phrase.Argument] = [.integer(2), .words("Ada")]
    #expect(try words("%lld %@", arguments, locale: "en_GB") == "2 of 2 for Ada")
  }

  @Test func `variables that name each other end`() throws {
    var words: [String: PluralVariable] = [:]
    for name in ["a", "b"] {
      let form = String(repeating: "%#@a@%#@b@", count: 200)
      words[name] = PluralVariable(position: 1, words: try #require(PluralWords(["other": form])))
    }
    let pieces = PhraseExpansion.pieces(of: .composed("%#@a@", variables: words), [1], in: "en")
    #expect(pieces.count <= 200)
  }

  // MARK: Formats

  @Test(arguments: [
    ("%2$@ and %1$@", "B and A"), ("%@ %@ %@", "A B %@"), ("100 %% %@", "100 % A"), ("100 % of %@", "100 % of A"),
    ("%", "%"), ("%5$@", "%@"), ("%1$#@x", "%1$#@x"), ("%-9999@ %@", "%-9999@ A"),
  ])
  func `places of a format are filled, and other percent signs are words`(format: String, expected: String) throws {
    try scratch.write("\"key\" = \"\(format)\";", to: "en.lproj/Localizable.strings")
    #expect(try words("key", [.words("A"), .words("B")], locale: "en_GB") == expected)
  }

  @Test func `a number has the form that the words of a language state, and its signs`() throws {
    try scratch.write("\"%lf m\" = \"%.2f Meter\"; \"%lld m\" = \"%05d Meter\";", to: "de.lproj/Localizable.strings")
    #expect(try words("%lf m", [.number(2.5)], locale: "de_DE") == "2,50 Meter")
    #expect(try words("%lld m", [.integer(42)], locale: "de_DE") == "00042 Meter")
  }

  @Test func `a literal is the key with its conversions`() {
    func key(_ value: String.LocalizationValue) -> String { value.phrase.key }
    #expect(key("100 %") == "100 %")
    #expect(key("100 % of \(3) for \("Ada")") == "100 %% of %lld for %@")
    #expect(key("\(2.5) \(Float(1)) \(UInt8(1)) \(UInt(2)) \(Int32(3))") == "%lf %f %u %llu %d")
    #expect(key("\(2.5, specifier: "%.1f")") == "%.1f")
  }

  // MARK: Text

  private func shown(_ text: Text, _ locale: String) throws -> [String] {
    try laidOut(text, width: 400, height: 60, locale: locale).items.compactMap { item in
      if case .glyphs(let run) = item.kind { run.text } else { nil }
    }
  }

  @Test func `a text has the words of its environment's language, its marks and its plurals`() throws {
    try scratch.write(
      plurals("%lld **files**", ["one": "%lld **plik**", "few": "%lld **pliki**", "other": "%lld **plików**"]),
      to: "pl.lproj/Localizable.stringsdict")
    let bundle = try #require(Bundle(path: scratch.folder.path))
    #expect(try shown(Text("\(2) **files**", bundle: bundle), "pl_PL") == ["2 ", "pliki"])
    #expect(try shown(Text("\(2) **files**", bundle: bundle), "en_GB") == ["2 ", "pliki"])
    #expect(try shown(Text("a, ") + Text("\(1) **files**", bundle: bundle), "pl_PL") == ["a, 1 ", "plik"])
    #expect(try shown(Text("\(5) **files**"), "pl_PL") == ["5 ", "files"])
  }

  @Test func `a format with plurals that code asks for by its key is filled in the right one`() throws {
    try scratch.write(
      plurals("boats", ["one": "%d łódź", "few": "%d łodzie", "other": "%d łodzi"]),
      to: "pl.lproj/Localizable.stringsdict")
    let found = try #require(try tables().find("boats", table: nil, in: Locale(identifier: "pl_PL")))
    let format = PluralFormats.format(of: found)
    #expect(format == "%d łodzi")
    #expect(PluralFormats.text(format, [3], in: Locale(identifier: "pl_PL")) == "3 łodzie")
    #expect(PluralFormats.text("%d other", [3], in: Locale(identifier: "pl_PL")) == nil)
  }

  // MARK: Keys without a value

  private func remark(_ key: String, _ locale: String, table: String? = nil) throws -> String? {
    let (tables, locale) = (try tables(), Locale(identifier: locale))
    let query = TableQuery(key: key, fallback: key, table: table)
    return query.remark(tables.find(key, table: table, in: locale), tables, locale)
  }

  @Test func `a key without a value is a problem that names its table and what is shown`() throws {
    try scratch.write("\"known\" = \"known\";\"other\" = \"other\";", to: "en.lproj/Tides.strings")
    try scratch.write("\"known\" = \"bekannt\";", to: "de.lproj/Tides.strings")
    #expect(try remark("known", "de_DE", table: "Tides") == nil)
    #expect(
      try remark("tide.high", "de_DE", table: "Tides")
        == "“tide.high” has no value in the table Tides (de, en); the key is shown")
    #expect(
      try remark("other", "de_DE", table: "Tides")
        == "“other” has no value in the table Tides (de, en) for de_DE; the words in its source language are shown")
    #expect(try remark("other", "fr_FR", table: "Tides") == nil, "the package is not in this language at all")
    #expect(try remark("%lld – %@", "de_DE", table: "Tides") == nil, "signs are no words")
    #expect(try remark("tide.high", "de_DE")?.contains("has no table Localizable") == true)
    #expect(try remark("High tide", "de_DE") == nil, "words without a table are words")
  }

  @Test func `a key that is not to be translated is none`() throws {
    try scratch.write(
      #"{"sourceLanguage": "en", "strings": {"Afterglow": {"shouldTranslate": false}, "New": {}, "Old": {"localizations": "#
        + #"{"de": {"stringUnit": {"state": "translated", "value": "Alt"}}}}}}"#, to: "Localizable.xcstrings")
    #expect(try remark("Afterglow", "de_DE") == nil)
    #expect(try remark("Old", "de_DE") == nil)
    #expect(try remark("New", "de_DE")?.contains("for de_DE; the words in its source language") == true)
    #expect(try remark("New", "en_GB") == nil)
  }

  @Test func `names of programs look like keys, and words do not`() {
    for key in ["widget.title", "TITLE_SMALL", "settings_title", "tide.v2.high"] {
      #expect(TableQuery.looksLikeKey(key), "\(key)")
    }
    for words in ["Tide", "U.S.", "e.g.", "3.5", "High tide", "v1.2", "...", ""] {
      #expect(!TableQuery.looksLikeKey(words), "\(words)")
    }
  }

  // MARK: Bounds

  @Test func `changed bytes never crash the readers of strings`() throws {
    let unit = #"{"stringUnit": {"state": "new", "value": "%#@a@ %1$lld"}, "variations": {"device": {"iphone": {}}}}"#
    let originals: [(StringTableFile.Format, String)] = [
      (.words, Self.pair), (.plurals, plurals("%lld files", ["one": "%lld a", "other": "%1$#@count@ %arg %5.1f"])),
      (.catalog, catalog("%lld files", #""en": \#(unit), "de": \#(unit)"#)),
    ]
    var numbers = SeededNumbers(seed: 44)
    for round in 0..<900 {
      let (format, text) = originals[round % originals.count]
      var bytes = Array(text.utf8)
      for _ in 0...(round % 5) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch round % 4 {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.remove(at: place)
        case 2: bytes.removeSubrange(place...)
        default: bytes.insert(Array("{}[]<>\"\\;=%@$#&/".utf8).randomElement(using: &numbers)!, at: place)
        }
        if bytes.isEmpty { break }
      }
      let file = StringTableFile(path: "x", table: "x", format: format, language: "de")
      guard let layers = try? file.layers(of: Data(bytes), { _ in true }) else { continue }
      for words in layers.flatMap(\.words.values) {
        for values in [[], [1], [nil, 2.5], [Double.infinity, .nan, -1]] as [[Double?]] {
          #expect(PhraseExpansion.pieces(of: words, values, in: "pl").count <= 200)
        }
      }
    }
  }
}
