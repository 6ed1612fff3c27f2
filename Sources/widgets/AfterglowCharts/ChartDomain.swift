import Foundation

/// Both ends of an axis: a range, names in their order, or what the values need.
public protocol ScaleDomain {
  var plottedDomain: PlottedDomain { get }
}

/// The ends of an axis without the type of its values.
public struct PlottedDomain: Sendable {
  /// nil = from the values.
  var range: ClosedRange<Double>?
  /// In the order of the axis.
  var names: [String]?
  /// nil = the axis's own rule: values from zero, positions not.
  var includesZero: Bool?
  var isReversed = false
}

extension ClosedRange: ScaleDomain where Bound: Plottable {
  /// Without length, or of names, it is none.
  public var plottedDomain: PlottedDomain {
    guard let lower = lowerBound.plotted.position, let upper = upperBound.plotted.position, lower < upper else {
      return PlottedDomain()
    }
    return PlottedDomain(range: lower...upper)
  }
}

extension Array: ScaleDomain where Element: Plottable {
  /// Names are in this order. Of numbers and dates the first and the last are the ends: a greater first one turns the
  /// axis round.
  public var plottedDomain: PlottedDomain {
    let values = map(\.plotted)
    if case .category? = values.first { return PlottedDomain(names: values.map(\.name)) }
    guard let first = values.first?.position, let last = values.last?.position, first != last else {
      return PlottedDomain()
    }
    return PlottedDomain(range: Swift.min(first, last)...Swift.max(first, last), isReversed: last < first)
  }
}

/// The ends that the values need.
public struct AutomaticScaleDomain: ScaleDomain {
  public let plottedDomain: PlottedDomain
}

extension ScaleDomain where Self == AutomaticScaleDomain {
  public static var automatic: AutomaticScaleDomain { AutomaticScaleDomain(plottedDomain: PlottedDomain()) }

  /// - Parameter includesZero: whether zero is on the axis; `nil` is the axis's own rule: on that of values, yes.
  /// - Parameter reversed: whether the axis begins with its greatest value.
  public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
    AutomaticScaleDomain(plottedDomain: PlottedDomain(includesZero: includesZero, isReversed: reversed ?? false))
  }
}

/// The part of the plot along an axis that its values take up.
public struct PlotDimensionScaleRange: Sendable {
  let start: Double
  let end: Double

  /// Of a plot of this length.
  func shares(of length: Double) -> (start: Double, end: Double) {
    guard length > 0, start.isFinite, end.isFinite else { return (0, 0) }
    // A tenth is left for the values at least.
    let scale = min(1, 0.9 * length / max(1e-9, start + end))
    return (start * scale / length, end * scale / length)
  }

  /// All of the plot, less these distances in points.
  public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> PlotDimensionScaleRange {
    PlotDimensionScaleRange(start: max(0, startPadding), end: max(0, endPadding))
  }
  /// All of the plot, less this distance in points at both ends.
  public static func plotDimension(padding: CGFloat) -> PlotDimensionScaleRange {
    .plotDimension(startPadding: padding, endPadding: padding)
  }
  /// All of the plot.
  public static var plotDimension: PlotDimensionScaleRange { .plotDimension(padding: 0) }
}
