import AfterglowLinux

/// A panel's state, for the service manager.
enum SupervisorState {
  /// No archive yet, or none any more.
  case idle
  /// It has not shown its first frame yet.
  case starting
  case showing
  /// Its display is missing, or another console is active; a restart would not help.
  case withoutDisplay
  /// A frame is overdue.
  case late
}

/// Reports to the service manager that the panels are ready, and then, while every frame is on time, sends its
/// keep-alive. Without keep-alives the manager restarts the service.
struct ServiceReport: ~Copyable {
  /// How late a frame may be, in ms: a renderer that is being replaced is no reason for a restart.
  static var patienceMs: Int64 { 5_000 }
  /// How long all frames must have been on time, in ms: single frames from one renderer after another do not count.
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

  /// When the next report is due; Int64.max = never.
  var nextMs: Int64 { manager.intervalMs == nil ? Int64.max : feedAtMs }

  /// Notes the number of panels in each state.
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
