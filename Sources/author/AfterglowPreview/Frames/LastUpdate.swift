import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowKit
import AfterglowVirtual

/// What a panel did last before an instant, by the renderer's own loop: which update it made, why, and when it wakes
/// next.
package struct LastUpdate {
  package let at: Instant
  /// Such as `tick+entry`.
  package let cause: String
  /// What was painted again, in pixels of the scene.
  package let damage: [PixelRect]
  package let pixelsChanged: Int
  /// nil = nothing is due by itself.
  package let nextWake: Instant?

  /// The loop is run for so long before the instant: in that time every clock with minutes is updated.
  private static let leadMs: Int64 = 120_000

  /// nil where the panel cannot be drawn, or shows nothing yet.
  package init?(_ board: CompiledBoard, before instant: Instant, lux: Illuminance?, override: ModeOverride) {
    guard let stage = try? SceneStage(board) else { return nil }
    let panel = StagePanel(board.record)
    var observer = UpdateKeeper()
    var clock = VirtualClock(
      from: Instant(milliseconds: instant.milliseconds - Self.leadMs),
      to: Instant(milliseconds: instant.milliseconds + 1))
    var display = panel.makeFramebuffer()
    stage.runLoop(on: &display, clock: &clock, observer: &observer, lux: lux, override: override)
    guard let report = observer.last else { return nil }
    at = report.moment.realtime
    cause = CauseText.joined(report.causes)
    damage = (0..<report.damage.count).map { panel.onScene(report.damage[$0]) }
    pixelsChanged = Int(report.pixelsChanged)
    let next = report.nextWakeUp
    // Monotonic time is that since the loop's start.
    let byPace = instant.milliseconds - Self.leadMs &+ next.monotonic.milliseconds
    let due = min(next.realtime.milliseconds, next.monotonic >= .distantFuture ? .max : byPace)
    nextWake = due >= Instant.distantFuture.milliseconds ? nil : Instant(milliseconds: due)
  }
}

private struct UpdateKeeper: ~Copyable, UpdateObserver {
  var last: UpdateReport?

  mutating func presented(_ report: borrowing UpdateReport) { last = copy report }
  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}
}

extension StagePanel {
  /// A part of the panel as a part of the scene, which `Rotation` turns clockwise onto the panel.
  package func onScene(_ rect: PixelRect) -> PixelRect {
    let (width, height) = (size.width, size.height)
    return switch rotation {
    case .none: rect
    case .clockwise90: PixelRect(x0: rect.y0, y0: width - rect.x1, x1: rect.y1, y1: width - rect.x0)
    case .clockwise180: PixelRect(x0: width - rect.x1, y0: height - rect.y1, x1: width - rect.x0, y1: height - rect.y0)
    case .clockwise270: PixelRect(x0: height - rect.y1, y0: rect.x0, x1: height - rect.y0, y1: rect.x1)
    }
  }
}
