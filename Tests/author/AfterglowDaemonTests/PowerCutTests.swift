import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowDaemon

/// A power cut at every byte of each file that a run replaces.
@Suite struct PowerCutTests {
  private let folder: RunFolder

  init() throws {
    folder = try RunFolder()
    let repository = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
    try FileManager.default.copyItem(
      at: repository.appending(path: "boards/bedside-clock/board.yaml"),
      to: folder.folder.appending(path: "board/board.yaml"))
    try folder.write(
      "context: lockScreen\nwidgets: [{kind: clock, family: accessoryInline}]\n", to: "board/scene.yaml")
  }

  private func archive() throws -> [UInt8] {
    try BoardSource(folder.path("board")).compile(at: Instant(seconds: 1_795_431_600)).archive
  }

  /// What was written of the next archive lies next to the old one, which the next boot shows.
  @Test func `a boot shows the old archive, wherever the writing of the next one ended`() throws {
    let paths = folder.paths(socket: "service")
    let old = try archive()
    try Files.makeFolder(paths.stateFolder)
    try Files.replace(paths.archive, with: old, isDurable: true)
    try folder.write(
      "context: lockScreen\nwidgets: [{kind: clock, family: accessoryInline}, {kind: moon, family: accessoryCircular}]\n",
      to: "board/scene.yaml")
    let new = try archive()
    #expect(new != old)
    let leftover = FileReplacement.draft(of: paths.archive, process: 4_194_305)
    for count in stride(from: 0, through: new.count, by: max(1, new.count / 500)) {
      try Data(new.prefix(count)).write(to: URL(fileURLWithPath: leftover))
      #expect(try Files.read(paths.archive, limit: 1 << 24) == old)
    }
    // It is removed, and not taken for anything.
    _ = ArchiveKeeper(paths: paths)
    #expect(!FileManager.default.fileExists(atPath: leftover))
    try Files.replace(paths.archive, with: new, isDurable: true)
    #expect(ShownBoard(keptAt: paths.archive, now: .now)?.archive.byteCount == new.count)
  }

  /// Whatever the medium did in spite of it: an archive that is not whole is none.
  @Test func `an archive that is cut at any byte, or ends in zeros, is none`() throws {
    let whole = try archive()
    for count in 0..<whole.count {
      let cut = Array(whole.prefix(count))
      #expect(throws: ArchiveError.self) { try cut.withUnsafeBytes { _ = try Archive.validate($0) } }
    }
    for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 1_000)) {
      // What ends in zeros anyway is whole.
      guard whole[count...].contains(where: { $0 != 0 }) else { break }
      let zeros = Array(whole.prefix(count)) + [UInt8](repeating: 0, count: whole.count - count)
      #expect(throws: ArchiveError.self) { try zeros.withUnsafeBytes { _ = try Archive.validate($0) } }
    }
  }

  @Test func `of budgets that are there in part nothing is believed, and they are whole`() throws {
    let path = folder.path("state/reloads.json")
    let moment = AuthorMoment(bootMs: 5_000_000, wall: Instant(seconds: 1_795_431_600))
    var budget = ReloadBudget()
    for minute in Int64(0)..<5 { budget.take(nowMs: moment.bootMs - minute * 60_000) }
    var file = ReloadLedgerFile(path: path)
    file.keep(["weather": budget, "news": ReloadBudget()], moment, isEnd: true)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func read() -> [String: ReloadBudget] {
      var file = ReloadLedgerFile(path: path)
      return file.budgets(moment, isTrusted: true)
    }
    #expect(read()["weather"] == budget)
    for count in 0..<whole.count {
      for rest in [0, whole.count - count] {
        try Data(whole.prefix(count) + [UInt8](repeating: 0, count: rest)).write(to: URL(fileURLWithPath: path))
        #expect(read() == [:], "\(count) of \(whole.count) bytes")
      }
    }
  }
}
