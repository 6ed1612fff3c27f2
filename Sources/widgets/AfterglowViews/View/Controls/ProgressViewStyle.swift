/// How progress is drawn.
///
///     struct PercentStyle: ProgressViewStyle {
///       func makeBody(configuration: Configuration) -> some View {
///         Text(configuration.fractionCompleted ?? 0, format: .percent.precision(.fractionLength(0)))
///       }
///     }
///
/// A `ProgressView(configuration)` inside of `makeBody` is drawn in the style around this one.
public protocol ProgressViewStyle {
  associatedtype Body: View
  typealias Configuration = ProgressViewStyleConfiguration
  /// The progress as a view.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The content of a progress view.
public struct ProgressViewStyleConfiguration {
  /// The view that names the work in progress.
  public struct Label: View, ControlPart { let content: AnyView }
  /// The value as text.
  public struct CurrentValueLabel: View, ControlPart { let content: AnyView }

  /// 0 to 1; nil where it is not known.
  public internal(set) var fractionCompleted: Double?
  /// nil where the view has none.
  public var label: Label?
  /// nil where the view has none.
  public var currentValueLabel: CurrentValueLabel?
}

extension View {
  /// Sets the style of progress in the view.
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    controlStyle(\.progressViewStyle) { AnyView(style.makeBody(configuration: $0)) }
  }
}

/// The default style: ``LinearProgressViewStyle``.
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
  public init() {}
  public func makeBody(configuration: Configuration) -> some View {
    LinearProgressViewStyle().makeBody(configuration: configuration)
  }
}

/// A bar 4 pt high, with the label above and the current value below it.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  private let tint: Color?

  public init() { tint = nil }
  /// In a colour of its own.
  public init(tint: Color) { self.tint = tint }

  public func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading, spacing: 3) {
      configuration.label.lineLimit(1)
      CapacityBar(share: configuration.fractionCompleted, height: 4).tint(tint)
      configuration.currentValueLabel.font(.caption).foregroundStyle(.secondary).lineLimit(1)
    }
    .spacedAsControl()
  }
}

/// A closed ring of the size of circular gauges, with the current value or otherwise the label in its centre.
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  private let tint: Color?

  public init() { tint = nil }
  /// In a colour of its own.
  public init(tint: Color) { self.tint = tint }

  public func makeBody(configuration: Configuration) -> some View {
    CapacityRing(
      share: configuration.fractionCompleted,
      middle: configuration.currentValueLabel?.content ?? configuration.label?.content ?? AnyView(EmptyView())
    ).tint(tint)
  }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  /// The default style: `linear`.
  public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// A bar, with the label above and the current value below it.
  public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// A closed ring, with the current value or otherwise the label in its centre.
  public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

/// A built-in style that is chosen when a widget runs.
package struct AnyProgressViewStyle: ProgressViewStyle, Sendable {
  private let make: @Sendable (Configuration) -> AnyView

  package init(_ style: some ProgressViewStyle & Sendable & SendableMetatype) {
    make = { AnyView(style.makeBody(configuration: $0)) }
  }

  package func makeBody(configuration: Configuration) -> some View { make(configuration) }
}
