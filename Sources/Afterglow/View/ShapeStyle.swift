import AfterglowCore

@_exported import struct AfterglowCore.Color

/// What fills text and shapes.
public protocol ShapeStyle: Sendable {
  var erased: AnyShapeStyle { get }
}

/// Any style, its type forgotten.
public struct AnyShapeStyle: ShapeStyle, Hashable, Codable, Sendable {
  enum Storage: Hashable, Codable, Sendable {
    case hierarchical(Int)
    case color(UInt32)
    case gradient([UInt32], start: UnitPoint, end: UnitPoint)
    case field(GradientField)
    case background
  }
  /// Whether the style is the environment's, which is known when something is drawn.
  enum Source: Hashable, Codable, Sendable { case own, foreground, tint }

  let storage: Storage
  var source: Source = .own
  /// Of the whole style, on top of what its colours have.
  var opacity: Double = 1

  public init(_ style: some ShapeStyle) { self = style.erased }
  init(storage: Storage, opacity: Double = 1) {
    self.storage = storage
    self.opacity = opacity
  }

  init(source: Source) {
    storage = .hierarchical(0)
    self.source = source
  }

  public var erased: AnyShapeStyle { self }

  /// For a layout that runs the other way.
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

  /// Without names of the environment, and the opacity that is left for a group to give.
  func resolved(in environment: EnvironmentValues) -> (style: AnyShapeStyle, opacity: Double) {
    switch source {
    case .own: return split
    case .tint: return outer(environment.tint)
    case .foreground:
      return outer(environment.foregroundStyle.source == .tint ? environment.tint : environment.foregroundStyle)
    }
  }

  private func outer(_ style: AnyShapeStyle) -> (style: AnyShapeStyle, opacity: Double) {
    // The surroundings cannot mean themselves.
    var style = style.source == .own ? style : AnyShapeStyle(HierarchicalShapeStyle.primary)
    style.opacity *= opacity
    return style.split
  }

  /// Colours carry their opacity themselves.
  private var split: (style: AnyShapeStyle, opacity: Double) {
    let opacity = min(max(opacity, 0), 1)
    switch storage {
    case .color(let argb):
      return (AnyShapeStyle(storage: .color(Color(argb: argb).opacity(opacity).argb)), opacity > 0 ? 1 : 0)
    case .gradient(let stops, let start, let end):
      let faded = stops.map { Color(argb: $0).opacity(opacity).argb }
      return (AnyShapeStyle(storage: .gradient(faded, start: start, end: end)), opacity > 0 ? 1 : 0)
    case .field(var field):
      field.colors = field.colors.map { Color(argb: $0).opacity(opacity).argb }
      return (AnyShapeStyle(storage: .field(field)), opacity > 0 ? 1 : 0)
    default: return (AnyShapeStyle(storage: storage), opacity)
    }
  }
}

extension ShapeStyle {
  /// The same style, fainter.
  public func opacity(_ opacity: Double) -> AnyShapeStyle {
    var style = erased
    style.opacity *= min(max(opacity, 0), 1)
    return style
  }
}

/// A style as a view fills the room it is given.
extension PrimitiveView where Self: ShapeStyle {
  func elements(in context: ResolveContext) -> [any Element] { resolve(Rectangle().fill(self), in: context) }
}

/// Main, supporting and least content: what the host dims, tints and reddens by role.
public struct HierarchicalShapeStyle: ShapeStyle, View, PrimitiveView {
  let level: Int

  public static let primary = HierarchicalShapeStyle(level: 0)
  public static let secondary = HierarchicalShapeStyle(level: 1)
  public static let tertiary = HierarchicalShapeStyle(level: 2)
  public static let quaternary = HierarchicalShapeStyle(level: 3)

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .hierarchical(level)) }
}

/// The panel's or container's background.
public struct BackgroundStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .background) }
}

/// The foreground style that surrounds the view.
public struct ForegroundStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(source: .foreground) }
}

/// The colour that `tint` gives to the view.
public struct TintShapeStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(source: .tint) }
}

extension Color: ShapeStyle {
  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .color(argb)) }
}

extension Color: View, PrimitiveView {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { .init(level: 0) }
  public static var secondary: HierarchicalShapeStyle { .init(level: 1) }
  public static var tertiary: HierarchicalShapeStyle { .init(level: 2) }
  public static var quaternary: HierarchicalShapeStyle { .init(level: 3) }
}

extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == ForegroundStyle {
  public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The quiet fill behind content; `.fill.tertiary` is the usual container background of a widget.
public struct FillShapeStyle: ShapeStyle {
  let strength: Double

  public var secondary: FillShapeStyle { FillShapeStyle(strength: 0.4) }
  public var tertiary: FillShapeStyle { FillShapeStyle(strength: 0.3) }
  public var quaternary: FillShapeStyle { FillShapeStyle(strength: 0.2) }

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .hierarchical(2), opacity: strength) }
}

extension ShapeStyle where Self == FillShapeStyle {
  public static var fill: FillShapeStyle { FillShapeStyle(strength: 0.5) }
}
