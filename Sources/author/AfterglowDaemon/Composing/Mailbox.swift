import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import CLinux
import Foundation

/// Messages from one thread to another, in order. The receiver can poll `descriptor` together with other events.
final class Mailbox<Letter: Sendable>: @unchecked Sendable {
  let descriptor: Int32
  private let bell: Int32
  private let lock = NSLock()
  private var letters: [Letter] = []

  init() throws {
    var ends: [Int32] = [-1, -1]
    let result = ag_socket_pair(&ends)
    guard result >= 0 else {
      throw Failure(.unavailable, "cannot make a pair of sockets: \(ErrnoWords.sentence(-result))")
    }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (descriptor, bell) = (ends[0], ends[1])
  }

  deinit {
    _ = ag_close(descriptor)
    _ = ag_close(bell)
  }

  func post(_ letter: Letter) {
    lock.withLock { letters.append(letter) }
    // If the socket is full, the receiver has been woken already.
    _ = write(bell, [1], 1)
  }

  /// All messages since the last call.
  func take() -> [Letter] {
    var rings = [UInt8](repeating: 0, count: 64)
    while ag_read(descriptor, &rings, Int64(rings.count)) > 0 {}
    return lock.withLock {
      defer { letters = [] }
      return letters
    }
  }
}
