/// How progress is drawn.
public struct ProgressViewStyle: Hashable, Sendable {
  let isCircular: Bool

  public static let automatic = ProgressViewStyle(isCircular: false)
  public static let linear = ProgressViewStyle(isCircular: false)
  public static let circular = ProgressViewStyle(isCircular: true)
}

extension View {
  public func progressViewStyle(_ style: ProgressViewStyle) -> some View { environment(\.progressViewStyle, style) }
}

/// How much is done. Without a value only the track is drawn: nothing spins on a panel.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  private let share: Double?
  private let label: Label?
  private let currentValueLabel: CurrentValueLabel?
  @Environment(\.progressViewStyle) private var style
  @Environment(\.isWidgetLabel) private var isWidgetLabel

  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    share = Self.share(value, total)
    self.label = label()
    self.currentValueLabel = currentValueLabel()
  }

  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label)
  where CurrentValueLabel == EmptyView {
    share = Self.share(value, total)
    self.label = label()
    currentValueLabel = nil
  }

  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1)
  where Label == EmptyView, CurrentValueLabel == EmptyView {
    share = Self.share(value, total)
    label = nil
    currentValueLabel = nil
  }

  public init<V: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: V?, total: V = 1)
  where Label == Text, CurrentValueLabel == EmptyView {
    self.init(value: value, total: total) { Text(title) }
  }

  public init() where Label == EmptyView, CurrentValueLabel == EmptyView {
    share = nil
    label = nil
    currentValueLabel = nil
  }

  private static func share<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
    guard let value, total > 0 else { return nil }
    return Share.of(value, in: 0...total)
  }

  public var body: some View {
    if isWidgetLabel { CapacityBar(share: share, height: 5) } else { styled }
  }

  @ViewBuilder private var styled: some View {
    if style.isCircular {
      if let currentValueLabel {
        CapacityRing(share: share, middle: currentValueLabel)
      } else if let label {
        CapacityRing(share: share, middle: label)
      } else {
        CapacityRing(share: share, middle: EmptyView())
      }
    } else {
      VStack(alignment: .leading, spacing: 3) {
        label.lineLimit(1)
        CapacityBar(share: share, height: 4)
        currentValueLabel.font(.caption).foregroundStyle(.secondary).lineLimit(1)
      }
    }
  }
}
