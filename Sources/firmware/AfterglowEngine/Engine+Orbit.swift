import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster

// The picture is always painted at the same place, into a plane with a black border; encoding begins a few pixels away
// from the picture's first. So a move repaints nothing: it costs one encoding pass.
extension Engine {
  /// The picture as the panel shows it.
  var shownPlane: PixelPlane { plane(movedBy: orbitOffset) }

  func plane(movedBy offset: PixelPoint) -> PixelPlane {
    PixelPlane(
      base: plane.base - (Int(offset.y) * plane.stridePx + Int(offset.x)), stridePx: plane.stridePx, size: plane.size)
  }

  /// Where a part of the picture is shown.
  func shown(_ rect: PixelRect) -> PixelRect {
    rect.translated(x: orbitOffset.x, y: orbitOffset.y).intersection(scene)
  }

  /// Whether the display's content was encoded at another offset.
  var hasMoved: Bool { orbitOffset != (scanOut.isUsed ? scanOut.offset : frames.offset) }

  /// Sets the orbit's offset for the step's moment.
  mutating func followOrbit() {
    if orbit.isStill { return }
    let offset = orbit.offset(atMinute: orbitMinute)
    if offset == orbitOffset { return }
    orbitOffset = offset
    if hasStarted { causes |= UpdateCause.orbit }
  }

  /// When the orbit's offset next changes.
  var nextMove: MonotonicInstant {
    if orbit.isStill { return .distantFuture }
    return MonotonicInstant(milliseconds: orbit.nextMove(afterMinute: orbitMinute) * 60_000 - orbitPhaseMs)
  }

  private var orbitMinute: Int64 {
    let elapsed = moment.monotonic.milliseconds &+ orbitPhaseMs
    return elapsed >= 0 ? elapsed / 60_000 : (elapsed - 59_999) / 60_000
  }
}
