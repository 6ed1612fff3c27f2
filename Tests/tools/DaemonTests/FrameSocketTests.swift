import Foundation
import Testing

@testable import afterglow_command

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
}
