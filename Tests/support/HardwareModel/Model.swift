import Foundation

/// Drives panel models with the data from /dev/hilspi and the levels of their lines.
struct Model {
  /// By chip select.
  private var panels: [WiredPanel]
  private let bus: Int32
  private var events: LineEvents?
  /// Until when levels are not read: an event comes before its line has changed.
  private var settlesUntilUs: Int64 = 0
  /// A record of hil/modules/hil_spi.h and its bytes.
  private var record = [UInt8](repeating: 0, count: recordByteCount + 1 << 17)

  private static let recordByteCount = 32
  /// Where the record has the number, the clock in Hz and the chip select of the transfer.
  private static let (sequenceOffset, clockOffset, selectOffset) = (8, 16, 24)

  /// - Parameter chip: the far side of the lines' chip in sysfs.
  init(_ panels: [WiredPanel], bus path: String, chip: String) throws {
    bus = open(path, O_RDWR | O_NONBLOCK)
    if bus < 0 { throw LineProblem(path: path, code: errno) }
    self.panels = panels
    events = LineEvents(chip: chip)
  }

  mutating func run() throws {
    followLevels()
    say("ready")
    while true {
      var waits = [bus, events?.descriptor ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&waits, 2, pauseMs)
      // Taken first: time must not pass an event that comes while others are read.
      let now = WiredPanel.nowUs
      followEvents()
      for index in panels.indices { panels[index].advance(toUs: now) }
      if waits[0].revents != 0 { try takeTransfer() }
      if now >= settlesUntilUs { followLevels() }
      let isAsked = isPictureAsked != 0
      isPictureAsked = 0
      for index in panels.indices { try panels[index].report(isAsked: isAsked) }
    }
  }

  /// Without events a millisecond, which is short compared with the controllers' ten; else until something ends.
  private var pauseMs: Int32 {
    let now = WiredPanel.nowUs
    if events == nil { return 1 }
    var next = panels.compactMap(\.nextEventUs).min() ?? .max
    if now < settlesUntilUs { next = min(next, settlesUntilUs) }
    return Int32(max(1, min(1_000, (next - now) / 1_000 + 1)))
  }

  /// Each level that was set, in order: a pulse counts however late it is seen.
  private mutating func followEvents() {
    for event in events?.take() ?? [] {
      settlesUntilUs = WiredPanel.nowUs + 20_000
      for index in panels.indices { panels[index].take(event) }
    }
  }

  /// The levels themselves, which also change where no program sets them: when a line is given back.
  private mutating func followLevels() {
    for index in panels.indices { panels[index].followLevels() }
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
