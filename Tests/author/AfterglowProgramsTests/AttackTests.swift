import CChild
import Foundation
import Testing

@testable import AfterglowPrograms

extension ProgramSuites {
  /// Hostile programs: they try to read secrets, to disturb other processes or to stay. The version of Landlock is one
  /// for the whole process: the tests run one after another.
  @Suite struct AttackTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("support/Helpers/attacks.py").path

    /// Name and outcome of each attempt.
    private func attempts(_ text: String) -> [(name: Substring, outcome: Substring)] {
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "\t", maxSplits: 1)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }
    }

    @Test func `a hundred ways to read a secret, to disturb and to stay fail`() throws {
      try #require(ProgramChild.isConfined, "this kernel has no Landlock")
      let folder = try SecretsFolder()
      defer { ag_program_use_landlock(.max) }
      // Those of Linux 6.12, 6.7, 6.2, 5.19 and 5.13; a kernel that is older is tried as it is.
      for version in [Int32.max, 5, 3, 2, 1] {
        ag_program_use_landlock(version)
        let text = try RunningProgram.output(
          ["python3", Self.script, folder.secrets, "\(getpid())", "all"], protecting: [folder.secrets])
        let all = attempts(text)
        #expect(all.count >= 110 && all.last?.name == "done", "\(text)")
        for (name, outcome) in all where outcome == "succeeded" {
          Issue.record("\(name), with Landlock \(ag_program_landlock_version())")
        }
      }
      #expect(FileManager.default.contents(atPath: folder.secrets + "/key") == Data("bytes".utf8))
    }

    /// The attempts succeed where nothing is forbidden: they test something.
    @Test func `without confinement the same attempts succeed`() throws {
      let folder = try SecretsFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      process.arguments = [Self.script, folder.secrets, "\(getpid())", "harmless"]
      process.environment = ["TMPDIR": folder.path, "HOME": folder.path]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let succeeded = attempts(text).filter { $0.outcome == "succeeded" }
      #expect(succeeded.count >= 16, "\(text)")
    }

    /// One run changes what it can, the next tries to use that.
    @Test func `a second run reads nothing that the first one prepared`() throws {
      try #require(ProgramChild.isConfined, "this kernel has no Landlock")
      let folder = try SecretsFolder()
      let script = """
        for d in "$1"/* "$1"/above/secrets "$1"/above/other "$1"/b/secrets "$1"/elsewhere "$1"/a "$1"; do cat "$d/key"; done
        cd "$1/above" && mv secrets other && ln -s other secrets && echo moved
        mv "$1/above" "$1/b" && echo moved; ln "$1/above/secrets/key" "$1/key" && echo linked
        true
        """
      func run() throws -> String {
        try RunningProgram.output(
          ["sh", "-c", "{ \(script)\n} 2>/dev/null", "x", folder.path], protecting: [folder.secrets])
      }
      #expect(try run() == "")
      #expect(try run() == "")
      // A user moves it, while the author runs.
      try FileManager.default.moveItem(atPath: folder.secrets, toPath: folder.path + "/elsewhere")
      #expect(try run() == "")
      try FileManager.default.createSymbolicLink(atPath: folder.secrets, withDestinationPath: "../elsewhere")
      #expect(try run() == "")
    }

    @Test func `a secret that is a link is hidden where it leads`() throws {
      try #require(ProgramChild.isConfined, "this kernel has no Landlock")
      let folder = try SecretsFolder()
      try FileManager.default.createDirectory(atPath: folder.path + "/store", withIntermediateDirectories: true)
      for name in ["token", "open"] {
        try Data(name.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/store/\(name)"))
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.secrets + "/linked", withDestinationPath: "../../store/token")
      let text = try RunningProgram.output(
        ["sh", "-c", "cat \"$1\"/store/token \"$1\"/store/open 2>/dev/null; true", "x", folder.path],
        protecting: [folder.secrets])
      #expect(text == "open")
    }

    @Test func `secrets that come while a program runs are hidden from it`() throws {
      try #require(ProgramChild.isConfined, "this kernel has no Landlock")
      let folder = try SecretsFolder()
      let late = folder.path + "/above/late"
      let script = "echo ready; while [ ! -e \"$1\"/above/late ]; do sleep 0.01; done; cat \"$1\"/above/late/*; true"
      let running = try RunningProgram(["sh", "-c", script, "x", folder.path], protecting: [late])
      #expect(running.line() == "ready")
      try FileManager.default.createDirectory(atPath: folder.path + "/new", withIntermediateDirectories: true)
      try Data("bytes".utf8).write(to: URL(fileURLWithPath: folder.path + "/new/key"))
      try FileManager.default.moveItem(atPath: folder.path + "/new", toPath: late)
      #expect(try !running.finish().text.contains("bytes"))
    }

    @Test func `no program starts while a folder of secrets cannot be identified`() throws {
      try #require(ProgramChild.isConfined, "this kernel has no Landlock")
      let folder = try SecretsFolder()
      let loop = folder.path + "/loop"
      try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
      #expect(throws: ProgramChild.Failure.self) {
        try RunningProgram(["sh", "-c", "true"], protecting: [loop + "/secrets"])
      }
    }

    /// As a terminal is: what is typed there would reach a program whose standard error it is.
    @Test func `a program cannot read its author's standard error, even if that is open for reading`() throws {
      let folder = try SecretsFolder()
      let end = open(folder.path + "/terminal", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      let before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      var ends: [Int32] = [-1, -1]
      try #require(end >= 0 && before >= 0 && ag_child_pipe(&ends) == 0)
      let reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
      let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
      let words = ["/usr/bin/python3", "-c", "import fcntl, os; print(fcntl.fcntl(2, fcntl.F_GETFL) & os.O_ACCMODE)"]
      dup2(end, STDERR_FILENO)
      let child = Result {
        try ProgramChild(
          path: words[0], words: words, permissions: ProgramPermissions(program: words[0]),
          streams: ProgramChild.Streams(input: input, output: ends[1]))
      }
      dup2(before, STDERR_FILENO)
      for descriptor in [end, before, input, ends[1]] { close(descriptor) }
      let text = String(decoding: try reading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(text == "\(O_WRONLY)\n")
      #expect(try child.get().end() != nil)
    }

    @Test(.enabled(if: getuid() == 0, "only root has powers to lose")) func `a program of root has none of its powers`()
      throws
    {
      let text = try RunningProgram.output(["sh", "-c", "grep ^Cap /proc/self/status; id -G"])
      #expect(text.components(separatedBy: "0000000000000000").count - 1 == 5, "\(text)")
    }
  }
}
