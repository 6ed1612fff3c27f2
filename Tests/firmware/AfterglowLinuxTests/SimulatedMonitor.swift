import AfterglowDevice

/// A monitor with standard DDC/CI that records violations by the host. Its time is the pauses on its bus.
struct SimulatedMonitor: ~Copyable, MonitorBus {
  /// A temporary fault of the monitor.
  enum Trouble: UInt8, Sendable {
    /// It is off or disconnected: no acknowledgement.
    case absent
    /// It replies with the null message.
    case busy
    /// A bit of its reply is inverted.
    case noise
    /// It ignores set requests.
    case deaf
    /// It has no brightness control.
    case unable
    /// There is no bus until the fault ends.
    case unplugged
  }

  private(set) var brightness: UInt16
  let maximum: UInt16
  /// Set requests that it has carried out.
  private(set) var writes = 0
  /// Messages with a wrong checksum, length or pause.
  private(set) var violations = 0
  private(set) var elapsedMs: Int64 = 0
  var trouble: Trouble?
  /// How many more messages the fault lasts.
  var troubleCount = 0

  private var isAsked = false
  private var lastMessageMs: Int64 = -1_000
  private var neededPauseMs: Int64 = 0

  init(brightness: UInt16, maximum: UInt16 = 100) {
    self.brightness = brightness
    self.maximum = maximum
  }

  private mutating func takesTrouble(_ wanted: Trouble) -> Bool {
    guard trouble == wanted, troubleCount > 0 else { return false }
    troubleCount -= 1
    return true
  }

  mutating func connect() -> Int32 { trouble == .unplugged ? -19 : 0 }

  mutating func rest(milliseconds: Int32) { elapsedMs += Int64(milliseconds) }

  private mutating func notePause() {
    if elapsedMs - lastMessageMs < neededPauseMs { violations += 1 }
    lastMessageMs = elapsedMs
  }

  mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    if takesTrouble(.absent) { return -6 }
    notePause()
    neededPauseMs = 40
    var sum: UInt8 = 0x6E
    for byte in bytes { sum ^= byte }
    if bytes.count < 4 || bytes[0] != 0x51 || bytes[1] & 0x80 == 0 || Int(bytes[1] & 0x7F) + 3 != bytes.count
      || sum != 0
    {
      violations += 1
      return Int32(bytes.count)
    }
    switch (bytes[2], bytes.count, bytes[3]) {
    case (0x01, 5, 0x10): isAsked = true
    case (0x03, 7, 0x10): order(UInt16(bytes[4]) << 8 | UInt16(bytes[5]))
    default: violations += 1
    }
    return Int32(bytes.count)
  }

  private mutating func order(_ value: UInt16) {
    neededPauseMs = 50
    if takesTrouble(.deaf) { return }
    if value > maximum {
      violations += 1
      return
    }
    brightness = value
    writes += 1
  }

  mutating func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
    if takesTrouble(.absent) { return -6 }
    notePause()
    neededPauseMs = 0
    for index in 0..<bytes.count { bytes[index] = 0 }
    if bytes.count < 3 || !isAsked || takesTrouble(.busy) {
      isAsked = false
      put(bytes, 0, 0x6E)
      put(bytes, 1, 0x80)
      put(bytes, 2, 0xBE)
      return Int32(bytes.count)
    }
    isAsked = false
    let isUnable = takesTrouble(.unable)
    answer(bytes, isUnable: isUnable)
    if takesTrouble(.noise) { put(bytes, 9, bytes[9] ^ 0x20) }
    return Int32(bytes.count)
  }

  private func put(_ bytes: UnsafeMutableRawBufferPointer, _ index: Int, _ value: UInt8) {
    if index < bytes.count { bytes[index] = value }
  }

  private func answer(_ bytes: UnsafeMutableRawBufferPointer, isUnable: Bool) {
    put(bytes, 0, 0x6E)
    put(bytes, 1, 0x88)
    put(bytes, 2, 0x02)
    put(bytes, 3, isUnable ? 1 : 0)
    put(bytes, 4, 0x10)
    put(bytes, 6, UInt8(maximum >> 8))
    put(bytes, 7, UInt8(maximum & 255))
    put(bytes, 8, UInt8(brightness >> 8))
    put(bytes, 9, UInt8(brightness & 255))
    var sum: UInt8 = 0x50
    for index in 0..<Swift.min(10, bytes.count) { sum ^= bytes[index] }
    put(bytes, 10, sum)
  }
}
