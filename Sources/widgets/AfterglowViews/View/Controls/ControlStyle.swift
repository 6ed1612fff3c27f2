/// The style of one kind of control in an environment, and the style around it.
///
/// A style's own body has the outer style, so that a style which shows the control again does not call itself.
final class ControlStyle<Configuration>: @unchecked Sendable {
  // Never changed, and called by the one compilation that evaluates the tree.
  fileprivate let make: (Configuration) -> AnyView
  fileprivate let outer: ControlStyle?

  init(in outer: ControlStyle?, _ make: @escaping (Configuration) -> AnyView) {
    self.make = make
    self.outer = outer
  }
}

/// A control as the style in its environment shows it.
struct StyledControl<Configuration>: View, PrimitiveView {
  let configuration: Configuration
  let style: WritableKeyPath<EnvironmentValues, ControlStyle<Configuration>?>
  /// Where no style is set.
  let automatic: (Configuration) -> AnyView

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    let own = context.environment[keyPath: style]
    var inner = context
    inner.environment[keyPath: style] = own?.outer
    // A style may read the environment, as a view does.
    let body = EnvironmentValues.$current.withValue(inner.surroundings) { (own?.make ?? automatic)(configuration) }
    return resolve(body, in: inner)
  }
}

extension View {
  /// Sets the style of one kind of control in the view.
  func controlStyle<Configuration>(
    _ style: WritableKeyPath<EnvironmentValues, ControlStyle<Configuration>?>,
    _ make: @escaping (Configuration) -> AnyView
  ) -> some View {
    EnvironmentModifier(content: self) { $0[keyPath: style] = ControlStyle(in: $0[keyPath: style], make) }
  }
}

extension View {
  /// Gives a control of several parts the distances of a view that is no text.
  func spacedAsControl() -> some View {
    ElementModifier(content: self) { child, _ in ControlSpacingElement(child: child) }
  }
}

/// A part of a control that its style receives without its type.
protocol ControlPart: PrimitiveView {
  var content: AnyView { get }
}

extension ControlPart {
  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] { resolve(content, in: context) }
}
