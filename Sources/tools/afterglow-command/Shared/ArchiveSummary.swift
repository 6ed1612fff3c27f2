import AfterglowArchive
import AfterglowKit
import AfterglowPreview

/// Describes the content of an archive.
enum ArchiveSummary {
  /// The sections that are not empty, largest first, with their share of the total.
  ///
  /// - Throws: `Failure` when the archive cannot be read.
  static func lines(_ board: CompiledBoard) throws -> [String] {
    try board.withArchive { archive in
      let sections = (0..<UInt8(ArchiveSection.count)).compactMap(ArchiveSection.init(rawValue:))
      return
        sections
        .map { (section: $0, count: archive.byteCount(of: $0)) }
        .filter { $0.count > 0 }
        .sorted { $0.count > $1.count }
        .map { item in
          let name = "\(item.section.name)"
          let padding = String(repeating: " ", count: max(1, 18 - name.count))
          return name + padding + byteText(item.count)
        }
    }
  }

  /// Fonts and library versions that shaped the text, one per line.
  static func provenance(_ board: CompiledBoard) throws -> String {
    try board.withArchive { String(decoding: $0.provenance, as: UTF8.self) }
  }

  /// The versions that differ between two pictures, to explain a difference.
  static func difference(_ mine: String, from theirs: String?) -> String {
    let found = mine.split(separator: "\n")
    guard let theirs else { return "this frame was shaped with \(found.joined(separator: ", "))" }
    let expected = theirs.split(separator: "\n")
    let added = found.filter { !expected.contains($0) }
    let missing = expected.filter { !found.contains($0) }
    if added.isEmpty && missing.isEmpty { return "both were shaped by the same fonts and libraries" }
    return "expected shaped with \(missing.joined(separator: ", ")); this frame with \(added.joined(separator: ", "))"
  }
}
