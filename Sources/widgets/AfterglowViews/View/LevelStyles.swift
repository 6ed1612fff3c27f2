/// A subtle fill behind content: the tertiary level at reduced opacity. `.fill.tertiary` is the usual container
/// background of a widget.
public struct FillShapeStyle: ShapeStyle {
  let strength: Double

  /// 40 % of the tertiary level.
  public var secondary: FillShapeStyle { FillShapeStyle(strength: 0.4) }
  /// 30 % of the tertiary level.
  public var tertiary: FillShapeStyle { FillShapeStyle(strength: 0.3) }
  /// 20 % of the tertiary level.
  public var quaternary: FillShapeStyle { FillShapeStyle(strength: 0.2) }
  /// 15 % of the tertiary level.
  public var quinary: FillShapeStyle { FillShapeStyle(strength: 0.15) }

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .hierarchical(2), opacity: strength) }
}

extension ShapeStyle where Self == FillShapeStyle {
  /// 50 % of the tertiary level.
  public static var fill: FillShapeStyle { FillShapeStyle(strength: 0.5) }
  /// 60 % of the tertiary level: lines between contents.
  public static var separator: FillShapeStyle { FillShapeStyle(strength: 0.6) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// Equal to `tertiary`.
  public static var quinary: HierarchicalShapeStyle { .init(level: 4) }
  /// Text that stands where there is none: the tertiary level.
  public static var placeholder: HierarchicalShapeStyle { .init(level: 2) }
}

extension ShapeStyle where Self == TintShapeStyle {
  /// An alias of `tint`.
  public static var link: TintShapeStyle { TintShapeStyle() }
  /// An alias of `tint`.
  public static var selection: TintShapeStyle { TintShapeStyle() }
}

/// Fainter levels of any style, such as `.tint.secondary`.
extension ShapeStyle {
  /// The style at half of its opacity.
  public var secondary: AnyShapeStyle { opacity(0.5) }
  /// The style at 30 % of its opacity.
  public var tertiary: AnyShapeStyle { opacity(0.3) }
  /// The style at 20 % of its opacity.
  public var quaternary: AnyShapeStyle { opacity(0.2) }
  /// The style at 15 % of its opacity.
  public var quinary: AnyShapeStyle { opacity(0.15) }
}

/// Levels of a background are fills on it.
extension BackgroundStyle {
  public var secondary: FillShapeStyle { FillShapeStyle(strength: 0.3) }
  public var tertiary: FillShapeStyle { FillShapeStyle(strength: 0.4) }
  public var quaternary: FillShapeStyle { FillShapeStyle(strength: 0.5) }
}

/// A translucent sheet behind content: dark grey in dark appearance, light grey in light. What lies behind is seen through
/// it but, unlike in SwiftUI, not blurred. Where the host chooses the colours it is a fill.
public struct Material: ShapeStyle, Hashable, Codable, View, PrimitiveView {
  /// Of 255.
  let alpha: UInt8

  public static let ultraThin = Material(alpha: 128)
  public static let thin = Material(alpha: 160)
  public static let regular = Material(alpha: 192)
  public static let thick = Material(alpha: 216)
  public static let ultraThick = Material(alpha: 236)
  /// That of bars: as `regular`.
  public static let bar = Material(alpha: 192)

  public var erased: AnyShapeStyle { AnyShapeStyle(source: .material(self)) }

  func style(in environment: EnvironmentValues) -> AnyShapeStyle {
    guard environment.widgetRenderingMode == .fullColor else {
      return FillShapeStyle(strength: Double(alpha) / 480).erased
    }
    let grey: UInt32 = environment.colorScheme == .dark ? 0x2A2A2C : 0xF4F4F6
    return AnyShapeStyle(storage: .color(UInt32(alpha) << 24 | grey))
  }
}

extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { .ultraThin }
  public static var thinMaterial: Material { .thin }
  public static var regularMaterial: Material { .regular }
  public static var thickMaterial: Material { .thick }
  public static var ultraThickMaterial: Material { .ultraThick }
  public static var bar: Material { .bar }
}

extension View {
  /// Sets the foreground style, and that of the secondary level inside.
  public func foregroundStyle(_ primary: some ShapeStyle, _ secondary: some ShapeStyle) -> some View {
    foreground([AnyShapeStyle(primary), AnyShapeStyle(secondary)])
  }

  /// Sets the foreground style, and those of the secondary and tertiary level inside.
  public func foregroundStyle(
    _ primary: some ShapeStyle, _ secondary: some ShapeStyle, _ tertiary: some ShapeStyle
  ) -> some View {
    foreground([AnyShapeStyle(primary), AnyShapeStyle(secondary), AnyShapeStyle(tertiary)])
  }

  func foreground(_ levels: [AnyShapeStyle]) -> some View {
    EnvironmentModifier(content: self) {
      $0.foregroundStyle = levels[0]
      $0.foregroundLevels = levels.count > 1 ? levels : []
    }
  }
}

extension EnvironmentValues {
  /// What a widget set for a level; nil = the host chooses. Levels below the last are fainter by half each.
  func foregroundStyle(ofLevel level: Int) -> AnyShapeStyle? {
    guard let last = foregroundLevels.last, level >= 0 else { return nil }
    if level < foregroundLevels.count { return foregroundLevels[level] }
    return (foregroundLevels.count...min(level, 3)).reduce(last) { style, _ in style.opacity(0.5) }
  }
}
