/// Whether progress is a bar or a ring; a value with the names of SwiftUI's styles.
public struct ProgressViewStyle: Hashable, Sendable {
  let isCircular: Bool

  /// The same as ``linear``.
  public static let automatic = ProgressViewStyle(isCircular: false)
  /// A bar 4 pt high, with the label above and the current value below it.
  public static let linear = ProgressViewStyle(isCircular: false)
  /// A closed ring, with the current value or otherwise the label in its centre.
  public static let circular = ProgressViewStyle(isCircular: true)
}

extension View {
  /// Sets the style of progress in the view.
  public func progressViewStyle(_ style: ProgressViewStyle) -> some View { environment(\.progressViewStyle, style) }
}

/// The fraction of a task that is done, as a bar or ring.
///
///     ProgressView("Rising", value: 2.5, total: 4).tint(.cyan)
///
/// Without a value only the track is drawn: nothing spins on a panel.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  private let share: Double?
  private let label: Label?
  private let currentValueLabel: CurrentValueLabel?
  @Environment(\.progressViewStyle) private var style
  @Environment(\.isWidgetLabel) private var isWidgetLabel

  /// Progress with a label and the value as text.
  ///
  /// - Parameter value: clamped to 0…`total`; `nil` draws only the track.
  /// - Parameter total: 1 by default; 0 or less draws only the track.
  /// - Parameter label: what is in progress.
  /// - Parameter currentValueLabel: the value as text.
  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    share = Self.share(value, total)
    self.label = label()
    self.currentValueLabel = currentValueLabel()
  }

  /// Progress with a label.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label)
  where CurrentValueLabel == EmptyView {
    share = Self.share(value, total)
    self.label = label()
    currentValueLabel = nil
  }

  /// Progress without text.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1)
  where Label == EmptyView, CurrentValueLabel == EmptyView {
    share = Self.share(value, total)
    label = nil
    currentValueLabel = nil
  }

  /// Progress with a text as its label.
  public init<V: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: V?, total: V = 1)
  where Label == Text, CurrentValueLabel == EmptyView {
    self.init(value: value, total: total) { Text(title) }
  }

  /// Only the track.
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
