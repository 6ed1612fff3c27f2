import AfterglowLinux
import Foundation
import Testing

@testable import AfterglowDaemon

/// Messages for a guard that does not read.
@Suite struct GuardOutboxTests {
  private func packet(_ kind: ControlKind, _ value: Int64 = 0) -> GuardOutbox.Packet {
    GuardOutbox.Packet(message: ControlMessage(kind, value: value))
  }

  @Test func `of each kind the newest waits, and patience ends some time after the guard took something last`() {
    var outbox = GuardOutbox()
    #expect(outbox.deadlineMs == nil)
    for (now, value) in [(1_000, 1), (2_000, 2), (3_000, 3)] {
      outbox.put(packet(.lux, Int64(value)), nowMs: Int64(now))
      outbox.put(packet(.power), nowMs: Int64(now))
    }
    #expect(outbox.deadlineMs == 1_000 + GuardOutbox.patienceMs)
    var sent: [Int64] = []
    outbox.flush(nowMs: 4_000) { packet in
      guard sent.isEmpty else { return -Int64(EAGAIN) }
      sent.append(packet.message.value)
      return 640
    }
    #expect(sent == [3] && !outbox.isEmpty && outbox.deadlineMs == 4_000 + GuardOutbox.patienceMs)
    outbox.flush(nowMs: 4_500) { _ in 640 }
    #expect(outbox.isEmpty && outbox.deadlineMs == nil)
  }

  @Test func `a guard that has gone is sent nothing, a line that is broken is given up at once`() {
    var outbox = GuardOutbox()
    outbox.put(packet(.lux), nowMs: 0)
    outbox.flush(nowMs: 0) { _ in -Int64(EPIPE) }
    #expect(outbox.isEmpty && outbox.deadlineMs == nil)
    outbox.put(packet(.lux), nowMs: 0)
    outbox.flush(nowMs: 0) { _ in -Int64(EBADF) }
    #expect(outbox.deadlineMs == 0)
  }
}
