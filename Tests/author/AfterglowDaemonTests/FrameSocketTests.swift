import Foundation
import Testing

@testable import AfterglowDaemon

/// The connection between the author and the process that composes.
@Suite struct FrameSocketTests {
  private func pair() throws -> (FrameSocket, Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (FrameSocket(ends[0]), ends[1])
  }

  private func header(_ count: Int, _ mark: UInt32 = 0) -> [UInt8] {
    withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) } + withUnsafeBytes(of: mark.littleEndian) { Array($0) }
  }

  @Test func `messages arrive whole and in order, whatever their pieces`() throws {
    let (socket, other) = try pair()
    defer { close(other) }
    let bytes = header(3) + [1, 2, 3] + header(0) + header(2) + [4, 5]
    var frames: [FrameSocket.Frame] = []
    for byte in bytes {
      #expect(write(other, [byte], 1) == 1)
      frames += socket.receive()
    }
    #expect(frames.map { Array($0.bytes) } == [[1, 2, 3], [], [4, 5]])
    #expect(frames.allSatisfy { $0.descriptor < 0 } && !socket.isClosed)
  }

  @Test func `a message that is too long, or lacks its descriptor, closes the connection`() throws {
    for bytes in [header(FrameSocket.maximumByteCount + 1), header(0, 1), header(0, 7)] {
      let (socket, other) = try pair()
      defer { close(other) }
      #expect(write(other, bytes, bytes.count) == bytes.count)
      #expect(socket.receive().isEmpty && socket.isClosed)
    }
  }

  @Test func `a descriptor comes with its message, and the end of the other side is seen after the last one`() throws {
    let (socket, end) = try pair()
    do {
      let other = FrameSocket(end)
      let file = try ArchiveFile([7, 8, 9], contentHash: 0)
      other.send(Data([1]))
      file.withDescriptor { other.send(Data([2]), passing: $0) }
    }
    let frames = socket.receive()
    #expect(frames.map { Array($0.bytes) } == [[1], [2]] && frames[0].descriptor < 0 && socket.isClosed)
    let passed = ArchiveFile(descriptor: try #require(frames.last).descriptor, byteCount: 3, contentHash: 0)
    #expect(try passed.bytes() == [7, 8, 9])
  }

  @Test func `a side that does not read loses nothing of what finds no room`() throws {
    let (socket, end) = try pair()
    let other = FrameSocket(end)
    let message = Data(repeating: 5, count: 100_000)
    for _ in 0..<20 { other.sendLater(message) }
    #expect(other.hasUnsent)
    var count = 0
    while count < 20 {
      count += socket.receive().count
      other.flush()
    }
    #expect(!other.hasUnsent)
  }

  @Test func `the third death within ten minutes is too many, and they are forgotten after that`() {
    var deaths = DeathCount()
    for time: Int64 in [0, 300_000] { deaths.add(nowMs: time) }
    #expect(!deaths.isTooMany(nowMs: 300_000))
    deaths.add(nowMs: 599_999)
    #expect(deaths.isTooMany(nowMs: 599_999))
    #expect(!deaths.isTooMany(nowMs: 600_001))
    deaths.add(nowMs: 700_000)
    #expect(deaths.isTooMany(nowMs: 700_000), "the last three")
  }

  @Test func `of the runs before, those of this boot that died within ten minutes count, and three are too many`() {
    let first = RunDeaths("", boot: "a", nowMs: 5_000)
    #expect(first.timesMs.isEmpty && first.text == "a\n")
    let second = RunDeaths(first.text, boot: "a", nowMs: 600_000)
    let third = RunDeaths(second.text, boot: "a", nowMs: 700_000)
    #expect(third.timesMs == [600_000, 700_000] && !DeathCount(ofRuns: third.timesMs).areOfRuns)
    let fourth = RunDeaths(third.text, boot: "a", nowMs: 1_199_999)
    #expect(fourth.timesMs == [600_000, 700_000, 1_199_999])
    var deaths = DeathCount(ofRuns: fourth.timesMs)
    #expect(deaths.areOfRuns && !deaths.areOver(nowMs: 4_799_998) && deaths.areOver(nowMs: 4_799_999))
    deaths.forget()
    #expect(!deaths.areOfRuns && deaths.count(nowMs: 1_199_999) == 0)
    #expect(RunDeaths(third.text, boot: "a", nowMs: 1_200_000).timesMs == [700_000, 1_200_000], "the first is over")
    #expect(RunDeaths(third.text, boot: "b", nowMs: 700_001).timesMs.isEmpty, "another boot")
    #expect(RunDeaths(third.text, boot: "a", nowMs: 650_000).timesMs == [600_000, 650_000], "none of the future")
  }

  @Test func `a run leaves its beginning in the file of its lock, and nothing once it has ended`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "run-lock-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/author.lock"
    var lock: RunLock? = try RunLock(path, board: "wall")
    let left = try String(contentsOfFile: path, encoding: .utf8)
    #expect(left == ReloadLedgerFile.boot + "\n" && lock?.isInPlace == true)
    lock = nil
    #expect(try String(contentsOfFile: path, encoding: .utf8).isEmpty)
    #expect(RunDeaths.times(leftAt: path, nowMs: 9_000) == [])
    try left.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(RunDeaths.times(leftAt: path, nowMs: 9_000) == [9_000])
    lock = try RunLock(path, board: "wall")
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 2)
    withExtendedLifetime(lock) {}
  }
}
