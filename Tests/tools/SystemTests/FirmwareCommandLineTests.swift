import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

/// The program from outside: what it answers to words and files that are wrong.
@Suite(.enabled(if: !FirmwareProgram.all.isEmpty, FirmwareProgram.missing))
struct FirmwareCommandLineTests {
  @Test(arguments: FirmwareProgram.all) func `help explains and succeeds`(_ program: FirmwareProgram) throws {
    let run = try program.run(["--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("--simulate FROM TO"))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: FirmwareProgram.all) func `the firmware prints its version`(_ program: FirmwareProgram) throws {
    let run = try program.run(["--version"])
    #expect(run.status == 0)
    #expect(run.output == "afterglow-renderer \(AfterglowVersion.number)\n")
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: FirmwareProgram.all) func `wrong arguments: status 64 and their name`(_ program: FirmwareProgram)
    throws
  {
    for arguments in [
      [], ["--colour", "x"], ["--control"], ["--simulate", "0", "1"],
      ["--simulate", "yesterday", "1", "a"], ["--simulate", "2", "1", "a"], ["--updates", "a"],
    ] {
      let run = try program.run(arguments)
      #expect(run.status == 64, "\(arguments)")
      #expect(run.errors.hasPrefix("afterglow-renderer: "), "\(arguments)")
      #expect(run.output.isEmpty)
    }
    #expect(try program.run(["--colour"]).errors.contains("--colour"))
  }

  @Test(arguments: FirmwareProgram.all) func `a missing archive is named`(_ program: FirmwareProgram) throws {
    let run = try program.run(["/nowhere/clock.archive"])
    #expect(run.status == 74)
    #expect(run.errors.contains("/nowhere/clock.archive"))
    #expect(run.errors.contains("No such file"))
  }

  /// A terminal's control sequences, a line of its own, and the second half of Latin-1's controls.
  @Test(arguments: FirmwareProgram.all) func `a name moves no cursor`(_ program: FirmwareProgram) throws {
    for arguments in [["/nowhere/a\u{1B}[31m\n\u{9B}b é"], ["--colour\u{1B}[31m\n\u{9B}b é"]] {
      let run = try program.run(arguments)
      #expect(run.errors.contains("\\x1b[31m\\x0a"), "\(run.errors.debugDescription)")
      #expect(run.errors.contains("b é"))
      #expect(run.lines.count <= 1)
      let isPlain = run.errors.dropLast().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B }
      #expect(isPlain, "\(run.errors.debugDescription)")
    }
  }

  /// Marks of direction and separators of lines, and letters and signs that begin with the same bytes.
  @Test(arguments: FirmwareProgram.all) func `a name does not change the line's direction`(_ program: FirmwareProgram)
    throws
  {
    let marks: [Unicode.Scalar] = [
      "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
      "\u{FEFF}",
    ]
    let name = "/nowhere/\(marks.map { "x\($0)" }.joined())…–⁰؟é"
    let run = try program.run([name])
    #expect(run.errors.contains("x\\xd8\\x9cx\\xe2\\x80\\x8ex"), "\(run.errors.debugDescription)")
    #expect(run.errors.contains("\\xef\\xbb\\xbf…–⁰؟é"))
    #expect(!run.errors.unicodeScalars.contains { marks.contains($0) }, "\(run.errors.debugDescription)")
  }

  @Test(arguments: FirmwareProgram.all) func `foreign files are not archives`(_ program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "foreign")
    for content in [Data(), Data([0]), Data("hello".utf8), Data(repeating: 0xFF, count: 100_000)] {
      try content.write(to: file)
      let run = try program.run([file.path])
      #expect(run.status == 65, "\(content.count) bytes")
      #expect(run.errors.contains("foreign: "))
    }
    #expect(try program.run([folder.path]).status == 74, "a folder")
  }

  /// For such a board a renderer is forked before anything else is known.
  @Test(arguments: FirmwareProgram.all) func `a card that cannot be opened leaves no process`(
    _ program: FirmwareProgram
  )
    throws
  {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "card")
    let archive = try TestArchive.clock(displayPath: "/dev/dri/card987") {
      $0.displayKind = DisplayKind.drm.rawValue
    }
    try archive.write(to: file)
    var run = try runLeavingNothing(program, file)
    #expect(run.status == 69, "\(run.errors)")
    #expect(run.errors.contains("/dev/dri/card987"), "\(run.errors)")
    let board = MemoryLayout<ArchiveHeader>.stride + ArchiveSection.count * MemoryLayout<SectionRecord>.stride
    for (place, what) in [(20, "header"), (board + 22, "board")] {
      var damaged = archive
      damaged[place] ^= 0xFF
      try damaged.write(to: file)
      run = try runLeavingNothing(program, file)
      #expect(run.status == 65, "\(what): \(run.errors)")
      #expect(run.errors.contains("damaged or torn"), "\(what): \(run.errors)")
    }
  }

  /// What a program forks has its environment.
  private func runLeavingNothing(_ program: FirmwareProgram, _ file: URL) throws -> FirmwareRun {
    let mark = "AFTERGLOW_MARK=\(UUID().uuidString)"
    let run = try program.run([file.path], wrappedIn: ["/usr/bin/env", mark])
    let isAlone = seconds(until: 3) {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return !processes.contains { FileManager.default.contents(atPath: "/proc/\($0)/environ")?.contains(mark) == true }
    }
    #expect(isAlone != nil, "a process is left")
    return run
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
