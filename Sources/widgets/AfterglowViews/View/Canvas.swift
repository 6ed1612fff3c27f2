import Foundation

/// A drawing that code makes: paths, text, images and views by their tags.
///
///     Canvas { context, size in
///       let rect = CGRect(origin: .zero, size: size)
///       context.fill(Path(ellipseIn: rect), with: .color(.cyan))
///       context.draw(Text("N").bold(), at: CGPoint(x: size.width / 2, y: 8))
///     }
///
/// It fills the size that it is offered, and is drawn at most once for each look of an entry.
public struct Canvas<Symbols: View>: View, PrimitiveView {
  /// The views that can be drawn by their tags.
  public var symbols: Symbols
  public var renderer: (inout GraphicsContext, CGSize) -> Void
  /// Accepted without effect.
  public var isOpaque: Bool
  /// Accepted without effect.
  public var colorMode: ColorRenderingMode
  /// Accepted without effect.
  public var rendersAsynchronously: Bool

  public init(
    opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void, @ViewBuilder symbols: () -> Symbols
  ) {
    self.symbols = symbols()
    self.renderer = renderer
    isOpaque = opaque
    self.colorMode = colorMode
    self.rendersAsynchronously = rendersAsynchronously
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    var inner = context.along(nil)
    // A drawing is not mirrored.
    inner.environment.layoutDirection = .leftToRight
    return [
      CanvasElement(symbols: resolve(symbols, in: inner.attachment(9)), context: inner) { graphics, size in
        EnvironmentValues.$current.withValue(inner.surroundings) { renderer(&graphics, size) }
      }
    ]
  }
}

extension Canvas where Symbols == EmptyView {
  public init(
    opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void
  ) {
    self.init(
      opaque: opaque, colorMode: colorMode, rendersAsynchronously: rendersAsynchronously, renderer: renderer,
      symbols: { EmptyView() })
  }
}

private struct CanvasElement: Element {
  let symbols: [any Element]
  let context: ResolveContext
  let render: (inout GraphicsContext, CGSize) -> Void

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 10) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent {
      return canvas.append(hidden: rect, radius: 0, identity: context)
    }
    let recorder = CanvasRecorder(size: rect.size, context: context, symbols: symbols)
    var graphics = GraphicsContext(recorder)
    render(&graphics, CGSize(rect.size))
    canvas.append(
      recorder.canvas.items, mappedBy: CGAffineTransform(translationX: rect.minX, y: rect.minY), at: context)
  }
}

/// What `tag` sets.
enum TagKey: LayoutValueKey {
  static var defaultValue: AnyHashable? { nil }
}

extension View {
  /// Names the view for ``GraphicsContext/resolveSymbol(id:)``.
  public func tag(_ tag: some Hashable, includeOptional: Bool = true) -> some View {
    layoutValue(key: TagKey.self, value: AnyHashable(tag))
  }
}
