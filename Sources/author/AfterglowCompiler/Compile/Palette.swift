import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowViews

/// A colour with its role.
struct RoleColor: Hashable {
  var role: PaintRole
  var argb: UInt32
  /// Opacity of the node, separate from the colour's alpha, so that shades of one colour share a paint.
  var opacity: UInt8 = 255
}

/// Converts styles to colours for one look and one kind of panel.
struct Palette {
  enum Surface: Hashable {
    /// Light on black.
    case emissive
    /// Ink on paper: roles are inverted, the background is paper white and content is dark.
    case reflective(PanelInks)
  }

  /// One colour for each of the accented mode's two groups (rules 28, 29).
  struct Accents: Hashable {
    var primary: UInt32
    var accented: UInt32

    static let white = Accents(primary: 0xFFFF_FFFF, accented: 0xFFFF_FFFF)
  }

  var renderingMode: WidgetRenderingMode
  var surface: Surface
  var colorScheme = ColorScheme.dark
  var accents = Accents.white
  /// The colour of `.background`: black, or that of the container.
  var backgroundArgb: UInt32 = 0xFF00_0000
  /// False if something else is visible behind a widget: then nothing can be cut out of it.
  var hasOpaqueBackground = true
  /// Vibrant content over a wallpaper is translucent; on black it is opaque.
  var isOverWallpaper = false
  /// The colour of vibrant content, including its greys: white, or the user's tint (rules 34 and 37).
  var vibrantInk: UInt32 = 0xFFFF_FFFF
  /// Fraction of the content's luminance, if it darkens with its paper (rule 62); text and marks keep their contrast on
  /// black.
  var inkShare = 1.0

  /// In always-on, marks keep 3:1 at the default luminance of boards (`AlwaysOnText`).
  private static let alwaysOnLevels: [UInt8] = [255, 168, 118]
  private static let paperLevels: [UInt8] = [0, 64, 144]
  /// How pictures become inks.
  var dithering = PictureDithering.auto
  /// Whether this is always-on, on black. Night has the roles' levels instead.
  var isAlwaysOn = false
  /// Opacities where there is only one colour.
  private static let accentedOpacities: [UInt8] = [255, 190, 110]
  /// On glass, marks have more opacity, so that glass can be less dark.
  private static let glassOpacities: [UInt8] = [255, 190, 128]
  /// Opacities where text has no more than 4.5:1: tracks keep 3:1.
  private static let fullAccentedOpacities: [UInt8] = [255, 255, 200]
  /// The opacity of white over a wallpaper; on the darkest permitted glass the first two keep 4.5:1 (rule 35).
  private static let vibrantAlphas: [UInt8] = [240, 176, 128]

  private var levels: [UInt8] {
    switch surface {
    case .emissive where isAlwaysOn: Self.alwaysOnLevels
    case .emissive: colorScheme == .dark ? ColorScheme.dark.greyLevels : ColorScheme.light.greyLevels
    case .reflective(.shades): Self.paperLevels
    case .reflective: [0, 0, 0]
    }
  }

  private var isReflective: Bool { surface != .emissive }

  /// Whether the panel has a few inks only, and no shades of them.
  var hasFewInks: Bool {
    if case .reflective(let inks) = surface { inks != .shades } else { false }
  }

  func color(of level: Int, isAccented: Bool = false) -> RoleColor {
    let index = min(max(level, 0), 2)
    let roles: [PaintRole] = [.primary, .secondary, .tertiary]
    if renderingMode == .accented && !isReflective {
      // A tint has less contrast to spare than white. On black its tracks still fade: otherwise they would be nearly as
      // bright in always-on as the values on them. What a watch's face shows in always-on it also shows at night.
      let isTrackOnBlack = index == 2 && backgroundArgb & 0xFF_FFFF == 0
      let opacities =
        (isAlwaysOn || isAccented) && !isTrackOnBlack
        ? Self.fullAccentedOpacities : isOverWallpaper ? Self.glassOpacities : Self.accentedOpacities
      return accent(isAccented: isAccented, opacity: opacities[index])
    }
    if renderingMode == .accented, isAccented, surface == .reflective(.six) {
      return RoleColor(role: .accent, argb: accentInk)
    }
    if renderingMode == .vibrant && isOverWallpaper {
      return RoleColor(
        role: roles[index], argb: UInt32(Self.vibrantAlphas[index]) << 24 | vibrantInk & 0xFF_FFFF)
    }
    let grey = UInt32(levels[index])
    let argb = inked(0xFF00_0000 | grey << 16 | grey << 8 | grey, role: roles[index])
    return RoleColor(role: roles[index], argb: darkened(argb, role: roles[index]))
  }

  var background: RoleColor {
    RoleColor(role: .background, argb: surface == .emissive ? backgroundArgb : 0xFFFF_FFFF)
  }

  private func accent(isAccented: Bool, opacity: UInt8) -> RoleColor {
    let role = isAccented ? PaintRole.accent : .primary
    return RoleColor(
      role: role, argb: darkened(isAccented ? accents.accented : accents.primary, role: role), opacity: opacity)
  }

  /// A grey of vibrant content in the tint: as light as the tint permits, but with the contrast that text and marks
  /// need on black.
  private func inked(_ argb: UInt32, role: PaintRole) -> UInt32 {
    guard renderingMode == .vibrant, surface == .emissive, vibrantInk & 0xFF_FFFF != 0xFF_FFFF, role != .background
    else { return argb }
    let (text, marks) =
      isAlwaysOn ? (AlwaysOnText.least, AlwaysOnText.leastOfMarks) : (MaterialContrast.text, MaterialContrast.marks)
    let contrast = role == .tertiary ? marks : text
    let least = (contrast * 1.02 - 1) * 0.05
    let (light, most) = (LinearLight.luminance(argb), LinearLight.luminance(vibrantInk))
    let wanted = max(light * most, min(light, least))
    let color =
      wanted <= most
      ? LinearLight.mix(0xFF00_0000, vibrantInk, wanted / max(most, 1e-6))
      : LinearLight.mix(vibrantInk, 0xFFFF_FFFF, (wanted - most) / max(1 - most, 1e-6))
    return argb & 0xFF00_0000 | color & 0xFF_FFFF
  }

  /// Contrast on black that paper keeps in the dark, with a margin for rounding: what always-on requires.
  private func darkened(_ argb: UInt32, role: PaintRole) -> UInt32 {
    if inkShare >= 1 || role == .background { return argb }
    let contrast = role == .tertiary ? AlwaysOnText.leastOfMarks : AlwaysOnText.least
    let light = LinearLight.luminance(argb)
    let least = (contrast * 1.02 - 1) * 0.05
    if light <= least { return argb }
    let dark = LinearLight.mix(0xFF00_0000, argb | 0xFF00_0000, max(inkShare, least / light))
    return argb & 0xFF00_0000 | dark & 0xFF_FFFF
  }

  /// A colour that a widget set: an accent if it has a hue, otherwise the hierarchical role of its brightness. A grey that
  /// fills a shape on black is an accent as well: at night its red is as bright as its light, so that shades of grey stay
  /// apart; words have the roles whose reds can be read.
  func color(_ argb: UInt32, isBackground: Bool, isAccented: Bool = false, isShape: Bool = false) -> RoleColor {
    let color = PixelColor(argb: argb)
    // A view is a template: its colour is replaced, its alpha is preserved (docs/rules.md, Accented views).
    if renderingMode == .accented && !isBackground && !isReflective {
      return accent(isAccented: isAccented, opacity: color.alpha)
    }
    if renderingMode == .accented, !isBackground, surface == .reflective(.six) {
      let ink = isAccented ? accentInk : PaperInk.black.color.argb
      return RoleColor(role: isAccented ? .accent : .primary, argb: UInt32(color.alpha) << 24 | ink & 0xFF_FFFF)
    }
    let brightest = max(color.red, max(color.green, color.blue))
    let darkest = min(color.red, min(color.green, color.blue))
    let isGrey = brightest - darkest < 12
    let isNearBackground = colorScheme == .dark ? brightest < 16 : false
    let hasLevel = !isGrey || isShape && surface == .emissive && colorScheme == .dark
    let role: PaintRole =
      isBackground || isNearBackground
      ? .background : hasLevel ? .accent : (brightest >= 200) == (colorScheme == .dark) ? .primary : .secondary
    return RoleColor(role: role, argb: darkened(rendered(color, role: role), role: role))
  }

  /// The accented group's ink: that of the tint, red without one.
  private var accentInk: UInt32 {
    let ink = PaperInk(ofHue: PixelColor(argb: accents.accented))
    return (ink == .black ? .red : ink).color.argb
  }

  private func rendered(_ color: PixelColor, role: PaintRole) -> UInt32 {
    if case .reflective(let inks) = surface {
      if role == .background { return background.argb }
      if inks == .six { return UInt32(color.alpha) << 24 | PaperInk(ofHue: color).color.argb & 0xFF_FFFF }
      let level = inks != .shades ? 0 : UInt8(255 - Int(color.vibrantLevel)) / 2
      return PixelColor(red: level, green: level, blue: level, alpha: color.alpha).argb
    }
    guard renderingMode == .vibrant else { return color.argb }
    let level = color.vibrantLevel
    if isOverWallpaper && role != .background {
      // Brightness determines the opacity of white over the wallpaper (rule 35); alpha 0 leaves it unchanged.
      let share = 64 + Int(level) * (Int(Self.vibrantAlphas[0]) - 64) / 255
      return UInt32(share * Int(color.alpha) / 255) << 24 | vibrantInk & 0xFF_FFFF
    }
    return inked(PixelColor(red: level, green: level, blue: level, alpha: color.alpha).argb, role: role)
  }
}
