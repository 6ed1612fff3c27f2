import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler

/// What a new board needs for the size of its panel: a viewing distance, and memory for pictures.
struct NewPanelSize {
  let settings: BoardSettings

  /// Diagonals in mm with the distance in m from which smaller panels are read, our choice: on a bedside table, a desk, a
  /// wall.
  private static let distances: [(Double, Double)] = [(130, 0.3), (260, 0.5), (380, 0.7), (500, 1), (900, 1.5)]
  private static let farthest = 2.5

  /// Viewing distance in m.
  var viewingDistance: Double {
    let (width, height) = (settings.geometry.widthMm, settings.geometry.heightMm)
    let diagonal = (width * width + height * height).squareRoot()
    return Self.distances.first { diagonal < $0.0 }?.1 ?? Self.farthest
  }

  /// Size of an archive bank in KiB: a picture of the whole panel, or a photograph on half of it by day and by night; and a
  /// MiB for everything else.
  var archiveKiB: Int {
    let pictures = settings.geometry.widthPx * settings.geometry.heightPx * 4 / 1024
    return min(Archive.maximumByteCount >> 10, (1024 + pictures + 511) / 512 * 512)
  }

  /// A board file with both, unless it has a distance and as much memory.
  func completed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if settings.record.archiveBankByteCount < UInt32(archiveKiB) * 1024 { raiseArchive(in: &lines) }
    if settings.viewingDistanceMm == nil {
      let keys = ["name:", "size:", "physicalSize:", "rotation:"]
      let last = lines.lastIndex { line in keys.contains { line.hasPrefix($0) } } ?? -1
      // A value may continue on the lines below its key.
      let end = lines[(last + 1)...].firstIndex { !$0.hasPrefix(" ") } ?? lines.count
      lines.insert(
        "viewingDistance: \(viewingDistance)        # m: text of 11 pt is readable from here, or `afterglow check` reports it",
        at: end)
    }
    return lines.joined(separator: "\n")
  }

  private func raiseArchive(in lines: inout [String]) {
    for (index, line) in lines.enumerated() {
      guard let found = line.firstMatch(of: /^[^#]*\barchive: *([0-9]+)/) else { continue }
      lines[index].replaceSubrange(found.1.startIndex..<found.1.endIndex, with: String(archiveKiB))
      return
    }
    if !lines.contains(where: { $0.hasPrefix("memory:") }) {
      lines += [
        "memory:", "  archive: \(archiveKiB)               # KiB, twice: one is shown while the next is received", "",
      ]
    }
  }
}
