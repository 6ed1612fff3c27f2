import AfterglowArchive
import AfterglowCore
import AfterglowPreview
import AfterglowTimeline
import Foundation
import Testing

/// Widgets that are copied from one archive to another.
@Suite struct ArchiveCopyTests {
  private static let repository = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
  private static let now = Instant(seconds: 1_795_431_600)

  @Test(arguments: ["bedside-clock", "epaper-4in2-v2", "wall-display-1080p", "lock-screen"])
  func `a widget that is copied draws the same pixels`(_ name: String) throws {
    let board = try BoardSource(Self.repository.appending(path: "boards/\(name)").path).compile(at: Self.now)
    var compiled = board.compiled
    compiled.archive = try board.withArchive { archive in
      var builder = ArchiveBuilder(board: archive.board)
      builder.setBoardStrings([.name: "copy"])
      // The board's schedule names its zone by its place.
      for (index, record) in archive.zones.enumerated() {
        let zone = archive.zone(index)
        _ = builder.addZone(
          ZoneDescription(
            name: archive.string(record.name), initialOffsetSeconds: zone.initialOffsetSeconds,
            transitions: Array(zone.transitions), rule: zone.rule))
      }
      for index in 0..<archive.widgetCount {
        _ = builder.copyWidget(index, of: archive, from: Self.now, staleAfter: Instant(seconds: 4_000_000_000))
      }
      return Result { try builder.build(compiledAt: Self.now) }
    }.get()
    let copy = try CompiledBoard(name: board.name, scene: board.scene, compiled: compiled, problems: [])
    for seconds: Int64 in [0, 61, 900] {
      for mode in [ModeOverride.day, .alwaysOn, .night] {
        let at = Instant(seconds: 1_795_431_600 + seconds)
        let one = try StillFrame(board, at: at, lux: nil, override: mode)
        let other = try StillFrame(copy, at: at, lux: nil, override: mode)
        #expect(try one.picture.difference(from: other.picture) == nil, "\(name) after \(seconds) s, \(mode)")
      }
    }
  }
}
