import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What a service manager receives, on a socket of its own.
@Suite(.serialized, .enabled(if: FirmwareProgram.x86 != nil, FirmwareProgram.missing))
struct ServiceTests {
  /// Stands in for systemd: a datagram socket with a file, or with an abstract name.
  private final class Manager {
    let name: String
    private let socket: Int32

    init(_ name: String) throws {
      self.name = name
      socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(name.utf8)
      let isAbstract = bytes.first == UInt8(ascii: "@")
      if isAbstract { bytes[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
      }
      try #require(result == 0)
    }

    deinit { close(socket) }

    /// The next message that it receives; nil = none yet.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = recv(socket, &bytes, bytes.count, 0)
      return count > 0 ? String(decoding: bytes[0..<count], as: UTF8.self) : nil
    }

    /// Whether a line comes within two seconds; others are passed over.
    func hears(_ line: String) -> Bool {
      seconds(until: 3) {
        while let said = next() { if said == line { return true } }
        return false
      } != nil
    }
  }

  let program: FirmwareProgram
  let folder: URL
  let archive: URL
  let display: String

  init() throws {
    program = try #require(FirmwareProgram.x86)
    folder = try temporaryFolder()
    archive = folder.appending(path: "clock.archive")
    display = folder.appending(path: "panel").path
    try TestArchive.clock(displayPath: display).write(to: archive)
  }

  @Test(arguments: [true, false]) func `ready means the first frame is on the panel`(_ isAbstract: Bool) throws {
    let manager = try Manager(isAbstract ? "@afterglow-\(UUID().uuidString)" : folder.appending(path: "notify").path)
    let running = try RunningFirmware(program, [archive.path], in: folder, environment: ["NOTIFY_SOCKET": manager.name])
    #expect(manager.hears("READY=1"), "\(running.errors)")
    #expect((DisplayFileState(display)?.frames ?? 0) > 0)
    #expect(manager.hears("STATUS=1 panel on time"))
    #expect(try running.terminate() == 0)
    #expect(manager.hears("STOPPING=1"))
  }

  @Test func `without an archive it is not ready`() throws {
    let manager = try Manager(folder.appending(path: "notify").path)
    let running = try RunningFirmware(
      program, ["--control", folder.appending(path: "control").path, folder.appending(path: "later").path], in: folder,
      environment: ["NOTIFY_SOCKET": manager.name])
    #expect(!manager.hears("READY=1"))
    #expect(running.process.isRunning, "an archive that its author has yet to bring is waited for")
    #expect(try running.terminate() == 0)
  }

  @Test func `the watchdog is fed only while frames are on time`() throws {
    let manager = try Manager(folder.appending(path: "notify").path)
    let running = try RunningFirmware(
      program, [archive.path], in: folder,
      environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "400000"])
    for _ in 0..<5 { #expect(manager.hears("WATCHDOG=1")) }
    // Whatever renderer there is, it hangs.
    var lastFed = Date()
    let starved = seconds(until: 14) {
      if let renderer = running.rendererIdentifier { kill(renderer, SIGSTOP) }
      while let said = manager.next() { if said == "WATCHDOG=1" { lastFed = Date() } }
      return Date().timeIntervalSince(lastFed) > 2
    }
    #expect(starved != nil, "fed although no frame came")
    if let renderer = running.rendererIdentifier { kill(renderer, SIGKILL) }
    // Steadily, before that is believed.
    let isFed = manager.hears("WATCHDOG=1") || manager.hears("WATCHDOG=1") || manager.hears("WATCHDOG=1")
    #expect(isFed, "not fed although frames come again")
    #expect(try running.terminate() == 0)
  }

  @Test func `a watchdog for another process is not fed`() throws {
    let manager = try Manager(folder.appending(path: "notify").path)
    let running = try RunningFirmware(
      program, [archive.path], in: folder,
      environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"])
    #expect(manager.hears("READY=1"))
    #expect(!manager.hears("WATCHDOG=1"))
    #expect(try running.terminate() == 0)
  }

  @Test func `a manager that cannot be reached is reported and the panel keeps running`() throws {
    let running = try RunningFirmware(
      program, [archive.path], in: folder, environment: ["NOTIFY_SOCKET": folder.appending(path: "nobody").path])
    #expect(seconds(until: 3) { (DisplayFileState(display)?.frames ?? 0) > 1 } != nil)
    #expect(running.errors.contains("service manager"))
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: [true, false]) func `the journal receives each line with its priority, and no other file does`(
    _ isJournal: Bool
  ) throws {
    let environment = ["NOTIFY_SOCKET": folder.appending(path: "nobody").path]
    let running = try RunningFirmware(
      program, [archive.path], in: folder, environment: environment, isJournal: isJournal)
    let isReported = seconds(until: 3) { running.errors.contains("service manager") }
    try #require(isReported != nil, "\(running.errors)")
    #expect(running.errors.hasPrefix(isJournal ? "<4>cannot " : "afterglow-renderer: cannot "), "\(running.errors)")
    #expect(try running.terminate() == 0)
    let refused = try RunningFirmware(program, ["--nonsense"], in: folder, isJournal: isJournal)
    #expect(try refused.finish() == 64)
    #expect(refused.errors.hasPrefix(isJournal ? "<3>" : "afterglow-renderer: "), "\(refused.errors)")
    #expect(!refused.errors.dropFirst(3).contains("afterglow-renderer: "), "\(refused.errors)")
  }
}
