import Foundation
import Testing

/// What the journal of a service receives: each line with its priority, so that `journalctl -p err` finds what is to be
/// corrected.
@Suite struct CommandLineJournalTests {
  /// A command's standard error, where its environment says that this file, or another one, is the journal.
  private func errors(_ arguments: [String], isJournal: Bool) throws -> [Substring] {
    let program = try CommandLineProgram()
    try program.write("", to: "errors")
    let file = try #require(FileHandle(forWritingAtPath: program.path("errors")))
    var status = stat()
    try #require(fstat(file.fileDescriptor, &status) == 0)
    let running = try program.start(
      arguments, errors: file,
      environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino + (isJournal ? 0 : 1))"])
    #expect(try program.finish(running).status != 0)
    return try program.text("errors").split(separator: "\n")
  }

  @Test(arguments: [["run", "nowhere"], ["render", "nowhere", "--out", "a.png"]])
  func `errors have the priority of errors in the journal, and none elsewhere`(_ arguments: [String]) throws {
    let journal = try errors(arguments, isJournal: true)
    let terminal = try errors(arguments, isJournal: false)
    #expect(!journal.isEmpty && journal.allSatisfy { $0.hasPrefix("<3>") }, "\(journal)")
    #expect(!terminal.isEmpty && terminal.allSatisfy { $0.hasPrefix("afterglow: ") }, "\(terminal)")
    #expect(journal.map { $0.dropFirst(3) } == terminal.map { $0.dropFirst("afterglow: ".count) })
  }
}
