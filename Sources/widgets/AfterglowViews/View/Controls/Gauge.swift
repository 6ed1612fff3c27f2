import Foundation

/// A value between two bounds, as a bar or ring.
///
///     Gauge(value: entry.metres, in: 0...4) {
///       Image(symbol: .drop)
///     } currentValueLabel: {
///       Text("\(entry.metres, specifier: "%.1f")")
///     } minimumValueLabel: {
///       Text("0")
///     } maximumValueLabel: {
///       Text("4")
///     }
///     .gaugeStyle(.accessoryCircular)
///     .tint(.cyan)
///
/// Which labels are shown depends on the style. Values outside of the range are drawn at its ends, NaN at its start.
/// Along a watch's dial, in a `widgetLabel`, every gauge is a bar with its bounds.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View>: View {
  private let configuration: GaugeStyleConfiguration
  @Environment(\.isWidgetLabel) private var isWidgetLabel
  @Environment(\.hidesLabels) private var hidesLabels

  /// A gauge with bounds.
  ///
  /// - Parameter value: clamped to `range`.
  /// - Parameter range: 0 to 1 by default.
  /// - Parameter label: what is measured.
  /// - Parameter currentValueLabel: the value as text.
  /// - Parameter minimumValueLabel: the lower bound as text.
  /// - Parameter maximumValueLabel: the upper bound as text.
  public init<V: BinaryFloatingPoint>(
    value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) {
    configuration = GaugeStyleConfiguration(
      value: Share.of(value, in: range), label: .init(content: AnyView(label())),
      currentValueLabel: .init(content: AnyView(currentValueLabel())),
      minimumValueLabel: .init(content: AnyView(minimumValueLabel())),
      maximumValueLabel: .init(content: AnyView(maximumValueLabel())))
  }

  /// A gauge without bounds.
  public init<V: BinaryFloatingPoint>(
    value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) where BoundsLabel == EmptyView {
    configuration = GaugeStyleConfiguration(
      value: Share.of(value, in: range), label: .init(content: AnyView(label())),
      currentValueLabel: .init(content: AnyView(currentValueLabel())))
  }

  /// A gauge with only a label.
  public init<V: BinaryFloatingPoint>(
    value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
  ) where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView {
    configuration = GaugeStyleConfiguration(
      value: Share.of(value, in: range), label: .init(content: AnyView(label())))
  }

  /// The gauge that a style received, in the style around it.
  public init(_ configuration: GaugeStyleConfiguration)
  where
    Label == GaugeStyleConfiguration.Label, CurrentValueLabel == GaugeStyleConfiguration.CurrentValueLabel,
    BoundsLabel == GaugeStyleConfiguration.MinimumValueLabel
  {
    self.configuration = configuration
  }

  private var shown: GaugeStyleConfiguration {
    var shown = configuration
    if hidesLabels { shown.label = .init(content: AnyView(EmptyView())) }
    return shown
  }

  public var body: some View {
    if isWidgetLabel {
      // Along a watch's face there is space for a bar and its bounds only.
      configuration.bar { CapacityBar(share: configuration.value, height: 5) }
    } else {
      StyledControl(configuration: shown, style: \.gaugeStyle) {
        AnyView(DefaultGaugeStyle().makeBody(configuration: $0))
      }
      .accessibilityElement(children: .combine)
      .accessibilityValue(Text(share: configuration.value))
    }
  }
}

/// An open ring with a dot at a fraction of it, and a gap around the dot.
struct OpenRing: View {
  /// In degrees, as far from the top to either side.
  static let wholeSweep = 270.0
  /// Where bounds stand in the gap, its ends keep away from them.
  static let sweepAboveBounds = 242.0

  let share: Double
  let side: Double
  let sweep: Double
  @Environment(\.hidesContent) private var hidesContent
  @Environment(\.self) private var environment

  var body: some View {
    let line = RingRoom<EmptyView>.line(side)
    let start = 270 - sweep / 2
    let tint = environment.ringTint(from: .degrees(start), to: .degrees(start + sweep))
    // The dot is wider than the line, and lies inside the ring's room.
    let inset = line * 0.75
    let radius = side / 2 - inset
    let style = StrokeStyle(lineWidth: environment.trackWidth(line), lineCap: .round)
    if hidesContent {
      Arc(start: .degrees(start), sweep: .degrees(sweep)).inset(by: inset).stroke(.quaternary, style: style)
    } else {
      let dot = share * sweep
      // Round ends extend half a line width beyond their arcs.
      let gap = Angle.radians((line * 1.25 + line / 2) / max(1, radius)).degrees
      ZStack {
        if dot - gap > 0 {
          Arc(start: .degrees(start), sweep: .degrees(dot - gap)).inset(by: inset).stroke(tint, style: style)
        }
        if sweep - dot - gap > 0 {
          Arc(start: .degrees(start + dot + gap), sweep: .degrees(sweep - dot - gap)).inset(by: inset)
            .stroke(tint, style: style)
        }
        Circle().fill(.primary).frame(width: line * 1.5, height: line * 1.5)
          .position(
            CGPoint(Point(x: side / 2, y: side / 2).moved(by: radius, at: Angle.degrees(start + dot).radians)))
      }
    }
  }
}

enum Share {
  /// 0 to 1; NaN is 0.
  static func of<V: BinaryFloatingPoint>(_ value: V, in range: ClosedRange<V>) -> Double {
    let share = Double(value - range.lowerBound) / Double(range.upperBound - range.lowerBound)
    return share.isNaN ? 0 : min(max(share, 0), 1)
  }
}
