import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowPreview

/// Mean luminance of a panel's picture, updated with work proportional to damage.
final class FrameLight {
  private let panel: StagePanel
  private let peakNits: Double
  /// Linear light of each value of a channel, with the channel's weight in 1/65536.
  private let red: [UInt64]
  private let green: [UInt64]
  private let blue: [UInt64]
  /// Luminance of each pixel as last counted, 0 to 65,535.
  private var counted: [UInt16]
  private var sum: UInt64 = 0

  /// nil for a panel that does not emit light.
  init?(_ panel: StagePanel, board: BoardRecord) {
    if board.isEmissive == 0 { return nil }
    self.panel = panel
    peakNits = Double(board.light.peakMillinits) / 1000
    let sRGB = SRGB()
    func weighed(_ weight: Double) -> [UInt64] {
      (0...255).map { UInt64(LuminanceWeight.fixed(weight)) * UInt64(sRGB.linear(UInt8($0))) }
    }
    red = weighed(LuminanceWeight.red)
    green = weighed(LuminanceWeight.green)
    blue = weighed(LuminanceWeight.blue)
    counted = [UInt16](repeating: 0, count: Int(panel.size.area))
  }

  /// cd/m², of the whole panel's area.
  var meanNits: Double { Double(sum) / Double(counted.count) / 65_535 * peakNits }

  func update(_ damage: borrowing Damage) {
    for index in 0..<damage.count { update(damage[index]) }
  }

  private func update(_ rect: PixelRect) {
    let width = Int(panel.size.width)
    for y in Int(rect.y0)..<Int(rect.y1) {
      for x in Int(rect.x0)..<Int(rect.x1) {
        let color = panel.color(x: x, y: y)
        let light = (red[Int(color >> 16 & 255)] + green[Int(color >> 8 & 255)] + blue[Int(color & 255)]) >> 16
        let place = y * width + x
        sum = sum - UInt64(counted[place]) + light
        counted[place] = UInt16(light)
      }
    }
  }
}
