import AfterglowDevice
import CLinux

/// The child that controls a monitor, which takes tenths of a second for each message. It has a socket to the guard and
/// the monitor's bus. Each change is written once, because monitors store their settings in memory that wears out.
///
/// When the guard exits, for any reason, it restores the initial brightness and exits.
struct MonitorProcess<Bus: MonitorBus & ~Copyable>: ~Copyable {
  /// First delay, in ms, before a missing monitor is searched for again; later ones are longer.
  static var shortestPauseMs: Int64 { 2_000 }
  static var longestPauseMs: Int64 { 60_000 }

  private(set) var control: MonitorControl<Bus>
  private let socket: Int32
  /// Shortest time between two writes, in ms; the latest request is written.
  private let restMs: Int64
  private var wanted: UInt16?
  /// The brightness before this program; nil = not read yet.
  private var first: UInt16?
  private var current: UInt16 = 0
  private var maximum: UInt16 = 0
  private var isGuardGone = false

  init(bus: consuming Bus, socket: Int32, restMs: Int64 = 5_000) {
    control = MonitorControl(bus: bus)
    self.socket = socket
    self.restMs = restMs
  }

  /// Returns when the guard has exited.
  mutating func run() {
    var pauseMs = Self.shortestPauseMs
    while !isGuardGone {
      do throws(MonitorError) {
        try find()
        pauseMs = Self.shortestPauseMs
        try applyRequests()
      } catch {
        if !MonitorMessage.failed(error).send(to: socket) { isGuardGone = true }
        listen(forMs: pauseMs)
        pauseMs = Swift.min(2 * pauseMs, Self.longestPauseMs)
      }
    }
    restore()
  }

  private mutating func find() throws(MonitorError) {
    try control.connect()
    let found = try control.brightness()
    current = found.current
    maximum = found.maximum
    if first == nil { first = current }
    if !MonitorMessage.found(current: current, maximum: maximum).send(to: socket) { isGuardGone = true }
  }

  private mutating func applyRequests() throws(MonitorError) {
    while !isGuardGone {
      if let wanted, Swift.min(wanted, maximum) != current {
        let value = Swift.min(wanted, maximum)
        try control.setBrightness(value)
        current = value
        if !MonitorMessage.found(current: current, maximum: maximum).send(to: socket) { isGuardGone = true }
        rest()
      } else {
        listen(forMs: nil)
      }
    }
  }

  /// Waits without writing, while further requests are received.
  private mutating func rest() {
    let until = SystemTime.boottimeMs + restMs
    while !isGuardGone {
      let left = until - SystemTime.boottimeMs
      if left <= 0 { return }
      listen(forMs: left)
    }
  }

  /// Receives from the guard.
  ///
  /// - Parameter limit: how long to wait for a message; nil = until one arrives.
  private mutating func listen(forMs limit: Int64?) {
    var set = PollSet()
    _ = set.add(socket)
    set.wait(timeoutMs: limit)
    while true {
      switch MonitorMessage.receive(from: socket) {
      case .message(.want(let value)): wanted = value
      case .message: continue
      case .nothing: return
      case .end:
        isGuardGone = true
        return
      }
    }
  }

  private mutating func restore() {
    guard let first, first != current else { return }
    do throws(MonitorError) { try control.setBrightness(first) } catch {}
  }
}
