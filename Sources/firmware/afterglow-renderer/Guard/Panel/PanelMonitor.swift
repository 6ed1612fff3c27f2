import AfterglowArchive
import AfterglowLight
import AfterglowLinux

/// A monitor whose brightness is set by DDC/CI, while it responds. Used by `PanelDimming`.
struct PanelMonitor {
  /// A new level; or the monitor started or stopped responding, or is another one.
  enum News { case level, light }

  /// nil = no monitor is controlled.
  private var link: MonitorLink?
  /// nil while it does not respond.
  private(set) var light: DimmableLight?
  private var level: Int64 = 0
  private var hasComplained = false
  private let floorPermille: Int32

  init(_ link: MonitorLink?, _ settings: DimmingSettings) {
    self.link = link
    floorPermille = settings.monitorFloorPermille
  }

  static func start(_ plan: borrowing BoardPlan) -> MonitorLink? {
    if plan[.monitor][0] == 0 { return nil }
    do throws(SystemError) {
      return try MonitorLink.start(plan[.monitor], connector: plan[.connector], confine: { Lockdown.confineMonitor() })
    } catch {
      reportMissing { (text: inout TextWriter) in text.write(error) }
      return nil
    }
  }

  /// Descriptor to poll; −1 = none.
  var descriptor: Int32 { link?.descriptor ?? -1 }

  var nextDueMs: Int64 { link?.nextDueMs ?? Int64.max }

  /// Fraction of the panel's light, 0 to 1.
  var share: Double { light?.share(ofLevel: level) ?? 1 }

  /// Continues with the link to the same monitor.
  mutating func takeOver(from other: inout PanelMonitor) {
    guard link != nil, other.link != nil, link!.takeOver(from: &other.link!) else { return }
    light = other.light
    level = other.level
  }

  mutating func set(_ level: Int64) { link?.set(UInt16(clamping: level)) }

  /// The next report of its process; nil = none.
  mutating func receive(at nowMs: Int64) -> News? {
    link?.keep(atMs: nowMs)
    var heard: News?
    // The rest stays ready.
    for _ in 0..<16 {
      guard let news = link?.next(atMs: nowMs) else { break }
      let found: DimmableLight?
      switch news {
      case .found(let current, let maximum):
        level = Int64(current)
        hasComplained = false
        heard = heard ?? .level
        found = DimmableLight(monitorMaximum: Int64(maximum), floorPermille: floorPermille)
      case .failed(let error):
        complainOnce(error)
        found = nil
      }
      if found != light { heard = .light }
      light = found
    }
    return heard
  }

  /// Reports a failure once. The process keeps searching for the monitor; meanwhile colours do the dimming.
  private mutating func complainOnce(_ error: MonitorError) {
    if hasComplained { return }
    hasComplained = true
    _ = complain(.done) { (text: inout TextWriter) in
      error.write(to: &text)
      text.write("; colours dim the panel until it can be")
    }
  }

  mutating func stop() { link?.stop() }

  /// For authors.
  func describe(in message: inout ControlMessage) {
    guard let light else { return }
    message.write("monitor, brightness ")
    message.append(level, of: light)
    message.write(" (DDC/CI)")
  }
}
