import AfterglowDevice
import CLinux

/// The child that speaks to a monitor, which takes tenths of a second for each word. It holds a socket to the guard and
/// the monitor's wire. Each change is one write: monitors keep their settings in memory that wears.
///
/// When the guard is gone, however that came, it puts back the brightness that it found first, and ends.
struct MonitorProcess<Bus: MonitorBus & ~Copyable>: ~Copyable {
  /// A monitor that is not there is looked for after this long, then ever more rarely.
  static var shortestPauseMs: Int64 { 2_000 }
  static var longestPauseMs: Int64 { 60_000 }

  private(set) var control: MonitorControl<Bus>
  private let socket: Int32
  /// Shortest time between two writes; the last wish counts.
  private let restMs: Int64
  private var wanted: UInt16?
  /// Brightness before this program; nil = not known yet.
  private var first: UInt16?
  private var current: UInt16 = 0
  private var maximum: UInt16 = 0
  private var isGuardGone = false

  init(bus: consuming Bus, socket: Int32, restMs: Int64 = 5_000) {
    control = MonitorControl(bus: bus)
    self.socket = socket
    self.restMs = restMs
  }

  /// Returns when the guard is gone.
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

  /// Nothing is written for a while, whatever is wished.
  private mutating func rest() {
    let until = SystemTime.boottimeMs + restMs
    while !isGuardGone {
      let left = until - SystemTime.boottimeMs
      if left <= 0 { return }
      listen(forMs: left)
    }
  }

  /// Takes in what the guard says; waits for it for so long, nil = until it comes.
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
