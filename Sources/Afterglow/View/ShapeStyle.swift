import AfterglowCore

@_exported import struct AfterglowCore.Color

/// What fills text and shapes.
public protocol ShapeStyle: Sendable {
  var erased: AnyShapeStyle { get }
}

/// Any style, its type forgotten.
public struct AnyShapeStyle: ShapeStyle, Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    case hierarchical(Int)
    case color(UInt32)
    case gradient([UInt32], start: UnitPoint, end: UnitPoint)
    case background
  }
  let storage: Storage

  public init(_ style: some ShapeStyle) { self = style.erased }
  init(storage: Storage) { self.storage = storage }

  public var erased: AnyShapeStyle { self }
}

/// Main, supporting and least content: what the host dims, tints and reddens by role.
public struct HierarchicalShapeStyle: ShapeStyle {
  let level: Int

  public static let primary = HierarchicalShapeStyle(level: 0)
  public static let secondary = HierarchicalShapeStyle(level: 1)
  public static let tertiary = HierarchicalShapeStyle(level: 2)

  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .hierarchical(level)) }
}

/// The panel's or container's background.
public struct BackgroundStyle: ShapeStyle {
  public init() {}
  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .background) }
}

/// Colours along a line between two places of the shape, mixed in linear light.
public struct LinearGradient: ShapeStyle {
  let colors: [Color]
  let startPoint: UnitPoint
  let endPoint: UnitPoint

  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.colors = colors
    self.startPoint = startPoint
    self.endPoint = endPoint
  }

  public var erased: AnyShapeStyle {
    AnyShapeStyle(storage: .gradient(colors.map(\.argb), start: startPoint, end: endPoint))
  }
}

extension Color: ShapeStyle {
  public var erased: AnyShapeStyle { AnyShapeStyle(storage: .color(argb)) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { .init(level: 0) }
  public static var secondary: HierarchicalShapeStyle { .init(level: 1) }
  public static var tertiary: HierarchicalShapeStyle { .init(level: 2) }
}

extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == LinearGradient {
  public static func linearGradient(
    colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }
}

/// Apple's system colours as they are in dark appearance (HIG, Color): StandBy and panels on black are dark.
extension ShapeStyle where Self == Color {
  public static var black: Color { Color(argb: 0xFF00_0000) }
  public static var white: Color { Color(argb: 0xFFFF_FFFF) }
  public static var red: Color { Color(argb: 0xFFFF_453A) }
  public static var orange: Color { Color(argb: 0xFFFF_9F0A) }
  public static var yellow: Color { Color(argb: 0xFFFF_D60A) }
  public static var green: Color { Color(argb: 0xFF30_D158) }
  public static var mint: Color { Color(argb: 0xFF63_E6E2) }
  public static var teal: Color { Color(argb: 0xFF40_C8E0) }
  public static var cyan: Color { Color(argb: 0xFF64_D2FF) }
  public static var blue: Color { Color(argb: 0xFF0A_84FF) }
  public static var indigo: Color { Color(argb: 0xFF5E_5CE6) }
  public static var purple: Color { Color(argb: 0xFFBF_5AF2) }
  public static var pink: Color { Color(argb: 0xFFFF_375F) }
  public static var gray: Color { Color(argb: 0xFF8E_8E93) }
}

extension Color {
  public static func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }

  /// The same colour with its alpha multiplied.
  public func opacity(_ share: Double) -> Color {
    Color(
      red: red, green: green, blue: blue,
      alpha: UInt8((Double(alpha) * min(max(share, 0), 1)).rounded()))
  }
}
