import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowViews

/// Colours of the host: wallpaper, containers, glass, tint.
struct HostColors {
  private let context: WidgetContext
  private let style: PanelStyle
  private let surface: Palette.Surface
  /// White, or the user's tint of the lock screen (rule 37).
  private let vibrantInk: UInt32
  /// The texture of widgets on a surface.
  private var texture: SurfaceStyle.Texture

  init(_ scene: PanelScene) {
    context = scene.context
    style = scene.style
    texture = scene.style.surface.texture
    let inks = PanelInks(PixelFormat(rawValue: scene.board.pixelFormat))
    surface = scene.board.isEmissive != 0 ? .emissive : .reflective(inks)
    let isTintedLock = scene.context == .lockScreen && surface == .emissive
    vibrantInk = isTintedLock ? scene.style.tint.map(Self.vibrantInk) ?? 0xFFFF_FFFF : 0xFFFF_FFFF
  }

  /// Those for a widget of this texture.
  func made(of texture: SurfaceStyle.Texture) -> HostColors {
    var colors = self
    colors.texture = texture
    return colors
  }

  func palette(_ look: Look) -> Palette {
    var palette = Palette(renderingMode: look.renderingMode, surface: surface, colorScheme: look.colorScheme)
    palette.accents = accents
    palette.vibrantInk = vibrantInk
    palette.isAlwaysOn = look.isAlwaysOn
    palette.isOverWallpaper = look.showsBackgrounds && hasWallpaper
    palette.inkShare = isPaper && look.isLuminanceReduced ? 0.5 : 1
    if look.showsBackgrounds {
      palette.backgroundArgb = container(look.colorScheme)
      let isGlass = look.renderingMode == .accented || palette.backgroundArgb >> 24 < 255
      palette.hasOpaqueBackground = !hasWallpaper || (context.showsContainerBackground && !isGlass)
    }
    return palette
  }

  /// The container background of a widget that sets none: Apple's elevated grey in dark, white in light; none in places
  /// that remove backgrounds.
  private func container(_ scheme: ColorScheme) -> UInt32 {
    guard context.showsContainerBackground, context != .smartStack else { return 0xFF00_0000 }
    // Glass on a surface is translucent as far as grey text of the scheme keeps 4.5:1 over any wall.
    let alpha: UInt32 = isSurfaceGlass ? (scheme == .dark ? 0xD8 : 0xE8) : 0xFF
    if isPaper { return scheme == .dark ? 0xFF22_201D : 0xFFF8_F4EB }
    return alpha << 24 | (scheme == .dark ? 0x1C_1C1E : 0xFF_FFFF)
  }

  /// Whether widgets on a surface are paper: opaque, with a grain, and darkening as a whole with the room (rule 62).
  var isPaper: Bool { context == .surface && texture == .paper && surface == .emissive }
  /// Whether they are glass: translucent, with content that stays bright (rule 63).
  var isSurfaceGlass: Bool { context == .surface && texture == .glass && surface == .emissive }

  /// The colour of a surface's frame.
  var frame: UInt32 { style.tint ?? 0xFFE6_E1D8 }

  // MARK: accented

  /// Orange, like the accents of StandBy and of watches.
  private static let defaultTint: UInt32 = 0xFFFF_9F0A

  private var tint: UInt32 { style.tint ?? Self.defaultTint }

  /// Groups on phones, tablets and Macs are white (rule 29) until the user tints them (rule 31); a watch's primary
  /// group stays white next to the face's colour.
  private var accents: Palette.Accents {
    switch context {
    case .watchFace, .smartStack: return Palette.Accents(primary: 0xFFFF_FFFF, accented: Self.legible(tint))
    default:
      guard isTinted else { return .white }
      return Palette.Accents(primary: Self.mix(tint, 0xFFFF_FFFF, 0.82), accented: Self.legible(tint))
    }
  }

  /// Replaces an accented widget's background (rule 30): glass over the wallpaper, or a shade of the tint, with as much
  /// opacity as content needs to stay legible over the brightest part of the wallpaper. Over a picture, `BackdropPlan`
  /// bakes it in.
  func glass(for inks: [MaterialContrast.Ink]) -> UInt32 {
    let brightest = wallpaperColors.max { LinearLight.luminance($0) < LinearLight.luminance($1) } ?? 0xFF00_0000
    func isEnough(_ glass: UInt32) -> Bool {
      let shown = MaterialContrast.laid(glass, over: brightest, share: Double(glass >> 24) / 255)
      return MaterialContrast.holds(inks, on: shown)
    }
    if isTinted {
      let shades = stride(from: 0.9, through: 1, by: 0.02).map {
        0xE6 << 24 | Self.mix(tint, 0xFF00_0000, $0) & 0xFF_FFFF
      }
      return shades.first(where: isEnough) ?? 0xF500_0000
    }
    let panes = stride(from: 0.24, through: 0.96, by: 0.04).map {
      UInt32(clamping: ($0 * 255).rounded()) << 24 | Self.glassShade & 0xFF_FFFF
    }
    return panes.first(where: isEnough) ?? 0xF500_0000
  }

  /// The hue of tinted glass, as linear light; nil if the glass has none.
  var glassHue: SIMD4<Float>? {
    guard isTinted else { return nil }
    // A black tint would make the glass invisible.
    let hue = PixelColor(argb: Self.mix(tint, 0xFFFF_FFFF, 0.04))
    return Codes.light(of: hue.argb)
  }

  private var isTinted: Bool { style.appearance == .tinted || (context == .surface && style.tint != nil) }

  private static let glassShade: UInt32 = 0xFF2A_2C33

  // MARK: wallpaper

  /// Not shown on paper panels: a picture in ink would hide text.
  var hasWallpaper: Bool { context.hasWallpaper && surface == .emissive }

  /// From top to bottom.
  var wallpaperColors: [UInt32] {
    switch style.wallpaper {
    case .colors(let colors) where !colors.isEmpty: return colors
    case .picture(let picture) where !picture.colors.isEmpty: return picture.colors
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

  /// A tint with enough white that translucent text is legible on a wallpaper half as bright as white text allows.
  private static func vibrantInk(_ tint: UInt32) -> UInt32 {
    var palette = Palette(renderingMode: .vibrant, surface: .emissive)
    palette.isOverWallpaper = true
    let least = MaterialContrast.brightest(for: palette.inks) / 2
    for share in stride(from: 0.0, to: 1, by: 0.05) {
      palette.vibrantInk = mix(tint, 0xFFFF_FFFF, share)
      if MaterialContrast.brightest(for: palette.inks) >= least { return palette.vibrantInk }
    }
    return 0xFFFF_FFFF
  }

  static func mix(_ a: UInt32, _ b: UInt32, _ share: Double) -> UInt32 {
    0xFF00_0000 | LinearLight.mix(a, b, share)
  }

  /// The tint, with as much white as 7:1 on black requires.
  private static func legible(_ tint: UInt32) -> UInt32 {
    for share in stride(from: 0.0, through: 1, by: 0.05) {
      let color = mix(tint, 0xFFFF_FFFF, share)
      if LinearLight.contrast(LinearLight.luminance(color), 0) >= 7 { return color }
    }
    return 0xFFFF_FFFF
  }
}
