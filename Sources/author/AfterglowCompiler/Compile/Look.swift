import AfterglowArchive
import AfterglowCore
import AfterglowViews

/// One way in which a widget is drawn on its panel, and the variant keys for which the firmware shows it.
struct Look {
  var keys: [VariantKey]
  var renderingMode: WidgetRenderingMode
  var isLuminanceReduced: Bool
  /// Describes the drawing; the requested variants are in `keys`.
  var isSimplified = false
  var colorScheme: ColorScheme
  /// Wallpaper and containers; on an emissive panel only content is lit in the dark (docs/rules.md, Reduced luminance).
  var showsBackgrounds: Bool

  /// Whether the firmware shows it in always-on and not only at night: outside of the night it requests full colour.
  var isAlwaysOn: Bool { isLuminanceReduced && keys.contains { $0.renderingMode == .fullColor } }
}

/// The looks that a scene needs (T3, rules 38 and 41): by day, in a dim room, and in the dark, where vibrant comes
/// before the night stage. Paper reflects the room and has only the first.
struct LookTable {
  let looks: [Look]

  init(_ scene: PanelScene) {
    let isEmissive = scene.board.isEmissive != 0
    let mode = isEmissive ? scene.style.renderingMode ?? Self.dayMode(scene) : .fullColor
    let scheme: ColorScheme =
      !isEmissive || (scene.context.hasAppearances && scene.style.appearance == .light) ? .light : .dark
    var near = [
      Look(
        keys: Self.keys(mode, isLuminanceReduced: false), renderingMode: mode, isLuminanceReduced: false,
        colorScheme: scheme, showsBackgrounds: true)
    ]
    if isEmissive {
      // A desktop that is not being used is vibrant (rule 38).
      let dim = scene.context == .desktop ? .vibrant : mode
      if dim != .vibrant {
        near.append(
          Look(
            keys: Self.keys(dim, isLuminanceReduced: true), renderingMode: dim, isLuminanceReduced: true,
            colorScheme: .dark, showsBackgrounds: false))
      }
      near.append(
        Look(
          keys: dim == .vibrant
            ? Self.keys(.vibrant, isLuminanceReduced: true)
            : [VariantKey(renderingMode: .vibrant, isLuminanceReduced: true)],
          renderingMode: .vibrant, isLuminanceReduced: true, colorScheme: .dark, showsBackgrounds: false))
    }
    // For a distant viewer there is less content, larger.
    var all = scene.board.sensor.distanceKind == .none ? near : near + near.map(\.simplified)
    if scene.style.levelOfDetail == .simplified { for index in all.indices { all[index].isSimplified = true } }
    looks = all
  }

  /// The firmware requests full colour outside the night; a replacement is stored under that key too.
  private static func keys(_ mode: WidgetRenderingMode, isLuminanceReduced: Bool) -> [VariantKey] {
    let modes = mode == .fullColor ? [mode] : [.fullColor, mode]
    return modes.map { VariantKey(renderingMode: $0, isLuminanceReduced: isLuminanceReduced) }
  }

  /// T3: full colour if the place supports it. The user's tint makes it accented (rules 27 and 65), and a watch's face
  /// has its face's colour.
  private static func dayMode(_ scene: PanelScene) -> WidgetRenderingMode {
    let context = scene.context
    let modes = RenderingModeTable.modes(in: context.place, on: context.platforms)
    let isTinted =
      context == .watchFace || (context.hasAppearances && scene.style.appearance.isAccented)
      || (context == .surface && scene.style.tint != nil)
    if isTinted && modes.contains(.accented) { return .accented }
    return modes.first ?? .fullColor
  }
}

extension Look {
  /// The look for a family that does not support full colour (T4), whose card is shown next to others that do.
  func supported(by family: WidgetFamily) -> Look {
    guard renderingMode == .fullColor, !family.renderingModes.contains(.fullColor) else { return self }
    var look = self
    look.renderingMode = .accented
    look.keys += keys.map {
      VariantKey(renderingMode: .accented, isLuminanceReduced: $0.isLuminanceReduced, isSimplified: $0.isSimplified)
    }
    return look
  }

  fileprivate var simplified: Look {
    var look = self
    look.isSimplified = true
    look.keys = keys.map {
      VariantKey(renderingMode: $0.renderingMode, isLuminanceReduced: $0.isLuminanceReduced, isSimplified: true)
    }
    return look
  }
}
