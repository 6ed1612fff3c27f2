import AfterglowCore
import AfterglowViews
import Foundation

/// Cards one above the other, as wide as the panel, on black (T8, rule 98). Black cards on black are recognised by an edge.
enum SmartStackPlan {
  private static let gapPt = 6.0
  /// Width of the edge, which lies around the card.
  private static let edgePt = 1.0

  static func plan(_ scene: PanelScene) throws -> PanelPlan {
    let geometry = scene.geometry
    let host = scene.style.host ?? WidgetHost.watches[3]
    guard let card = host.size(of: .accessoryRectangular)?.device, host.platform == .watch else {
      throw CompileError(
        "\(host.name) has no Smart Stack; name a watch such as Watch 45mm, or none.", about: .sceneKey("host"))
    }
    let width = card.width + 2 * gapPt
    let least = PanelLayout.readableScale(geometry, distanceMm: scene.style.viewingDistanceMm)
    let rows = Double(scene.slots.count)
    let scale = max(
      least,
      min(Double(geometry.widthPx) / width, Double(geometry.heightPx) / (rows * (card.height + gapPt) + gapPt)))
    let room = Int(clamping: (Double(geometry.heightPx) / scale - gapPt + 0.01) / (card.height + gapPt))
    guard scene.slots.count <= room else {
      throw CompileError(
        "smartStack: \(scene.slots.count) cards do not fit on this panel, only \(room); remove some, or the viewing "
          + "distance.", about: .sceneKey("widgets"))
    }
    let left = (Double(geometry.widthPx) / scale - card.width) / 2
    let used = rows * (card.height + gapPt) - gapPt
    let top = (Double(geometry.heightPx) / scale - used) / 2
    let placements = scene.slots.indices.map { index in
      let isCircular = scene.slots[index].family == .accessoryCircular
      let size = isCircular ? Size(width: card.height, height: card.height) : card
      let frame = Rect(
        x: left + (card.width - size.width) / 2, y: top + Double(index) * (card.height + gapPt), width: size.width,
        height: size.height)
      return SlotPlacement(
        framePx: PixelRect(frame, scale: scale), sizePt: size, scale: scale,
        margins: isCircular ? EdgeInsets() : PanelLayout.smartStackMargins,
        showsContainerBackground: true, cornerRadius: isCircular ? size.width / 2 : 16)
    }
    let edges = placements.map { placement in
      PanelPlan.Chrome(
        kind: .cardEdge(radius: placement.cornerRadius + edgePt),
        frame: Rect(placement.framePx, scale: scale).insetBy(dx: -edgePt, dy: -edgePt))
    }
    return PanelPlan(placements: placements, scale: scale, chrome: edges)
  }
}

/// A clock's face with complications: round panels have one at the top, bottom, left and right; square ones have four
/// corners and a row below.
struct WatchFacePlan {
  private let geometry: PanelGeometry
  private let scale: Double
  private let side: Double
  private let center: Point

  /// Points across a face: a 45 mm watch's card and its gaps (T8).
  private static let sidePt = 198.0

  init(_ scene: PanelScene) throws {
    geometry = scene.geometry
    let shorter = Double(min(geometry.widthPx, geometry.heightPx))
    scale = max(
      PanelLayout.readableScale(geometry, distanceMm: scene.style.viewingDistanceMm), shorter / Self.sidePt)
    side = shorter / scale
    center = Point(x: Double(geometry.widthPx) / scale / 2, y: Double(geometry.heightPx) / scale / 2)
  }

  func plan(_ scene: PanelScene) throws -> PanelPlan {
    var places = geometry.isRound ? roundPlaces : squarePlaces
    var frames: [SlotPlacement] = []
    for slot in scene.slots {
      guard let index = places.firstIndex(where: { $0.family == slot.family }) else {
        let offered = Set((geometry.isRound ? roundPlaces : squarePlaces).map(\.family.rawValue)).sorted()
        throw CompileError(
          "\(slot.identifier): this face has no place left for \(slot.family.rawValue); it offers "
            + "\(offered.joined(separator: ", ")).", about: .slot(slot.identifier))
      }
      let place = places[index]
      // Families share places.
      places.removeAll { $0.frame == place.frame }
      let frame = place.frame
      frames.append(
        SlotPlacement(
          framePx: PixelRect(frame, scale: scale), sizePt: frame.size, scale: scale, margins: EdgeInsets(),
          showsContainerBackground: false,
          cornerRadius: slot.family == .accessoryCircular ? frame.width / 2 : 0, label: label(at: place)))
    }
    // On a round face it ends before the short figures of complications; inside a square one's dial there are none.
    let hands = PanelPlan.Chrome.Kind.hands(hourLength: geometry.isRound ? 0.36 : 0.52)
    let face = [PanelPlan.Chrome(kind: .dial, frame: dial), PanelPlan.Chrome(kind: hands, frame: dial)]
    return PanelPlan(placements: frames, scale: scale, chrome: face)
  }

  /// Along the dial: inside a round one, between the complications and the hours, and outside a square one, between the
  /// dial and the corners.
  private func label(at place: Place) -> LabelArc {
    let radius = side * (geometry.isRound ? 0.378 : 0.333)
    let extent = geometry.isRound ? 72.0 : 84.0
    return LabelArc(
      center: Point(x: center.x - place.frame.minX, y: center.y - place.frame.minY), radius: radius,
      middle: place.direction, size: Size(width: radius * Angle.degrees(extent).radians, height: side * 0.075))
  }

  /// The frame of the dial: all of a round face, the centre of a square one.
  private var dial: Rect {
    let length = geometry.isRound ? side * 0.98 : side * 0.56
    return Rect(x: center.x - length / 2, y: center.y - length / 2, width: length, height: length)
  }

  private struct Place {
    var family: WidgetFamily
    var frame: Rect
    /// From the centre of the face.
    var direction: Angle
  }

  /// Above, below, left and right of the centre, inside the hours.
  private var roundPlaces: [Place] {
    let size = side * 0.2
    // As far out as labels allow, so that the hour hand ends before short figures.
    let away = side * 0.238
    let offsets = [(0.0, 1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0)]
    return offsets.map { x, y in
      Place(
        family: .accessoryCircular,
        frame: Rect(
          x: center.x + x * away - size / 2, y: center.y + y * away - size / 2, width: size, height: size),
        direction: .radians(atan2(y, x)))
    }
  }

  private var squarePlaces: [Place] {
    let size = side * 0.22
    let inset = side * 0.02
    let left = center.x - side / 2 + inset
    let top = center.y - side / 2 + inset
    let right = center.x + side / 2 - inset - size
    let bottom = center.y + side / 2 - inset - size
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map {
      Rect(x: $0.0, y: $0.1, width: size, height: size)
    }
    return [WidgetFamily.accessoryCorner, .accessoryCircular].flatMap { family in
      corners.map { frame in
        let direction = Angle.radians(atan2(frame.midY - center.y, frame.midX - center.x))
        return Place(family: family, frame: frame, direction: direction)
      }
    }
  }
}

extension PixelRect {
  /// The nearest pixels to a rectangle in points of the panel.
  init(_ rect: Rect, scale: Double) {
    func px(_ value: Double) -> Int32 { Int32(pixels: value * scale) }
    self.init(x0: px(rect.minX), y0: px(rect.minY), x1: px(rect.maxX), y1: px(rect.maxY))
  }
}
