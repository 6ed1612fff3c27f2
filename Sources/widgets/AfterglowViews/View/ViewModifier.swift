/// A change to any view, applied with `modifier(_:)`.
///
///     struct CardStyle: ViewModifier {
///       func body(content: Content) -> some View {
///         content.padding(10).background(.fill.tertiary, in: .rect(cornerRadius: 12))
///       }
///     }
///
///     extension View {
///       func cardStyle() -> some View { modifier(CardStyle()) }
///     }
public protocol ViewModifier: SendableMetatype {
  associatedtype Body: View
  /// The view that is modified.
  typealias Content = ViewModifierContent<Self>
  /// The view in place of the modified one. ``Environment`` may be read in it, as in the body of a view.
  @ViewBuilder func body(content: Content) -> Body
}

/// The view that a ``ViewModifier`` changes.
public struct ViewModifierContent<Modifier>: View, PrimitiveView {
  let view: AnyView

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] { view.elements(in: context) }
}

/// A view, or a modifier, with a modifier applied to it.
public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: some View {
    ModifierBody(modifier: modifier) { modifier.body(content: ViewModifierContent(view: AnyView(content))) }
  }
}

/// Gives the properties of a modifier their values before its body is made.
private struct ModifierBody<Modifier, Content: View>: View, PrimitiveView {
  let modifier: Modifier
  @ViewBuilder let make: () -> Content

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    context.container.states?.attach(modifier, path: context.path)
    return resolve(EnvironmentValues.$current.withValue(context.surroundings, operation: make), in: context)
  }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
  public func body(content inner: ViewModifierContent<Self>) -> some View {
    inner.modifier(content).modifier(modifier)
  }
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier, Sendable {
  public static let identity = EmptyModifier()

  public init() {}
  public func body(content: Content) -> some View { content }
}

extension View {
  /// Applies a modifier.
  public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  /// Accepted so that code for SwiftUI compiles: views have no state that an identity could keep.
  public func id(_ id: some Hashable) -> some View { self }

  /// Accepted so that code for SwiftUI compiles: no part of a widget is unsafe.
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
}

extension ViewModifier {
  /// This modifier, then another one.
  public func concat<Other>(_ modifier: Other) -> ModifiedContent<Self, Other> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// Parts of a screen that other things may cover. A widget has none.
public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let container = SafeAreaRegions(rawValue: 1)
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  public static let all = SafeAreaRegions(rawValue: .max)
}
