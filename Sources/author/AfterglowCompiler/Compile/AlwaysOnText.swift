import AfterglowCore
import AfterglowPictures
import AfterglowViews

/// Changes to a drawing for always-on that keep all of its text legible.
///
/// The firmware reduces 7:1 to 3:1 at worst (`AlwaysOnCurve`). Where text has less than that against a fill behind it,
/// the fill is reduced to its outline: always-on prefers strokes to large fills anyway (docs/rules.md, Reduced
/// luminance). Text that is not legible on what remains behind it takes the fill's colour, if that was the darker of
/// the two, with as much white added as it needs. A picture stays, with black behind the text on it.
struct AlwaysOnText {
  /// Contrast by the WCAG formula, of the colours before they are dimmed.
  static let least = 7.0
  /// The same for marks and tracks: at the default luminance of boards, 3:1 of it remains.
  static let leastOfMarks = 4.6
  static let outlineWidth = 1.5

  let palette: Palette
  /// Size of the widget, in points.
  let size: Size

  func applied(to items: [DrawItem]) -> [DrawItem] {
    let opacities = Self.groupOpacities(of: items)
    var writings = items.indices.filter { items[$0].isWriting }.map {
      Writing(item: $0, shades: shades(of: items[$0], opacities[$0]), samples: items[$0].frame.samples)
    }
    if writings.isEmpty { return items }
    let points = writings.flatMap(\.samples)
    var fills = items.indices.compactMap { index in
      items[index].isClear(of: points) ? nil : fill(index, items[index], opacities[index])
    }
    for index in writings.indices {
      let (writing, samples) = (writings[index].item, writings[index].samples)
      writings[index].fills = fills.indices.filter { fills[$0].item < writing && fills[$0].touches(samples) }
    }
    // A fill that is removed for one text is removed for all.
    var isStable = false
    while !isStable {
      isStable = true
      for index in writings.indices where contrast(of: writings[index], fills) < Self.least {
        guard let top = writings[index].fills.last(where: { fills[$0].isKept && !fills[$0].isPicture }) else {
          continue
        }
        fills[top].isKept = false
        isStable = false
      }
    }
    return changed(items, writings, fills)
  }

  private func changed(_ items: [DrawItem], _ writings: [Writing], _ fills: [Fill]) -> [DrawItem] {
    let illegible = writings.filter { contrast(of: $0, fills) < Self.least }
    // Most drawings need no change: their items are not copied.
    if illegible.isEmpty && fills.allSatisfy(\.isKept) { return items.withoutEmptyGroups }
    var result: [DrawItem?] = items
    for fill in fills where !fill.isKept { result[fill.item] = outline(items[fill.item]) }
    var patches: [Int: DrawItem] = [:]
    for writing in illegible {
      let isOverPicture = writing.fills.contains { fills[$0].isPicture }
      if isOverPicture { patches[writing.item] = patch(items[writing.item]) }
      result[writing.item]?.style = readable(items[writing.item].style, writing, fills, isOverPicture: isOverPicture)
    }
    return result.indices.flatMap { [patches[$0], result[$0]].compactMap { $0 } }.withoutEmptyGroups
  }

  // MARK: colours

  /// The darkest and the brightest colour that a place may show.
  private struct Shades {
    var dark: UInt32
    var light: UInt32

    init(_ colors: [UInt32]) {
      dark = colors.min { LinearLight.luminance($0) < LinearLight.luminance($1) } ?? 0
      light = colors.max { LinearLight.luminance($0) < LinearLight.luminance($1) } ?? 0
    }

    /// The contrast of the closest two; 1 if the ranges overlap.
    func contrast(to other: Shades) -> Double {
      let (a, b) = (LinearLight.luminance(dark), LinearLight.luminance(light))
      let (c, d) = (LinearLight.luminance(other.dark), LinearLight.luminance(other.light))
      if a > d { return LinearLight.contrast(a, d) }
      return c > b ? LinearLight.contrast(c, b) : 1
    }
  }

  private struct Writing {
    let item: Int
    /// Includes their alpha.
    let shades: [UInt32]
    let samples: [Point]
    /// The items behind it, from bottom to top.
    var fills: [Int] = []
  }

  private struct Fill {
    let item: Int
    let cover: Cover
    let shades: [UInt32]
    var isKept = true

    var isPicture: Bool {
      if case .picture = cover { return true }
      return false
    }

    func touches(_ samples: [Point]) -> Bool { samples.contains(where: cover.contains) }
  }

  /// What a fill covers.
  private enum Cover {
    /// A picture may have any colours.
    case picture(Rect)
    case rectangle(Rect)
    /// The polygons of a curve, and the box around them: many texts ask the same fill.
    case polygons([Path.Contour], bounds: Rect)

    init(_ geometry: Path.Geometry) {
      if case .rectangle(let rect) = geometry {
        self = .rectangle(rect)
        return
      }
      var path = Path()
      path.geometry = geometry
      path.geometry = .contours(path.contours)
      self = .polygons(path.contours, bounds: path.bounds)
    }

    func contains(_ point: Point) -> Bool {
      switch self {
      case .picture(let rect), .rectangle(let rect): rect.contains(point)
      case .polygons(let contours, let bounds): bounds.contains(point) && contours.covers(point)
      }
    }
  }

  private func fill(_ index: Int, _ item: DrawItem, _ opacity: Double) -> Fill? {
    switch item.kind {
    case .shape(let geometry, nil):
      return Fill(item: index, cover: Cover(geometry), shades: shades(of: item, opacity))
    case .picture, .layer:
      return Fill(item: index, cover: .picture(item.frame), shades: [0xFF00_0000, 0xFFFF_FFFF])
    default: return nil
    }
  }

  /// The colours of an item's style; their alpha includes its opacity and that of its groups.
  private func shades(of item: DrawItem, _ opacity: Double) -> [UInt32] {
    colors(of: item).map { color in
      let alpha = Double(color.argb >> 24) * Double(color.opacity) / 255 * opacity
      return UInt32(clamping: alpha.rounded()) << 24 | color.argb & 0xFF_FFFF
    }
  }

  private func colors(of item: DrawItem) -> [RoleColor] {
    func color(_ argb: UInt32) -> RoleColor {
      palette.color(argb, isBackground: item.isBackground, isAccented: item.isAccentable)
    }
    switch item.style.storage {
    case .hierarchical(let level): return [palette.color(of: level, isAccented: item.isAccentable)]
    case .color(let argb): return [color(argb)]
    case .marked(let own, let plain): return [color(palette.renderingMode == .fullColor ? own : plain)]
    case .gradient(let stops, _, _): return stops.map(color)
    case .field(let field): return field.colors.map(color)
    case .background: return [palette.background]
    }
  }

  private func ground(behind writing: Writing, _ fills: [Fill]) -> Shades {
    var ground = Shades([palette.background.argb])
    for index in writing.fills where fills[index].isKept {
      let laid = Self.laid(fills[index].shades, over: ground)
      let coversAll = writing.samples.allSatisfy(fills[index].cover.contains)
      ground = Shades(coversAll ? laid : laid + [ground.dark, ground.light])
    }
    return ground
  }

  private static func laid(_ shades: [UInt32], over ground: Shades) -> [UInt32] {
    shades.flatMap { shade in
      [ground.dark, ground.light].map { MaterialContrast.laid(shade, over: $0, share: Double(shade >> 24) / 255) }
    }
  }

  private func contrast(of writing: Writing, _ fills: [Fill]) -> Double {
    contrast(of: writing.shades, on: ground(behind: writing, fills))
  }

  private func contrast(of shades: [UInt32], on ground: Shades) -> Double {
    Shades(Self.laid(shades, over: ground)).contrast(to: ground)
  }

  /// A legible style: a single colour, because the worst of several would be decisive.
  private func readable(
    _ style: AnyShapeStyle, _ writing: Writing, _ fills: [Fill], isOverPicture: Bool
  ) -> AnyShapeStyle {
    // Both accents are legible on black.
    if palette.renderingMode == .accented { return AnyShapeStyle(HierarchicalShapeStyle.primary) }
    let ground = isOverPicture ? Shades([palette.background.argb]) : ground(behind: writing, fills)
    let own = Shades(Self.laid(writing.shades, over: ground)).light
    let lost = writing.fills.last { !fills[$0].isKept }.map { Shades(fills[$0].shades).light }
    let base = [own, lost ?? own].max { LinearLight.luminance($0) < LinearLight.luminance($1) } ?? own
    let mixes = stride(from: 0.0, through: 1, by: 0.02).map {
      0xFF00_0000 | LinearLight.mix(base | 0xFF00_0000, 0xFFFF_FFFF, $0)
    }
    // As the look draws it, which may be vibrant.
    let readable = mixes.first {
      contrast(of: [palette.color($0, isBackground: false).argb], on: ground) >= Self.least
    }
    return AnyShapeStyle(storage: .color(readable ?? 0xFFFF_FFFF))
  }

  // MARK: shapes

  /// What remains of a fill; nil if it fills the widget, like a background.
  private func outline(_ item: DrawItem) -> DrawItem? {
    guard case .shape(let geometry, _) = item.kind else { return item }
    var path = Path()
    path.geometry = geometry
    let bounds = path.bounds
    if bounds.width >= size.width * 0.8 && bounds.height >= size.height * 0.8 { return nil }
    let inset = Self.outlineWidth / 2
    var item = item
    let line: Path.Geometry =
      switch geometry {
      case .rectangle(let rect): .rectangle(rect.insetBy(dx: inset, dy: inset))
      case .roundedRectangle(let rect, let radius):
        .roundedRectangle(rect.insetBy(dx: inset, dy: inset), radius: max(0, radius - inset))
      case .arc(let center, let radius, let start, let sweep) where abs(sweep.degrees) >= 360:
        .arc(center: center, radius: max(0, radius - inset), start: start, sweep: sweep)
      default: .contours(path.contours.map { Path.Contour(points: $0.points, isClosed: true) })
      }
    item.kind = .shape(line, stroke: StrokeStyle(lineWidth: Self.outlineWidth, lineJoin: .round))
    return item
  }

  /// Black behind text that is drawn on a picture.
  private func patch(_ item: DrawItem) -> DrawItem {
    var patch = item
    let rect = item.frame.insetBy(dx: -4, dy: -2)
    patch.kind = .shape(.roundedRectangle(rect, radius: min(rect.height / 2, 6)), stroke: nil)
    patch.frame = rect
    patch.style = AnyShapeStyle(storage: .background)
    patch.name = nil
    patch.fontSizePt = nil
    return patch
  }

  /// Product of the opacities of the groups around each item.
  private static func groupOpacities(of items: [DrawItem]) -> [Double] {
    var open: [Double] = [1]
    return items.map { item in
      switch item.kind {
      case .beginGroup(let opacity): open.append(open.last! * Double(opacity) / 255)
      case .endGroup: open.removeLast()
      default: break
      }
      return open.last!
    }
  }
}

extension DrawItem {
  /// Whether its outline is known, without a walk along it, to have none of the points inside.
  fileprivate func isClear(of points: [Point]) -> Bool {
    guard case .shape(.roundedRectangle(let rect, _), nil) = kind else { return false }
    return !points.contains(where: rect.contains)
  }

  fileprivate var isWriting: Bool {
    switch kind {
    case .glyphs, .tick: true
    default: false
    }
  }

  /// Whether it ends the group or the clip that `other` begins.
  fileprivate func ends(_ other: DrawItem) -> Bool {
    switch kind {
    case .endGroup: if case .beginGroup = other.kind { true } else { false }
    case .endClip: if case .beginClip = other.kind { true } else { false }
    default: false
    }
  }
}

extension [DrawItem] {
  /// The items without groups and clips that are empty.
  fileprivate var withoutEmptyGroups: [DrawItem] {
    if !indices.dropFirst().contains(where: { self[$0].ends(self[$0 - 1]) }) { return self }
    return reduce(into: []) { kept, item in
      if !kept.isEmpty && item.ends(kept[kept.count - 1]) { kept.removeLast() } else { kept.append(item) }
    }
  }
}

extension Rect {
  /// Nine points of it, away from its edges: a line's frame is larger than its letters.
  fileprivate var samples: [Point] {
    (0..<9).map { index in
      let (x, y) = (Double(index % 3 * 2 + 1), Double(index / 3 * 2 + 1))
      return Point(x: minX + width * x / 6, y: minY + height * y / 6)
    }
  }

  fileprivate func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
