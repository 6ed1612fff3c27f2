import AfterglowArchive
import AfterglowCore
import Foundation

/// What the host itself colours: wallpaper, containers, glass, tint.
struct HostColors {
  private let context: WidgetContext
  private let style: PanelStyle
  private let surface: Palette.Surface

  init(_ scene: PanelScene) {
    context = scene.context
    style = scene.style
    let isMonochrome = scene.board.pixelFormat == PixelFormat.mono1.rawValue
    surface = scene.board.isEmissive != 0 ? .emissive : .reflective(isMonochrome: isMonochrome)
  }

  func palette(_ look: Look) -> Palette {
    var palette = Palette(renderingMode: look.renderingMode, surface: surface, colorScheme: look.colorScheme)
    palette.accents = accents
    palette.isOverWallpaper = look.showsBackgrounds && hasWallpaper
    if look.showsBackgrounds {
      palette.backgroundArgb = container(look.colorScheme)
      let isGlass = look.renderingMode == .accented || palette.backgroundArgb >> 24 < 255
      palette.hasOpaqueBackground = !hasWallpaper || (context.showsContainerBackground && !isGlass)
    }
    return palette
  }

  /// A widget's own surface where it names none: Apple's elevated grey in the dark, white by day; none in places that
  /// take backgrounds away.
  private func container(_ scheme: ColorScheme) -> UInt32 {
    guard context.showsContainerBackground, context != .smartStack else { return 0xFF00_0000 }
    // Glass on a surface lets the wall through.
    let alpha: UInt32 = context == .surface && style.surface.texture == .glass ? 0xD8 : 0xFF
    return alpha << 24 | (scheme == .dark ? 0x1C_1C1E : 0xFF_FFFF)
  }

  /// A surface's frame.
  var frame: UInt32 { style.tint ?? 0xFFE6_E1D8 }

  // MARK: accented

  /// Orange, as StandBy's and a watch's own accents are.
  private static let defaultTint: UInt32 = 0xFFFF_9F0A

  private var tint: UInt32 { style.tint ?? Self.defaultTint }

  /// A phone's, tablet's and Mac's groups are white (rule 29) until a person tints them (rule 31); a watch's primary one
  /// stays white beside the face's colour.
  private var accents: Palette.Accents {
    switch context {
    case .watchFace: return Palette.Accents(primary: 0xFFFF_FFFF, accented: Self.legible(tint))
    default:
      guard style.appearance == .tinted || (context == .surface && style.tint != nil) else { return .white }
      return Palette.Accents(primary: Self.mix(tint, 0xFFFF_FFFF, 0.82), accented: Self.legible(tint))
    }
  }

  /// What replaces an accented widget's background (rule 30): glass over the wallpaper, or a shade of the tint.
  var glass: UInt32 {
    if style.appearance == .tinted || (context == .surface && style.tint != nil) {
      return 0xE6 << 24 | Self.mix(tint, 0xFF00_0000, 0.9) & 0xFF_FFFF
    }
    // As much dark as white text needs to stay readable over the wallpaper's brightest place.
    let brightest = wallpaperColors.max { Self.luminance($0) < Self.luminance($1) } ?? 0xFF00_0000
    for alpha in stride(from: 0.24, through: 0.96, by: 0.04) {
      let shade = Self.mix(brightest, Self.glassShade, alpha)
      if 1.05 / (Self.luminance(shade) + 0.05) >= 5 {
        return UInt32((alpha * 255).rounded()) << 24 | Self.glassShade & 0xFF_FFFF
      }
    }
    return 0xF5 << 24 | Self.glassShade & 0xFF_FFFF
  }

  private static let glassShade: UInt32 = 0xFF2A_2C33

  // MARK: wallpaper

  var hasWallpaper: Bool {
    switch context {
    case .standBy, .carPlay, .smartStack, .watchFace: false
    case .home, .todayView, .notificationCenter, .desktop, .lockScreen, .surface: surface == .emissive
    }
  }

  /// From top to bottom.
  var wallpaperColors: [UInt32] {
    switch style.wallpaper {
    case .colors(let colors) where !colors.isEmpty: return colors
    default: break
    }
    if context == .surface { return [0xFF4A_4641, 0xFF34_312D] }
    switch style.appearance {
    case .light where context.hasAppearances: return [0xFFCF_DDEB, 0xFFA9_BED4]
    case .clear, .tinted: return [0xFF2F_4858, 0xFF12_1A24]
    default: return [0xFF1B_2735, 0xFF09_0D14]
    }
  }

  // MARK: colour

  static func mix(_ a: UInt32, _ b: UInt32, _ share: Double) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let from = LinearLight.decode(UInt8(a >> shift & 255))
      let to = LinearLight.decode(UInt8(b >> shift & 255))
      return UInt32(LinearLight.encode(from * (1 - share) + to * share)) << shift
    }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }

  static func luminance(_ argb: UInt32) -> Double {
    0.2126 * LinearLight.decode(UInt8(argb >> 16 & 255)) + 0.7152 * LinearLight.decode(UInt8(argb >> 8 & 255))
      + 0.0722 * LinearLight.decode(UInt8(argb & 255))
  }

  /// The tint, with as much white as 7:1 on black takes.
  private static func legible(_ tint: UInt32) -> UInt32 {
    for share in stride(from: 0.0, through: 1, by: 0.05) {
      let color = mix(tint, 0xFFFF_FFFF, share)
      if (luminance(color) + 0.05) / 0.05 >= 7 { return color }
    }
    return 0xFFFF_FFFF
  }
}
