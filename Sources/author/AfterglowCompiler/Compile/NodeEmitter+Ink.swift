import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowRaster
import AfterglowViews

/// The fill of an item on its panel: in a look, with its role.
struct ItemInk {
  enum Fill {
    case solid
    case gradient(start: SubpixelPoint, end: SubpixelPoint, colors: InlineArray<64, UInt32>)
  }

  var fill = Fill.solid
  var role: PaintRole
  /// 0xAARRGGBB; of a gradient that of its middle.
  var argb: UInt32
  /// The fill's opacity, in addition to its colours' alpha.
  var opacity: UInt8 = 255
}

extension ItemInk {
  /// The level of a solid fill over a wallpaper, where brightness is opacity; 0 of a gradient.
  fileprivate var vibrantLevel: Int {
    if case .solid = fill { Int(argb >> 24) } else { 0 }
  }
}

extension NodeEmitter {
  func ink(_ item: DrawItem, isShape: Bool) -> ItemInk {
    func solid(_ color: RoleColor) -> ItemInk { solidInk(color, item, isShape: isShape) }
    func solid(_ argb: UInt32) -> ItemInk {
      solid(
        palette.color(argb, isBackground: item.isBackground, isAccented: item.isAccentable, isShape: isShape))
    }
    switch item.style.storage {
    case .hierarchical(let level): return solid(palette.color(of: level, isAccented: item.isAccentable))
    case .color(let argb): return solid(argb)
    case .marked(let own, let plain): return solid(palette.renderingMode == .fullColor ? own : plain)
    case .background: return solid(palette.background)
    case .gradient(let stops, let start, let end):
      return gradientInk(colors(stops, item, isShape: isShape), from: start, to: end, item)
    case .field(let field):
      // One colour per group (rule 28); text takes the colour of the middle.
      return solid(field.colors[palette.renderingMode == .accented ? 0 : field.colors.count / 2])
    }
  }

  func solidInk(_ color: RoleColor, _ item: DrawItem, isShape: Bool) -> ItemInk {
    var argb = color.argb
    if palette.hasFewInks {
      // There is nothing between ink and paper: text stays, and areas that let most of the ground through are left out.
      argb = argb >> 24 < (isShape ? 96 : 1) ? 0 : argb | 0xFF00_0000
      if !isShape && argb == PaperInk.yellow.color.argb { argb = PaperInk.black.color.argb }
    }
    return ItemInk(role: item.isBackground ? .background : color.role, argb: argb, opacity: color.opacity)
  }

  func colors(_ colors: [UInt32], _ item: DrawItem, isShape: Bool = true) -> [RoleColor] {
    colors.map {
      palette.color($0, isBackground: item.isBackground, isAccented: item.isAccentable, isShape: isShape)
    }
  }

  private func gradientInk(
    _ colors: [RoleColor], from start: UnitPoint, to end: UnitPoint, _ item: DrawItem
  ) -> ItemInk {
    // One solid colour per group (rule 28).
    if palette.renderingMode == .accented, !item.isBackground, let first = colors.first {
      return ItemInk(role: first.role, argb: first.argb, opacity: first.opacity)
    }
    let role = item.isBackground ? PaintRole.background : colors.first { $0.role == .accent }?.role ?? .primary
    func point(_ unit: UnitPoint) -> SubpixelPoint {
      map.point(
        Point(x: item.frame.minX + item.frame.width * unit.x, y: item.frame.minY + item.frame.height * unit.y))
    }
    let from = point(start)
    var to = point(end)
    if from == to { to.x += 256 }
    return ItemInk(
      fill: .gradient(
        start: from, end: to,
        colors: palette.hasFewInks ? LinearLight.steps(colors.map(\.argb)) : LinearLight.ramp(colors.map(\.argb))),
      role: role, argb: colors.isEmpty ? 0xFFFF_FFFF : colors[colors.count / 2].argb)
  }
}
extension NodeEmitter {
  /// Text on a filled shape of a dark ink is in the paper's colour: all text is black otherwise, also what a widget has in
  /// white on colour.
  func legibleInInk(_ items: [DrawItem]) -> [DrawItem] {
    var result = items
    var grounds: [(frame: Rect, isDark: Bool)] = []
    for (index, item) in items.enumerated() {
      switch item.kind {
      case .shape(let path, nil) where path.isGround && !isTrackInInk(item):
        let color = ink(item, isShape: true)
        if case .solid = color.fill, color.argb >> 24 != 0 {
          grounds.append((item.frame, Self.isDark(color.argb)))
        }
      case .picture, .layer: grounds.append((item.frame, false))
      case .glyphs, .tick:
        if grounds.last(where: { $0.frame.isBehind(item.frame) })?.isDark == true {
          result[index].style = AnyShapeStyle(.background)
        }
      default: break
      }
    }
    return result
  }

  /// Dark text on a light shape stays dark over a wallpaper, where vibrant colours are white of some opacity: it would be as
  /// white as the shape.
  func legibleInVibrant(_ items: [DrawItem]) -> [DrawItem] {
    guard palette.renderingMode == .vibrant else { return items }
    var result = items
    var grounds: [(frame: Rect, level: Int)] = []
    for (index, item) in items.enumerated() {
      switch item.kind {
      case .shape(let path, nil) where path.isGround:
        grounds.append((item.frame, ink(item, isShape: true).vibrantLevel))
      case .picture, .layer: grounds.append((item.frame, 0))
      case .glyphs, .tick:
        let ground = grounds.last { $0.frame.isBehind(item.frame) }?.level ?? 0
        guard case .color(let argb) = item.style.storage,
          ground - Int(PixelColor(argb: argb).vibrantLevel) >= Self.leastStep
        else { continue }
        result[index].style = AnyShapeStyle(storage: .color(argb & 0xFF00_0000))
        result[index].isBackground = true
      default: break
      }
    }
    return result
  }

  /// Levels of vibrant between a light shape and text that is meant to be dark on it.
  private static let leastStep = 96

  private static func isDark(_ argb: UInt32) -> Bool {
    argb & 0xFF_FFFF != PaperInk.white.color.argb & 0xFF_FFFF
      && argb & 0xFF_FFFF != PaperInk.yellow.color.argb & 0xFF_FFFF
  }
}

extension Path.Geometry {
  /// Whether it fills its frame, more or less.
  fileprivate var isGround: Bool {
    switch self {
    case .rectangle, .roundedRectangle: true
    case .arc(_, _, _, let sweep): abs(sweep.degrees) >= 360
    default: false
    }
  }
}

extension Rect {
  /// Whether a text in another frame lies on this one; its frame may be higher than its letters.
  fileprivate func isBehind(_ text: Rect) -> Bool {
    let share = 0.6
    return minX <= text.midX && text.midX <= maxX && minY <= text.midY && text.midY <= maxY
      && height >= text.height * share && width >= text.width * share
  }
}
