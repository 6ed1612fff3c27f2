import AfterglowLinux
import Foundation

/// What is to be told to the guard as soon as it reads. At most one packet of a kind: a newer archive, light or mode takes the
/// place of an older one that was not sent, so that a guard that hangs makes nothing grow.
struct GuardOutbox {
  struct Packet {
    var message: ControlMessage
    /// Goes along as a descriptor.
    var archive: ArchiveFile?
  }

  /// A guard that takes nothing for so long is given up.
  static let patienceMs: Int64 = 5_000

  private var packets: [Packet] = []
  /// When the guard took something last, or had nothing to take.
  private var progressMs: Int64 = 0
  /// Nothing can be sent, whatever the guard does.
  private var isBroken = false

  var isEmpty: Bool { packets.isEmpty }

  /// When patience ends; nil = nothing waits.
  var deadlineMs: Int64? { isBroken ? 0 : packets.isEmpty ? nil : progressMs + Self.patienceMs }

  mutating func put(_ packet: Packet, nowMs: Int64) {
    if packets.isEmpty { progressMs = nowMs }
    packets.removeAll { $0.message.kind == packet.message.kind }
    packets.append(packet)
  }

  /// - Parameter send: gives bytes sent or −errno; never waits.
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
