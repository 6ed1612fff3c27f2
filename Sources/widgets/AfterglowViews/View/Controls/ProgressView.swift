/// The fraction of a task that is done, as a bar or ring.
///
///     ProgressView("Rising", value: 2.5, total: 4).tint(.cyan)
///
/// Without a value only the track is drawn: nothing spins on a panel. Of an interval of time the author draws the next 24
/// steps; the time in figures ticks.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  private let configuration: ProgressViewStyleConfiguration
  /// What it follows; nil for a fixed share.
  private var timer: TimerProgress?
  @Environment(\.isWidgetLabel) private var isWidgetLabel
  @Environment(\.hidesLabels) private var hidesLabels
  @Environment(\.moment) private var moment

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

  /// The share of an interval that has passed, or is left.
  ///
  /// - Parameter timerInterval: from an empty bar to a full one, or the other way round.
  /// - Parameter countsDown: whether it ends empty.
  /// - Parameter label: what is in progress.
  /// - Parameter currentValueLabel: the value as text.
  public init(
    timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    configuration = ProgressViewStyleConfiguration(
      fractionCompleted: 0, label: .init(content: AnyView(label())),
      currentValueLabel: .init(content: AnyView(currentValueLabel())))
    timer = TimerProgress(interval: timerInterval, countsDown: countsDown)
  }

  /// The share of an interval, with the time in figures.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label)
  where CurrentValueLabel == Text {
    self.init(timerInterval: timerInterval, countsDown: countsDown, label: label) {
      Text(timerInterval: timerInterval, countsDown: countsDown)
    }
  }

  /// The share of an interval, with the time in figures.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true)
  where Label == EmptyView, CurrentValueLabel == Text {
    self.init(timerInterval: timerInterval, countsDown: countsDown) { EmptyView() }
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

  private var shown: ProgressViewStyleConfiguration {
    var shown = configuration
    if hidesLabels { (shown.label, shown.currentValueLabel) = (nil, nil) }
    if let timer { shown.fractionCompleted = timer.share(at: moment) }
    return shown
  }

  public var body: some View {
    if isWidgetLabel {
      CapacityBar(share: shown.fractionCompleted, height: 5).drawnAgain(at: timer.map { _ in [] })
    } else {
      StyledControl(configuration: shown, style: \.progressViewStyle) {
        AnyView(DefaultProgressViewStyle().makeBody(configuration: $0))
      }
      .drawnAgain(at: timer?.changes(after: moment))
      .accessibilityElement(children: .combine)
      .accessibilityValue(
        shown.fractionCompleted.map(Text.init(share:)) ?? Text(""))
    }
  }
}

/// Progress along an interval of time.
struct TimerProgress {
  let interval: ClosedRange<Date>
  let countsDown: Bool

  func share(at moment: Date) -> Double {
    let length = interval.upperBound.timeIntervalSince(interval.lowerBound)
    let passed = length > 0 ? min(max(moment.timeIntervalSince(interval.lowerBound) / length, 0), 1) : 1
    return countsDown ? 1 - passed : passed
  }

  /// Equal steps of what is left, at least a second apart.
  func changes(after moment: Date) -> [Date] {
    let start = max(moment, interval.lowerBound)
    let left = interval.upperBound.timeIntervalSince(start)
    guard left > 0 else { return [] }
    let count = min(Moments.maximumCount, max(1, Int(clamping: left)))
    let steps = (1...count).map { start.addingTimeInterval(left * Double($0) / Double(count)) }
    return moment < interval.lowerBound ? [interval.lowerBound] + steps : steps
  }
}
