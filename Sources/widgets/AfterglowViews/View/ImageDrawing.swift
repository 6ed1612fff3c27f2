import Foundation

/// A picture that code draws: in the size of its frame, without pixels of its own.
package struct ImageDrawing: Sendable {
  /// Its own size in points.
  package let size: CGSize
  private let draw: @Sendable (inout GraphicsContext) -> Void

  package init(size: CGSize, draw: @escaping @Sendable (inout GraphicsContext) -> Void) {
    self.size = size
    self.draw = draw
  }

  fileprivate func items(in context: ResolveContext) -> [DrawItem] {
    var inner = context.along(nil)
    // A drawing is not mirrored.
    inner.environment.layoutDirection = .leftToRight
    let recorder = CanvasRecorder(size: Size(size), context: inner, symbols: [])
    var graphics = GraphicsContext(recorder)
    inner.evaluating { draw(&graphics) }
    return recorder.canvas.items
  }
}

extension Image {
  /// A picture that code draws.
  package init(_ drawing: ImageDrawing) {
    self.init { image, context in
      [DrawnImageElement(drawing: drawing, sizing: image.sizing, isTemplate: image.isTemplate, context: context)]
    }
  }

  /// A symbol in a font of its own.
  package init(systemName: String, font: Font) {
    self.init { image, context in
      var inner = context
      inner.environment.font = font
      return Image(systemName: systemName).shown(as: image).elements(in: inner)
    }
  }

  /// An image as a stencil for a colour. As a template it has the foreground style.
  package init(tinting base: Image, _ color: Color) {
    self.init { image, context in
      var inner = context
      if !image.isTemplate { inner.environment.foregroundStyle = AnyShapeStyle(color) }
      var stencil = image
      stencil.isTemplate = true
      return base.shown(as: stencil).elements(in: inner)
    }
  }
}

private struct DrawnImageElement: Element {
  let drawing: ImageDrawing
  let sizing: PictureElement.Sizing
  let isTemplate: Bool
  let context: ResolveContext

  func size(in proposal: Proposal) -> Size {
    let natural = Size(drawing.size)
    return natural.width > 0 && natural.height > 0 ? sizing.size(of: natural, in: proposal) : .zero
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent {
      return canvas.append(hidden: rect, radius: 0, identity: context)
    }
    guard let map = map(to: rect) else { return }
    let drawn = canvas.taking { $0.append(drawing.items(in: context), mappedBy: map, at: context) }
    guard isTemplate else { return clip(drawn, to: rect, in: &canvas) }
    let fill = canvas.taking {
      $0.append(
        .shape(.rectangle(rect), stroke: nil), frame: rect, style: context.environment.foregroundStyle,
        identity: context)
    }
    if !drawn.isEmpty { canvas.append(layer: fill, .mask(drawn), "a stencil", at: context) }
  }

  /// Nothing is seen outside of the frame.
  private func clip(_ drawn: [DrawItem], to rect: Rect, in canvas: inout DrawCanvas) {
    let isInside = drawn.allSatisfy { item in
      item.frame.minX >= rect.minX - 0.01 && item.frame.minY >= rect.minY - 0.01
        && item.frame.maxX <= rect.maxX + 0.01 && item.frame.maxY <= rect.maxY + 0.01
    }
    if isInside {
      canvas.items += drawn
    } else {
      canvas.clip(to: rect, radius: 0, at: context) { $0.items += drawn }
    }
  }

  /// From the drawing's points to those of its frame; nil where one of the two is empty.
  private func map(to rect: Rect) -> CGAffineTransform? {
    let own = Size(drawing.size)
    guard own.width > 0, own.height > 0, rect.width > 0, rect.height > 0 else { return nil }
    var across = rect.width / own.width
    var along = rect.height / own.height
    if case .filled = sizing {
      across = max(across, along)
      along = across
    }
    return CGAffineTransform(
      a: across, b: 0, c: 0, d: along, tx: rect.midX - own.width * across / 2, ty: rect.midY - own.height * along / 2)
  }
}
