import Foundation
import PixelSupport
import Testing

/// What the kernel lets a renderer and its guard do: each thing tried in a process that is confined exactly as they are.
@Suite(.enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct LockdownTests {
  /// 128 + SIGSYS: the kernel ended the process.
  static let killed: Int32 = 128 + 31
  static let refused: Int32 = 77

  private func attempt(_ name: String, asGuard: Bool = false, _ probe: FirmwareProgram) throws -> Int32 {
    try probe.run((asGuard ? ["--guard"] : []) + [name]).status
  }

  /// The harness itself can fail: what the loop needs goes through.
  @Test(arguments: FirmwareProgram.probes) func `what the loop needs goes through`(_ probe: FirmwareProgram) throws {
    for name in ["clock", "arm-timer", "wait", "send", "read-archive", "tell", "close"] {
      #expect(try attempt(name, probe) == 0, "\(name)")
    }
  }

  @Test(arguments: FirmwareProgram.probes) func `everything else ends the renderer`(_ probe: FirmwareProgram) throws {
    for name in [
      "open", "openat", "create", "unlink", "link", "symlink", "make-device", "stat", "list", "write-elsewhere",
      "make-folder", "open-watch", "watch-files", "foreign-ioctl", "terminal-ioctl", "fcntl", "dup", "memory-file",
      "mmap",
      "mmap-executable",
      "mprotect-executable", "mprotect", "brk", "mremap", "munmap", "unlock-memory", "userfaultfd", "socket-inet",
      "socket-inet6", "socket-packet", "socket-unix", "socket-netlink", "socket-pair", "connect", "bind", "listen",
      "io-uring", "fork", "thread", "new-user-namespace", "clone3", "execute", "execute-at", "kill-parent",
      "signal-itself", "trace", "read-other-memory", "process-descriptor", "become-root", "become-user",
      "process-control", "another-filter", "raise-limit", "mount", "change-root", "load-module", "enter-namespace",
      "leave-namespace", "load-program", "performance-event", "keys", "set-clock", "restart-machine", "personality",
    ] {
      #expect(try attempt(name, probe) == Self.killed, "\(name)")
    }
  }

  #if arch(x86_64)
    @Test(arguments: FirmwareProgram.probes)
    func `calls of another architecture end both`(_ probe: FirmwareProgram) throws {
      for isGuard in [false, true] {
        let status = try attempt("foreign-architecture", asGuard: isGuard, probe)
        // SIGSEGV where the kernel has no 32-bit table at all.
        #expect(status == Self.killed || status == 128 + 11, "as guard: \(isGuard)")
      }
    }
  #endif

  @Test(arguments: FirmwareProgram.probes) func `the guard keeps what its work needs`(_ probe: FirmwareProgram) throws {
    for name in [
      "openat", "mmap", "brk", "fork", "socket-unix", "socket-netlink", "socket-pair", "memory-file", "watch-files",
      "kill-parent",
      "clock", "wait", "send",
    ] {
      #expect(try attempt(name, asGuard: true, probe) == 0, "\(name)")
    }
  }

  @Test(arguments: FirmwareProgram.probes)
  func `the guard runs nothing, looks into nothing and reaches no network`(_ probe: FirmwareProgram) throws {
    for name in [
      "execute", "execute-at", "trace", "read-other-memory", "mount", "change-root", "load-module", "load-program",
      "performance-event", "userfaultfd", "io-uring", "enter-namespace", "leave-namespace", "restart-machine", "keys",
      "set-clock",
    ] {
      #expect(try attempt(name, asGuard: true, probe) == Self.killed, "\(name)")
    }
    for name in [
      "socket-inet", "socket-inet6", "socket-packet", "socket-route", "mmap-executable", "mprotect-executable",
      "thread",
      "new-user-namespace", "clone3", "personality", "process-descriptor", "link", "symlink", "make-device",
      "open-watch",
    ] {
      #expect(try attempt(name, asGuard: true, probe) == Self.refused, "\(name)")
    }
  }

  @Test(arguments: FirmwareProgram.probes) func `an attempt that does not exist is wrong usage`(
    _ probe: FirmwareProgram
  ) throws {
    #expect(try attempt("fly", probe) == 64)
  }

  /// What the kernel says about the two processes of a panel that runs.
  @Test(arguments: FirmwareProgram.native) func `both processes stand confined`(_ program: FirmwareProgram) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = folder.appending(path: "panel").path
    let archive = folder.appending(path: "clock.archive")
    try TestArchive.clock(displayPath: display).write(to: archive)
    let running = try RunningFirmware(program, [archive.path], in: folder)
    try #require(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    let renderer = try status(try #require(running.rendererIdentifier))
    #expect(renderer["Seccomp"] == "2")
    #expect(renderer["NoNewPrivs"] == "1")
    #expect(renderer["CapPrm"] == "0000000000000000" && renderer["CapEff"] == "0000000000000000")
    // The guard confines itself after the first frame, or 200 ms later.
    let identifier = running.process.processIdentifier
    _ = seconds(until: 5) { (try? status(identifier))?["Seccomp"] == "2" }
    let keeper = try status(identifier)
    #expect(keeper["Seccomp"] == "2")
    #expect(keeper["NoNewPrivs"] == "1")
    if geteuid() == 0 {
      #expect(renderer["Uid"]?.hasPrefix("65534") == true)
      #expect(renderer["Gid"]?.hasPrefix("65534") == true)
      #expect(renderer["Groups"] == "")
      #expect(renderer["CapBnd"] == "0000000000000000")
      // CAP_KILL, CAP_SETGID, CAP_SETUID, CAP_SETPCAP, CAP_IPC_LOCK, CAP_SYS_TTY_CONFIG, as far as root has them here.
      let kept = try #require(UInt64(keeper["CapEff"] ?? "", radix: 16))
      #expect(kept & ~0x0400_41e0 == 0)
    }
    #expect(try running.terminate() == 0)
  }

  private func status(_ process: Int32) throws -> [String: String] {
    var fields: [String: String] = [:]
    for line in try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[String(line[..<colon])] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return fields
  }

  @Test(.enabled(if: FirmwareProgram.aarch64 != nil, FirmwareProgram.missing))
  func `where there is no filter the program refuses to start`() throws {
    let emulated = try #require(FirmwareProgram.aarch64)
    let confined = FirmwareProgram(name: "confined", command: emulated.command.filter { $0 != "--unconfined" })
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = folder.appending(path: "clock.archive")
    try TestArchive.clock(displayPath: folder.appending(path: "panel").path).write(to: archive)
    for arguments in [[archive.path], ["--simulate", "0", "1", archive.path]] {
      let run = try confined.run(arguments)
      #expect(run.status == 71)
      #expect(run.errors.contains("--unconfined"))
    }
    let loud = try emulated.run(["--simulate", "0", "1", archive.path])
    #expect(loud.status == 0)
    #expect(loud.errors.contains("UNCONFINED"))
  }
}
