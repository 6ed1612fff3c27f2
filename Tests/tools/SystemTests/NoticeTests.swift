import Foundation
import Testing

/// The file NOTICE, compared with what the programs are made of.
@Suite struct NoticeTests {
  /// Names in the first column of NOTICE's tables, with the licence in the last.
  private static func rows() throws -> [String: String] {
    var rows: [String: String] = [:]
    for line in try RepositoryText.read("NOTICE").split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      rows[cells[0]] = cells.last
    }
    return rows
  }

  @Test func `each package and library of the manifest has its licence`() throws {
    let (rows, notice) = (try Self.rows(), try RepositoryText.read("NOTICE"))
    let manifest = try RepositoryText.read("Package.swift")
    var names = manifest.matches(of: #/\.package\(url: "[^"]*\/([^\/"]+)"/#).map { String($0.1) }
    names += manifest.matches(of: #/linkedLibrary\("([^"]+)"\)/#).map { String($0.1) }
    let library = #/systemLibrary\(\s*name: "[^"]+", (path: "Tests\/[^"]+", )?pkgConfig: "([^"]+)"/#
    let linked = manifest.matches(of: library)
    names += linked.filter { $0.1 == nil }.map { String($0.2) }
    #expect(names.count >= 8, "\(names)")
    for name in names { #expect(rows[name]?.isEmpty == false, "NOTICE does not list \(name)") }
    // What only tests link is named apart.
    for match in linked where match.1 != nil {
      let name = match.2.hasPrefix("lib") ? String(match.2) : "lib\(match.2)"
      #expect(notice.contains(name), "NOTICE does not name \(name)")
    }
  }

  /// A table that was made from data of others, or checked against it, names the data in its source.
  @Test func `each source of an embedded table has its licence`() throws {
    let (rows, notice) = (try Self.rows(), try RepositoryText.read("NOTICE"))
    for (name, origin, path) in [
      ("GeoNames", "GeoNames", "author/AfterglowBoards/CityTable.swift"),
      ("Natural Earth", "Natural Earth", "author/AfterglowWidgets/Clock/Faces/LandMask.swift"),
      ("CLDR", "CLDR", "author/AfterglowWidgets/Calendar/WindowsZones.swift"),
      ("HTML Standard", "html.spec.whatwg.org", "author/AfterglowWidgets/News/HTMLEntities.swift"),
      ("Material Design Icons 6.9.96", "Material Design Icons 6.9.96", "widgets/CSymbols/data/README.md"),
    ] {
      #expect(try RepositoryText.read("Sources/\(path)").contains(origin), "\(path)")
      #expect(rows[name]?.isEmpty == false, "NOTICE does not list \(name)")
      let place = path.replacing("/README.md", with: "")
      #expect(notice.contains("`Sources/\(place)`"), "NOTICE does not say where \(name) is")
    }
  }

  /// Data, in contrast to code and pages, comes from others or is drawn.
  @Test func `each folder of embedded data has its licence`() throws {
    let notice = try RepositoryText.read("NOTICE")
    let code: Set = ["swift", "h", "c", "modulemap", "js", "css", "html", "svg", "md", "docc", ""]
    let all = FileManager.default.enumerator(atPath: RepositoryText.root.appending(path: "Sources").path)?.allObjects
    let data = (all as? [String] ?? []).filter { !code.contains(($0 as NSString).pathExtension) }
    let folders = Set(data.map { ($0 as NSString).deletingLastPathComponent })
    #expect(folders == ["author/CSamplePhoto/data", "widgets/CSymbols/data"])
    for folder in folders { #expect(notice.contains("`Sources/\(folder)`"), "NOTICE does not name \(folder)") }
  }

  @Test func `each library that is loaded by its name has its licence`() throws {
    let notice = try RepositoryText.read("NOTICE")
    let loaded = try RepositoryText.files(in: "Sources", ["c", "h", "swift"]).flatMap { path in
      try RepositoryText.lines(of: path, with: "dlopen(\"").flatMap { line in
        line.matches(of: #/dlopen\("([^"]+)"/#).map { String($0.1) }
      }
    }
    #expect(loaded.count == 2)
    for name in loaded { #expect(notice.contains("`\(name)` ("), "NOTICE does not name \(name)") }
  }

  @Test func `each package of fonts that the programs need has its licence`() throws {
    let rows = try Self.rows()
    let packages = try RepositoryText.read("make/packages.mk").matches(of: #/\bfonts-[a-z-]+/#).map { String($0.0) }
    #expect(packages.count >= 5)
    for package in packages {
      let isListed = rows.keys.contains { $0.components(separatedBy: ", ").contains(package) }
      #expect(isListed, "NOTICE does not list \(package)")
    }
  }
}
