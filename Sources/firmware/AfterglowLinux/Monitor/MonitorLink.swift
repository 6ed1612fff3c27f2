import AfterglowDevice
import CLinux

/// The guard's side of the process that controls a monitor. A process that exits is restarted after a minute.
public struct MonitorLink {
  static var restartMs: Int64 { 60_000 }
  /// How long the process may take to restore the monitor, in ms; a message takes up to a quarter of a second.
  static var patienceMs: Int64 { 2_000 }

  /// Readable when there is a message; −1 while no process is running.
  public private(set) var descriptor: Int32 = -1
  /// 0 while no process is running.
  public private(set) var processIdentifier: Int32 = 0
  private let wanted: UnsafePointer<CChar>
  private let connector: UnsafePointer<CChar>
  private let confine: MonitorConfinement?
  private var startAtMs: Int64 = 0
  private var level: UInt16?

  /// What the process reports.
  public enum News: Equatable, Sendable {
    case found(current: UInt16, maximum: UInt16)
    case failed(MonitorError)
  }

  /// Starts the process; `wanted` and `connector` as in `LinuxMonitorBus`.
  ///
  /// - Parameter confine: the confinement that the child enters first.
  /// - Throws: `SystemError` when no socket or process can be created.
  public static func start(
    _ wanted: UnsafePointer<CChar>, connector: UnsafePointer<CChar>, confine: MonitorConfinement? = nil
  ) throws(SystemError) -> MonitorLink {
    var link = MonitorLink(wanted: wanted, connector: connector, confine: confine)
    try link.startProcess()
    return link
  }

  /// Requests a brightness; sent once.
  public mutating func set(_ value: UInt16) {
    if level == value || descriptor < 0 { return }
    if MonitorMessage.want(value).send(to: descriptor) { level = value }
  }

  /// The next report of the process; never waits.
  public mutating func next(atMs nowMs: Int64) -> News? {
    // Messages that this process must not send are skipped, a bounded number at a time.
    for _ in 0..<16 where descriptor >= 0 {
      switch MonitorMessage.receive(from: descriptor) {
      case .message(.found(let current, let maximum)): return .found(current: current, maximum: maximum)
      case .message(.failed(let error)): return .failed(error)
      case .message(.want): continue
      case .nothing: return nil
      case .end:
        reap(nowMs)
        return .failed(.noAnswer)
      }
    }
    return nil
  }

  /// Restarts the process when that is due.
  public mutating func keep(atMs nowMs: Int64) {
    if descriptor >= 0 || nowMs < startAtMs { return }
    do throws(SystemError) { try startProcess() } catch { startAtMs = nowMs + MonitorLink.restartMs }
  }

  /// When `keep` is due; `Int64.max` while the process is running.
  public var nextDueMs: Int64 { descriptor < 0 ? startAtMs : Int64.max }

  /// Lets the process restore the monitor and exit. One that is blocked in the kernel is not waited for.
  public mutating func stop() {
    if descriptor < 0 { return }
    closeDescriptor(descriptor)
    descriptor = -1
    startAtMs = Int64.max
    let deadline = SystemTime.boottimeMs + MonitorLink.patienceMs
    while SystemTime.boottimeMs < deadline {
      if Process.reap(processIdentifier) != nil { return }
      SystemTime.sleep(milliseconds: 5)
    }
  }

  /// Continues with the process of `other` and the initial brightness that it found, if both control the same monitor.
  /// False if they are two monitors.
  public mutating func takeOver(from other: inout MonitorLink) -> Bool {
    if strcmp(wanted, other.wanted) != 0 || strcmp(connector, other.connector) != 0 { return false }
    stop()
    descriptor = other.descriptor
    processIdentifier = other.processIdentifier
    level = other.level
    startAtMs = other.startAtMs
    other.descriptor = -1
    other.startAtMs = Int64.max
    return true
  }

  private mutating func startProcess() throws(SystemError) {
    let (mine, its) = try SocketPair.make()
    let child = ag_fork()
    if child == 0 {
      becomeMonitorProcess(its)
      Process.exitNow(0)
    }
    closeDescriptor(its)
    if child < 0 {
      closeDescriptor(mine)
      throw SystemError("start the monitor's process", errno: -child)
    }
    descriptor = mine
    processIdentifier = child
    level = nil
  }

  private func becomeMonitorProcess(_ socket: Int32) {
    Process.setName("aglow-monitor")
    Process.takeSignalsOfRenderer()
    ag_keep_only(socket)
    if let confine, confine() < 0 { return }
    var process = MonitorProcess(bus: LinuxMonitorBus(wanted, connector: connector), socket: socket)
    process.run()
  }

  private mutating func reap(_ nowMs: Int64) {
    closeDescriptor(descriptor)
    descriptor = -1
    Process.kill(processIdentifier)
    _ = Process.reapWaiting(processIdentifier)
    processIdentifier = 0
    startAtMs = nowMs + MonitorLink.restartMs
  }
}

/// The confinement that the monitor's process enters first. Negative = failed, and the process exits.
public typealias MonitorConfinement = @convention(c) () -> Int32
