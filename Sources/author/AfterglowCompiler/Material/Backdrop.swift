import AfterglowCore
import AfterglowPictures
import AfterglowViews

/// A wallpaper's picture with the host's materials baked in: one picture behind all widgets, as large as the panel.
/// Glass therefore costs an archive nothing beyond the wallpaper, and a frame no more than copying it.
struct Backdrop: Equatable, Sendable {
  /// A pane of glass behind a widget.
  struct Pane: Equatable, Sendable {
    var rect: PixelRect
    var radiusPx: Double
    var tone: MaterialTone
    /// Width of its lit edge; 0 = none.
    var edgePx: Double
  }

  /// Standard deviation of the blur behind panes.
  var sigmaPx: Double
  var panes: [Pane]
  /// For text directly on the wallpaper; nil = none.
  var limits: RowLimits?

  func painted(on picture: ScaledPicture) -> ScaledPicture {
    var painted = picture
    if let limits { Self.dim(&painted, limits) }
    if panes.isEmpty { return painted }
    var painter = MaterialPainter(painted, sigmaPx: sigmaPx)
    for pane in panes {
      painter.addGlass(pane.rect, radius: pane.radiusPx, tone: pane.tone, edgePx: pane.edgePx)
    }
    return ScaledPicture(size: picture.size, pixels: painter.pixels)
  }

  private static func dim(_ picture: inout ScaledPicture, _ limits: RowLimits) {
    let width = Int(picture.size.width)
    let peak = RowLimits.peak(of: picture.pixels)
    picture.pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<pixels.count / max(width, 1) where limits[row] < 0.999 {
        for x in 0..<width {
          pixels[row * width + x] = limits.apply(pixels[row * width + x], column: x, row: row, peak: peak)
        }
      }
    }
  }
}

extension ScaledPicture {
  /// Draws colours from top to bottom behind the translucent parts of a picture: a wallpaper is opaque.
  func opaque(over colors: [UInt32]) -> ScaledPicture {
    guard pixels.contains(where: { $0 >> 24 < 255 }) else { return self }
    let ramp = LinearLight.ramp(colors)
    let (width, height) = (Int(size.width), Int(size.height))
    var result = self
    for y in 0..<height {
      let behind = ramp[min(63, y * 64 / max(height, 1))]
      for index in y * width..<(y + 1) * width where pixels[index] >> 24 < 255 {
        let pixel = pixels[index]
        let rest = 255 - (pixel >> 24)
        func channel(_ shift: UInt32) -> UInt32 {
          min((pixel >> shift & 255) + ((behind >> shift & 255) * rest + 127) / 255, 255) << shift
        }
        result.pixels[index] = 0xFF00_0000 | channel(16) | channel(8) | channel(0)
      }
    }
    return result
  }
}

/// All that a finished backdrop depends on, in addition to its picture.
struct BackdropRecipe: Equatable {
  /// Behind transparent parts of the picture.
  var colors: [UInt32]
  var backdrop: Backdrop

  func painted(on picture: ScaledPicture) -> ScaledPicture { backdrop.painted(on: picture.opaque(over: colors)) }
}
