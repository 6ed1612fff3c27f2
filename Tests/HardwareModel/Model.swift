import Foundation

/// Drives panel models with the data from /dev/hilspi and the levels of their lines.
struct Model {
  /// By chip select.
  private var panels: [WiredPanel]
  private let bus: Int32
  private let events: LineEvents?
  /// Until when lines are looked at each millisecond: an event comes before its line has changed.
  private var looksUntilUs: Int64 = 0
  /// A record of hil/modules/hil_spi.h and its bytes.
  private var record = [UInt8](repeating: 0, count: recordByteCount + 1 << 17)

  private static let recordByteCount = 32
  /// Where the record has the number, the clock in Hz and the chip select of the transfer.
  private static let (sequenceOffset, clockOffset, selectOffset) = (8, 16, 24)

  init(_ panels: [WiredPanel], bus path: String) throws {
    bus = open(path, O_RDWR | O_NONBLOCK)
    if bus < 0 { throw LineProblem(path: path, code: errno) }
    self.panels = panels
    events = LineEvents()
  }

  mutating func run() throws {
    follow()
    say("ready")
    while true {
      var waits = [bus, events?.descriptor ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&waits, 2, pauseMs)
      follow()
      let isEdge = events?.take() == true
      if waits[0].revents != 0 { try takeTransfer() }
      if isEdge || waits[0].revents != 0 { looksUntilUs = WiredPanel.nowUs + 20_000 }
      let isAsked = isPictureAsked != 0
      isPictureAsked = 0
      for index in panels.indices { try panels[index].report(isAsked: isAsked) }
    }
  }

  /// Without events a millisecond, which is short compared with the controllers' ten; else until something ends.
  private var pauseMs: Int32 {
    let now = WiredPanel.nowUs
    if events == nil || now < looksUntilUs { return 1 }
    let next = panels.compactMap(\.nextEventUs).min() ?? .max
    return Int32(max(1, min(1_000, (next - now) / 1_000 + 1)))
  }

  private mutating func follow() {
    for index in panels.indices { panels[index].follow() }
  }

  private mutating func takeTransfer() throws {
    let count = read(bus, &record, record.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    if count < Self.recordByteCount { throw LineProblem(path: "/dev/hilspi", code: errno) }
    var sequence = number(at: Self.sequenceOffset)
    let select = Int(record[Self.selectOffset])
    if panels.indices.contains(select) {
      try panels[select].take(record[Self.recordByteCount..<count], hz: Int(number(at: Self.clockOffset)))
    } else {
      say("broken rule: a transfer to chip select \(select), which has no panel")
    }
    // If the reply is too late, the sender reports it.
    _ = write(bus, &sequence, 4)
  }

  private func number(at offset: Int) -> UInt32 {
    record.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
}
