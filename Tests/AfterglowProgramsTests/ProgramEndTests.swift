import CChild
import Foundation
import Testing

@testable import AfterglowPrograms

/// Nothing of a program lives after it, with a cgroup where this process may make one, and without.
@Suite(.serialized) struct ProgramEndTests {
  private func withAndWithoutGroups(_ test: () throws -> Void) rethrows {
    defer { ag_program_use_groups(1) }
    for areUsed in [Int32(1), 0] {
      ag_program_use_groups(areUsed)
      try test()
    }
  }

  @Test func `what leaves session and parent ends with the program`() throws {
    try withAndWithoutGroups {
      let mark = ownSeconds()
      let script = """
        (setsid sh -c "sleep \(mark) & setsid sleep \(mark) & sleep \(mark)" > /dev/null 2>&1 < /dev/null &) &
        while ! grep -qs "\(mark)" /proc/[0-9]*/cmdline; do sleep 0.01; done; sleep 0.05; echo started; exit 7
        """
      let (text, end) = try RunningProgram(["sh", "-c", script]).finish()
      #expect(text == "started\n" && end == .status(7))
      #expect(!livesStill("sleep\0\(mark)"))
    }
  }

  @Test func `what ignores signals ends when it is asked to`() throws {
    try withAndWithoutGroups {
      let mark = ownSeconds()
      let running = try RunningProgram([
        "sh", "-c", "trap '' TERM HUP INT; setsid sleep \(mark) & echo ready; sleep \(mark); sleep \(mark)",
      ])
      #expect(running.line() == "ready")
      #expect(running.child.end() == .signal(SIGKILL))
      #expect(!livesStill("sleep\0\(mark)"))
    }
  }

  @Test func `processes beyond the limit are refused or end the program, and all end with it`() throws {
    let mark = ownSeconds()
    let script = """
      import os, sys, time
      for number in range(2000):
          try:
              if os.fork() == 0:
                  os.setsid()
                  time.sleep(600)
          except OSError as error:
              print(number, error.errno, flush=True)
              break
      time.sleep(2)
      # \(mark)
      """
    try withAndWithoutGroups {
      let (text, end) = try RunningProgram(["python3", "-c", script]).finish()
      let words = text.split(whereSeparator: \.isWhitespace)
      if let forks = words.first.flatMap({ Int($0) }) {
        // The kernel's limit, of the user or of the group.
        #expect(forks <= Int(AG_PROGRAM_TASKS) && words.last == "\(EAGAIN)")
      } else {
        // It does not count root's: the supervisor does.
        #expect(getuid() == 0 && end == .signal(SIGKILL), "\(text)")
      }
      #expect(!livesStill(mark))
    }
  }

  @Test func `a bomb that forks indefinitely ends`() throws {
    let mark = ownSeconds()
    try withAndWithoutGroups {
      let running = try RunningProgram([
        "sh", "-c", "b() { b 2>/dev/null | b 2>/dev/null & }; echo ready; b; sleep 0.3; exit 0 # \(mark)",
      ])
      #expect(running.line() == "ready")
      usleep(100_000)
      _ = running.child.end()
      #expect(!livesStill(mark))
    }
  }

  @Test func `a program ends with the thread that started it`() {
    withAndWithoutGroups {
      let mark = ownSeconds()
      nonisolated(unsafe) var running: RunningProgram?
      let thread = Thread {
        running = try? RunningProgram(["sh", "-c", "setsid sleep \(mark) & echo ready; sleep \(mark)"])
        _ = running?.line()
      }
      thread.start()
      for _ in 0..<1000 where !(running?.child.hasEnded ?? false) { usleep(10_000) }
      #expect(running?.child.hasEnded == true && !livesStill("sleep\0\(mark)"))
    }
  }

  @Test func `its private folder goes with it, whatever is in it, and links in it are not followed`() throws {
    let folder = try SecretsFolder()
    chmod(folder.path + "/above", 0o750)
    let script = """
      echo "$TMPDIR"; cd "$TMPDIR"; ln -s "$1/above" link; mkdir -p a/b/c w/x; echo x > a/b/c/file; ln -s "$1/above" a/b/link
      i=0; while [ $i -lt 40 ]; do mkdir d; cd d; i=$((i + 1)); done; mkdir -m 0 closed; mkfifo pipe
      """
    let text = try RunningProgram.output(["sh", "-c", script, "x", folder.path])
    let own = text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(own.contains("/afterglow-program-") && !FileManager.default.fileExists(atPath: own), "\(text)")
    var status = stat()
    #expect(stat(folder.path + "/above", &status) == 0 && status.st_mode & 0o777 == 0o750)
    #expect(FileManager.default.fileExists(atPath: folder.secrets + "/key"))
  }

  @Test func `how a program ends is how its end is reported`() throws {
    #expect(try RunningProgram(["sh", "-c", "exit 3"]).finish().end == .status(3))
    #expect(try RunningProgram(["sh", "-c", "kill -SEGV $$"]).finish().end == .signal(SIGSEGV))
    #expect(try RunningProgram(["/etc/passwd"]).finish().end == .notStarted)
  }
}
