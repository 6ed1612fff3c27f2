import CChild
import CLinux
import Foundation

/// One end of the connection between a process that composes and its parent: whole messages with a bounded length, and a
/// descriptor with some of them.
final class FrameSocket {
  struct Frame {
    var bytes: Data
    /// The receiver's to close; −1 = none.
    var descriptor: Int32
  }

  /// A listing of 64 widgets takes a hundredth of it.
  static let maximumByteCount = 16 << 20

  let descriptor: Int32
  private var received = Data()
  /// Descriptors in the order in which they came.
  private var passed: [Int32] = []
  private var unsent = Data()
  /// The other side has ended, or has sent what it must not.
  private(set) var isClosed = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    for descriptor in passed { close(descriptor) }
    close(descriptor)
  }

  /// Length, whether a descriptor belongs to it, and the bytes.
  private static func header(_ count: Int, _ hasDescriptor: Bool) -> Data {
    var header = Data()
    for value in [UInt32(count), hasDescriptor ? 1 : 0] { withUnsafeBytes(of: value.littleEndian) { header += $0 } }
    return header
  }

  // MARK: sending

  /// Sends a message, and waits until the other side has room for it.
  func send(_ bytes: Data, passing descriptor: Int32 = -1) {
    put(Self.header(bytes.count, descriptor >= 0) + bytes, passing: descriptor, waits: true)
  }

  /// Sends a message, or keeps what finds no room now for `flush`.
  func sendLater(_ bytes: Data, passing descriptor: Int32 = -1) {
    let whole = Self.header(bytes.count, descriptor >= 0) + bytes
    // With a descriptor it is the first message, for which there is room.
    if !unsent.isEmpty { unsent += whole } else { put(whole, passing: descriptor, waits: false) }
  }

  /// Whether messages wait for room.
  var hasUnsent: Bool { !unsent.isEmpty }

  func flush() {
    let rest = unsent
    unsent = Data()
    if !rest.isEmpty { put(rest, passing: -1, waits: false) }
  }

  private func put(_ bytes: Data, passing descriptor: Int32, waits: Bool) {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes {
        ag_companion_send(
          self.descriptor, $0.baseAddress! + done, Int64($0.count - done), done == 0 ? descriptor : -1, waits ? 1 : 0)
      }
      if put == Int64(-EAGAIN) {
        unsent += bytes.dropFirst(done)
        return
      }
      if put <= 0 {
        isClosed = true
        return
      }
      done += Int(put)
    }
  }

  // MARK: receiving

  /// All messages that have arrived whole, without waiting.
  func receive() -> [Frame] {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while !isClosed {
      var descriptor: Int32 = -1
      let got = chunk.withUnsafeMutableBytes {
        ag_companion_receive(self.descriptor, $0.baseAddress!, Int64($0.count), &descriptor)
      }
      if descriptor >= 0 { passed.append(descriptor) }
      if got == Int64(-EAGAIN) { break }
      if got <= 0 || passed.count > 64 {
        isClosed = true
      } else {
        received += chunk[..<Int(got)]
      }
      if received.count > Self.maximumByteCount + 8 { break }
    }
    return take()
  }

  private func take() -> [Frame] {
    var frames: [Frame] = []
    while received.count >= 8 {
      let (count, mark) = received.withUnsafeBytes {
        (
          UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)),
          UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        )
      }
      guard count <= Self.maximumByteCount, mark <= 1, mark == 0 || !passed.isEmpty || received.count < 8 + Int(count)
      else {
        isClosed = true
        break
      }
      guard received.count >= 8 + Int(count) else { break }
      let bytes = Data(received.dropFirst(8).prefix(Int(count)))
      received = Data(received.dropFirst(8 + Int(count)))
      frames.append(Frame(bytes: bytes, descriptor: mark == 1 ? passed.removeFirst() : -1))
    }
    return frames
  }

  /// The first message, which may be longer than the socket has room for.
  ///
  /// - Returns: nil when the time is over, or the other side has ended.
  func next(untilBootMs deadline: Int64) -> Frame? {
    while !isClosed && wait(untilBootMs: deadline) {
      if let frame = receive().first { return frame }
    }
    return nil
  }

  /// Waits until something has arrived.
  ///
  /// - Returns: false when the time is over.
  func wait(untilBootMs deadline: Int64) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A poll's limit does not count suspend.
      let left = deadline == .max ? -1 : min(max(0, deadline - ag_boottime_ms()), 1_000)
      if poll(&entry, 1, Int32(left)) > 0 { return true }
      if left == 0 { return false }
    }
  }
}
