import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowLight

/// The frame that a board shows at an instant.
package final class StillFrame {
  package let board: CompiledBoard
  package let picture: PanelPicture
  private let stage: SceneStage
  package let instant: Instant

  package init(
    _ board: CompiledBoard, at instant: Instant, lux: Illuminance?, override: ModeOverride, distance: Int64? = nil
  ) throws {
    self.board = board
    self.instant = instant
    stage = try SceneStage(board)
    let panel = StagePanel(board.record)
    // A still frame is for an explicit time, which is always trusted.
    let moment = Moment(realtime: instant, monotonic: MonotonicInstant(milliseconds: 0), isTrusted: true)
    try stage.show(moment, lux: lux, override: override, distance: distance, on: panel)
    picture = panel.picture
  }

  /// How the frame is drawn, and what decided it.
  package var mode: LightMode { stage.mode }
  package var modeReason: LightReason { stage.modeReason }

  /// Whether a node of the layout is shown in this frame.
  package func isVisible(_ node: LayoutNode) -> Bool { stage.isVisible(node: node.node) }
  /// The colour of its paint in this frame.
  package func color(of node: LayoutNode) -> AfterglowCore.Color { stage.color(ofPaint: node.paint) }

  /// Everything drawn, as JSON.
  ///
  /// - Throws: what the encoder throws.
  package func layoutJSON() throws -> [UInt8] { try LayoutDocument(board, stage, at: instant).bytes() }
}
