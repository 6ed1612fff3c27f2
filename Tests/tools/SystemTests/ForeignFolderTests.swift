import AfterglowLinux
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What another user put where this user's panels would be: nothing of it is shown, and nothing is sent to it.
@Suite(.serialized, .enabled(if: geteuid() == 0, "only root can make files of another user"))
struct ForeignFolderTests {
  @Test func `another user's runtime folder is neither read nor connected to`() throws {
    let program = try CommandLineProgram()
    let folder = program.path("run/afterglow")
    try FileManager.default.createDirectory(atPath: folder + "/bedside-clock", withIntermediateDirectories: true)
    try Data(count: 100_000).write(to: URL(fileURLWithPath: folder + "/bedside-clock/panel.vfb"))
    try #require(chown(folder, 65_534, 65_534) == 0)
    for command in [["view"], ["light", "5"], ["light", "5", "bedside-clock"]] {
      let result = try program.run(command)
      #expect(result.status == 69, "\(command): \(result.text)")
      #expect(result.errors.contains("belongs to another user"), "\(command): \(result.text)")
    }
  }

  @Test func `another user's state folder is refused with the variable that moves it`() throws {
    let program = try CommandLineProgram()
    let folder = program.path("state/afterglow")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(chown(folder, 65_534, 65_534) == 0)
    let result = try program.run(["status"])
    #expect(result.status == 69 && result.errors.contains("set XDG_STATE_HOME to"), "\(result.text)")
  }

  /// As a third user, who may connect to what a second one listens on.
  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0 && access("/usr/bin/setpriv", X_OK) == 0))
  func `another user's program that listens in a guard's place is sent nothing`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    chmod(folder.path, 0o777)
    let socket = folder.appending(path: "control.sock").path
    let heard = folder.appending(path: "heard").path
    let script = """
      import os, socket, sys
      server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      server.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o777); server.listen(4)
      open(sys.argv[2] + ".ready", "w").close()
      while True:
          said = server.accept()[0].recv(1000)
          if said: open(sys.argv[2], "ab").write(said)
      """
    let impostor = Process()
    impostor.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    impostor.arguments = ["--reuid=2001", "--clear-groups", "/usr/bin/python3", "-c", script, socket, heard]
    try impostor.run()
    defer {
      kill(impostor.processIdentifier, SIGKILL)
      impostor.waitUntilExit()
    }
    try #require(seconds(until: 10) { FileManager.default.fileExists(atPath: heard + ".ready") } != nil)
    // Root may connect to any user's guard.
    _ = try ControlConnection(connectingTo: socket)
    let program = folder.appending(path: "afterglow").path
    try FileManager.default.copyItem(
      atPath: CommandLineProgram.programs.appending(path: "afterglow").path, toPath: program)
    let run = try FirmwareProgram(name: "author", command: [program]).run(
      ["light", "--control", socket, "5"], wrappedIn: ["/usr/bin/setpriv", "--reuid=2002", "--clear-groups"])
    #expect(run.status == 69, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("another user's program"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: heard), "it was sent something")
  }
}
