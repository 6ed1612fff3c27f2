import AfterglowCore
import AfterglowViews
import Foundation

/// The position of a widget on a panel, and its scale in pixels per point.
struct SlotPlacement: Equatable {
  var framePx: PixelRect
  /// The size that the widget is laid out in.
  var sizePt: Size
  var scale: Double
  var margins: EdgeInsets
  var showsContainerBackground: Bool
  /// Of its container, in points; 0 if it has no container.
  var cornerRadius = 0.0
  /// Where its label is drawn; nil if the host has no room for one.
  var label: LabelArc?

  /// Whether the place is that of a detail page.
  var showsDetails = false

  /// Points on the device per point of the canvas (rule 6); 1 except on iPads.
  var deviceShare = 1.0

  /// The frame without its margins.
  var contentPx: Rect {
    let frame = Rect(framePx, scale: 1)
    return Rect(
      x: frame.minX + margins.leading * scale, y: frame.minY + margins.top * scale,
      width: max(0, frame.width - (margins.leading + margins.trailing) * scale),
      height: max(0, frame.height - (margins.top + margins.bottom) * scale))
  }

  /// The area in which the widget may draw.
  var boundsPx: PixelRect {
    guard let label else { return framePx }
    let box = label.bounds
    func px(_ value: Double, _ origin: Int32) -> Double { Double(origin) + value * scale }
    return framePx.union(
      PixelRect(
        x0: Int32(pixels: px(box.minX, framePx.x0).rounded(.down)),
        y0: Int32(pixels: px(box.minY, framePx.y0).rounded(.down)),
        x1: Int32(pixels: px(box.maxX, framePx.x0).rounded(.up)),
        y1: Int32(pixels: px(box.maxY, framePx.y0).rounded(.up))))
  }
}

/// A panel as divided by a context.
struct PanelPlan {
  /// One for each slot, in the same order.
  var placements: [SlotPlacement]
  /// Pixels per point of the host's own drawing.
  var scale: Double
  /// The host's own drawing.
  var chrome: [Chrome] = []
  var grid: SceneGrid?

  /// An item that the host draws, in points of the panel.
  struct Chrome {
    enum Kind: Equatable {
      /// The lock screen's time.
      case clock
      /// The marks of a watch's face.
      case dial
      /// The hands of a watch's face, in front of every widget; the hour hand's length in shares of the dial's radius.
      case hands(hourLength: Double)
      /// The edge of a card, which is not lit in the dark.
      case cardEdge(radius: Double)

      /// Whether it is shown in every light, as content is.
      var isContent: Bool { self == .clock || self == .dial || isInFront }

      /// Whether it is drawn after the widgets.
      var isInFront: Bool { if case .hands = self { true } else { false } }
    }

    var kind: Kind
    var frame: Rect
  }
}

extension PanelPlan {
  /// The same with the backgrounds of widgets that do not let a place remove them.
  func keepingBackgrounds(of slots: [SceneSlot]) -> PanelPlan {
    var plan = self
    for (index, slot) in slots.enumerated()
    where slot.family.isSystem && slot.widget.descriptor.placing.keepsContainerBackground {
      plan.placements[index].showsContainerBackground = true
      let size = plan.placements[index].sizePt
      if placements[index].cornerRadius == 0 {
        plan.placements[index].cornerRadius = PanelLayout.cornerShare * min(size.width, size.height)
      }
    }
    return plan
  }

  /// The first widget on the right.
  fileprivate func mirrored(in widthPx: Int32) -> PanelPlan {
    var plan = self
    for index in placements.indices {
      let frame = placements[index].framePx
      plan.placements[index].framePx = PixelRect(
        x0: widthPx - frame.x1, y0: frame.y0, x1: widthPx - frame.x0, y1: frame.y1)
    }
    if let cell = grid?.firstCellPx {
      plan.grid?.firstCellPx.origin.x = Double(widthPx) - cell.maxX
      plan.grid?.isMirrored = true
    }
    for index in chrome.indices {
      plan.chrome[index].frame.origin.x = Double(widthPx) / scale - chrome[index].frame.maxX
    }
    return plan
  }
}

/// How a context divides a panel.
enum PanelLayout {
  /// Maximum longer side of a panel: node bounds are 16-bit, and a frame of this size is a gigabyte.
  static let maximumSidePx = Int(PixelSize.maximumSide)
  /// StandBy and other places have smaller margins than the standard 16 pt (rule 9); the value is our choice.
  static let standByMarginPt = 12.0
  /// The standard margin (rule 7).
  static let standardMarginPt = 16.0
  /// Of a card in the Smart Stack.
  static let smartStackMargins = EdgeInsets(top: 8, leading: 10, bottom: 8, trailing: 10)
  /// A system family's corner radius as a fraction of a small widget's side (rule 11 gives no number).
  static let cornerShare = 0.135

  /// A warning if text on the panel is too small for the viewing distance; nil otherwise.
  static func notice(_ plan: PanelPlan, _ scene: PanelScene) -> String? {
    let least = readableScale(scene.geometry, distanceMm: scene.style.viewingDistanceMm)
    guard let smallest = plan.placements.map(\.scale).min(), smallest < least * 0.999 else { return nil }
    let metres = String(format: "%.1f", (scene.style.viewingDistanceMm ?? 0) / 1000)
    return
      "text of 11 pt cannot be read from \(metres) m: it would have to be \(Int(clamping: (least / smallest * 100).rounded())) % of "
      + "its size here. Show fewer widgets, or say another viewingDistance."
  }

  static func plan(_ scene: PanelScene) throws -> PanelPlan {
    let geometry = scene.geometry
    guard (1...maximumSidePx).contains(geometry.widthPx), (1...maximumSidePx).contains(geometry.heightPx) else {
      throw CompileError(
        "The panel is \(geometry.widthPx)×\(geometry.heightPx) px; expected 1 to \(maximumSidePx) px on each side.",
        about: .size)
    }
    if scene.style.isSingle { return try SinglePlan.plan(scene) }
    let plan = try plan(of: scene)
    // The places of a face are not mirrored.
    let isMirrored = LayoutDirection(scene.locale) == .rightToLeft && scene.context != .watchFace
    return isMirrored ? plan.mirrored(in: Int32(geometry.widthPx)) : plan
  }

  private static func plan(of scene: PanelScene) throws -> PanelPlan {
    let geometry = scene.geometry
    switch scene.context {
    case .standBy: return try StandByPlan.plan(slotCount: scene.slots.count, on: geometry, scene.style)
    case .home, .todayView, .notificationCenter, .desktop, .carPlay: return try GridPlan(scene).plan(scene)
    case .lockScreen: return try LockScreenPlan(scene).plan()
    case .smartStack: return try SmartStackPlan.plan(scene)
    case .watchFace: return try WatchFacePlan(scene).plan(scene)
    case .surface: return try SurfacePlan.plan(scene)
    }
  }

  /// Pixels per point that keep 11 pt readable from a distance: their capitals subtend ten arc-minutes. 0 if no distance
  /// is set, or the panel's size is unknown.
  static func readableScale(_ geometry: PanelGeometry, distanceMm: Double?) -> Double {
    guard let distanceMm, geometry.widthMm > 0, geometry.widthPx > 0 else { return 0 }
    let millimetresAPixel = geometry.widthMm / Double(geometry.widthPx)
    let capital = distanceMm * tan(10.0 / 60 * .pi / 180)
    return capital / (Font.smallestTextPt * Font.capHeightShare * millimetresAPixel)
  }
}

extension PanelGeometry {
  /// Pixels per point that keep text of 11 pt readable from a distance; 0 if none is set, or the size is unknown.
  package func readableScale(distanceMm: Double?) -> Double {
    PanelLayout.readableScale(self, distanceMm: distanceMm)
  }
}
