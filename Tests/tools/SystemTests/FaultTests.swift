import AfterglowLinux
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Each fault a hundred times, on virtual devices: two seconds later the panel shows the right picture.
@Suite(.serialized, .enabled(if: FirmwareProgram.x86 != nil, FirmwareProgram.missing))
struct FaultTests {
  let program: FirmwareProgram

  init() throws { program = try #require(FirmwareProgram.x86) }

  @Test func `a killed renderer`() {
    hurtAHundredTimes(program) { rig, _ in
      let renderer = try #require(seconds(until: 2) { rig.running.rendererIdentifier != nil }.map { _ in rig })
      kill(try #require(renderer.running.rendererIdentifier), SIGKILL)
    }
  }

  @Test func `an author that is killed in the middle of a message`() {
    hurtAHundredTimes(program) { rig, round in
      let author = try ControlConnection(connectingTo: rig.socket)
      let file = try FileHandle(forReadingFrom: rig.folder.appending(path: "clock.archive"))
      if round % 2 == 0 { try author.send(ControlMessage(.newArchive), passing: file.fileDescriptor) }
      try author.send(ControlMessage(.ping))
      try file.close()
    }
  }

  @Test func `a guard that is sent nonsense`() {
    hurtAHundredTimes(program) { rig, round in
      let author = try ControlConnection(connectingTo: rig.socket)
      for packet in nonsense(seed: UInt64(round)) {
        _ = packet.withUnsafeBytes { write(author.descriptor, $0.baseAddress, $0.count) }
      }
      var unknown = ControlMessage(.pong, value: Int64.min)
      unknown.textByteCount = .max
      unknown.damageCount = 255
      for kind in UInt8(0)...255 where kind != ControlKind.stop.rawValue {
        unknown.kindByte = kind
        try author.send(unknown)
      }
      // Of what was nonsense with a meaning, the meaning is taken back.
      try author.send(ControlMessage(.lux, value: -2))
      try author.send(ControlMessage(.modeOverride, value: 0))
      try author.send(ControlMessage(.power, value: 1))
    }
  }

  /// Packets of every size but the right one, and of the right one with the wrong beginning.
  private func nonsense(seed: UInt64) -> [[UInt8]] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
    return [1, 639, 641, 640, 4096].map { count in (0..<count).map { _ in next() } }
  }

  @Test func `archives that are none`() {
    hurtAHundredTimes(program) { rig, round in
      let author = try ControlConnection(connectingTo: rig.socket)
      var broken = rig.archive
      broken[(round * 7919 + 13) % broken.count] ^= 0x40
      let file = rig.folder.appending(path: "broken-\(round)")
      try (round % 3 == 0 ? rig.archive.prefix(round * 100) : broken).write(to: file)
      let handle = try FileHandle(forReadingFrom: file)
      try author.send(ControlMessage(.newArchive), passing: handle.fileDescriptor)
      try handle.close()
    }
  }

  @Test func `a display that is lost`() {
    hurtAHundredTimes(program) { rig, _ in unlink(rig.display) }
  }

  /// The picture comes back when there is room again.
  @Test(.enabled(if: geteuid() == 0, "mounts a small file system, as root")) func `a disk that is full`() {
    let mounts = SmallDisks()
    defer { mounts.unmountAll() }
    hurtAHundredTimes(program, on: mounts) { rig, _ in
      let folder = (rig.display as NSString).deletingLastPathComponent
      let ballast = folder + "/ballast"
      try #require(FileManager.default.createFile(atPath: ballast, contents: nil))
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
      while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
      unlink(rig.display)
      while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
      // Until the guard has met it, which it reports once only.
      let words = rig.running.errors.count
      _ = seconds(until: 0.3) { rig.running.errors.count > words }
      unlink(ballast)
      try handle.close()
    }
  }

  struct Update: Decodable {
    var t: Int
    var causes: [String]
    var night: Bool
  }

  /// A sensor that falls silent a hundred times, for half a minute each: a dark panel stays dark, a bright one bright, and
  /// every second is shown.
  @Test func `a sensor that goes away`() throws {
    let rig = try FaultRig(program)
    let start = 1_792_620_000
    let trace = rig.folder.appending(path: "trace")
    let lines = (0..<100).map { "\($0 * 60),\($0 / 5 % 2 == 0 ? "0.5" : "300")\n\($0 * 60 + 30),\n" }
    try Data(lines.joined().utf8).write(to: trace)
    let run = try program.run([
      "--simulate", "\(start)", "\(start + 6_000)", "--lux-trace", trace.path, "--updates",
      rig.folder.appending(path: "clock.archive").path,
    ])
    #expect(run.status == 0, "\(run.errors)")
    let updates = try run.lines.dropLast().map { try JSONDecoder().decode(Update.self, from: Data($0.utf8)) }
    var silent: [Int: [Update]] = [:]
    for update in updates {
      let second = update.t / 1000 - start
      if second % 60 >= 30 { silent[second / 60, default: []].append(update) }
    }
    #expect(silent.count == 100)
    for (round, shown) in silent {
      #expect(shown.count >= 30, "round \(round): a second was left out")
      #expect(shown.allSatisfy { $0.night == (round / 5 % 2 == 0) }, "round \(round): the panel changed its mode")
    }
  }
}

/// File systems with room for one panel and little else.
final class SmallDisks: @unchecked Sendable {
  private let lock = NSLock()
  private var folders: [URL] = []

  func make() throws -> String {
    let folder = try temporaryFolder()
    guard mount("afterglow", folder.path, "tmpfs", 0, "size=700k") == 0 else { throw POSIXError(.EPERM) }
    lock.lock()
    folders.append(folder)
    lock.unlock()
    return folder.path
  }

  func unmountAll() {
    for folder in folders {
      umount2(folder.path, Int32(MNT_DETACH))
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
