import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import AfterglowSources
import AfterglowWidgets
import Foundation

/// A scene's style besides its context: host, appearance, tint, wallpaper, grid and surface.
extension PanelStyle {
  /// - Parameter folder: a picture's relative path is relative to it.
  init(_ root: inout StrictDecoder, context: WidgetContext, appearance setting: AppearanceSetting?, folder: URL?) {
    self.init()
    host = Self.host(&root)
    if case .fixed(let fixed) = setting { appearance = fixed }
    if setting != nil && !context.hasAppearances {
      let places = WidgetContext.allCases.filter(\.hasAppearances).map(\.rawValue).joined(separator: ", ")
      root.fail("appearance", "expected no \"appearance\" in \(context.rawValue); \(places) have one")
    }
    tint = Self.color(&root, "tint")
    if tint != nil && !context.takesTint(appearance) {
      let places = WidgetContext.allCases.filter { $0.takesTint(.dark) }.map(\.rawValue).joined(separator: ", ")
      root.fail(
        "tint",
        context.hasAppearances
          ? "expected \"appearance: tinted\" beside \"tint\" in \(context.rawValue), found \(appearance.rawValue)"
          : "expected no \"tint\" in \(context.rawValue), which has no colour of its own; \(places), and tinted widgets "
            + "have one")
    }
    wallpaper = Self.wallpaper(&root, context, folder)
    if var grid = root.mapping("grid", pair: ("columns", "rows")) {
      let columns = grid.integer("columns", in: GridSize.sides, required: true)
      let rows = grid.integer("rows", in: GridSize.sides, required: true)
      grid.finish()
      if let columns, let rows { self.grid = GridSize(columns: columns, rows: rows) }
      if host != nil { root.fail("grid", "expected either \"grid\" or \"host\", whose grid is its own, found both") }
    }
    surface = Self.surface(&root, context)
    if let size = root.choice("typeSize", DynamicTypeSize.allCases.map { ($0.rawValue, $0) }) { typeSize = size }
    if let asked = root.choice("dithering", PictureDithering.allCases.map { ($0.rawValue, $0) }) { dithering = asked }
    if let table = root.choice("typeTable", TypeTable.allCases.map { ($0.rawValue, $0) }) { typeTable = table }
    if var part = root.mapping("font") {
      let named = part.fontFile(in: folder, required: true)
      part.finish()
      font = named?.font
      fontPlace = named?.place
    }
  }

  private static func host(_ root: inout StrictDecoder) -> WidgetHost? {
    guard let name = root.text("host", maximumCount: 40) else { return nil }
    if let host = WidgetHost.named(name) { return host }
    let names = WidgetHost.all.flatMap(\.names)
    root.fail(
      "host",
      "expected a device such as \(names[0]) for \"host\", found \"\(name)\""
        + root.suggestion(for: name, among: names) + "; docs/widgets.md lists them")
    return nil
  }

  private static func wallpaper(
    _ root: inout StrictDecoder, _ context: WidgetContext, _ folder: URL?
  ) -> Wallpaper {
    guard var wall = root.mapping("wallpaper", main: wallpaperKey(root)) else { return .automatic }
    let top = color(&wall, "color")
    let bottom = color(&wall, "bottom")
    let name = picture(&wall)
    let crop = wall.choice("crop", [("best", ImageCrop.best), ("center", .center)])
    wall.finish()
    if !context.hasWallpaper {
      let places = WidgetContext.allCases.filter(\.hasWallpaper).map(\.rawValue).joined(separator: ", ")
      root.fail("wallpaper", "expected no \"wallpaper\" in \(context.rawValue), which is black; \(places) have one")
    }
    // A colour that is there and cannot be read has its own message.
    if wall.contains("color") && top == nil {
      return .automatic
    } else if top == nil && !wall.contains("picture") {
      wall.missing("color", "a colour such as \"#1B2735\", or a \"picture\" such as evening.jpg")
    } else if top == nil && bottom != nil {
      wall.fail("bottom", "expected \"color\" beside \"bottom\", which it passes into, found none")
    }
    let colors = top == nil ? [] : [top, bottom].compactMap { $0 }
    guard let name else {
      if crop != nil, !wall.contains("picture") {
        wall.fail("crop", "expected \"crop\" only beside a \"picture\", found it alone")
      }
      return .colors(colors)
    }
    var picture = WallpaperPicture(path: FilePath.of(name, in: folder))
    picture.crop = crop ?? .best
    picture.colors = colors
    let place = wall.valuePosition(of: "picture")
    picture.place = SourcePlace(file: wall.file, line: place.line, column: place.column)
    return .picture(picture)
  }

  /// The key that is meant by a wallpaper without keys: a colour or a picture.
  private static func wallpaperKey(_ root: StrictDecoder) -> String? {
    var root = root
    guard case .scalar(let text, _)? = root.node("wallpaper")?.value else { return nil }
    return text.hasPrefix("#") ? "color" : text.contains(".") && !text.contains("://") ? "picture" : nil
  }

  /// The path of the wallpaper's picture as in the scene; neither an address nor a path from a home folder.
  private static func picture(_ wall: inout StrictDecoder) -> String? {
    guard let name = wall.text("picture", maximumCount: 1000) else { return nil }
    let expected = "expected a file's path for \"wallpaper.picture\""
    if name.contains("://") {
      wall.fail("picture", "\(expected), found an address; download the picture into the board's folder")
    } else if name.hasPrefix("~/") {
      wall.fail("picture", "\(expected), found \"\(name)\"; write the whole path, as \"~\" is not replaced")
    } else {
      return name
    }
    return nil
  }

  /// `#RRGGBB` in quotes; without quotes it is a comment, which the reader reports.
  static func color(_ decoder: inout StrictDecoder, _ key: String) -> UInt32? {
    guard let text = decoder.text(key, maximumCount: 16) else { return nil }
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, let value = UInt32(digits, radix: 16) else {
      decoder.fail(
        key, "expected a colour such as \"#FF9F0A\" for \"\(key)\", found \"\(text)\"\(colorRemedy(text))")
      return nil
    }
    return 0xFF00_0000 | value
  }

  /// The remedy for a colour of another form, such as `FF9F0A`, `#F90` or `orange`; empty for other texts.
  private static func colorRemedy(_ text: String) -> String {
    let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text.drop { $0 == "#" }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), [3, 6, 8].contains(digits.count) else {
      let isName = text.allSatisfy { $0.isASCII && $0.isLetter }
      return isName ? "; write its code, with two hexadecimal digits each for red, green and blue" : ""
    }
    let code = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits.prefix(6))
    return "; write \"#\(code.uppercased())\"" + (digits.count == 8 ? ", as no colour here is transparent" : "")
  }

  private static func surface(_ root: inout StrictDecoder, _ context: WidgetContext) -> SurfaceStyle {
    var style = SurfaceStyle()
    guard var part = root.mapping("surface") else { return style }
    if let mounting = part.choice("mounting", SurfaceStyle.Mounting.allCases.map { ($0.rawValue, $0) }) {
      style.mounting = mounting
    }
    if let texture = part.choice("texture", SurfaceStyle.Texture.allCases.map { ($0.rawValue, $0) }) {
      style.texture = texture
    }
    if let width = part.number("frameWidth", in: 0...50, unit: "mm") { style.frameWidthMm = width }
    if let isVertical = part.boolean("vertical") { style.isVertical = isVertical }
    part.finish()
    if context != .surface {
      root.fail("surface", "expected \"surface\" only in the context surface, found it in \(context.rawValue)")
    }
    if style.mounting == .recessed && !style.isVertical { part.fail("mounting", SlotStyle.needsWall) }
    if style.mounting == .recessed && style.frameWidthMm > 0 {
      part.fail("frameWidth", "expected no frame on a recessed widget: frames belong to elevated ones (rule 61)")
    }
    return style
  }
}
