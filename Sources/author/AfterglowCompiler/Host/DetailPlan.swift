import AfterglowCore
import AfterglowViews
import Foundation

/// The layout of a detail page: one widget in the family that fills the panel best and can be read by the person who touches
/// it, and nothing else.
struct DetailPlan {
  let family: WidgetFamily
  let plan: PanelPlan

  /// Distance from which a person touches a panel, in mm.
  private static let armMm = 600.0
  /// Smallest side of a family in parts of its usual side: layouts adapt, but not to any size.
  private static let leastShare = 0.8
  /// Largest deviation from a family's shape, as a quotient.
  private static let mostStretch = 1.5
  /// Distance of a card from the panel's edges, in parts of its shorter side.
  private static let cardInset = 0.04

  /// - Parameters:
  ///   - slot: the widget whose details are shown.
  ///   - placement: the place of the widget on its page.
  ///   - scene: the scene of the detail page, without widgets.
  /// - Returns: nil where the panel has no more room than the widget has already.
  init?(of slot: SceneSlot, at placement: SlotPlacement, in scene: PanelScene) {
    let geometry = scene.geometry
    let room = Self.room(on: geometry, in: scene)
    let distance = min(scene.style.viewingDistanceMm ?? Self.armMm, Self.armMm)
    let least = PanelLayout.readableScale(geometry, distanceMm: distance)
    let supported = slot.widget.descriptor.supportedFamilies
    var best: (family: WidgetFamily, frame: Rect, scale: Double, misfit: Double)?
    for family in [WidgetFamily.systemExtraLarge, .systemExtraLargePortrait, .systemLarge, .systemMedium]
    where supported.contains(family) && (family != .systemMedium || best == nil) {
      let usual = WidgetHost.size(of: family, in: scene.context, on: nil).canvas
      let scale = max(min(room.width / usual.width, room.height / usual.height), least)
      let share = min(room.width / scale / usual.width, room.height / scale / usual.height)
      if share < Self.leastShare { continue }
      let misfit = abs(log(room.width / room.height * usual.height / usual.width))
      if let best, best.misfit <= misfit { continue }
      best = (family, Self.frame(in: room, like: usual), scale, misfit)
    }
    guard let chosen = best else { return nil }
    let size = Size(width: chosen.frame.width / chosen.scale, height: chosen.frame.height / chosen.scale)
    let gain = size.width * size.height / max(1, placement.sizePt.width * placement.sizePt.height)
    guard Self.rank(chosen.family) > Self.rank(slot.family) || gain >= Self.mostStretch else { return nil }
    family = chosen.family
    let isCard = scene.context.showsContainerBackground
    let stray = Double(scene.board.wear.orbitPx + 2) / chosen.scale
    var place = SlotPlacement(
      framePx: PixelRect(chosen.frame, scale: 1), sizePt: size, scale: chosen.scale,
      margins: EdgeInsets(all: isCard ? PanelLayout.standardMarginPt : max(PanelLayout.standardMarginPt, stray)),
      showsContainerBackground: isCard, cornerRadius: isCard ? WidgetHost.cornerRadiusPt : 0)
    place.showsDetails = true
    // A surface is drawn in millimetres.
    let isSurface = scene.context == .surface && geometry.widthMm > 0
    plan = PanelPlan(
      placements: [place], scale: isSurface ? Double(geometry.widthPx) / geometry.widthMm : chosen.scale)
  }

  /// The part of the panel that the widget may fill, in pixels.
  private static func room(on geometry: PanelGeometry, in scene: PanelScene) -> Rect {
    let (width, height) = (Double(geometry.widthPx), Double(geometry.heightPx))
    let side = min(width, height)
    // On a round panel the largest square.
    var inset = geometry.isRound ? side * (1 - 0.5.squareRoot()) / 2 : 0
    if scene.context.showsContainerBackground {
      inset = max(inset, max(side * cardInset, Double(scene.board.wear.orbitPx + 2)))
    }
    return Rect(x: inset, y: inset, width: max(1, width - 2 * inset), height: max(1, height - 2 * inset))
  }

  /// The middle of the room, in a shape not far from a family's.
  private static func frame(in room: Rect, like usual: Size) -> Rect {
    let shape = usual.width / usual.height
    let width = min(room.width, room.height * shape * mostStretch)
    let height = min(room.height, room.width / shape * mostStretch)
    return Rect(x: room.midX - width / 2, y: room.midY - height / 2, width: width, height: height)
  }

  private static func rank(_ family: WidgetFamily) -> Int {
    switch family {
    case .systemSmall: 1
    case .systemMedium: 2
    case .systemLarge: 3
    case .systemExtraLarge, .systemExtraLargePortrait: 4
    case .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline: 0
    }
  }
}
