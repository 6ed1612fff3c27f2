import AfterglowCore
import AfterglowLinux
import Foundation
import PixelSupport
import SocketSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What a process that may connect can do to a guard: it leaves nothing behind, and no other is refused or starved.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty, FirmwareProgram.missing))
struct ControlFloodTests {
  let folder: URL
  let display: String
  let socket: String

  init() throws {
    folder = try temporaryFolder()
    display = folder.appending(path: "panel").path
    socket = folder.appending(path: "control").path
    try TestArchive.clock(displayPath: display).write(to: folder.appending(path: "archive"))
  }

  private func start(_ program: FirmwareProgram, _ environment: [String: String] = [:]) throws -> RunningFirmware {
    let running = try RunningFirmware(
      program, ["--control", socket, folder.appending(path: "archive").path], in: folder, environment: environment)
    try #require(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
    return running
  }

  private struct Footprint: Equatable {
    var descriptors: Int
    /// Anonymous memory, in KiB.
    var anonymousKiB: Int
    /// Mappings.
    var regions: Int
  }

  private func footprint(_ running: RunningFirmware) throws -> Footprint {
    let process = "/proc/\(running.process.processIdentifier)"
    let rollup = try String(contentsOfFile: process + "/smaps_rollup", encoding: .utf8)
    let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Anonymous:") })
    return Footprint(
      descriptors: try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count,
      anonymousKiB: try #require(Int(line.filter(\.isNumber))),
      regions: try String(contentsOfFile: process + "/maps", encoding: .utf8).split(separator: "\n").count)
  }

  /// What the guard holds with one author that asks, once it has read all messages sent before and has let go of what came
  /// with it: at most `descriptors`, or what it has after five seconds.
  private func settledFootprint(_ running: RunningFirmware, descriptors: Int = 0) throws -> Footprint {
    let author = try ControlConnection(connectingTo: socket)
    for _ in 0..<2 {
      try author.send(ControlMessage(.ping, value: 1))
      _ = try pong(on: author, timeoutMs: 20_000)
    }
    var found = try footprint(running)
    // An archive that is being shown holds some of its own.
    _ = try seconds(until: descriptors > 0 ? 5 : 1) {
      found = try footprint(running)
      return found.descriptors <= descriptors
    }
    // It stays connected until here.
    try author.send(ControlMessage(.ping))
    return found
  }

  /// Packets of every wrong size and kind, with files, pipes, folders and sockets along, one to as many as the kernel takes.
  private func sendOddPackets(_ count: Int) throws {
    let archive = open(folder.appending(path: "archive").path, O_RDONLY)
    let directory = open(folder.path, O_RDONLY)
    let zero = open("/dev/zero", O_RDONLY)
    var pipes: [Int32] = [-1, -1]
    try #require(pipe(&pipes) == 0)
    defer { for descriptor in [archive, directory, zero] + pipes { close(descriptor) } }
    let torn = folder.appending(path: "torn")
    try Data("nonsense".utf8).write(to: torn)
    let nonsense = open(torn.path, O_RDONLY)
    defer { close(nonsense) }
    let ping = RawControlSocket.bytes(ControlMessage(.ping))
    let fresh = RawControlSocket.bytes(ControlMessage(.newArchive))
    var foreign = ping
    foreign[0] ^= 1
    var unknown = ping
    unknown[4] = 200
    let extremes = [Int64.min, .max].map { RawControlSocket.bytes(ControlMessage(.lux, value: $0)) }
    let odd: [([UInt8], [Int32])] = [
      ([], []), ([1], []), (Array(ping.dropLast()), []), (ping + [0], []), (ping + ping, [archive]),
      ([], [archive]), ([1], [archive, directory]), (foreign, []), (foreign, [archive]), (unknown, [archive]),
      (ping, [archive]), (ping, [archive, directory]), (ping, [Int32](repeating: zero, count: 253)),
      (fresh, []), (fresh, [directory]), (fresh, [zero]), (fresh, [pipes[0]]), (fresh, [nonsense]),
      (fresh, [archive, archive]), (fresh, [archive, archive, archive]), (extremes[0], []), (extremes[1], [archive]),
    ]
    var connection = try RawControlSocket(socket)
    for index in 0..<count {
      let (bytes, descriptors) = odd[index % odd.count]
      try #require(connection.send(bytes, descriptors: descriptors), "the guard hung up at packet \(index)")
      if index % 16 == 0 { connection.drain() }
      if index % 5_000 == 4_999 { connection = try RawControlSocket(socket) }
    }
  }

  /// `AFTERGLOW_ODD_PACKETS` asks for more of them.
  @Test(arguments: FirmwareProgram.native)
  func `odd packets leave neither descriptors nor memory behind`(_ program: FirmwareProgram) throws {
    let asked = ProcessInfo.processInfo.environment["AFTERGLOW_ODD_PACKETS"].flatMap { Int($0) } ?? 11_000
    let running = try start(program)
    let idle = try settledFootprint(running)
    // Everything that is ever touched has been, then.
    try sendOddPackets(2_200)
    let before = try settledFootprint(running, descriptors: idle.descriptors)
    try sendOddPackets(asked)
    let after = try settledFootprint(running, descriptors: idle.descriptors)
    #expect(before.descriptors == idle.descriptors)
    #expect(after == before)
    print("\(program.name): \(asked) odd packets: \(before) → \(after)")
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: FirmwareProgram.native)
  func `idle connections do not shut others out`(_ program: FirmwareProgram) throws {
    let running = try start(program)
    let author = try ControlConnection(connectingTo: socket)
    try author.send(ControlMessage(.ping, value: 3))
    _ = try pong(on: author)
    var idle: [RawControlSocket] = []
    for _ in 0..<30 {
      idle.append(try RawControlSocket(socket))
      let another = try ControlConnection(connectingTo: socket)
      try another.send(ControlMessage(.ping, value: 5))
      _ = try pong(on: another)
    }
    try author.send(ControlMessage(.ping, value: 4))
    #expect(try pong(on: author).value == 4)
    withExtendedLifetime(idle) {}
    #expect(try running.terminate() == 0)
  }

  /// Stands in for a service manager with a watchdog; datagrams.
  private func listenAsManager(_ name: String) throws -> Int32 {
    let made = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    try #require(bindRaw(made, to: name) == 0)
    return made
  }

  @Test(arguments: FirmwareProgram.native)
  func `endless messages starve neither panel nor authors nor watchdog`(
    _ program: FirmwareProgram
  ) throws {
    let name = folder.appending(path: "manager").path
    let manager = try listenAsManager(name)
    defer { close(manager) }
    let running = try start(program, ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "200000"])
    let flood = Flood(socket)
    try flood.begin(connections: 3, threadsEach: 4)
    defer { flood.end() }
    // What is said once this is answered was said under the flood.
    _ = try settledFootprint(running)
    var room = [UInt8](repeating: 0, count: 512)
    while recv(manager, &room, room.count, 0) > 0 {}
    let frames = try #require(DisplayFileState(display)).frames
    for round in 0..<10 {
      let author = try ControlConnection(connectingTo: socket)
      try author.send(ControlMessage(.ping, value: Int64(round)))
      #expect(try pong(on: author).value == Int64(round))
    }
    var fed = 0
    let isFed = seconds(until: 10) {
      let count = recv(manager, &room, room.count, 0)
      if count > 0, String(decoding: room[0..<count], as: UTF8.self) == "WATCHDOG=1" { fed += 1 }
      return fed >= 4
    }
    #expect(isFed != nil, "the watchdog is not fed")
    #expect(seconds(until: 5) { (DisplayFileState(display)?.frames ?? 0) > frames + 1 } != nil)
    flood.end()
    #expect(try running.terminate() == 0)
  }
}

/// Connections that ask a guard for words without end and read none of them.
private final class Flood: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  private let group = DispatchGroup()
  private var isOver = false

  init(_ path: String) { self.path = path }

  private var goesOn: Bool {
    lock.lock()
    defer { lock.unlock() }
    return !isOver
  }

  /// Several threads on each connection, so that there is more to read whenever a guard has read something.
  func begin(connections: Int, threadsEach: Int) throws {
    let words = [ControlMessage(.describe), ControlMessage(.ping)].map(RawControlSocket.bytes) + [[1]]
    for index in 0..<connections {
      let connection = try RawControlSocket(path)
      for _ in 0..<threadsEach {
        group.enter()
        Thread { [self] in
          while goesOn && connection.send(words[index % words.count]) {}
          group.leave()
        }.start()
      }
    }
  }

  func end() {
    lock.lock()
    isOver = true
    lock.unlock()
    group.wait()
  }
}
