import AfterglowCore
import AfterglowPictures
import CCairo

/// Rows of a name and three pictures (before, after, difference), in columns, on grey: goldens are black at their
/// edges.
struct Sheet {
  private static let gap = 16.0
  private static let captionHeight = 24.0
  private static let columnHeight = 6_000.0

  private let changes: [GoldenChange]
  /// Maximum width and height of a picture.
  private let largestSide: Double

  init(_ changes: [GoldenChange]) {
    self.changes = changes
    largestSide = changes.count <= 6 ? 800 : changes.count <= 40 ? 400 : 200
  }

  func picture() -> Picture {
    let places = places()
    let width = places.map { $0.x }.max()! + columnWidth
    let height = zip(places, changes).map { $0.y + rowHeight($1) }.max()! + Self.gap
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))!
    let cairo = cairo_create(surface)!
    cairo_set_source_rgb(cairo, 0.45, 0.45, 0.45)
    cairo_paint(cairo)
    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(cairo, 13)
    for (place, change) in zip(places, changes) { draw(change, at: place, with: cairo) }
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    return Self.pixels(of: surface)
  }

  private var columnWidth: Double { Self.gap + 3 * (largestSide + Self.gap) }

  private func scale(_ size: PixelSize) -> Double {
    min(1, largestSide / Double(max(size.width, size.height)))
  }

  private func rowHeight(_ change: GoldenChange) -> Double {
    let heights = [change.before, change.after].compactMap { $0 }.map { Double($0.size.height) * scale($0.size) }
    return Self.captionHeight + heights.max()! + Self.gap
  }

  /// The upper left corner of each row: from top to bottom, then in the next column.
  private func places() -> [(x: Double, y: Double)] {
    var (x, y) = (0.0, Self.gap)
    return changes.map { change in
      if y > Self.columnHeight { (x, y) = (x + columnWidth, Self.gap) }
      defer { y += rowHeight(change) }
      return (x, y)
    }
  }

  private func draw(_ change: GoldenChange, at place: (x: Double, y: Double), with cairo: OpaquePointer) {
    cairo_set_source_rgb(cairo, 1, 1, 1)
    let label = largestSide < 400 ? change.name : "\(change.name): \(change.summary)"
    cairo_move_to(cairo, place.x + Self.gap, place.y + 14)
    cairo_show_text(cairo, label)
    for (column, shown) in [change.before, change.after, change.difference?.picture].enumerated() {
      guard let shown else { continue }
      let x = place.x + Self.gap + Double(column) * (largestSide + Self.gap)
      Self.paint(shown, scale: scale(shown.size), x: x, y: place.y + Self.captionHeight, with: cairo)
    }
    guard let difference = change.difference else { return }
    // A single pixel would be lost when a large picture is scaled down.
    let (factor, box) = (scale(difference.picture.size), difference.bounds)
    let x = place.x + Self.gap + 2 * (largestSide + Self.gap) + Double(box.x0) * factor
    let y = place.y + Self.captionHeight + Double(box.y0) * factor
    cairo_set_source_rgb(cairo, 1, 0.8, 0)
    cairo_set_line_width(cairo, 1)
    cairo_rectangle(cairo, x - 2.5, y - 2.5, Double(box.width) * factor + 5, Double(box.height) * factor + 5)
    cairo_stroke(cairo)
  }

  /// Transparent parts are black, as on a panel.
  private static func paint(
    _ picture: Picture, scale: Double, x: Double, y: Double, with cairo: OpaquePointer
  ) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture.size.width, picture.size.height)!
    let stride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    let bytes = UnsafeMutableRawPointer(cairo_image_surface_get_data(surface)!)
    for row in 0..<Int(picture.size.height) {
      for column in 0..<Int(picture.size.width) {
        let pixel = picture.pixels[row * Int(picture.size.width) + column]
        bytes.storeBytes(of: onBlack(pixel), toByteOffset: row * stride + column * 4, as: UInt32.self)
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, scale, scale)
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
    cairo_surface_destroy(surface)
  }

  private static func onBlack(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    func channel(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 255) * alpha / 255) << shift }
    return alpha == 255 ? pixel : channel(16) | channel(8) | channel(0)
  }

  private static func pixels(of surface: OpaquePointer) -> Picture {
    cairo_surface_flush(surface)
    let size = PixelSize(width: cairo_image_surface_get_width(surface), height: cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let bytes = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(Int(size.area))
    for row in 0..<Int(size.height) {
      for column in 0..<Int(size.width) {
        pixels.append(bytes.load(fromByteOffset: row * stride + column * 4, as: UInt32.self) | 0xFF00_0000)
      }
    }
    return Picture(size: size, pixels: pixels)
  }
}
