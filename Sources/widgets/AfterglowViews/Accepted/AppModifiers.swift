import Foundation

// What views that an app shares with its widgets say to fingers, pointers and windows. Nothing of it changes a picture.

extension View {
  /// Accepted without effect: the host chooses the appearance. `environment(\.colorScheme, _:)` sets it for a view.
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
  /// Sets the appearance for this view and its content.
  public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
  /// Returns this view: there is no safe area.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  /// A material behind the view: glass is that of the host, on its own surfaces.
  public func glassEffect(_ glass: Glass = .regular, in shape: some Shape = Capsule()) -> some View {
    background(.thinMaterial, in: shape)
  }
  /// Accepted without effect: nothing is felt.
  public func sensoryFeedback(_ feedback: SensoryFeedback, trigger: some Equatable) -> some View { self }
  /// Accepted; the action is never called.
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View { self }
  /// Accepted without effect: there is no pointer.
  public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { self }
  /// Accepted; the action is never called.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View { self }
  /// Accepted; the action is never called: fetch in the provider.
  public func task(
    id value: some Equatable, priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  /// Accepted; the action is never called. A `GeometryReader` reads sizes.
  public func onGeometryChange<Value: Equatable>(
    for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value) -> Void
  ) -> some View { self }
  /// Accepted without effect: labels are not curved.
  public func widgetCurvesContent(_ curves: Bool = true) -> some View { self }
  /// Accepted without effect: languages have no table of their own.
  public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> some View { self }
  /// Accepted without effect: symbols have one layer.
  public func symbolColorRenderingMode(_ mode: SymbolColorRenderingMode?) -> some View { self }
  /// Accepted without effect: `variableValue` chooses among drawings.
  public func symbolVariableValueMode(_ mode: SymbolVariableValueMode?) -> some View { self }
  /// Accepted without effect: panels show standard range.
  public func allowedDynamicRange(_ range: Image.DynamicRange?) -> some View { self }
  /// Accepted without effect: nothing scrolls.
  public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
  /// Accepted without effect: there are no lists.
  public func listRowBackground(_ view: (some View)?) -> some View { self }
  /// Accepted without effect: there are no lists.
  public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
  /// Accepted without effect: there are no lists.
  public func listRowSeparator(_ visibility: Visibility) -> some View { self }
  /// Adds space on these sides, as `padding` does.
  public func scenePadding(_ edges: Edge.Set = .all) -> some View { padding(edges) }
  /// Shows the first of the phases.
  public func phaseAnimator<Phase: Equatable, Content: View>(
    _ phases: [Phase], trigger: some Equatable = 0, @ViewBuilder content: (Self, Phase) -> Content,
    animation: (Phase) -> Animation? = { _ in .default }
  ) -> some View {
    Group { if let first = phases.first { content(self, first) } else { self } }
  }
}

extension Glass {
  /// Accepted without effect.
  public func tint(_ color: Color?) -> Glass { self }
}

/// A vibration of a device. Accepted without effect.
public struct SensoryFeedback: Hashable, Sendable {
  public static let success = SensoryFeedback()
  public static let warning = SensoryFeedback()
  public static let error = SensoryFeedback()
  public static let selection = SensoryFeedback()
  public static let increase = SensoryFeedback()
  public static let decrease = SensoryFeedback()
  public static let start = SensoryFeedback()
  public static let stop = SensoryFeedback()
  public static let alignment = SensoryFeedback()
  public static let levelChange = SensoryFeedback()
  public static let impact = SensoryFeedback()
}

/// How a view answers a pointer. Accepted without effect.
public struct HoverEffect: Hashable, Sendable {
  public static let automatic = HoverEffect()
  public static let highlight = HoverEffect()
  public static let lift = HoverEffect()
}

/// How symbols are filled. Accepted without effect.
public struct SymbolColorRenderingMode: Hashable, Sendable {
  public static let flat = SymbolColorRenderingMode()
  public static let gradient = SymbolColorRenderingMode()
}

/// How symbols show a variable value. Accepted without effect.
public struct SymbolVariableValueMode: Hashable, Sendable {
  public static let automatic = SymbolVariableValueMode()
  public static let color = SymbolVariableValueMode()
  public static let draw = SymbolVariableValueMode()
}

extension Image {
  /// The range of brightness. Accepted without effect.
  public enum DynamicRange: Hashable, Sendable { case standard, constrainedHigh, high }
}

/// A stand-in for a picture of the web. A widget's views are drawn once and never load anything: the placeholder is
/// shown. Fetch the picture in the provider, and show `Image(uiImage:)`.
public struct AsyncImage<Content: View>: View {
  private let content: Content

  public init(url: URL?, scale: CGFloat = 1) where Content == AnyView {
    content = AnyView(Rectangle().fill(.quaternary))
  }

  public init<Picture: View, Placeholder: View>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Picture,
    @ViewBuilder placeholder: @escaping () -> Placeholder
  ) where Content == AnyView {
    self.content = AnyView(placeholder())
  }

  public init(
    url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
  ) {
    self.content = content(.empty)
  }

  public var body: some View { content }
}

/// How far an ``AsyncImage`` is: always at the beginning.
public enum AsyncImagePhase: Sendable {
  case empty
  case success(Image)
  case failure(any Error)

  public var image: Image? { if case .success(let image) = self { image } else { nil } }
  public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
