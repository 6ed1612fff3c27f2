import AfterglowCore
import AfterglowViews

extension PaperInk {
  /// The ink that stands for a colour that a widget has set, by its hue, because most colours are made for dark grounds:
  /// colours without one are black, as text is.
  init(ofHue color: PixelColor) {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let spread = most - least
    if spread < 32 {
      self = .black
      return
    }
    var hue =
      most == red ? (green - blue) / spread : most == green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
    if hue < 0 { hue += 6 }
    // In sixths of a turn from red: oranges warn, so they are red; what is redder than violet is too.
    switch hue {
    case ..<0.72: self = .red
    case ..<1.25: self = .yellow
    case ..<2.85: self = .green
    case ..<4.75: self = .blue
    default: self = .red
    }
  }
}
