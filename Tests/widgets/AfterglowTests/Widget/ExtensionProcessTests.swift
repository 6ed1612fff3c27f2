import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Programs that fail as widgets: none keeps its host waiting, and none outlives it.
@Suite struct ExtensionProcessTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "extension-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A program that a shell runs.
  private func program(_ script: String) throws -> URL {
    let file = folder.appending(path: "widget")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// A process that may write into the test's folder.
  private func process(_ program: URL) throws -> ExtensionProcess {
    try ExtensionProcess(executable: program, writable: [folder.path])
  }

  private static let check = ExtensionRequest.check(kind: "x", configuration: .null)

  /// Its error message, which must arrive soon.
  private func complaint(
    _ script: String, _ request: ExtensionRequest = check, seconds: Double = 1, within limit: Double = 15
  ) throws -> String {
    let process = try process(program(script))
    defer { process.end() }
    let start = ContinuousClock.now
    var words = ""
    do {
      _ = try process.ask(request, seconds: seconds, fonts: nil)
    } catch {
      words = "\(error)"
    }
    #expect(ContinuousClock.now - start < .seconds(limit))
    return words
  }

  private func isAlive(_ identifier: String?) -> Bool {
    guard let identifier, let number = Int32(identifier.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      return false
    }
    // A killed process exits soon; a zombie that is not reaped counts as exited.
    for _ in 0..<500 {
      let status = (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)) ?? ""
      if kill(number, 0) != 0 || status.contains("State:\tZ") { return false }
      usleep(10_000)
    }
    return true
  }

  @Test func `one that closes its output and lives is ended`() throws {
    let words = try complaint("echo $$ > \(folder.path)/pid; exec 1>&-; exec sleep 1000", seconds: 20)
    #expect(words.contains("closed its output") && words.contains("was ended"), "\(words)")
    #expect(!isAlive(text("pid")))
  }

  @Test func `one that never reads is ended when its time is over, however much it is sent`() throws {
    let long = ExtensionRequest.check(
      kind: "x", configuration: .string(String(repeating: "much ", count: 200_000)))
    let words = try complaint("exec sleep 1000", long)
    #expect(words.contains("did not answer within 1 s"), "\(words)")
  }

  @Test func `one that promises more than it writes is ended when its time is over`() throws {
    #expect(try complaint(#"printf '\377\0\0\0{'; exec sleep 1000"#).contains("did not answer within 1 s"))
  }

  @Test func `one that died is reported by how it died`() throws {
    #expect(try complaint("exit 3", seconds: 20).contains("ended with status 3"))
    #expect(try complaint("kill -SEGV $$", seconds: 20).contains("crashed with signal 11"))
    #expect(try complaint("exec 1>&-; sleep 0.1; exit 5", seconds: 20).contains("ended with status 5"))
  }

  @Test func `a reply that takes half of its time is spoken of`() {
    let place = ExtensionPlace(
      environment: ExtensionEnvironment(EnvironmentValues()), size: Size(width: 9, height: 9), insets: EdgeInsets(),
      cornerRadius: 0, scale: 1, date: .now, path: 0)
    let request = ExtensionRequest.draw(timeline: 0, entry: 0, place: place)
    #expect(request.slow(2.4, of: 5) == nil)
    #expect(
      request.slow(3.9, of: 5) == "its view took 3 s; after 5 s it is ended: what takes time belongs in the provider")
  }

  @Test func `all that it started goes with it`() throws {
    let words = try complaint(
      "sleep 1000 & echo $! > \(folder.path)/child; echo $$ > \(folder.path)/pid; exec sleep 1000")
    #expect(words.contains("did not answer"))
    #expect(!isAlive(text("pid")) && !isAlive(text("child")), "the child lives on")
  }

  @Test func `what left its session and its parent goes with it`() throws {
    let words = try complaint(
      "(setsid sh -c 'echo $$ > \(folder.path)/child; exec sleep 1000' > /dev/null 2>&1 < /dev/null &) &"
        + "while [ ! -s \(folder.path)/child ]; do sleep 0.01; done; exit 0", seconds: 20)
    #expect(words.contains("ended with status 0"), "\(words)")
    #expect(!isAlive(text("child")), "the child lives on")
  }

  @Test func `what it started goes with it although it ended itself`() throws {
    let words = try complaint("sleep 1000 & echo $! > \(folder.path)/child; exit 0", seconds: 20)
    #expect(words.contains("ended with status 0"), "\(words)")
    #expect(!isAlive(text("child")), "the child lives on")
  }

  @Test func `its limits hold before its own first line`() throws {
    _ = try complaint("{ ulimit -v; ulimit -t; ulimit -n; ulimit -c; } > \(folder.path)/limits; exit 0", seconds: 20)
    #expect(text("limits") == "1048576\n60\n64\n0\n")
    // Replaces the shell: one that waits for another program would have additional descriptors.
    _ = try complaint("exec ls -l /proc/self/fd > \(folder.path)/open", seconds: 20)
    // Input, output, errors, and the folder that is listed.
    #expect((text("open") ?? "").components(separatedBy: " -> ").count - 1 == 4, "\(text("open") ?? "")")
  }

  @Test func `what is no program says so`() throws {
    let file = folder.appending(path: "no-program")
    try Data("nothing that runs".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    let process = try process(file)
    #expect(throws: CompileError.self) { try process.ask(Self.check, seconds: 5, fonts: nil) }
    #expect(throws: CompileError.self) { try ExtensionProcess(executable: folder.appending(path: "nothing")) }
  }

  private func session(_ program: URL) throws -> ExtensionSession {
    let about = try JSONDecoder().decode(
      ExtensionDescription.self,
      from: Data(
        #"""
        {"kind":"x","displayName":"x","description":"x","supportedFamilies":["systemSmall"],"contentMarginsDisabled":false}
        """#.utf8))
    return ExtensionSession(executable: program, about: about)
  }

  /// Regardless of which of its processes and sessions hangs.
  @Test func `one widget has a time for all that it is asked`() throws {
    let hanging = try program("exec sleep 1000")
    let start = ContinuousClock.now
    var words: [String] = []
    try WidgetProcesses.together(seconds: 60, widgetSeconds: 1) {
      for session in [try session(hanging), try session(hanging)] {
        for _ in 0..<2 {
          do {
            _ = try session.ask(Self.check, seconds: 5, fonts: nil)
          } catch {
            words.append("\(error)")
          }
        }
      }
    }
    #expect(words.count == 4 && words.allSatisfy { $0.contains("longer than 1 s for all that was asked") }, "\(words)")
    #expect(ContinuousClock.now - start < .seconds(2.5))
  }

  /// Its timeline reports the problem, in its own slot.
  @Test func `a program that cannot be asked is no fault of its configuration`() throws {
    try session(program("exit 3")).check(["harbour": .string("X")])
  }

  /// Each reply is in time; all of them together are not.
  @Test func `the widgets of a scene have a time together, however many questions they answer`() throws {
    let slow = try program(#"while :; do sleep 0.3; printf '\016\0\0\0{"isRight":{}}'; done"#)
    let start = ContinuousClock.now
    var words = ""
    try WidgetProcesses.together(seconds: 1) {
      let sessions = try (0..<4).map { _ in try session(slow) }
      for session in Array(repeating: sessions, count: 8).joined() {
        do {
          _ = try session.ask(Self.check, seconds: 5, fonts: nil)
        } catch {
          words = "\(error)"
        }
      }
    }
    #expect(words.contains("took longer than 1 s together"), "\(words)")
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `no process outlives the work that asked it`() throws {
    let mark = "10\(UInt32.random(in: 100_000...999_999))"
    let obstinate = try program(#"printf '\016\0\0\0{"isRight":{}}'; exec sleep \#(mark)"#)
    let asked = try session(obstinate)
    try WidgetProcesses.together { _ = try asked.ask(Self.check, seconds: 5, fonts: nil) }
    let lines = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap {
      FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
    }
    #expect(lines?.contains { $0.range(of: Data(mark.utf8)) != nil } == false)
  }
}
