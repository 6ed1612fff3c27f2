import CChild
import Foundation
import Testing

@testable import AfterglowPrograms

/// All suites of this folder, one after another: the kernel counts tasks by user, and a program with all that it may
/// have leaves none to the next one of the same user.
@Suite(.serialized) enum ProgramSuites {}

/// A program that a test starts, and what it printed.
struct RunningProgram {
  let child: ProgramChild
  private let reading: FileHandle

  /// - Parameter words: program and arguments; `sh` and `python3` are those of the system.
  init(_ words: [String], protecting folders: [String] = [], writable: [String] = []) throws {
    var words = words
    if ["sh", "python3"].contains(words[0]) { words[0] = "/usr/bin/" + words[0] }
    var ends: [Int32] = [-1, -1]
    try #require(ag_child_pipe(&ends) == 0)
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [input, ends[1]] { close(descriptor) } }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    child = try ProgramChild(
      words[0], words, [],
      permissions: ProgramPermissions(program: words[0], words: Array(words.dropFirst()), writable: writable),
      streams: ProgramChild.Streams(input: input, output: ends[1], errors: ends[1]), limits: .standard,
      protecting: folders)
  }

  /// Reads all that it prints, and waits for its end.
  func finish() throws -> (text: String, end: ProgramChild.End?) {
    let text = String(decoding: try reading.readToEnd() ?? Data(), as: UTF8.self)
    return (text, wait())
  }

  func wait() -> ProgramChild.End? {
    for _ in 0..<3000 where !child.hasEnded { usleep(10_000) }
    return child.end()
  }

  /// Reads the next line.
  func line() -> String {
    var line: [UInt8] = []
    while let byte = try? reading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  static func output(_ words: [String], protecting folders: [String] = [], writable: [String] = []) throws -> String {
    try RunningProgram(words, protecting: folders, writable: writable).finish().text
  }
}

/// Whether a process with these words in its command line lives now.
func lives(_ words: String) -> Bool {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).contains { process in
    FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.range(of: Data(words.utf8)) != nil
  }
}

/// Whether one lives for longer than five seconds: a signal takes a moment, and so does a zombie's collector.
func livesStill(_ words: String) -> Bool {
  for _ in 0..<500 {
    if !lives(words) { return false }
    usleep(10_000)
  }
  return true
}

/// A number of seconds that no other process sleeps.
func ownSeconds() -> String { "9\(UInt32.random(in: 1_000_000...9_999_999))" }

/// A folder of a test, with secrets in `above/secrets`.
final class SecretsFolder {
  let path: String
  var secrets: String { path + "/above/secrets" }

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("programs-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path + "/above/secrets", withIntermediateDirectories: true)
    try Data("bytes".utf8).write(to: URL(fileURLWithPath: secrets + "/key"))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
