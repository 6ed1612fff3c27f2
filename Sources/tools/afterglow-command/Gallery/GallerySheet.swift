import Afterglow
import AfterglowBoards
import AfterglowCore
import AfterglowPreview

import struct Afterglow.Color

/// A widget in one look: every family side by side, in the size on the device, with its name.
struct GallerySheet {
  /// One family.
  struct Tile {
    var name: String
    var picture: PanelPicture
    /// Whether the widget disfavours the place of this look (docs/rules.md, rule 51).
    var isDisfavored = false
    /// It starts a row.
    var startsRow = false
    /// In pixels.
    var cornerRadius = 0.0
    /// Whether it fills its card without an edge: what is behind its smoothed corners is left out.
    var isEdgeless = false
  }

  var title: String
  var subtitle: String
  /// Disfavoured ones are last, under "Other".
  var tiles: [Tile]

  init(title: String, subtitle: String, tiles: [Tile]) {
    self.title = title
    self.subtitle = subtitle
    self.tiles = tiles.filter { !$0.isDisfavored } + tiles.filter(\.isDisfavored)
  }

  private static let width = 1600
  private static let margin = 40
  private static let gap = 28
  private static let caption = 26
  private static let head = 120
  /// Above the disfavoured ones, with its heading.
  private static let section = 52
  private static let wall = Color(argb: 0xFF2B_2D31)
  private static let ink = Color(argb: 0xFFF2_F2F4)
  private static let quiet = Color(argb: 0xFF9C_A0A8)

  func draw() throws -> PanelPicture {
    var places: [(x: Int, y: Int)] = []
    var x = Self.margin
    var y = Self.head
    var rowHeight = 0
    var other: Int?
    for tile in tiles {
      if tile.isDisfavored && other == nil {
        // A separate row, even if there is nothing else.
        other = x == Self.margin ? y : y + rowHeight + Self.caption + Self.gap
        y = other! + Self.section
        x = Self.margin
        rowHeight = 0
      }
      // A name may be wider than its tile.
      let width = max(tile.picture.width, tile.name.count * 8)
      if x > Self.margin && (tile.startsRow || x + width > Self.width - Self.margin) {
        x = Self.margin
        y += rowHeight + Self.caption + Self.gap
        rowHeight = 0
      }
      places.append((x, y))
      x += width + Self.gap
      rowHeight = max(rowHeight, tile.picture.height)
    }
    let canvas = try SheetCanvas(
      width: Self.width, height: y + rowHeight + Self.caption + Self.margin, background: Self.wall)
    canvas.text(title, x: Double(Self.margin), baseline: 58, size: 30, weight: .semibold, Self.ink)
    canvas.text(subtitle, x: Double(Self.margin), baseline: 90, size: 17, Self.quiet)
    if let other {
      canvas.text("Other", x: Double(Self.margin), baseline: Double(other + 24), size: 20, weight: .semibold, Self.ink)
    }
    for (tile, place) in zip(tiles, places) {
      canvas.paste(tile.picture, x: place.x, y: place.y, corner: (tile.cornerRadius, tile.isEdgeless ? 1 : 0))
      canvas.text(
        tile.name, x: Double(place.x), baseline: Double(place.y + tile.picture.height + 20), size: 14, Self.quiet)
    }
    return canvas.picture
  }
}
