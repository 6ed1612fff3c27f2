import AfterglowLinux
import Foundation

/// Messages that wait until the guard reads. At most one packet of a kind: a newer archive, light or mode replaces an
/// older one that was not sent, so that a hanging guard makes nothing grow. Part of `GuardLink`.
struct GuardOutbox {
  /// A message, and the archive that goes with it.
  struct Packet {
    var message: ControlMessage
    /// Sent along as a descriptor.
    var archive: ArchiveFile?
  }

  /// A guard that reads nothing for so long, in ms, is given up.
  static let patienceMs: Int64 = 5_000

  private var packets: [Packet] = []
  /// When the guard read something last, or nothing waited.
  private var progressMs: Int64 = 0
  /// Whether nothing can be sent any more.
  private var isBroken = false

  var isEmpty: Bool { packets.isEmpty }

  /// When the guard is given up; nil = nothing waits.
  var deadlineMs: Int64? { isBroken ? 0 : packets.isEmpty ? nil : progressMs + Self.patienceMs }

  mutating func put(_ packet: Packet, nowMs: Int64) {
    if packets.isEmpty { progressMs = nowMs }
    packets.removeAll { $0.message.kind == packet.message.kind }
    packets.append(packet)
  }

  /// - Parameter send: returns bytes sent or −errno; never waits.
  mutating func flush(nowMs: Int64, _ send: (Packet) -> Int64) {
    while let next = packets.first {
      switch send(next) {
      case 0...:
        packets.removeFirst()
        progressMs = nowMs
      case -Int64(EAGAIN): return
      // It has gone; its last words are still to be read, and its end with them.
      case -Int64(EPIPE), -Int64(ECONNRESET): packets = []
      default:
        packets = []
        isBroken = true
      }
    }
  }
}
