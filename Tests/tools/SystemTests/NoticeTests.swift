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
    let rows = try Self.rows()
    for (name, file) in [
      ("GeoNames", "author/AfterglowBoards/CityTable.swift"),
      ("Natural Earth", "author/AfterglowWidgets/Clock/Faces/LandMask.swift"),
      ("CLDR", "author/AfterglowWidgets/Calendar/WindowsZones.swift"),
    ] {
      #expect(try RepositoryText.read("Sources/\(file)").contains(name), "\(file)")
      #expect(rows[name]?.isEmpty == false, "NOTICE does not list \(name)")
    }
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
