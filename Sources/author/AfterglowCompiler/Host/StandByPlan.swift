import AfterglowCore
import AfterglowViews

/// Two halves, side by side on a wide panel, one above the other on a tall one (rule 42).
enum StandByPlan {
  static func plan(slotCount: Int, on geometry: PanelGeometry, _ style: PanelStyle) throws -> PanelPlan {
    guard (1...2).contains(slotCount) else {
      throw CompileError(
        "A standBy scene shows one or two widgets; this one has \(slotCount). Remove some.",
        about: .sceneKey("widgets"))
    }
    let isWide = geometry.widthPx >= geometry.heightPx
    let length = isWide ? geometry.widthPx : geometry.heightPx
    guard length >= slotCount else {
      throw CompileError(
        "The panel is \(geometry.widthPx)×\(geometry.heightPx) px; expected at least a pixel for each of \(slotCount) "
          + "widgets.", about: .size)
    }
    let split = slotCount == 1 ? [0, length] : [0, length / 2, length]
    let least = PanelLayout.readableScale(geometry, distanceMm: style.viewingDistanceMm)
    let placements = (0..<slotCount).map { index in
      let start = Int32(split[index])
      let end = Int32(split[index + 1])
      let frame =
        isWide
        ? PixelRect(x0: start, y0: 0, x1: end, y1: Int32(geometry.heightPx))
        : PixelRect(x0: 0, y0: start, x1: Int32(geometry.widthPx), y1: end)
      return placement(in: frame, leastScale: least)
    }
    return PanelPlan(placements: placements, scale: placements[0].scale)
  }

  /// Scaled to fill: the shorter side of the half is a small widget's 170 points (T5, first row), and the layout may
  /// use all of the longer one. If that gives less than a pixel per point, or for a distant viewer, T5's last row, 141
  /// points, makes text larger.
  private static func placement(in frame: PixelRect, leastScale: Double) -> SlotPlacement {
    let shorter = Double(min(frame.width, frame.height))
    let large = side(WidgetHost.iPhones[0])
    let small = side(WidgetHost.iPhones[WidgetHost.iPhones.count - 1])
    let scale = max(leastScale, shorter / (shorter >= large ? large : small))
    return SlotPlacement(
      framePx: frame, sizePt: Size(width: Double(frame.width) / scale, height: Double(frame.height) / scale),
      scale: scale, margins: EdgeInsets(all: PanelLayout.standByMarginPt), showsContainerBackground: false)
  }

  private static func side(_ host: WidgetHost) -> Double { host.size(of: .systemSmall)?.device.width ?? 170 }
}
