import Foundation
import Testing

/// The program from outside: what it answers to words and files that are wrong.
@Suite(.enabled(if: !FirmwareProgram.all.isEmpty, FirmwareProgram.missing))
struct FirmwareCommandLineTests {
  @Test(arguments: FirmwareProgram.all) func helpTeachesAndSucceeds(_ program: FirmwareProgram) throws {
    let run = try program.run(["--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("--simulate FROM TO"))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: FirmwareProgram.all) func wrongWordsGet64AndTheWord(_ program: FirmwareProgram) throws {
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

  @Test(arguments: FirmwareProgram.all) func aMissingArchiveIsNamed(_ program: FirmwareProgram) throws {
    let run = try program.run(["/nowhere/clock.archive"])
    #expect(run.status == 74)
    #expect(run.errors.contains("/nowhere/clock.archive"))
    #expect(run.errors.contains("No such file"))
  }

  @Test(arguments: FirmwareProgram.all) func foreignFilesAreNotArchives(_ program: FirmwareProgram) throws {
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
}
