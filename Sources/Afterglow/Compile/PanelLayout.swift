import AfterglowCore
import Foundation

/// Where one widget lies on a panel, and how many pixels its points have.
struct SlotPlacement: Equatable {
  var framePx: PixelRect
  var sizePt: Size
  var scale: Double
  var margins: EdgeInsets
  var showsContainerBackground: Bool
}

/// A context's way of dividing a panel. StandBy is the first; others join as cases of `WidgetContext`.
enum PanelLayout {
  /// A panel's longer side at most: node bounds are 16-bit, and a frame of this size is a gigabyte.
  static let maximumSidePx = 16_384
  /// StandBy keeps less free than the standard 16 pt (rule 9); how much is ours to choose.
  static let standByMarginPt = 12.0

  static func placements(_ context: WidgetContext, slotCount: Int, on geometry: PanelGeometry) throws -> [SlotPlacement]
  {
    guard (1...maximumSidePx).contains(geometry.widthPx), (1...maximumSidePx).contains(geometry.heightPx) else {
      throw CompileError(
        "The panel is \(geometry.widthPx)×\(geometry.heightPx) px; expected 1 to \(maximumSidePx) px on each side.")
    }
    switch context {
    case .standBy: return try standBy(slotCount: slotCount, on: geometry)
    }
  }

  /// Two halves, beside each other on a wide panel, one above the other on a tall one (rule 42).
  private static func standBy(slotCount: Int, on geometry: PanelGeometry) throws -> [SlotPlacement] {
    guard (1...2).contains(slotCount) else {
      throw CompileError("A standBy scene shows one or two widgets; this one has \(slotCount). Remove some.")
    }
    let isWide = geometry.widthPx >= geometry.heightPx
    let length = isWide ? geometry.widthPx : geometry.heightPx
    guard length >= slotCount else {
      throw CompileError(
        "The panel is \(geometry.widthPx)×\(geometry.heightPx) px; expected at least a pixel for each of \(slotCount) "
          + "widgets.")
    }
    let split = slotCount == 1 ? [0, length] : [0, length / 2, length]
    return (0..<slotCount).map { index in
      let start = Int32(split[index])
      let end = Int32(split[index + 1])
      let frame =
        isWide
        ? PixelRect(x0: start, y0: 0, x1: end, y1: Int32(geometry.heightPx))
        : PixelRect(x0: 0, y0: start, x1: Int32(geometry.widthPx), y1: end)
      return placement(in: frame)
    }
  }

  /// Scaled to fill: the shorter side of the half is a small widget's 170 points (T5, first row), and the layout may
  /// use all of the longer one. Where that would be less than a pixel a point, T5's last row, 141 points, keeps text
  /// larger.
  private static func placement(in frame: PixelRect) -> SlotPlacement {
    let shorter = Double(min(frame.width, frame.height))
    let large = WidgetHost.iPhones[0].small.width
    let small = WidgetHost.iPhones[WidgetHost.iPhones.count - 1].small.width
    let scale = shorter / (shorter >= large ? large : small)
    return SlotPlacement(
      framePx: frame, sizePt: Size(width: Double(frame.width) / scale, height: Double(frame.height) / scale),
      scale: scale, margins: EdgeInsets(all: standByMarginPt), showsContainerBackground: false)
  }
}
