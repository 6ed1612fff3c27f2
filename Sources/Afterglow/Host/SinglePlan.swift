import AfterglowCore

/// One widget that fills its panel: what galleries and layout tests look at.
enum SinglePlan {
  static func plan(_ scene: PanelScene) throws -> PanelPlan {
    guard scene.slots.count == 1 else {
      throw CompileError("One widget alone fills a panel, not \(scene.slots.count).")
    }
    let geometry = scene.geometry
    let family = scene.slots[0].family
    let size = canvasSize(of: family, in: scene.context, on: scene.style.host)
    let scale = min(Double(geometry.widthPx) / size.width, Double(geometry.heightPx) / size.height)
    let frame = PixelRect(x0: 0, y0: 0, x1: Int32(geometry.widthPx), y1: Int32(geometry.heightPx))
    let placement = SlotPlacement(
      framePx: frame, sizePt: size, scale: scale, margins: margins(family, scene.context),
      showsContainerBackground: scene.context.showsContainerBackground,
      cornerRadius: cornerRadius(family, size))
    return PanelPlan(placements: [placement], scale: scale)
  }

  /// What a family is laid out on where no host is named: the largest device that has it.
  static func canvasSize(of family: WidgetFamily, in context: WidgetContext, on host: WidgetHost?) -> Size {
    if let size = host?.size(of: family)?.canvas { return size }
    let preferred: [WidgetHost] =
      context == .watchFace || context == .smartStack
      ? [WidgetHost.watches[3]]
      : [WidgetHost.iPhones[0], WidgetHost.iPads[2], WidgetHost.vision, WidgetHost.watches[3]]
    return preferred.lazy.compactMap { $0.size(of: family)?.canvas }.first ?? Size(width: 170, height: 170)
  }

  private static func margins(_ family: WidgetFamily, _ context: WidgetContext) -> EdgeInsets {
    switch (family.isSystem, context) {
    case (true, .home), (true, .todayView), (true, .surface): EdgeInsets(all: PanelLayout.standardMarginPt)
    case (true, _): EdgeInsets(all: PanelLayout.standByMarginPt)
    case (false, .smartStack): EdgeInsets(top: 8, leading: 10, bottom: 8, trailing: 10)
    case (false, _): EdgeInsets()
    }
  }

  private static func cornerRadius(_ family: WidgetFamily, _ size: Size) -> Double {
    switch family {
    case .accessoryCircular: size.width / 2
    case .accessoryRectangular, .accessoryInline, .accessoryCorner: 0
    default: PanelLayout.cornerShare * 170
    }
  }
}
