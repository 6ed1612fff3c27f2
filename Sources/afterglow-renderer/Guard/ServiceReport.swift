import AfterglowLinux

/// How a panel stands, for the service manager.
enum SupervisorState {
  /// No archive yet, or none any more.
  case idle
  /// It has yet to show its first frame.
  case starting
  case showing
  /// Its display is away, or another console is in front: nothing that starting anew could mend.
  case withoutDisplay
  /// A frame that is due does not come.
  case late
}

/// Tells the service manager when the panels are up, and then, for as long as every frame is on time, that all is well.
/// Silence lets it start everything anew.
struct ServiceReport: ~Copyable {
  /// A renderer that is being replaced is no reason to start anew.
  static var patienceMs: Int64 { 5_000 }
  /// A frame now and then from one renderer after another is not "on time": it takes this long without a late one.
  static var steadyMs: Int64 { 3_000 }

  private let manager: ServiceManager
  private var isReady = false
  private var feedAtMs: Int64 = 0
  private var lateSinceMs: Int64?
  private var lastLateAtMs: Int64 = 0
  private var reportedStarting = -1
  private var reportedShowing = -1
  private var reportedAway = -1

  init() {
    do throws(SystemError) { manager = try ServiceManager() } catch {
      _ = complain(.done) { (text: inout TextWriter) in text.write(error) }
      manager = ServiceManager(none: ())
    }
  }

  /// The next moment at which something is to be said; Int64.max = none.
  var nextMs: Int64 { manager.intervalMs == nil ? Int64.max : feedAtMs }

  /// `starting`, `showing`, `away` and `late` count panels.
  mutating func note(starting: Int, showing: Int, away: Int, late: Int, nowMs: Int64) {
    if !isReady && starting + late == 0 && showing + away > 0 {
      isReady = true
      manager.notify("READY=1")
    }
    if starting != reportedStarting || showing != reportedShowing || away != reportedAway {
      notifyStatus(starting, showing, away)
    }
    if late > 0 {
      lateSinceMs = lateSinceMs ?? nowMs
      lastLateAtMs = nowMs
    } else if nowMs - lastLateAtMs >= ServiceReport.steadyMs {
      lateSinceMs = nil
    }
    guard let intervalMs = manager.intervalMs, nowMs >= feedAtMs else { return }
    feedAtMs = nowMs + intervalMs
    if nowMs - (lateSinceMs ?? nowMs) < ServiceReport.patienceMs { manager.notify("WATCHDOG=1") }
  }

  func stopping() { manager.notify("STOPPING=1") }

  private mutating func notifyStatus(_ starting: Int, _ showing: Int, _ away: Int) {
    reportedStarting = starting
    reportedShowing = showing
    reportedAway = away
    var text = FixedText<96>()
    text.append(decimal: Int64(showing))
    text.append(showing == 1 ? " panel on time" : " panels on time")
    if starting > 0 {
      text.append(", ")
      text.append(decimal: Int64(starting))
      text.append(" starting")
    }
    if away > 0 {
      text.append(", ")
      text.append(decimal: Int64(away))
      text.append(" without a display")
    }
    manager.notify(status: text)
  }
}
