import AfterglowViews
import Foundation

/// A value that can be plotted on an axis: a number, a date, or a name.
///
///     enum Source: String, Plottable { case solar, grid }
///
/// Other types say which of these they are.
public protocol Plottable {
  associatedtype PrimitivePlottable: PrimitivePlottableProtocol
  /// The value as a number, date or name.
  var primitivePlottable: PrimitivePlottable { get }
  /// The value of a number, date or name; `nil` if there is none.
  init?(primitivePlottable: PrimitivePlottable)
}

/// A number, a date, or a name.
public protocol PrimitivePlottableProtocol: Plottable where PrimitivePlottable == Self {
  /// The value in the form that the axis uses.
  var plotted: PlottedValue { get }
  init?(plotted: PlottedValue)
}

extension PrimitivePlottableProtocol {
  public var primitivePlottable: Self { self }
  public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, RawValue: PrimitivePlottableProtocol {
  public var primitivePlottable: RawValue { rawValue }
  public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

extension Plottable {
  /// The value in the form that the axis uses.
  public var plotted: PlottedValue { primitivePlottable.plotted }
}

/// A value on an axis, without its type.
public enum PlottedValue: Hashable, Sendable {
  /// NaN and infinities are omitted from the chart.
  case number(Double)
  case date(Date)
  /// A name, in the order in which names first appear.
  case category(String)

  /// The position on a numeric axis; nil for names and NaN.
  var position: Double? {
    switch self {
    case .number(let value): value.isFinite ? value : nil
    case .date(let date): date.timeIntervalSinceReferenceDate.isFinite ? date.timeIntervalSinceReferenceDate : nil
    case .category: nil
    }
  }

  var isUsable: Bool {
    if case .category = self { true } else { position != nil }
  }

  func value<Value: PrimitivePlottableProtocol>(as type: Value.Type) -> Value? { Value(plotted: self) }

  /// The value in its own type; nil where it is of another kind.
  func value<Value: Plottable>() -> Value? {
    value(as: Value.PrimitivePlottable.self).flatMap { Value(primitivePlottable: $0) }
  }
}

extension BinaryInteger where Self: PrimitivePlottableProtocol {
  public var plotted: PlottedValue { .number(Double(self)) }
  public init?(plotted: PlottedValue) {
    guard case .number(let value) = plotted else { return nil }
    self.init(exactly: value)
  }
}

extension BinaryFloatingPoint where Self: PrimitivePlottableProtocol {
  public var plotted: PlottedValue { .number(Double(self)) }
  public init?(plotted: PlottedValue) {
    guard case .number(let value) = plotted else { return nil }
    self.init(value)
  }
}

extension Int: PrimitivePlottableProtocol {}
extension Int8: PrimitivePlottableProtocol {}
extension Int16: PrimitivePlottableProtocol {}
extension Int32: PrimitivePlottableProtocol {}
extension Int64: PrimitivePlottableProtocol {}
extension UInt: PrimitivePlottableProtocol {}
extension UInt8: PrimitivePlottableProtocol {}
extension UInt16: PrimitivePlottableProtocol {}
extension UInt32: PrimitivePlottableProtocol {}
extension UInt64: PrimitivePlottableProtocol {}
extension Double: PrimitivePlottableProtocol {}
extension Float: PrimitivePlottableProtocol {}
extension CGFloat: PrimitivePlottableProtocol {}

extension Decimal: PrimitivePlottableProtocol {
  public var plotted: PlottedValue { .number((self as NSDecimalNumber).doubleValue) }
  public init?(plotted: PlottedValue) {
    guard case .number(let value) = plotted else { return nil }
    self.init(value)
  }
}

extension Date: PrimitivePlottableProtocol {
  public var plotted: PlottedValue { .date(self) }
  public init?(plotted: PlottedValue) {
    guard case .date(let date) = plotted else { return nil }
    self = date
  }
}

extension String: PrimitivePlottableProtocol {
  public var plotted: PlottedValue { .category(self) }
  public init?(plotted: PlottedValue) {
    guard case .category(let name) = plotted else { return nil }
    self = name
  }
}

/// A value and the name of what it measures: `.value("Height", 2.4)`.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let plotted: PlottedValue

  /// A value whose kind is known only when it is read.
  package init(_ label: String, plotted: PlottedValue) {
    self.label = label
    self.plotted = plotted
  }

  /// - Parameter label: the name of the quantity, for descriptions of the chart; it is not drawn.
  /// - Parameter value: the position of the mark, or the series it belongs to.
  public static func value(_ label: String, _ value: Value) -> PlottableValue {
    PlottableValue(label, plotted: value.plotted)
  }

  /// - Parameter label: the name of the quantity, for descriptions of the chart; it is not drawn.
  /// - Parameter value: the position of the mark, or the series it belongs to.
  public static func value(_ label: Text, _ value: Value) -> PlottableValue { .value("", value) }

  /// - Parameter label: the name of the quantity, for descriptions of the chart; it is not drawn.
  /// - Parameter value: the position of the mark, or the series it belongs to.
  @_disfavoredOverload
  public static func value(_ label: LocalizedStringKey, _ value: Value) -> PlottableValue { .value("", value) }
}

extension PlottableValue where Value == Date {
  /// A day, an hour, a month: marks of the same one are at the same position, and stacked.
  ///
  /// - Parameters:
  ///   - label: the name of the quantity.
  ///   - value: any instant in it.
  ///   - unit: what the instant stands for.
  ///   - calendar: the environment's by default.
  public static func value(
    _ label: String, _ value: Date, unit: Calendar.Component, calendar: Calendar? = nil
  ) -> PlottableValue {
    let calendar = calendar ?? Environment(\.calendar).wrappedValue
    return .value(label, calendar.dateInterval(of: unit, for: value)?.start ?? value)
  }
}
