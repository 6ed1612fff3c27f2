import Foundation
import Testing

@testable import AfterglowPrograms

extension ProgramSuites {
  /// The permissions of a program, as the page lists them.
  @Suite struct PermissionTests {
    private func rules(_ program: String, _ words: [String] = [], _ environment: [String: String] = [:]) -> [String] {
      ProgramPermissions(program: program, words: words, environment: environment).rules
        .filter { !ProgramPermissions.system.contains($0) }.map(\.path)
    }

    private func make(_ files: [String]) throws -> String {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)").path
      for file in files {
        let url = URL(fileURLWithPath: home + "/" + file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: url)
      }
      return home
    }

    @Test func `a script may read its own folder, and a home is no program's own`() throws {
      let home = try make(["board/tide.sh", "bin/tide", "tide", "venv/bin/python", "venv/lib/x", "data/level.csv"])
      defer { try? FileManager.default.removeItem(atPath: home) }
      let own = ["HOME": home]
      #expect(rules(home + "/board/tide.sh", [], own).contains(home + "/board"))
      #expect(rules(home + "/bin/tide", [], own).contains(home + "/bin"))
      #expect(!rules(home + "/bin/tide", [], own).contains(home + "/lib"))
      #expect(rules(home + "/venv/bin/python", [], own).contains(home + "/venv/lib"))
      #expect(rules(home + "/tide", [], own).contains(home + "/tide"))
      for program in ["board/tide.sh", "bin/tide", "tide", "venv/bin/python"] {
        #expect(!rules("\(home)/\(program)", [home, "/", "--all=" + home], own).contains { $0 == home || $0 == "/" })
      }
      #expect(rules("/usr/bin/jq", [".x", home + "/data/level.csv"], own).contains(home + "/data"))
      #expect(rules("/usr/bin/jq", ["--file=\(home)/data/level.csv"], own).contains(home + "/data/level.csv"))
    }

    @Test func `of the programs of PATH in a home, what belongs to them may be read`() throws {
      let files = [".local/bin/x", ".local/lib/x", ".local/share/keyrings/x", ".pyenv/shims/x", ".pyenv/versions/x"]
      let home = try make(files)
      defer { try? FileManager.default.removeItem(atPath: home) }
      let path = "\(home)/.local/bin:\(home)/.pyenv/shims:\(home):/usr/bin"
      let found = rules("/bin/sh", [], ["HOME": home, "PATH": path])
      for folder in [".local/bin", ".local/lib", ".pyenv/shims", ".pyenv/versions"] {
        #expect(found.contains("\(home)/\(folder)"))
      }
      #expect(!found.contains(home) && !found.contains(home + "/.local") && !found.contains(home + "/.local/share"))
    }

    @Test func `a script reads its folder and the system, resolves names, and writes its private folder only`() throws {
      try #require(ProgramChild.isConfined, "this kernel has no Landlock")
      let home = try make(["board/tide.sh", "board/data/level.txt", "other/file"])
      defer { try? FileManager.default.removeItem(atPath: home) }
      let script = """
        #!/bin/sh
        cd "$(dirname "$0")" && cat data/level.txt && cat /etc/hosts /proc/loadavg > /dev/null && echo read
        echo x > "$TMPDIR/file" && cat "$TMPDIR/file" && cp "$TMPDIR/file" "$TMPDIR/copy" && mv "$TMPDIR/copy" "$TMPDIR/c"
        cat ../other/file 2>/dev/null && echo wrong; (echo x > data/new) 2>/dev/null && echo wrong; cat /etc/shadow 2>/dev/null
        true
        """
      try Data("7\n".utf8).write(to: URL(fileURLWithPath: home + "/board/data/level.txt"))
      try Data(script.utf8).write(to: URL(fileURLWithPath: home + "/board/tide.sh"))
      chmod(home + "/board/tide.sh", 0o755)
      let text = try RunningProgram.output([home + "/board/tide.sh"])
      #expect(text == "7\nread\nx\n")
    }

    @Test func `a program uses the network`() throws {
      let script = """
        import socket, threading
        server = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        client = socket.create_connection
        print(socket.getaddrinfo("localhost", 80)[0][4][1])
        try:
            client(("127.0.0.1", 1), timeout=2)
        except ConnectionRefusedError:
            print("refused by the machine")
        """
      #expect(try RunningProgram.output(["python3", "-c", script]) == "80\nrefused by the machine\n")
    }
  }
}
