import CChild
import Foundation
import Testing

@testable import AfterglowPrograms

extension ProgramSuites {
  /// Nothing of a program lives after it, with a cgroup where this process may make one, and without.
  @Suite struct ProgramEndTests {
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

    /// Forks in all its processes at once until the kernel refuses, at most 300 times in all: each fork uses up a byte
    /// of a pipe, so that a limit that fails harms nothing.
    private func bomb(_ mark: String) -> String {
      """
      import os, time
      left, more = os.pipe()
      os.write(more, b"x" * 300)
      os.close(more)
      refusals, refused = os.pipe()
      first = os.getpid()
      while os.read(left, 1):
          try:
              if os.fork() == 0:
                  os.setsid()
          except BlockingIOError:
              os.write(refused, b"refused")
              break
      if os.getpid() != first:
          time.sleep(600)
      time.sleep(0.3)
      os.set_blocking(refusals, False)
      print(os.read(refusals, 7).decode(), flush=True)
      # \(mark)
      """
    }

    @Test func `forks beyond the limit are refused by the kernel, and all processes end`() throws {
      try withAndWithoutGroups {
        let mark = ownSeconds()
        let (text, end) = try RunningProgram(["python3", "-c", bomb(mark)]).finish()
        // Others of the user that end meanwhile leave room for more than the supervisor lets live.
        let isEnded = getuid() != 0 && end == .signal(SIGKILL)
        #expect((text == "refused\n" && end == .status(0)) || isEnded, "\(text) \(String(describing: end))")
        #expect(!lives(mark))
      }
    }

    /// Each process starts the next one and ends: 300 of them, the last of which stays.
    @Test func `a chain of processes that each end at once ends with the program`() throws {
      try withAndWithoutGroups {
        let mark = ownSeconds()
        let script = """
          import os, time
          if os.fork() > 0:
              time.sleep(0.2)
              print("started", flush=True)
              os._exit(0)
          for number in range(300):
              if os.fork() > 0:
                  os._exit(0)
              os.setsid()
              time.sleep(0.005)
          time.sleep(600)
          # \(mark)
          """
        let (text, end) = try RunningProgram(["python3", "-c", script]).finish()
        #expect(text == "started\n" && end == .status(0), "\(text)")
        #expect(!lives(mark))
      }
    }

    @Test(.enabled(if: getuid() == 0, "the kernel counts the tasks of every other user"))
    func `a program is root only where a group limits its tasks, and writes where it may as either`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("writable-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try withAndWithoutGroups {
        let script = "id -u; echo x > \"$1/file\" && rm \"$1/file\" && echo written; cat /proc/self/cgroup"
        let text = try RunningProgram.output(["sh", "-c", script, "x", folder], writable: [folder])
        let lines = text.split(separator: "\n")
        #expect(lines.count > 2 && lines[1] == "written", "\(text)")
        let isLimited = lines.contains {
          $0.contains("/afterglow-program-") && ($0.contains(":pids") || $0.hasPrefix("0:"))
        }
        #expect(lines.first == "65534" || (lines.first == "0" && isLimited), "\(text)")
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
}
