import Foundation
import Testing

@testable import AfterglowFetch

/// Programs whose output is content.
@Suite struct ProgramTests {
  private func outcome(_ words: [String], limitBytes: Int = 1 << 20, timeoutSeconds: Int = 20) -> FetchOutcome {
    let transport = LiveTransport()
    transport.start(
      FetchJob(identifier: 1, kind: .program(words), limitBytes: limitBytes, timeoutSeconds: timeoutSeconds))
    while true {
      if let first = transport.wait(timeoutMs: 60_000).first { return first.outcome }
    }
  }

  private func shell(_ script: String, limitBytes: Int = 1 << 20, timeoutSeconds: Int = 20) -> FetchOutcome {
    outcome(["sh", "-c", script], limitBytes: limitBytes, timeoutSeconds: timeoutSeconds)
  }

  @Test func `what it prints is the content`() {
    #expect(outcome(["printf", "%s", "{}"]) == .output(Array("{}".utf8)))
    #expect(outcome(["/bin/sh", "-c", "head -c 300000 /dev/zero"]) == .output([UInt8](repeating: 0, count: 300_000)))
  }

  @Test func `a failure names its status and its last words`() {
    #expect(
      shell("echo first >&2; printf 'no tide at \\033[1mLeixoes\\n\\n' >&2; exit 3")
        == .failure(.program("the program sh ended with status 3", lastWords: "no tide at  [1mLeixoes")))
    #expect(shell("kill -11 $$") == .failure(.program("the program sh died of signal 11", lastWords: "")))
    #expect(
      outcome(["/nowhere/tide"])
        == .failure(.program("the program /nowhere/tide is not there, or cannot be run", lastWords: "")))
  }

  @Test func `one that does not end is ended, with its children`() throws {
    let mark = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: mark) }
    let outcome = shell("sleep 600 & echo $! > \(mark); echo waiting >&2; wait", timeoutSeconds: 1)
    #expect(
      outcome
        == .failure(.program("the program sh ran longer than 1 s, and was ended", lastWords: "waiting")))
    let child = try #require(Int32(String(contentsOfFile: mark, encoding: .utf8).trimmingCharacters(in: .newlines)))
    // Ended, or not yet collected by init. A signal takes a moment.
    var state: Substring?
    for _ in 0..<500 {
      let words = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8))?.split(separator: " ")
      state = words?[2]
      if state == nil || state == "Z" { break }
      usleep(10_000)
    }
    #expect(state == nil || state == "Z")
  }

  @Test func `a child that keeps the output open does not hold up the content`() {
    #expect(shell("sleep 600 & echo x") == .output(Array("x\n".utf8)))
  }

  @Test func `endless output is refused`() {
    #expect(shell("cat /dev/zero", limitBytes: 1 << 20) == .failure(.tooLarge(limitKiB: 1024)))
  }

  @Test func `memory, descriptors and files have limits`() {
    #expect(shell("ulimit -v; ulimit -n; ulimit -t") == .output(Array("1048576\n64\n60\n".utf8)))
  }

  @Test func `secrets stay with the author, and of its environment what programs need`() throws {
    try #require(SecretFiles.canHide, "this kernel has no Landlock")
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("hidden-\(UUID().uuidString)").path
    defer {
      SecretFiles(folders: []).hideFromChildren()
      try? FileManager.default.removeItem(atPath: home)
    }
    try FileManager.default.createDirectory(atPath: home + "/a/secrets", withIntermediateDirectories: true)
    for file in ["a/secrets/key", "a/open", "open"] {
      try Data("bytes".utf8).write(to: URL(fileURLWithPath: "\(home)/\(file)"))
    }
    SecretFiles(folders: [home + "/a/secrets"]).hideFromChildren()
    #expect(shell("cat \(home)/open \(home)/a/open") == .output(Array("bytesbytes".utf8)))
    for attempt in [
      "cat \(home)/a/secrets/key", "cd \(home)/a/secrets && cat key",
      "ln -s \(home)/a/secrets \(home)/way; cat \(home)/way/key",
      "ln \(home)/a/secrets/key \(home)/link; cat \(home)/link",
      "mv \(home)/a/secrets \(home)/moved; cat \(home)/moved/key",
      "cat /proc/\(getpid())/root\(home)/a/secrets/key", "sh -c 'cat \(home)/a/secrets/key'",
    ] { #expect(shell("\(attempt) 2>&1 | grep bytes; true") == .output([]), "\(attempt)") }
    setenv("PRIVATE_WORD", "bytes", 1)
    defer { unsetenv("PRIVATE_WORD") }
    #expect(shell("env | grep PRIVATE_WORD; test -n \"$PATH\"") == .output([]))
    #expect(shell("tr '\\0' '\\n' < /proc/\(getpid())/environ | grep PRIVATE; true") == .output([]))
  }
}
