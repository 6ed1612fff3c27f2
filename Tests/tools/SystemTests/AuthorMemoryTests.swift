import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What an author holds while nothing happens, as the kernel counts it: memory of its own, and descriptors.
@Suite(.serialized) struct AuthorMemoryTests {
  /// The panel shows another archive, with other pixels.
  private static func showsArchive(_ running: CommandLineProgram.Running) -> Bool {
    running.output.contains(#/archive: [1-9][0-9]* px changed/#)
  }

  private func count(_ running: CommandLineProgram.Running) -> Int {
    running.output.components(separatedBy: ": compiled ").count - 1
  }

  /// An edit of a board's scene, with which the panel's picture changes.
  private struct Edit {
    var found: String
    var replacement: String
  }

  /// Starts a board, reads everything again a number of times, and returns what is held after each, and after the edit.
  private func holdings(
    _ board: String, scene: String? = nil, after reloads: [Int], edit: Edit? = nil
  ) throws -> [AuthorHoldings] {
    let program = try CommandLineProgram()
    try program.copyBoard(board)
    if let scene { try program.write(scene, to: "boards/\(board)/scene.yaml") }
    let running = try program.start(["run", board, "--virtual", "--headless"])
    try #require(program.wait(60) { running.output.contains("px changed") }, "\(running.errors)")
    var result: [AuthorHoldings] = []
    var done = 0
    for reload in reloads {
      while done < reload {
        let before = count(running)
        running.signal(SIGHUP)
        try #require(program.wait(60) { count(running) > before }, "\(running.errors)")
        done += 1
      }
      result.append(try AuthorHoldings.atRest(running.process))
    }
    if let edit {
      let path = "boards/\(board)/scene.yaml"
      let text = try String(contentsOf: program.folder.appending(path: path), encoding: .utf8)
      try #require(text.contains(edit.found))
      try program.write(text.replacingOccurrences(of: edit.found, with: edit.replacement), to: path)
      try #require(program.wait(60) { Self.showsArchive(running) }, "\(running.errors)")
      result.append(try AuthorHoldings.atRest(running.process))
    }
    running.signal(SIGINT)
    _ = try program.finish(running)
    return result
  }

  /// The last state is the one of most days: the panel has changed since the start, and the archive waits to be saved. It
  /// varies by half a megabyte with the zone and with what else the machine does: the wall's was 24.2 to 24.8 MB, 25.2
  /// to 25.8 since the drawings of widgets are kept, which are 1 MB, and 26.2 since there are detail pages and coming hours.
  @Test(arguments: [
    ("bedside-clock", 14.0, Edit(found: "style: digital", replacement: "style: inline")),
    ("wall-display-1080p", 26.5, Edit(found: "Water the plants", replacement: "Water the roses")),
  ])
  private func `an author at rest holds little, and no more after each reload`(
    board: String, limitMB: Double, edit: Edit
  ) throws {
    let held = try holdings(board, after: [0, 10, 40], edit: edit)
    for one in held { #expect(Double(one.anonymousKiB * 1024) <= limitMB * 1_000_000, "\(held)") }
    #expect(held[2].anonymousKiB <= held[1].anonymousKiB + 512 && held[2].descriptors == held[1].descriptors, "\(held)")
  }

  /// Pages of code that a compile has used are unmapped after it: before that was done, the wall had 70 MB of files mapped at rest.
  @Test func `an author at rest has few pages of its programs mapped`() throws {
    for held in try holdings("wall-display-1080p", after: [0, 3]) {
      #expect(held.filesKiB <= 50_000, "\(held)")
    }
  }

  /// Widgets with backgrounds of their own, for light and dark looks.
  private static let darkHome = """
    context: home
    appearance: dark
    widgets:
      - {kind: clock, family: systemSmall}
      - {kind: countdown, family: systemSmall, configuration: {title: New Year, date: "2030-01-01"}}
    """

  @Test func `a dark home with a clock and a countdown holds no more after each reload`() throws {
    let held = try holdings("bedside-clock", scene: Self.darkHome, after: [10, 60])
    #expect(held[1].anonymousKiB <= held[0].anonymousKiB + 512 && held[1].descriptors == held[0].descriptors, "\(held)")
  }

  /// `make test-memory`; unset in `make test`.
  private static let reloadCount = ProcessInfo.processInfo.environment["AFTERGLOW_RELOADS"].flatMap { Int($0) }

  private static func boards() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: CommandLineProgram.root.appending(path: "boards").path).sorted()
  }

  @Test(.enabled(if: reloadCount != nil, "make test-memory runs it"), arguments: try boards())
  func `thousands of reloads leave nothing behind`(board: String) throws { try expectNoGrowth(board) }

  @Test(.enabled(if: reloadCount != nil, "make test-memory runs it"))
  func `thousands of reloads of a dark home leave nothing behind`() throws {
    try expectNoGrowth("bedside-clock", scene: Self.darkHome)
  }

  /// The heap settles within some hundred compiles: blocks that stay come to lie among blocks that go, on at most 3 % more
  /// pages. What a compile left behind would grow on: 100 bytes of 1,500 compiles are 150 KiB.
  private func expectNoGrowth(_ board: String, scene: String? = nil) throws {
    let count = try #require(Self.reloadCount)
    let held = try holdings(board, scene: scene, after: [20, count / 4, count])
    #expect(held[1].anonymousKiB <= held[0].anonymousKiB * 103 / 100, "\(held)")
    #expect(held[2].anonymousKiB <= held[1].anonymousKiB + max(128, held[1].anonymousKiB / 100), "\(held)")
    #expect(held[2].descriptors == held[0].descriptors, "\(held)")
  }
}
