import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// Programs whose output is content. The folders of secrets are those of the whole process: the tests run one after another.
@Suite(.serialized) struct ProgramTests {
  private func outcome(_ words: [String], limitBytes: Int = 1 << 20, timeoutSeconds: Int = 20) -> FetchOutcome {
    let transport = LiveTransport()
    transport.start(
      FetchJob(identifier: 1, kind: .program(words), limitBytes: limitBytes, timeoutSeconds: timeoutSeconds))
    for _ in 0..<100_000 { if let first = transport.wait(timeoutMs: 60_000).first { return first.outcome } }
    Issue.record("no outcome of \(words) after 100,000 waits")
    return .output([])
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
        == .failure(.program("the program /nowhere/tide does not exist", lastWords: "")))
  }

  @Test(arguments: [
    ("/nowhere/tide", "the program /nowhere/tide does not exist"),
    ("/etc/passwd/tide", "the program /etc/passwd/tide cannot be run: a part of the path is a file and not a folder"),
    ("/etc/passwd", "this user has no permission to run the program /etc/passwd: chmod +x /etc/passwd"),
    ("/etc", "expected a program at /etc, found a folder"),
    ("no-such-program", "the program no-such-program is in no folder of PATH ("),
    (
      "/etc/curl -s https://example.org/x",
      "the program /etc/curl -s https://example.org/x does not exist; write the program and its arguments as separate "
        + "items: [curl, -s, \"https://example.org/x\"]"
    ),
    (
      "/etc/~/tide.sh",
      "the program /etc/~/tide.sh does not exist; \"~\" and variables are not replaced: write the whole path"
    ),
  ])
  func `a program that cannot be run says why before it is started`(program: String, words: String) {
    let found = SecretFiles(folders: []).faults(of: ContentSource(.command([program])))
    #expect(found.count == 1 && found[0].hasPrefix(words), "\(found)")
    #expect(SecretFiles(folders: []).faults(of: ContentSource(.command(["sh"]))).isEmpty)
  }

  @Test(arguments: [
    ("#!/bin/sh\r\necho hi\r\n", "has lines that end in CR LF"), ("print(\"hi\")\n", "is a text without #!"),
    ("", "is empty"), ("\u{FEFF}#!/bin/sh\necho hi\n", "has a mark of UTF-8 (BOM) before its #!"),
    ("#!/nowhere/python9 -u\nprint(1)\n", "names /nowhere/python9 in its first line, which does not exist"),
    ("#!/bin/sh\necho hi\n", ""), ("#! /usr/bin/env sh\necho hi\n", ""),
  ])
  func `a script that the kernel cannot run is named with its cause`(text: String, words: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o755]))
    let found = SecretFiles(folders: []).faults(of: ContentSource(.command([path])))
    guard !words.isEmpty else { return #expect(found == []) }
    #expect(found.count == 1 && found[0].contains("the program \(path) \(words)"), "\(found)")
    guard case .failure(.program(let said, _)) = outcome([path]) else { return #expect(Bool(false), "it ran") }
    #expect(said == found[0])
  }

  /// Whether a process lives. A signal takes a moment.
  private func isAlive(_ process: Int32) -> Bool {
    for _ in 0..<500 {
      let words = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.split(separator: " ")
      // Ended, or not yet collected by init.
      if words == nil || words?[2] == "Z" { return false }
      usleep(10_000)
    }
    return true
  }

  @Test func `one that does not end is ended, with its children`() throws {
    let outcome = shell("sleep 600 & echo $! >&2; wait", timeoutSeconds: 1)
    guard case .failure(.program("the program sh ran longer than 1 s, and was ended", let said)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!isAlive(try #require(Int32(said))))
  }

  @Test func `what leaves its session and its parent ends with the run`() throws {
    // The shell in between ends at once, so that its child is an orphan in a session of its own.
    let outcome = shell("echo $(sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 600 > /dev/null 2>&1 < /dev/null\" &')")
    guard case .output(let bytes) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(!isAlive(try #require(Int32(text), "\(text)")))
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
    for file in ["a/secrets/key", "a/open"] {
      try Data("bytes".utf8).write(to: URL(fileURLWithPath: "\(home)/\(file)"))
    }
    SecretFiles(folders: [home + "/a/secrets"]).hideFromChildren()
    // A folder that an argument names may be read, but not the secrets in it.
    func attempt(_ script: String) -> FetchOutcome { outcome(["sh", "-c", script + "; true", "x", home]) }
    #expect(attempt("cat \(home)/a/open") == .output(Array("bytes".utf8)))
    for script in [
      "cat \(home)/a/secrets/key", "cd \(home)/a/secrets && cat key",
      "ln -s \(home)/a/secrets $TMPDIR/way; cat $TMPDIR/way/key",
      "ln \(home)/a/secrets/key $TMPDIR/link; cat $TMPDIR/link",
      "cat /proc/\(getpid())/root\(home)/a/secrets/key", "sh -c 'cat \(home)/a/secrets/key'",
    ] { #expect(attempt("\(script) 2>&1 | grep bytes") == .output([]), "\(script)") }
    setenv("PRIVATE_WORD", "bytes", 1)
    defer { unsetenv("PRIVATE_WORD") }
    #expect(shell("env | grep PRIVATE_WORD; test -n \"$PATH\"") == .output([]))
    #expect(shell("tr '\\0' '\\n' < /proc/\(getpid())/environ | grep PRIVATE; true") == .output([]))
  }

  /// The first run renames the folder, the next reads it under the new name.
  @Test func `a folder of secrets cannot be moved, and stays hidden where a user has moved it`() throws {
    try #require(SecretFiles.canHide, "this kernel has no Landlock")
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("moved-\(UUID().uuidString)").path
    defer {
      SecretFiles(folders: []).hideFromChildren()
      try? FileManager.default.removeItem(atPath: home)
    }
    try FileManager.default.createDirectory(atPath: home + "/afterglow/secrets", withIntermediateDirectories: true)
    try Data("bytes".utf8).write(to: URL(fileURLWithPath: home + "/afterglow/secrets/key"))
    SecretFiles(folders: [home + "/afterglow/secrets"]).hideFromChildren()
    let script = """
      for d in \(home)/afterglow/* \(home)/*; do cat "$d/key"; done
      cd \(home)/afterglow && mv secrets other && ln -s other secrets && echo moved
      mv \(home)/afterglow \(home)/b && echo moved
      """
    func run() -> FetchOutcome { outcome(["sh", "-c", script + "\ntrue", "x", home]) }
    #expect(run() == .output([]))
    #expect(run() == .output([]))
    try FileManager.default.moveItem(atPath: home + "/afterglow/secrets", toPath: home + "/afterglow/other")
    try FileManager.default.createSymbolicLink(atPath: home + "/afterglow/secrets", withDestinationPath: "other")
    #expect(run() == .output([]))
    // Even under a name that leads nowhere any more.
    try FileManager.default.removeItem(atPath: home + "/afterglow/secrets")
    #expect(run() == .output([]))
  }
}
