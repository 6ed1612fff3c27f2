import AfterglowKit
import Foundation
import TestSupport
import Testing

/// Files that a package's manifest does not declare, and the source that is written for the resources of its targets.
@Suite struct PackageResourceTests {
  private static let harbour = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "support/Ported/Harbour")

  private func files(_ folder: URL, declared: [String] = []) -> TargetFiles {
    TargetFiles(name: "Harbour", folder: folder, declared: declared)
  }

  private func assets(_ files: TargetFiles) -> AssetNames {
    AssetNames(catalogs: files.catalogs.map { files.folder.appending(path: $0).path })
  }

  /// Names of sets in Xcode's catalogues, and the symbols that Xcode makes of them.
  @Test(arguments: [
    ("AccentColor", "accent"), ("BackGroundImageV4", "backGroundImageV4"), ("ProfImage", "prof"),
    ("text_color", "text"),
    ("weather-clear", "weatherClear"), ("AVR_Red_Smarthome", "avrRedSmarthome"), ("GetStartedBG", "getStartedBG"),
    ("GameMode00", "gameMode00"), ("color_24292B", "color24292B"), ("Smart HomeWHT", "smartHomeWHT"),
    ("10ru", "_10Ru"), ("402a", "_402A"), ("0b3b21ff", "_0B3B21Ff"), ("upgrade icon 1", "upgradeIcon1"), ("u1", "u1"),
    ("M", "M"), ("BMW", "BMW"), ("A-1-1-0", "A_1_1_0"), ("10C", "_10_C"), ("FFE05D", "FFE_05_D"), ("Color", "color"),
  ])
  func `the symbol of an asset is the one that Xcode makes`(asset: String, symbol: String) {
    #expect(AssetSymbol.name(of: asset) == symbol)
  }

  @Test func `a name without letters and figures has no symbol, and a folder is an enumeration`() {
    #expect(AssetSymbol.name(of: "--") == nil && AssetSymbol.name(of: "") == nil)
    #expect(AssetSymbol.namespace(of: "iconPreviews") == "IconPreviews")
    #expect(AssetSymbol.namespace(of: "GameUI") == "GameUI" && AssetSymbol.namespace(of: "2x") == "_2X")
  }

  @Test func `the source that is written for a package is the one that its program is compiled with`() throws {
    let files = files(Self.harbour)
    let source = try String(contentsOf: Self.harbour.appending(path: "Harbour.swift"), encoding: .utf8)
    let generated = GeneratedSource(sources: [source], assets: assets(files), hasResources: true)
    let compiled = try String(
      contentsOf: Self.harbour.appending(path: GeneratedSource.fileName), encoding: .utf8)
    #expect(generated.text == compiled)
  }

  @Test func `only assets that the sources name get symbols, and none that they declare`() throws {
    let scratch = try ScratchFolder()
    for name in ["Brand/Sea.colorset", "Brand/Sky.colorset", "Red.colorset", "Own.colorset", "default.imageset"] {
      try FileManager.default.createDirectory(
        at: scratch.folder.appending(path: "A.xcassets/\(name)"), withIntermediateDirectories: true)
    }
    try scratch.write(#"{"properties": {"provides-namespace": true}}"#, to: "A.xcassets/Brand/Contents.json")
    let names = assets(files(scratch.folder))
    #expect(names.colors == ["Brand/Sea", "Brand/Sky", "Own", "Red"] && names.pictures == ["default"])
    func text(_ source: String) -> String? {
      GeneratedSource(sources: [source], assets: names, hasResources: false).text
    }
    #expect(text("let words = NSLocalizedString(key, comment: \"\")") == nil, "there are no strings")
    let nested = try #require(text("Color(.Brand.sea)"))
    #expect(
      nested.contains("  enum Brand {\n    static let sea = ColorResource(name: \"Brand/Sea\", bundle: .main)\n  }"))
    #expect(!nested.contains("sky") && !nested.contains("ShapeStyle"))
    let red = try #require(text("Color.red; Image(.default)"))
    #expect(red.contains("static let red = ColorResource") && !red.contains("static var red"))
    #expect(red.contains("static let `default` = ImageResource(name: \"default\", bundle: .main)"))
    let own = try #require(
      text("extension Color { static let own = Color(\"Own\") }\nText(\"a\").foregroundStyle(.own)"))
    #expect(own.contains("static let own = ColorResource") && !own.contains("static var own"))
    #expect(
      text("extension ColorResource { static let own = ColorResource(name: \"Own\", bundle: .main) }\nColor(.own)")
        == nil)
  }

  @Test func `a file that imports Foundation alone gets the names that other modules have on Linux`() throws {
    func text(_ sources: [String]) -> String? {
      GeneratedSource(sources: sources, assets: AssetNames(catalogs: []), hasResources: false).text
    }
    let fetching = "import Foundation\nlet (data, _) = try await URLSession.shared.data(from: url)"
    let parsing = "import SwiftUI\nfinal class Rates: NSObject, XMLParserDelegate {}"
    let written = try #require(text([fetching, parsing, "import Foundation\nvar name: LocalizedStringResource"]))
    #expect(written.contains("typealias URLSession = FoundationNetworking.URLSession\n"))
    #expect(written.contains("import FoundationXML\n"))
    #expect(written.contains("typealias XMLParserDelegate = FoundationXML.XMLParserDelegate\n"))
    #expect(written.contains("typealias LocalizedStringResource = SwiftUI.LocalizedStringResource\n"))
    #expect(!written.contains("URLRequest"), "no file names it")
    #expect(text([fetching.replacing("import Foundation", with: "import SwiftUI")]) == nil, "SwiftUI has URLSession")
    #expect(text(["import FoundationNetworking\n" + fetching]) == nil)
    #expect(text([fetching, "struct URLSession {}"]) == nil, "the target has a type of that name")
  }

  @Test func `a target with functions named snapshot or timeline gets a provider that does not hide them`() {
    func text(_ sources: String...) -> String? {
      GeneratedSource(sources: sources, assets: AssetNames(catalogs: []), hasResources: false).text
    }
    let provider = "import WidgetKit\nstruct Tides: TimelineProvider {\n  func getSnapshot() { snapshot(of: 1) }\n}\n"
    let function = "private func snapshot<Value>(of value: Value) -> Int { 1 }\n"
    let name = "typealias TimelineProvider = SwiftUI.CallbackTimelineProvider\n"
    #expect(text(provider, function)?.contains(name) == true)
    #expect(text(provider, "import WidgetKit\n\n@MainActor func timeline() {}")?.contains(name) == true)
    #expect(text(provider) == nil && text(function) == nil, "nothing is hidden")
    #expect(text(provider, "struct Tide {\n  func snapshot() {}\n}") == nil, "a method is called with its value")
    #expect(text(provider, function, "extension Moon {\n  func timeline(in context: Context) {}\n}") == nil)
    #expect(text(provider, function, "typealias TimelineProvider = Own") == nil, "the target has a type of that name")
    #expect(text(provider.replacing("Timeline", with: "AppIntentTimeline"), function) == nil)
  }

  @Test func `a file is found in an extension of Bundle too`() {
    let source = "extension Bundle { func read(_ name: String) -> URL? { url(forResource: name, withExtension: nil) } }"
    let text = GeneratedSource(sources: [source], assets: AssetNames(catalogs: []), hasResources: true).text
    #expect(text?.contains("func url(forResource name: String?, withExtension ext: String?) -> URL?") == true)
  }

  @Test func `a target that names the current locale gets the board's`() {
    func text(_ source: String) -> String? {
      GeneratedSource(sources: [source], assets: AssetNames(catalogs: []), hasResources: false).text
    }
    let own = "static var current: Locale { PackageResources.locale }\n"
    #expect(text("let code = Locale.current.currencyCode!")?.contains(own) == true)
    #expect(text("formatter.locale = .autoupdatingCurrent")?.contains(own) == true)
    #expect(text("let today = Calendar.current.startOfDay(for: .now)") == nil)
    let declared = "extension Locale { static var current: Locale { Locale(identifier: \"de\") } }"
    #expect(text("\(declared)\nprint(Locale.current)") == nil, "the target has one of its own")
  }

  @Test func `the file is written when it changes, and one of the author is left alone`() throws {
    let scratch = try ScratchFolder(["A.xcassets", "A.xcassets/Brand.colorset"])
    let names = assets(files(scratch.folder))
    func generated(_ source: String) -> GeneratedSource {
      GeneratedSource(sources: [source], assets: names, hasResources: false)
    }
    let path = scratch.path(GeneratedSource.fileName)
    #expect(try generated("Color(.brand)").write(in: scratch.folder))
    #expect(try !generated("Color(.brand)").write(in: scratch.folder), "it has not changed")
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try !generated("Color.red").write(in: scratch.folder))
    #expect(!FileManager.default.fileExists(atPath: path), "nothing needs it")
    try scratch.write("// My own.\n", to: GeneratedSource.fileName)
    #expect(try !generated("Color(.brand)").write(in: scratch.folder))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "// My own.\n")
  }

  @Test func `files that no manifest declares are laid next to the program, as in an app`() throws {
    let builds = try ScratchFolder()
    let files = files(
      Self.harbour, declared: [Self.harbour.appending(path: "Resources/Localizable.xcstrings").path])
    #expect(files.catalogs == ["Resources/Assets.xcassets"])
    try files.stage(in: builds.folder, product: "Boats & Co")
    let place = builds.folder.appending(path: "Harbour_undeclared.resources")
    let found = try FileManager.default.subpathsOfDirectory(atPath: place.path).filter { !$0.contains("xcassets/") }
    #expect(
      found.sorted() == [
        "Assets.xcassets", "Info.plist", "de.lproj", "de.lproj/Tides.strings", "de.lproj/Tides.stringsdict", "en.lproj",
        "en.lproj/Tides.strings", "en.lproj/Tides.stringsdict", "pl.lproj", "pl.lproj/Tides.strings",
        "pl.lproj/Tides.stringsdict",
      ])
    let list = try String(contentsOf: place.appending(path: "Info.plist"), encoding: .utf8)
    #expect(list.contains("<string>https://harbour.example/Boats &amp; Co</string>"))
    #expect(list.contains("<string>local.Boats &amp; Co</string>"))
    // A library has no property list, and what is not there any more goes.
    try files.stage(in: builds.folder, product: nil)
    #expect(!FileManager.default.fileExists(atPath: place.appending(path: "Info.plist").path))
    try TargetFiles(name: "Harbour", folder: builds.folder.appending(path: "nothing")).stage(
      in: builds.folder, product: "Boats")
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test func `two files of one name are both laid there`() throws {
    let scratch = try ScratchFolder(["one", "two", "builds"])
    for name in ["one/words.json", "two/words.json"] { try scratch.write("\"\(name)\"", to: name) }
    let files = files(scratch.folder)
    #expect(files.undeclared == ["one/words.json", "two/words.json"])
    try files.stage(in: scratch.folder.appending(path: "builds"), product: nil)
    let place = scratch.folder.appending(path: "builds/Harbour_undeclared.resources")
    #expect(try String(contentsOf: place.appending(path: "words.json"), encoding: .utf8) == "\"one/words.json\"")
    #expect(try String(contentsOf: place.appending(path: "2/words.json"), encoding: .utf8) == "\"two/words.json\"")
  }
}
