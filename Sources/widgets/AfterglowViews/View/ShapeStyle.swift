/// The fill of text and shapes: a colour, a gradient, or a level whose colour the host chooses.
///
///     Text("2.4 m").foregroundStyle(.primary)
///     Capsule().fill(.cyan.opacity(0.3))
///     Circle().fill(.linearGradient(colors: [.blue, .mint], startPoint: .top, endPoint: .bottom))
///
/// In accented and vibrant rendering, at night and on paper the host replaces colours and keeps opacities.
///
/// A style of your own returns another one, by the environment of the view that is filled:
///
///     struct Water: ShapeStyle {
///       func resolve(in environment: EnvironmentValues) -> some ShapeStyle {
///         environment.colorScheme == .dark ? Color.cyan : Color.blue
///       }
///     }
public protocol ShapeStyle: Sendable {
  associatedtype Resolved: ShapeStyle = Never
  /// The style that fills a view with this environment.
  func resolve(in environment: EnvironmentValues) -> Resolved
  /// The style without its type. Styles of your own have one that resolves them where they fill something.
  var erased: AnyShapeStyle { get }
}

extension ShapeStyle {
  public var erased: AnyShapeStyle { AnyShapeStyle(source: .custom(CustomStyle(self))) }
}

extension ShapeStyle where Resolved == Never {
  public func resolve(in environment: EnvironmentValues) -> Never {
    fatalError("\(Self.self) needs a function resolve(in:) that returns another style")
  }
}

extension Never: ShapeStyle {}

/// A style of a widget's own type, which is resolved where it fills something. It is equal to its copies alone.
final class CustomStyle: Hashable, Codable, Sendable {
  private let resolution: @Sendable (EnvironmentValues) -> AnyShapeStyle

  init(_ style: some ShapeStyle) { resolution = { style.resolve(in: $0).erased } }

  func resolved(in environment: EnvironmentValues) -> AnyShapeStyle { resolution(environment) }

  static func == (one: CustomStyle, other: CustomStyle) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Only resolved styles leave a widget's process.
  func encode(to encoder: any Encoder) throws {
    let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "an unresolved style")
    throw EncodingError.invalidValue(self, context)
  }

  init(from decoder: any Decoder) throws {
    let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an unresolved style")
    throw DecodingError.dataCorrupted(context)
  }
}

/// A style of any type.
public struct AnyShapeStyle: ShapeStyle, Hashable, Codable, Sendable {
  package enum Storage: Hashable, Codable, Sendable {
    case hierarchical(Int)
    case color(UInt32)
    /// The first in full colour, the second where the host chooses the colours.
    case marked(UInt32, UInt32)
    case gradient([UInt32], start: UnitPoint, end: UnitPoint)
    case field(GradientField)
    case background
  }
  /// Whether the style is the environment's, which is resolved when something is drawn.
  enum Source: Hashable, Codable, Sendable {
    case own, foreground, tint
    case color(Color)
    case material(Material)
    case custom(CustomStyle)
  }

  package let storage: Storage
  var source: Source = .own
  /// Of the whole style, in addition to the alpha of its colours.
  var opacity: Double = 1
  /// Of what is filled with it; nil for none.
  var shadow: ShadowStyle?

  /// Whether the colours are the style's own, not the environment's.
  package var isOwn: Bool {
    if case .color(let color) = source, case .system = color.storage { return true }
    return source == .own
  }

  /// The level that the style stands for; nil for any other style.
  var level: Int? {
    switch (source, storage) {
    case (.own, .hierarchical(let level)): level
    case (.color(let color), _): if case .level(let level) = color.storage { level } else { nil }
    default: nil
    }
  }

  public init(_ style: some ShapeStyle) { self = style.erased }

  /// Whether it can be drawn, for one that another process made.
  var isSound: Bool {
    switch storage {
    case .gradient(let stops, _, _): stops.count <= 64
    case .field(let field): field.isSound
    default: true
    }
  }

  package init(storage: Storage, opacity: Double = 1) {
    self.storage = storage
    self.opacity = opacity
  }

  init(source: Source) {
    storage = .hierarchical(0)
    self.source = source
  }

  public var erased: AnyShapeStyle { self }

  /// For a layout of the opposite direction.
  var mirrored: AnyShapeStyle {
    var copy = self
    switch storage {
    case .gradient(let stops, let start, let end):
      copy = AnyShapeStyle(storage: .gradient(stops, start: start.mirrored, end: end.mirrored), opacity: opacity)
    case .field(let field): copy = AnyShapeStyle(storage: .field(field.mirrored), opacity: opacity)
    default: break
    }
    copy.source = source
    return copy
  }

  /// The name of its colour that no resource has.
  func missingName(in environment: EnvironmentValues) -> String? {
    let style: AnyShapeStyle? =
      switch (source, storage) {
      case (.tint, _): environment.tint
      case (.foreground, _): environment.foregroundStyle
      case (.own, .hierarchical(let level)): environment.foregroundStyle(ofLevel: level)
      default: self
      }
    guard case .color(let color)? = style?.source else { return nil }
    return color.missingName
  }

  /// Its own shadow, or that of the foreground style that it stands for.
  func shadow(in environment: EnvironmentValues) -> ShadowStyle? {
    if let shadow { return shadow }
    if case .custom(let custom) = source { return custom.resolved(in: environment).shadow(in: environment) }
    return source == .foreground ? environment.foregroundStyle.shadow : nil
  }

  /// Without references to the environment, and the remaining opacity for a group to apply.
  ///
  /// - Parameter isText: whether text is drawn in it.
  func resolved(in environment: EnvironmentValues, isText: Bool = false) -> (style: AnyShapeStyle, opacity: Double) {
    func outer(_ style: AnyShapeStyle, opacity: Double? = nil) -> (style: AnyShapeStyle, opacity: Double) {
      var style = style.concrete(environment, isText: isText)
      style.opacity *= opacity ?? self.opacity
      return style.split
    }
    switch source {
    case .own:
      if storage == .background, let style = environment.backgroundStyle { return outer(style) }
      guard case .hierarchical(let level) = storage, let style = environment.foregroundStyle(ofLevel: level) else {
        return split
      }
      return outer(style)
    case .tint: return outer(environment.tint)
    case .foreground:
      return outer(environment.foregroundStyle.source == .tint ? environment.tint : environment.foregroundStyle)
    case .color, .material: return outer(self, opacity: 1)
    case .custom(let custom):
      return replaced(by: custom, in: environment).resolved(in: environment, isText: isText)
    }
  }

  /// A style of the environment must not refer to itself.
  private func concrete(_ environment: EnvironmentValues, isText: Bool = false) -> AnyShapeStyle {
    switch source {
    case .own:
      if storage == .background, let style = environment.backgroundStyle {
        style.opacity(opacity).concrete(environment, isText: isText)
      } else {
        self
      }
    case .tint, .foreground: AnyShapeStyle(storage: .hierarchical(0), opacity: opacity)
    case .color(let color):
      switch color.storage {
      case .level(let level): AnyShapeStyle(storage: .hierarchical(level), opacity: opacity)
      case .system(let own, let plain?):
        AnyShapeStyle(
          storage: .marked(own.value(in: environment.groundScheme, isText: isText), plain), opacity: opacity)
      default: AnyShapeStyle(storage: .color(color.value(in: environment, isText: isText)), opacity: opacity)
      }
    case .material(let material): material.style(in: environment).opacity(opacity)
    case .custom(let custom): replaced(by: custom, in: environment).concrete(environment, isText: isText)
    }
  }

  private func replaced(by custom: CustomStyle, in environment: EnvironmentValues) -> AnyShapeStyle {
    var style = custom.resolved(in: environment)
    style.opacity *= opacity
    return style
  }

  /// 0xAARRGGBB for a place that takes one colour only: that of the middle.
  func middle(in environment: EnvironmentValues) -> UInt32 {
    let style = concrete(environment)
    let argb: UInt32 =
      switch style.storage {
      case .color(let argb): argb
      case .marked(let own, let plain): environment.widgetRenderingMode == .fullColor ? own : plain
      case .gradient(let stops, _, _): stops.isEmpty ? 0 : stops[stops.count / 2]
      case .field(let field): field.colors.isEmpty ? 0 : field.colors[field.colors.count / 2]
      case .hierarchical(let level): Color(storage: .level(level)).value(in: environment)
      case .background: environment.colorScheme == .dark ? 0xFF00_0000 : 0xFFFF_FFFF
      }
    return Color(argb: argb).opacity(style.opacity).argb
  }

  /// Colours contain their opacity.
  private var split: (style: AnyShapeStyle, opacity: Double) {
    let opacity = min(max(opacity, 0), 1)
    func faded(_ argb: UInt32) -> UInt32 { Color(argb: argb).opacity(opacity).argb }
    switch storage {
    case .color(let argb): return (AnyShapeStyle(storage: .color(faded(argb))), opacity > 0 ? 1 : 0)
    case .marked(let own, let plain):
      return (AnyShapeStyle(storage: .marked(faded(own), faded(plain))), opacity > 0 ? 1 : 0)
    case .gradient(let stops, let start, let end):
      return (AnyShapeStyle(storage: .gradient(stops.map(faded), start: start, end: end)), opacity > 0 ? 1 : 0)
    case .field(var field):
      field.colors = field.colors.map(faded)
      return (AnyShapeStyle(storage: .field(field)), opacity > 0 ? 1 : 0)
    default: return (AnyShapeStyle(storage: storage), opacity)
    }
  }
}

extension ShapeStyle {
  /// The style with its opacity multiplied by a factor, clamped to 0…1.
  public func opacity(_ opacity: Double) -> AnyShapeStyle {
    var style = erased
    style.opacity *= min(max(opacity, 0), 1)
    return style
  }
}

/// A style as a view fills its frame.
extension PrimitiveView where Self: ShapeStyle {
  package func elements(in context: ResolveContext) -> [any Element] {
    AfterglowViews.resolve(Rectangle().fill(self), in: context)
  }
}

/// Three levels of content, from the main to the least, whose colours the host chooses.
///
/// On a black panel they are opaque greys with a contrast of 21, 9.0 and 3.1 to the background, on white 21, 5.9 and
/// 3.1 (docs/rules.md, rule 36, and Contrast). `foregroundStyle(_:_:)` and `foregroundStyle(_:_:_:)` set them for what is
/// inside; one foreground style, unlike SwiftUI's, does not change the levels below it.
public struct HierarchicalShapeStyle: ShapeStyle, View, PrimitiveView {
  let level: Int

  /// Main content.
  public static let primary = HierarchicalShapeStyle(level: 0)
  /// Supporting content.
  public static let secondary = HierarchicalShapeStyle(level: 1)
  /// Marks, tracks and content that need not be legible.
  public static let tertiary = HierarchicalShapeStyle(level: 2)
  /// Equal to ``tertiary``: anything fainter would be invisible on a dimmed panel.
  public static let quaternary = HierarchicalShapeStyle(level: 3)

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .hierarchical(level)) }
}

/// The background of the panel, or of the widget if it has its own.
public struct BackgroundStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .background) }
}

/// The foreground style of the view's environment.
public struct ForegroundStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(source: .foreground) }
}

/// The style set by `tint`; system blue if none is set.
public struct TintShapeStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(source: .tint) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// Main content.
  public static var primary: HierarchicalShapeStyle { .init(level: 0) }
  /// Supporting content.
  public static var secondary: HierarchicalShapeStyle { .init(level: 1) }
  /// Marks, tracks and content that need not be legible.
  public static var tertiary: HierarchicalShapeStyle { .init(level: 2) }
  /// Equal to `tertiary`.
  public static var quaternary: HierarchicalShapeStyle { .init(level: 3) }
}

extension ShapeStyle where Self == BackgroundStyle {
  /// The background of the panel, or of the widget if it has its own.
  public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == ForegroundStyle {
  /// The foreground style of the view's environment.
  public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == TintShapeStyle {
  /// The style set by `tint`.
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension View {
  /// Sets the style of `.background` in the view.
  public func backgroundStyle(_ style: some ShapeStyle) -> some View {
    let style = AnyShapeStyle(style)
    // That of the host refers to nothing.
    let isOfHost = style.isOwn && style.storage == .background
    return environment(\.backgroundStyle, isOfHost ? nil : style)
  }
}
