/// The fraction of a task that is done, as a bar or ring.
///
///     ProgressView("Rising", value: 2.5, total: 4).tint(.cyan)
///
/// Without a value only the track is drawn: nothing spins on a panel.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  private let configuration: ProgressViewStyleConfiguration
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
    configuration = ProgressViewStyleConfiguration(
      fractionCompleted: Self.share(value, total), label: .init(content: AnyView(label())),
      currentValueLabel: .init(content: AnyView(currentValueLabel())))
  }

  /// Progress with a label.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label)
  where CurrentValueLabel == EmptyView {
    configuration = ProgressViewStyleConfiguration(
      fractionCompleted: Self.share(value, total), label: .init(content: AnyView(label())))
  }

  /// Progress without text.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1)
  where Label == EmptyView, CurrentValueLabel == EmptyView {
    configuration = ProgressViewStyleConfiguration(fractionCompleted: Self.share(value, total))
  }

  /// Progress with a text as its label.
  public init<V: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: V?, total: V = 1)
  where Label == Text, CurrentValueLabel == EmptyView {
    self.init(value: value, total: total) { Text(title) }
  }

  /// Progress with a text as its label.
  @_disfavoredOverload
  public init<V: BinaryFloatingPoint>(_ title: some StringProtocol, value: V?, total: V = 1)
  where Label == Text, CurrentValueLabel == EmptyView {
    self.init(value: value, total: total) { Text(title) }
  }

  /// Only the track.
  public init() where Label == EmptyView, CurrentValueLabel == EmptyView {
    configuration = ProgressViewStyleConfiguration(fractionCompleted: nil)
  }

  /// A label above only the track.
  public init(@ViewBuilder label: () -> Label) where CurrentValueLabel == EmptyView {
    configuration = ProgressViewStyleConfiguration(
      fractionCompleted: nil, label: .init(content: AnyView(label())))
  }

  /// A text above only the track.
  public init(_ title: LocalizedStringKey) where Label == Text, CurrentValueLabel == EmptyView {
    self.init { Text(title) }
  }

  /// A text above only the track.
  @_disfavoredOverload
  public init(_ title: some StringProtocol) where Label == Text, CurrentValueLabel == EmptyView {
    self.init { Text(title) }
  }

  /// The progress that a style received, in the style around it.
  public init(_ configuration: ProgressViewStyleConfiguration)
  where
    Label == ProgressViewStyleConfiguration.Label,
    CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel
  {
    self.configuration = configuration
  }

  private static func share<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
    guard let value, total > 0 else { return nil }
    return Share.of(value, in: 0...total)
  }

  public var body: some View {
    if isWidgetLabel {
      CapacityBar(share: configuration.fractionCompleted, height: 5)
    } else {
      StyledControl(configuration: configuration, style: \.progressViewStyle) {
        AnyView(DefaultProgressViewStyle().makeBody(configuration: $0))
      }
    }
  }
}
