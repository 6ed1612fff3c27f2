import AfterglowCore
import AfterglowViews

/// One widget that fills its panel, for galleries and layout tests.
enum SinglePlan {
  static func plan(_ scene: PanelScene) throws -> PanelPlan {
    guard scene.slots.count == 1 else {
      throw CompileError("One widget alone fills a panel, not \(scene.slots.count).")
    }
    let geometry = scene.geometry
    let family = scene.slots[0].family
    let sizes = WidgetHost.size(of: family, in: scene.context, on: scene.style.host)
    let (width, height) = (Double(geometry.widthPx), Double(geometry.heightPx))
    let scale =
      scene.style.pixelsPerPoint.map { max(0.1, $0) }
      ?? min(width / sizes.canvas.width, height / sizes.canvas.height)
    let isSized = scene.style.pixelsPerPoint != nil
    let size = isSized ? Size(width: width / scale, height: height / scale) : sizes.canvas
    let frame = PixelRect(x0: 0, y0: 0, x1: Int32(geometry.widthPx), y1: Int32(geometry.heightPx))
    let placement = SlotPlacement(
      framePx: frame, sizePt: size, scale: scale, margins: margins(family, scene.context),
      showsContainerBackground: scene.context.showsContainerBackground,
      cornerRadius: cornerRadius(family, size),
      deviceShare: isSized ? 1 : min(sizes.device.width / size.width, sizes.device.height / size.height))
    return PanelPlan(placements: [placement], scale: scale)
  }

  private static func margins(_ family: WidgetFamily, _ context: WidgetContext) -> EdgeInsets {
    switch (family.isSystem, context) {
    case (true, .home), (true, .todayView), (true, .surface): EdgeInsets(all: PanelLayout.standardMarginPt)
    case (true, _): EdgeInsets(all: PanelLayout.standByMarginPt)
    // A circle has its edge for a margin.
    case (false, .smartStack) where family != .accessoryCircular: PanelLayout.smartStackMargins
    case (false, _): EdgeInsets()
    }
  }

  private static func cornerRadius(_ family: WidgetFamily, _ size: Size) -> Double {
    switch family {
    case .accessoryCircular: size.width / 2
    case .accessoryRectangular, .accessoryInline, .accessoryCorner: 0
    default: WidgetHost.cornerRadiusPt
    }
  }
}

extension WidgetHost {
  /// A system family's corner radius where it is shown alone, in points.
  package static let cornerRadiusPt = PanelLayout.cornerShare * 170
}
