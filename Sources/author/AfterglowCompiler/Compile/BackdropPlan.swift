import AfterglowArchive
import AfterglowCore

/// The materials on a wallpaper in one look, and how bright they may be behind text.
struct BackdropPlan {
  let scene: PanelScene
  let plan: PanelPlan
  let colors: HostColors
  let look: Look
  /// The maximum luminance behind the look's inks.
  private let brightest: Double

  /// Standard deviation of the blur behind a pane, in points.
  private static let sigmaPt = 15.0
  /// Width of a pane's lit edge.
  private static let edgePt = 0.85
  /// Width of the darkened margin around text on a wallpaper, as a fraction of the panel's height.
  private static let featherShare = 0.25

  init(scene: PanelScene, plan: PanelPlan, colors: HostColors, look: Look) {
    self.scene = scene
    self.plan = plan
    self.colors = colors
    self.look = look
    brightest = MaterialContrast.brightest(for: colors.palette(look).inks)
  }

  var backdrop: Backdrop {
    Backdrop(sigmaPx: max(2, Self.sigmaPt * plan.scale), panes: panes, limits: limits)
  }

  private var panes: [Backdrop.Pane] {
    zip(plan.placements, scene.slots).compactMap { placement, slot in
      let radius = placement.cornerRadius * placement.scale
      if placement.showsContainerBackground {
        guard let tone = glassTone(of: slot) else { return nil }
        let edge = look.renderingMode == .accented ? max(1, Self.edgePt * placement.scale) : 0
        return Backdrop.Pane(rect: placement.framePx, radiusPx: radius, tone: tone, edgePx: edge)
      }
      return nil
    }
  }

  /// nil if a widget's background hides the wallpaper.
  private func glassTone(of slot: SceneSlot) -> MaterialTone? {
    if look.renderingMode == .accented {
      if let tint = colors.glassHue {
        return MaterialTone(brightest: Float(brightest), lift: 0.05, hue: tint)
      }
      return MaterialTone(brightest: Float(brightest), lift: 0.03, saturation: 0.8)
    }
    let isThrough = scene.context == .surface && scene.surface(of: slot).texture == .glass
    return isThrough ? MaterialTone(brightest: 1) : nil
  }

  /// Where text is drawn directly on the wallpaper; nil if there is none.
  var limits: RowLimits? {
    guard look.renderingMode == .vibrant else { return nil }
    func rows(_ top: Double, _ end: Double, _ brightest: Double) -> [RowLimits.Band] {
      top < end ? [RowLimits.Band(rows: top...end, brightest: brightest)] : []
    }
    let widgets = plan.placements.filter { !$0.showsContainerBackground }.flatMap {
      rows(Double($0.framePx.y0), Double($0.framePx.y1), brightest)
    }
    // A clock has the first ink alone, which is read on a brighter wall than the fainter ones of widgets.
    let first = MaterialContrast.brightest(for: Array(colors.palette(look).inks.prefix(1)))
    let clocks = plan.chrome.filter { $0.kind == .clock }.flatMap {
      rows($0.frame.minY * plan.scale, $0.frame.maxY * plan.scale, first)
    }
    let bands = widgets + clocks
    if bands.isEmpty { return nil }
    let count = scene.geometry.heightPx
    return RowLimits(bands, rowCount: count, featherRows: Double(count) * Self.featherShare)
  }
}
