/// How gauges are drawn.
///
///     struct DotGaugeStyle: GaugeStyle {
///       func makeBody(configuration: Configuration) -> some View {
///         HStack {
///           configuration.label
///           ForEach(0..<5) { Circle().fill(.tint).opacity(Double($0) < configuration.value * 5 ? 1 : 0.3) }
///         }
///       }
///     }
///
/// A `Gauge(configuration)` inside of `makeBody` is drawn in the style around this one.
public protocol GaugeStyle {
  associatedtype Body: View
  typealias Configuration = GaugeStyleConfiguration
  /// The gauge as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The content of a gauge: its value and its labels.
public struct GaugeStyleConfiguration {
  /// The view that names the measured quantity.
  public struct Label: View, ControlPart { let content: AnyView }
  /// The value as text.
  public struct CurrentValueLabel: View, ControlPart { let content: AnyView }
  /// The lower bound as text.
  public struct MinimumValueLabel: View, ControlPart { let content: AnyView }
  /// The upper bound as text.
  public struct MaximumValueLabel: View, ControlPart { let content: AnyView }

  /// Between the bounds: 0 to 1.
  public var value: Double
  public var label: Label
  /// nil where the gauge has none.
  public var currentValueLabel: CurrentValueLabel?
  /// nil where the gauge has no bounds.
  public var minimumValueLabel: MinimumValueLabel?
  /// nil where the gauge has no bounds.
  public var maximumValueLabel: MaximumValueLabel?
}

extension View {
  /// Sets the style of gauges in the view.
  public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
    controlStyle(\.gaugeStyle) { AnyView(style.makeBody(configuration: $0)) }
  }

  /// Lets circular gauges and circular progress be as large as the room that they are offered, 76 points at most.
  package func fittingRings() -> some View { environment(\.fitsRings, true) }
}

/// The default style: ``LinearCapacityGaugeStyle``.
public struct DefaultGaugeStyle: GaugeStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.capacity(heightPt: 6) }
}

/// A bar that fills, with the label above and the current value below it.
public struct LinearCapacityGaugeStyle: GaugeStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.capacity(heightPt: 6) }
}

/// A lower bar that fills, with the label above and the current value below it.
public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.capacity(heightPt: 5) }
}

/// A bar with a dot at the value. The label and the current value are not shown.
public struct AccessoryLinearGaugeStyle: GaugeStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    configuration.bar { MarkedBar(share: configuration.value, height: 5) }
  }
}

/// An open ring with a dot at the value; the current value in its centre, the bounds or otherwise the label in its gap.
public struct AccessoryCircularGaugeStyle: GaugeStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.openRing }
}

/// A closed ring that fills, with the current value or otherwise the label in its centre.
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    if let current = configuration.currentValueLabel {
      CapacityRing(share: configuration.value, middle: current)
    } else {
      CapacityRing(share: configuration.value, middle: configuration.label)
    }
  }
}

extension GaugeStyle where Self == DefaultGaugeStyle {
  /// The default style: `linearCapacity`.
  public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
  /// A bar that fills, with the label above and the current value below it.
  public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
  /// A bar with a dot at the value.
  public static var accessoryLinear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
  /// The name of ``accessoryLinear`` on watches.
  public static var linear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
  /// A lower bar that fills.
  public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle { AccessoryLinearCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
  /// An open ring with a dot at the value.
  public static var accessoryCircular: AccessoryCircularGaugeStyle { AccessoryCircularGaugeStyle() }
  /// The name of ``accessoryCircular`` on watches.
  public static var circular: AccessoryCircularGaugeStyle { AccessoryCircularGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
  /// A closed ring that fills.
  public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle {
    AccessoryCircularCapacityGaugeStyle()
  }
}

/// A built-in style that is chosen when a widget runs.
package struct AnyGaugeStyle: GaugeStyle, Sendable {
  private let make: @Sendable (Configuration) -> AnyView

  package init(_ style: some GaugeStyle & Sendable & SendableMetatype) {
    make = { AnyView(style.makeBody(configuration: $0)) }
  }

  package func makeBody(configuration: Configuration) -> some View { make(configuration) }
}

extension GaugeStyleConfiguration {
  fileprivate func capacity(heightPt: Double) -> some View {
    VStack(alignment: .leading, spacing: 3) {
      label.lineLimit(1)
      bar { CapacityBar(share: value, height: heightPt) }
      currentValueLabel.font(.caption).foregroundStyle(.secondary).lineLimit(1)
    }
    .spacedAsControl()
  }

  /// Between its bounds.
  func bar(@ViewBuilder _ bar: () -> some View) -> some View {
    HStack(spacing: 4) {
      if let minimumValueLabel { minimumValueLabel.font(.caption2).lineLimit(1).fixedSize() }
      bar()
      if let maximumValueLabel { maximumValueLabel.font(.caption2).lineLimit(1).fixedSize() }
    }
    .spacedAsControl()
  }

  /// Three quarters of a ring; the gap below contains the bounds, or the label.
  fileprivate var openRing: some View {
    RingRoom { side in
      ZStack {
        OpenRing(share: value, side: side, sweep: showsBounds(side) ? OpenRing.sweepAboveBounds : OpenRing.wholeSweep)
        if let currentValueLabel {
          currentValueLabel.minimumScaleFactor(0.4).lineLimit(1)
            .font(.system(size: side * 0.3, weight: .semibold))
            .frame(width: side * 0.58, height: side * 0.44)
        }
        if hasFoot(side) {
          below(side).frame(width: side, height: side, alignment: .bottom)
        }
      }
    }
  }

  /// In a smaller ring 11 pt below the value would lie over it.
  private static var leastSideWithBoth: Double { 40 }

  private var hasBounds: Bool { minimumValueLabel != nil || maximumValueLabel != nil }

  private func hasFoot(_ side: Double) -> Bool { side >= Self.leastSideWithBoth || currentValueLabel == nil }

  private func showsBounds(_ side: Double) -> Bool { hasBounds && hasFoot(side) }

  /// Width of both bounds together, as a share of the ring's. In smaller rings letters of 11 pt would touch the ends of the
  /// ring if they stood farther apart.
  private static func boundsShare(_ side: Double) -> Double { side < 58 ? 0.52 : 0.66 }

  @ViewBuilder private func below(_ side: Double) -> some View {
    let size = max(11, side * 0.16)
    if hasBounds {
      HStack(spacing: 0) {
        minimumValueLabel
        Spacer(minLength: 0)
        maximumValueLabel
      }
      .font(.system(size: size, weight: .medium)).lineLimit(1).minimumScaleFactor(0.6)
      .frame(width: side * Self.boundsShare(side))
    } else {
      label.font(.system(size: size, weight: .medium)).lineLimit(1).minimumScaleFactor(0.6)
        .frame(maxWidth: side * 0.5)
    }
  }
}
