import Afterglow
import AfterglowCore
import AfterglowKit
import AfterglowLight

/// A panel that is kept between still frames, so that the next one costs what changes. Each frame is that of
/// `StillFrame`: it depends on no earlier one.
package final class FrameStage {
  private var stage: SceneStage?
  private var panel: StagePanel?
  /// Of e-paper, whose glass is simulated again for each frame.
  private var glass: PanelPicture?
  /// Of the board whose archive the stage has.
  private var mark: CompiledBoard.Mark?
  /// The page of that board; nil = the one that the panel shows.
  private var page: Int?

  /// In the orientation of the scene.
  package private(set) var width = 0
  package private(set) var height = 0
  package private(set) var mode = LightMode.day
  package private(set) var modeReason = LightReason.nothing

  package init() {}

  /// Frees what only saves time.
  package func shrink() { (stage, panel, glass, mark) = (nil, nil, nil, nil) }

  /// - Parameters:
  ///   - evening: what the light has been, instead of `lux`.
  ///   - isOccupied: whether someone has just touched the panel, for a steady light.
  /// - Throws: `Failure` where the board cannot be drawn.
  package func show(
    _ board: CompiledBoard, at instant: Instant, lux: Illuminance?, override: ModeOverride, distance: Int64? = nil,
    evening: LuxEvening? = nil, isOccupied: Bool = false
  ) throws {
    (width, height) = (Int(board.record.widthPx), Int(board.record.heightPx))
    guard board.record.isEmissive != 0 else {
      let lux = evening.map { $0.lux(at: instant) } ?? lux
      let still = try StillFrame(board, at: instant, lux: lux, override: override, distance: distance)
      (glass, mode, modeReason) = (still.picture, still.mode, still.modeReason)
      return
    }
    glass = nil
    let (stage, panel) = try prepared(board)
    if let evening {
      let moment = stage.follow(evening, until: instant, distance: distance)
      try stage.show(moment, lux: evening.lux(at: instant), override: override, distance: distance, on: panel)
    } else {
      stage.forgetReadings(isOccupied: isOccupied)
      // A still frame is for an explicit time, which is always trusted.
      let moment = Moment(realtime: instant, monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
      try stage.show(moment, lux: lux, override: override, distance: distance, on: panel)
    }
    (mode, modeReason) = (stage.mode, stage.modeReason)
  }

  /// The stage with the board's archive; a new one for a board of other settings.
  private func prepared(_ board: CompiledBoard) throws -> (SceneStage, StagePanel) {
    if let stage, let panel {
      if mark === board.mark, page == board.page { return (stage, panel) }
      // A stage that was turned to a page does not turn back by itself.
      if page == board.page || board.page != nil, (try? stage.replaceArchive(board)) != nil {
        (mark, page) = (board.mark, board.page)
        return (stage, panel)
      }
    }
    let (stage, panel) = (try SceneStage(board), StagePanel(board.record))
    (self.stage, self.panel, mark, page) = (stage, panel, board.mark, board.page)
    return (stage, panel)
  }

  /// Writes a row of the frame as 0x00RRGGBB.
  package func copyRow(_ y: Int, to row: UnsafeMutablePointer<UInt32>) {
    if let glass {
      glass.pixels.withUnsafeBufferPointer { row.update(from: $0.baseAddress! + y * width, count: width) }
    } else {
      panel?.copyRow(y, to: row)
    }
  }
}
