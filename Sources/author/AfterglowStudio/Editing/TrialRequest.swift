import Afterglow
import AfterglowPreview

/// Asks for a picture of what a change would look like, without making it.
struct TrialRequest: Decodable {
  var frame: FrameRequest
  var edits: [SceneChange]
  /// The widget that is shown alone; nil = the whole panel.
  var widget: String?

  /// Of the picture's longer side, in pixels.
  static let maximumSidePx = 480
}

extension PanelPicture {
  /// A part of it, on whole pixels and inside of it.
  func cropped(to frame: Rect) -> PanelPicture {
    let left = max(0, min(width - 1, Int(frame.minX.rounded(.down))))
    let top = max(0, min(height - 1, Int(frame.minY.rounded(.down))))
    let right = max(left + 1, min(width, Int((frame.minX + frame.width).rounded(.up))))
    let bottom = max(top + 1, min(height, Int((frame.minY + frame.height).rounded(.up))))
    let rows = (top..<bottom).flatMap { pixels[($0 * width + left)..<($0 * width + right)] }
    return PanelPicture(width: right - left, height: bottom - top, pixels: rows)
  }

  /// Smaller by a whole factor, each pixel the mean of those that it stands for.
  func reduced(toSide maximum: Int) -> PanelPicture {
    let factor = (max(width, height) + maximum - 1) / maximum
    if factor < 2 { return self }
    let (columns, rows) = (max(1, width / factor), max(1, height / factor))
    var result = [UInt32](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var (red, green, blue, count) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        for y in (row * factor)..<min(height, (row + 1) * factor) {
          for x in (column * factor)..<min(width, (column + 1) * factor) {
            let color = pixels[y * width + x]
            (red, green, blue) = (red + (color >> 16 & 255), green + (color >> 8 & 255), blue + (color & 255))
            count += 1
          }
        }
        let half = count / 2
        result[row * columns + column] =
          ((red + half) / count) << 16 | ((green + half) / count) << 8 | (blue + half) / count
      }
    }
    return PanelPicture(width: columns, height: rows, pixels: result)
  }
}
