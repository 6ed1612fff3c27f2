import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowLight
import AfterglowLinux

// A supervisor's light inputs and the panel's dimming.
extension PanelSupervisor {
  var currentLight: Reading<Illuminance> {
    inputs.light.reading.orElse(session?.pointee.light(atMs: SystemTime.boottimeMs) ?? .unknown)
  }

  /// Drops reported readings that have expired. If the board has no source, light or distance is then unknown.
  mutating func expireExternalValues() {
    _ = inputs.distance.hasExpired(atMs: SystemTime.boottimeMs)
    if !inputs.light.hasExpired(atMs: SystemTime.boottimeMs) { return }
    guard session?.pointee.plan.lightSource == .external else { return }
    say { (text: inout TextWriter) in text.write("the light set from outside has expired; the panel keeps its mode") }
  }

  /// The viewer's distance: reported, or from the board's source.
  private var currentDistance: Reading<Int64> {
    inputs.distance.reading.orElse(session?.pointee.distance(atMs: SystemTime.boottimeMs) ?? .unknown)
  }

  /// The state that the renderer should have by now.
  var rendererInputs: RendererInputs {
    RendererInputs(
      white: session?.pointee.devices.dimming.white ?? life.line.sent.white, mode: inputs.mode,
      light: currentLight,
      distance: currentDistance, isLit: !inputs.isDark, presences: inputs.presences)
  }

  /// How the last frame was drawn. Before the first one, the mode in which the renderer will start, if that is certain
  /// and darker than day's, so that a clock that starts in a dark room does not start bright; nil = unknown.
  private var shownMode: LightMode? {
    if shown.isThere { return shown.mode }
    guard let board = session?.pointee.plan.board else { return nil }
    let light = shown.lightToBeginWith(board, current: currentLight)
    let mode = Engine.startingMode(of: board, lux: light.value, override: inputs.mode)
    return mode?.isLuminanceReduced == true ? mode : nil
  }

  /// Moves the backlight towards its goal. Nothing moves before another board has shown its first frame.
  mutating func dim() {
    guard session != nil, previous == nil else { return }
    let now = SystemTime.boottimeMs
    session!.pointee.devices.dimming.receiveFromMonitor(nowMs: now)
    session!.pointee.devices.dimming.update(mode: shownMode, light: currentLight, nowMs: now)
    // Not for each step of a ramp.
    if session!.pointee.devices.dimming.isNews && session!.pointee.devices.dimming.isSteady {
      session!.pointee.devices.dimming.isNews = false
      post.clients.sendToAll(session!.pointee.devices.dimming.message())
    }
  }

  mutating func setLit(_ isLit: Bool) {
    session?.pointee.devices.dimming.setLit(isLit, mode: shownMode, light: currentLight)
  }
}
