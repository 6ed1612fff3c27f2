import AfterglowLinux
import Foundation

/// Messages that wait until the guard reads. At most one packet of a kind: a newer archive, light or mode replaces an
/// older one that was not sent, so that memory does not grow while a guard hangs. Part of `GuardLink`.
struct GuardOutbox {
  /// A message, with its archive.
  struct Packet {
    var message: ControlMessage
    /// Passed as a descriptor.
    var archive: ArchiveFile?
  }

  /// A guard that reads nothing for this long, in ms, is given up.
  static let patienceMs: Int64 = 5_000

  private var packets: [Packet] = []
  /// When the guard last read something, or nothing was waiting.
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

  /// - Parameter send: returns the bytes sent or −errno; never blocks.
  mutating func flush(nowMs: Int64, _ send: (Packet) -> Int64) {
    while let next = packets.first {
      switch send(next) {
      case 0...:
        packets.removeFirst()
        progressMs = nowMs
      case -Int64(EAGAIN): return
      // It has closed the connection; its last messages and the end of the stream are still to be read.
      case -Int64(EPIPE), -Int64(ECONNRESET): packets = []
      default:
        packets = []
        isBroken = true
      }
    }
  }
}
