import Foundation
import TestSupport
import Testing

/// A runtime folder on a file system without room, which is mounted for one command alone.
@Suite(.enabled(if: MountNamespace.isAllowed, "this user may mount nothing, not even in a namespace of its own"))
struct FullFolderTests {
  @Test func `a run names its full runtime folder, and the variable that moves it`() throws {
    let program = try CommandLineProgram()
    let folder = program.path("run")
    let command = CommandLineProgram.programs.appending(path: "afterglow").path
    let result = try MountNamespace.shell(
      """
      mount -t tmpfs -o size=64k,mode=700 full '\(folder)' || exit 99
      cat /dev/zero > '\(folder)/rest' 2> /dev/null
      exec timeout 60 '\(command)' run bedside-clock --headless
      """, ["XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": program.path("state"), "LANG": "en_GB.UTF-8"],
      in: program.folder)
    #expect(result.status == 73, "\(result.text)")
    let full = "the file system of the runtime folder \(program.runFolder()) is full; free some space there, or set "
    #expect(result.text.contains(full + "XDG_RUNTIME_DIR to a folder that has some"), "\(result.text)")
  }
}

/// A shell with mounts of its own.
private enum MountNamespace {
  /// The words that start a command in it; another user than root is root there.
  private static let start = geteuid() == 0 ? "unshare --mount" : "unshare --user --map-root-user --mount"

  static let isAllowed = (try? shell("mount -t tmpfs full /mnt", [:]).status) == 0

  static func shell(
    _ script: String, _ variables: [String: String], in folder: URL? = nil
  ) throws -> FinishedProgram {
    try FinishedProgram(
      ["/bin/sh", "-c", "exec \(start) sh -c \"$1\"", "sh", script], in: folder,
      environment: FinishedProgram.environment(with: variables))
  }
}
