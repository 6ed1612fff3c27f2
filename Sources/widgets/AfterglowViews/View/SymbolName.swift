import Foundation

/// A symbol as a view names it, before its environment says in which variant it is drawn.
struct SymbolName: Sendable {
  let symbol: Symbol
  /// 0 to 1; nil where it shows none.
  var value: Double?

  init(_ symbol: Symbol) { self.symbol = symbol }

  init(_ systemName: String, value: Double? = nil) {
    symbol = Symbol(systemName: systemName)
    self.value = value.map { min(max($0.isNaN ? 0 : $0, 0), 1) }
  }

  /// The drawing for a variant and a value; the plain symbol where there is none of its own.
  func symbol(in environment: EnvironmentValues) -> Symbol {
    if let value, let name = Self.graded(symbol.name, value), let found = Symbol(named: name) { return found }
    for suffix in environment.symbolVariants.suffixes {
      if let found = Symbol(named: symbol.name + suffix) { return found }
    }
    return symbol
  }

  /// Names of Material Design Icons for symbols whose drawing shows a value, from the least to the most.
  private static let grades: [String: [String]] = [
    "wifi": ["wifi-strength-outline"] + (1...4).map { "wifi-strength-\($0)" },
    "cellularbars": ["signal-cellular-outline"] + (1...3).map { "signal-cellular-\($0)" },
    "speaker.wave.3": ["volume-low", "volume-medium", "volume-high"],
    "battery.100percent": ["battery-outline"] + stride(from: 10, to: 100, by: 10).map { "battery-\($0)" } + ["battery"],
    "battery.100": ["battery-outline"] + stride(from: 10, to: 100, by: 10).map { "battery-\($0)" } + ["battery"],
    "thermometer.medium": ["thermometer-low", "thermometer", "thermometer-high"],
    "gauge.with.dots.needle.50percent": ["speedometer-slow", "speedometer-medium", "speedometer"],
  ]

  private static func graded(_ name: String, _ value: Double) -> String? {
    let plain = name.hasSuffix(".fill") ? String(name.dropLast(5)) : name
    guard let names = grades[plain] else { return nil }
    // 0 is the first, and only 1 is the last.
    return "mdi:" + names[min(names.count - 1, Int(clamping: (value * Double(names.count - 1)).rounded(.up)))]
  }
}

/// The variant in which symbols are drawn, where the font has one: `.circle`, `.slash.circle`.
public struct SymbolVariants: Hashable, Sendable {
  fileprivate enum Frame: String, Hashable {
    case none = ""
    case circle = ".circle"
    case square = ".square"
    case rectangle = ".rectangle"
  }

  fileprivate var frame = Frame.none
  fileprivate var isSlashed = false
  fileprivate var isFilled = false

  /// As it is named.
  public static let none = SymbolVariants()
  public static let circle = SymbolVariants().circle
  public static let square = SymbolVariants().square
  public static let rectangle = SymbolVariants().rectangle
  /// The font has one weight of each symbol: most look the same.
  public static let fill = SymbolVariants().fill
  public static let slash = SymbolVariants().slash

  public var circle: SymbolVariants { changed { $0.frame = .circle } }
  public var square: SymbolVariants { changed { $0.frame = .square } }
  public var rectangle: SymbolVariants { changed { $0.frame = .rectangle } }
  public var fill: SymbolVariants { changed { $0.isFilled = true } }
  public var slash: SymbolVariants { changed { $0.isSlashed = true } }

  public func contains(_ other: SymbolVariants) -> Bool {
    (other.frame == .none || other.frame == frame) && (!other.isSlashed || isSlashed) && (!other.isFilled || isFilled)
  }

  private func changed(_ change: (inout SymbolVariants) -> Void) -> SymbolVariants {
    var copy = self
    change(&copy)
    return copy
  }

  fileprivate func joined(with other: SymbolVariants) -> SymbolVariants {
    SymbolVariants(
      frame: other.frame == .none ? frame : other.frame, isSlashed: isSlashed || other.isSlashed,
      isFilled: isFilled || other.isFilled)
  }

  /// Ends of names that are tried in this order.
  var suffixes: [String] {
    let whole = (isSlashed ? ".slash" : "") + frame.rawValue
    return whole.isEmpty ? [] : [whole + (isFilled ? ".fill" : ""), whole]
  }
}

/// In which colours a symbol is drawn.
public struct SymbolRenderingMode: Hashable, Sendable {
  fileprivate enum Kind { case monochrome, hierarchical, palette, multicolor }

  fileprivate let kind: Kind

  /// In the foreground style.
  public static let monochrome = SymbolRenderingMode(kind: .monochrome)
  /// The font's symbols have one layer, so that this is the same as `monochrome`.
  public static let hierarchical = SymbolRenderingMode(kind: .hierarchical)
  /// The font's symbols have one layer, which has the first style.
  public static let palette = SymbolRenderingMode(kind: .palette)
  /// In a symbol's own colour, such as yellow for the sun, where it has one.
  public static let multicolor = SymbolRenderingMode(kind: .multicolor)
}

extension SymbolRenderingMode {
  /// Symbols with a colour of their own, by the beginning of their names.
  private static let ownColors: [(prefix: String, color: Color)] = [
    ("sun.max", .yellow), ("sun.min", .yellow), ("sunrise", .orange), ("sunset", .orange), ("moon", .yellow),
    ("bolt", .yellow), ("cloud.bolt", .yellow), ("drop", .blue), ("humidity", .blue), ("cloud.rain", .cyan),
    ("cloud.drizzle", .cyan), ("cloud.heavyrain", .cyan), ("cloud.sleet", .cyan), ("cloud.hail", .cyan),
    ("snowflake", .cyan), ("cloud.snow", .cyan), ("cloud.sun", .yellow), ("umbrella", .blue), ("thermometer", .red),
    ("flame", .orange), ("leaf", .green), ("heart", .red), ("star", .yellow), ("exclamationmark.triangle", .yellow),
    ("exclamationmark", .red), ("checkmark.circle", .green), ("checkmark.seal", .green), ("xmark.circle", .red),
    ("minus.circle", .red), ("plus.circle", .green), ("battery", .green), ("phone", .green), ("bell.badge", .red),
  ]

  /// nil where the foreground style is used.
  func color(of symbol: Symbol) -> Color? {
    guard kind == .multicolor else { return nil }
    return Self.ownColors.first { symbol.name.hasPrefix($0.prefix) }?.color
  }
}

extension EnvironmentValues {
  private struct VariantsKey: EnvironmentKey { static let defaultValue = SymbolVariants.none }
  private struct ModeKey: EnvironmentKey { static let defaultValue: SymbolRenderingMode? = nil }

  /// The variant in which symbols are drawn.
  public var symbolVariants: SymbolVariants {
    get { self[VariantsKey.self] }
    set { self[VariantsKey.self] = newValue }
  }

  /// In which colours symbols are drawn.
  public var symbolRenderingMode: SymbolRenderingMode? {
    get { self[ModeKey.self] }
    set { self[ModeKey.self] = newValue }
  }
}

extension View {
  /// Draws symbols in a variant, in addition to those that are set around the view.
  public func symbolVariant(_ variant: SymbolVariants) -> some View {
    EnvironmentModifier(content: self) { $0.symbolVariants = $0.symbolVariants.joined(with: variant) }
  }

  /// Sets in which colours symbols are drawn; `nil` is the foreground style.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
    environment(\.symbolRenderingMode, mode)
  }
}
