/// When input devices are read: at most once in a frame, so that a moving finger wakes guard and renderer no more often,
/// whatever the rate of its device.
struct InputPace {
  /// Shortest time between two reads, in ms.
  static var frameMs: Int64 { 16 }

  /// When the devices may be read again.
  private(set) var readsAtMs: Int64 = 0

  /// Whether the devices wait for the next frame.
  func isWaiting(atMs nowMs: Int64) -> Bool { readsAtMs > nowMs }

  /// Notes that the devices are read now.
  mutating func noteRead(atMs nowMs: Int64) { readsAtMs = nowMs + InputPace.frameMs }
}
