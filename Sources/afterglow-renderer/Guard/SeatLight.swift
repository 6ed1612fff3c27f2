import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

// A seat and light: what is known of the room's, and the panel's own.
extension Seat {
  var currentLight: Reading<Illuminance> {
    inputs.light.reading.orElse(home?.pointee.light(atMs: SystemTime.boottimeMs) ?? .unknown)
  }

  /// A light that nobody tells any more is unknown, where the board has no other; a distance likewise.
  mutating func expireWords() {
    _ = inputs.distance.hasExpired(atMs: SystemTime.boottimeMs)
    if !inputs.light.hasExpired(atMs: SystemTime.boottimeMs) { return }
    guard home?.pointee.plan.lightSource == .pushed else { return }
    say { (text: inout TextWriter) in text.write("nobody tells the light any more; the panel keeps its mode") }
  }

  /// How far away the viewer is.
  private var currentDistance: Reading<Int64> {
    inputs.distance.reading.orElse(home?.pointee.distance(atMs: SystemTime.boottimeMs) ?? .unknown)
  }

  /// What the renderer is to know by now.
  var knowledge: RendererKnowledge {
    RendererKnowledge(
      white: home?.pointee.devices.dimming.white ?? life.line.told.white, mode: inputs.mode,
      light: currentLight,
      distance: currentDistance, isLit: !inputs.isDark, presences: inputs.presences)
  }

  /// How the last frame was drawn. Before the first one only a dark room is heeded, so that a clock that starts in it does
  /// not begin with a glare; nil = nothing to go by.
  private var shownMode: LightMode? {
    if shown.isThere { return shown.mode }
    if inputs.mode == .night { return .night }
    guard inputs.mode == .automatic, let board = home?.pointee.plan.board else { return nil }
    guard let light = currentLight.value else { return nil }
    return light.millilux <= Int64(board.light.night.enterMillilux) ? .night : nil
  }

  /// Moves the backlight where it is to go. While another board has yet to show its first frame, nothing moves.
  mutating func dim() {
    guard home != nil, former == nil else { return }
    let now = SystemTime.boottimeMs
    home!.pointee.devices.dimming.hearMonitor(nowMs: now)
    home!.pointee.devices.dimming.update(mode: shownMode, light: currentLight, nowMs: now)
    // Not each step of a ramp.
    if home!.pointee.devices.dimming.isNews && home!.pointee.devices.dimming.isSteady {
      home!.pointee.devices.dimming.isNews = false
      post.clients.sendToAll(home!.pointee.devices.dimming.message())
    }
  }

  mutating func setLit(_ isLit: Bool) {
    home?.pointee.devices.dimming.setLit(isLit, mode: shownMode, light: currentLight)
  }
}
