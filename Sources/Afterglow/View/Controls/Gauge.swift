/// How gauges are drawn. The names are WidgetKit's; unlike there it is a value, and there are no custom styles.
public struct GaugeStyle: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case linearCapacity, accessoryLinear, accessoryLinearCapacity, accessoryCircular, accessoryCircularCapacity
  }
  let kind: Kind

  /// The same as ``linearCapacity``.
  public static let automatic = GaugeStyle(kind: .linearCapacity)
  /// A bar that fills, with the label above and the current value below it.
  public static let linearCapacity = GaugeStyle(kind: .linearCapacity)
  /// A bar with a dot at the value. The label and the current value are not shown.
  public static let accessoryLinear = GaugeStyle(kind: .accessoryLinear)
  /// A lower bar that fills, with the label above and the current value below it.
  public static let accessoryLinearCapacity = GaugeStyle(kind: .accessoryLinearCapacity)
  /// An open ring with a dot at the value; the current value in its centre, the bounds or otherwise the label in its
  /// gap.
  public static let accessoryCircular = GaugeStyle(kind: .accessoryCircular)
  /// A closed ring that fills, with the current value or otherwise the label in its centre.
  public static let accessoryCircularCapacity = GaugeStyle(kind: .accessoryCircularCapacity)
}

extension View {
  /// Sets the style of gauges in the view.
  public func gaugeStyle(_ style: GaugeStyle) -> some View { environment(\.gaugeStyle, style) }
}

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
  private let share: Double
  private let label: Label
  private let currentValueLabel: CurrentValueLabel?
  private let bounds: (minimum: BoundsLabel, maximum: BoundsLabel)?
  @Environment(\.gaugeStyle) private var style
  @Environment(\.isWidgetLabel) private var isWidgetLabel

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
    share = Share.of(value, in: range)
    self.label = label()
    self.currentValueLabel = currentValueLabel()
    bounds = (minimumValueLabel(), maximumValueLabel())
  }

  /// A gauge without bounds.
  public init<V: BinaryFloatingPoint>(
    value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) where BoundsLabel == EmptyView {
    share = Share.of(value, in: range)
    self.label = label()
    self.currentValueLabel = currentValueLabel()
    bounds = nil
  }

  /// A gauge with only a label.
  public init<V: BinaryFloatingPoint>(
    value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
  ) where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView {
    share = Share.of(value, in: range)
    self.label = label()
    currentValueLabel = nil
    bounds = nil
  }

  public var body: some View {
    if isWidgetLabel { labelBar } else { styled }
  }

  /// Along a watch's face there is space for a bar and its bounds only.
  private var labelBar: some View {
    bar { CapacityBar(share: share, height: 5) }
  }

  @ViewBuilder private var styled: some View {
    switch style.kind {
    case .linearCapacity, .accessoryLinearCapacity:
      let isAccessory = style.kind == .accessoryLinearCapacity
      VStack(alignment: .leading, spacing: 3) {
        label.lineLimit(1)
        bar { CapacityBar(share: share, height: isAccessory ? 5 : 6) }
        currentValueLabel.font(.caption).foregroundStyle(.secondary).lineLimit(1)
      }
    case .accessoryLinear: bar { MarkedBar(share: share, height: 5) }
    case .accessoryCircular: openRing
    case .accessoryCircularCapacity:
      if let currentValueLabel {
        CapacityRing(share: share, middle: currentValueLabel)
      } else {
        CapacityRing(share: share, middle: label)
      }
    }
  }

  private func bar(@ViewBuilder _ bar: () -> some View) -> some View {
    HStack(spacing: 4) {
      if let bounds { bounds.minimum.font(.caption2).lineLimit(1).fixedSize() }
      bar()
      if let bounds { bounds.maximum.font(.caption2).lineLimit(1).fixedSize() }
    }
  }

  /// Three quarters of a ring; the gap below contains the bounds, or the label.
  private var openRing: some View {
    RingRoom { side in
      ZStack {
        OpenRing(share: share, side: side, sweep: showsBounds(side) ? OpenRing.sweepAboveBounds : OpenRing.wholeSweep)
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

  private func hasFoot(_ side: Double) -> Bool { side >= Self.leastSideWithBoth || currentValueLabel == nil }

  private func showsBounds(_ side: Double) -> Bool { bounds != nil && hasFoot(side) }

  @ViewBuilder private func below(_ side: Double) -> some View {
    let size = max(11, side * 0.16)
    if let bounds {
      HStack(spacing: 2) {
        bounds.minimum
        Spacer(minLength: 0)
        bounds.maximum
      }
      .font(.system(size: size, weight: .medium)).lineLimit(1).minimumScaleFactor(0.6)
      .frame(width: side * 0.52)
    } else {
      label.font(.system(size: size, weight: .medium)).lineLimit(1).minimumScaleFactor(0.6)
        .frame(maxWidth: side * 0.5)
    }
  }
}

private struct OpenRing: View {
  /// In degrees, as far from the top to either side.
  static let wholeSweep = 270.0
  /// Where bounds stand in the gap, its ends keep away from them.
  static let sweepAboveBounds = 246.0

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
    let style = StrokeStyle(lineWidth: line, lineCap: .round)
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
          .position(Point(x: side / 2, y: side / 2).moved(by: radius, at: Angle.degrees(start + dot).radians))
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
