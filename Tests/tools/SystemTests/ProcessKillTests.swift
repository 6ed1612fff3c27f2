import Foundation
import PixelSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `kill -9` of author, guard, renderer and all of them at random moments, while content changes: what a panel shows is one of
/// the two contents at any time, whole.
///
/// A few times in `make test`, a thousand times in `make test-kills`.
@Suite(.serialized) struct ProcessKillTests {
  private static let roundCount = ProcessInfo.processInfo.environment["AFTERGLOW_KILLS"].flatMap { Int($0) } ?? 12

  private enum Victims: CaseIterable { case author, renderer, guardian, authorAndRenderer, all }

  /// A run whose content is one of two.
  private final class Rig {
    let program: CommandLineProgram
    var author: CommandLineProgram.Running!
    /// The pictures of both contents.
    var whole: [Data] = []
    private(set) var frameCount = 0

    init() throws {
      program = try CommandLineProgram()
      let board = program.path("boards/bedside-clock/board.yaml")
      let text =
        try String(contentsOfFile: board, encoding: .utf8)
        .replacingOccurrences(of: "{width: 800, height: 480}", with: "{width: 240, height: 160}")
        + "\nwear: {orbit: 0}\n"
      try text.write(toFile: board, atomically: true, encoding: .utf8)
      // Nothing below the clock follows the time.
      let widget = "{kind: value, family: accessoryCircular, configuration: {file: value.json}}"
      try program.write(
        "context: lockScreen\nwidgets: [\(widget)]\n", to: "boards/bedside-clock/scene.yaml")
    }

    /// Written as a whole, as every program should.
    func put(_ value: Int) throws {
      let date = #"{"date": "2026-01-01T08:00:00Z", "value": \#(value)}"#
      try program.write(
        #"{"kind": "value", "policy": "never", "entries": [\#(date)]}"#, to: "boards/bedside-clock/value.json")
    }

    /// However often it has died before, it composes everything.
    func startAuthor() throws {
      author = try program.start(
        ["run", "bedside-clock", "--headless"], environment: ["AFTERGLOW_DEATH_LIMIT": "1000000"])
    }

    /// Asks the kernel: the descriptor by which Foundation notices the end of a program is open in its guard as well.
    var hasNoAuthor: Bool {
      let file = "/proc/\(author.process.processIdentifier)/status"
      return (try? String(contentsOfFile: file, encoding: .utf8))?.contains("State:\tZ") ?? true
    }

    /// What is shown below the clock; nil while a frame is written, which no reader takes.
    var shown: Data? {
      guard let before = DisplayFileState(program.framebuffer()), before.sequence % 2 == 0, before.frames > 0 else {
        return nil
      }
      let after = DisplayFileState(program.framebuffer())
      return after?.sequence == before.sequence ? before.pixels.suffix(before.pixels.count * 2 / 5) : nil
    }

    /// Looks for so long at what is shown.
    ///
    /// - Returns: false if it was neither the one nor the other.
    func watch(_ seconds: Double) -> Bool {
      var isRight = true
      let end = Date().addingTimeInterval(seconds)
      repeat {
        if let shown {
          frameCount += 1
          if !whole.contains(shown) { isRight = false }
        }
        usleep(2_000)
      } while Date() < end
      return isRight
    }

    func kill(_ victims: Victims) {
      let processes = program.guards
      let parents = Dictionary(uniqueKeysWithValues: processes.map { ($0, ProcessTable.parent(of: $0)) })
      let renderers = processes.filter { processes.contains(parents[$0] ?? 0) }
      let guards = processes.filter { !renderers.contains($0) }
      let author = [author.process.processIdentifier]
      let dying =
        switch victims {
        case .author: author
        case .renderer: renderers
        case .guardian: guards
        case .authorAndRenderer: author + renderers
        case .all: author + guards + renderers
        }
      for process in dying { Glibc.kill(process, SIGKILL) }
    }
  }

  @Test func `whatever is killed, the panel shows the old content or the new one, whole`() throws {
    let rig = try Rig()
    try rig.put(0)
    try rig.startAuthor()
    // The first frame of each content.
    for value in 0...1 {
      try rig.put(value)
      let old = rig.whole
      try #require(rig.program.wait(30) { rig.shown.map { !old.contains($0) } ?? false }, "\(rig.author.errors)")
      // A widget may have shown its placeholder before.
      usleep(1_500_000)
      rig.whole.append(try #require(rig.shown))
    }
    try #require(rig.whole[0] != rig.whole[1])
    var random = SeededNumbers(seed: 19)
    var wrong: [String] = []
    for round in 0..<Self.roundCount {
      try rig.put(round % 2)
      rig.author.signal(SIGHUP)
      let victims = Victims.allCases.randomElement(using: &random)!
      let pause = Double.random(in: 0...0.25, using: &random)
      if !rig.watch(pause) { wrong.append("before round \(round)") }
      rig.kill(victims)
      if !rig.watch(0.02) { wrong.append("after \(victims) in round \(round)") }
      let hadAuthor = victims == .renderer || victims == .guardian
      if !hadAuthor {
        #expect(rig.program.wait(10) { rig.hasNoAuthor })
        try rig.startAuthor()
      }
      // Both are back, and the newest content is shown.
      var isOther = false
      let isBack = rig.program.wait(60) {
        let shown = rig.shown
        if let shown, !rig.whole.contains(shown) { isOther = true }
        return shown == rig.whole[round % 2] && rig.program.guards.count == 2
      }
      if isOther { wrong.append("while \(victims) comes back in round \(round)") }
      if !isBack { wrong.append("\(victims) did not come back in round \(round): \(rig.author.errors.suffix(300))") }
      if wrong.count > 5 { break }
    }
    #expect(wrong == [])
    print("\(Self.roundCount) kills, \(rig.frameCount) pictures looked at")
    rig.author.signal(SIGTERM)
    _ = try rig.program.finish(rig.author)
  }
}
