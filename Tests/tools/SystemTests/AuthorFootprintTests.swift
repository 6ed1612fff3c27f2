import Foundation
import Testing

/// Memory that the wall's author takes with the process that composes for it, at rest and at work: what is in no file,
/// because kernels keep very different shares of a program's file in memory. `make test-load` runs it alone, with the
/// programs of `make build`.
@Suite(.serialized) struct AuthorFootprintTests {
  private static let isAsked = ProcessInfo.processInfo.environment["AFTERGLOW_LOAD"] != nil
  /// Megabytes of an author that still composed by itself, the most of three runs. Pages of files were 46 MB more, 1 MB
  /// more than they are now.
  private static let before = (atRest: 20.3, atWork: 44.1)
  /// Megabytes that a process for composing, and fonts for all scripts, may take in addition.
  private static let added = (atRest: 8.0, atWork: 10.0)

  /// Files with the letters of scripts that the wall's texts do not have.
  private static let scriptFonts = [
    "NotoSansThai", "NotoSansTamil", "NotoSansBengali", "NotoSansEthiopic", "NotoSansKhmer", "NotoSansArmenian",
    "NotoSansGeorgian", "NotoSansSinhala", "NotoSansTelugu",
  ]

  @Test(.enabled(if: isAsked, "make test-load runs it"))
  func `the wall's author takes little more memory than one that composed by itself`() throws {
    let program = try CommandLineProgram()
    try program.copyBoard("wall-display-1080p")
    let running = try program.start(["run", "wall-display-1080p", "--virtual", "--headless"])
    var most = 0
    var fonts: Set<String> = []
    /// Looks at the memory until something has happened.
    func watch(_ isOver: () -> Bool) -> Bool {
      program.wait(120) {
        if let held = AuthorHoldings(running.process) {
          most = max(most, held.anonymousKiB)
          fonts.formUnion(held.fonts)
        }
        return isOver()
      }
    }
    /// How many archives have changed the picture, after the first.
    func changes() -> Int { running.output.matches(of: #/archive[^:\n]*: [1-9][0-9]* px changed/#).count }
    let path = "boards/wall-display-1080p/scene.yaml"
    let scene = try program.text(path)
    try #require(scene.contains("Water the plants"))
    /// Writes another note, and waits for it on the panel.
    func write(_ note: String) throws {
      let before = changes()
      try program.write(scene.replacing("Water the plants", with: note), to: path)
      try #require(watch { changes() > before }, "\(running.errors)")
    }
    try #require(watch { running.output.contains("px changed") }, "\(running.errors)")
    let first = try AuthorHoldings.atRest(running.process)
    try write("Water the roses")
    let second = try AuthorHoldings.atRest(running.process)
    // A panel pays for the scripts of its own texts, and for no others.
    let foreign = Self.scriptFonts.filter { name in fonts.contains { $0.hasPrefix("\(name)-") } }
    #expect(foreign.isEmpty, "\(foreign)")
    print("wall's author: \(first), then \(second), at most \(most) KiB")
    for held in [first, second] {
      #expect(megabytes(held.anonymousKiB) <= Self.before.atRest + Self.added.atRest, "\(held)")
    }
    #expect(most > second.anonymousKiB)
    #expect(megabytes(most) <= Self.before.atWork + Self.added.atWork, "\(most) KiB")
    try write("ประชุมทีม")
    #expect(fonts.contains { $0.hasPrefix("NotoSansThai-") }, "\(fonts.sorted())")
    running.signal(SIGINT)
    _ = try program.finish(running)
  }

  private func megabytes(_ kibibytes: Int) -> Double { Double(kibibytes * 1024) / 1_000_000 }
}
