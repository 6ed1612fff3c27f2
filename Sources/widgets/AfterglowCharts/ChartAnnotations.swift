import AfterglowViews
import Foundation

/// A view at a mark.
struct ChartAnnotation {
  var position: AnnotationPosition
  var alignment: Alignment
  var spacing: Double
  var content: AnyView

  /// The rectangle of the view at its mark.
  func frame(_ size: Size, at mark: Rect) -> Rect {
    func inside(_ position: (HorizontalAlignment, VerticalAlignment)) -> Rect {
      Rect(
        x: mark.minX + position.0.inset(of: size, in: mark.size),
        y: mark.minY + position.1.inset(of: size, in: mark.size), width: size.width, height: size.height)
    }
    var rect = inside((alignment.horizontal, alignment.vertical))
    let (before, after) = (mark.minX - spacing - size.width, mark.maxX + spacing)
    let (above, below) = (mark.minY - spacing - size.height, mark.maxY + spacing)
    switch position {
    case .automatic, .top: rect.origin.y = above
    case .bottom: rect.origin.y = below
    case .leading: rect.origin.x = before
    case .trailing: rect.origin.x = after
    case .topLeading: rect.origin = Point(x: before, y: above)
    case .topTrailing: rect.origin = Point(x: after, y: above)
    case .bottomLeading: rect.origin = Point(x: before, y: below)
    case .bottomTrailing: rect.origin = Point(x: after, y: below)
    case .overlay: break
    }
    return rect
  }
}

extension ChartContent {
  /// Adds a view to each mark: a value over a bar, a name in a span of time.
  ///
  ///     Chart(entry.tides) { tide in
  ///       BarMark(x: .value("Time", tide.date), y: .value("Height", tide.height))
  ///         .annotation(position: .top) { Text("\(tide.height, specifier: "%.1f")") }
  ///     }
  ///
  /// Annotations are in front of all marks, and stay within the chart. One that would lie over an earlier
  /// one is left out. A mark outside of the axes has none; a line's value has its own.
  ///
  /// - Parameters:
  ///   - position: above the mark by default.
  ///   - alignment: along the edge of the mark; inside of it for `overlay`.
  ///   - spacing: the distance to the mark in points, 2 by default; `overlay` has none.
  ///   - content: the view, which is offered the mark's size for `overlay`, and otherwise has its ideal size.
  public func annotation(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> some View
  ) -> ChartMarks {
    let view = AnyView(content())
    let spacing = spacing.flatMap { $0.isFinite ? Double($0) : nil } ?? 2
    return changed {
      $0.annotation = ChartAnnotation(position: position, alignment: alignment, spacing: spacing, content: view)
    }
  }
}

/// Draws the annotations of a chart's marks.
struct ChartAnnotationPainter {
  /// Of the chart.
  let frame: Rect
  let context: ResolveContext

  /// - Parameter annotations: with the rectangles of their marks, in the order of these.
  func draw(_ annotations: [(ChartAnnotation, mark: Rect)], into canvas: inout DrawCanvas) {
    var taken: [Rect] = []
    for (index, (annotation, mark)) in annotations.enumerated() {
      let element = resolveOne(annotation.content, in: context.attachment(100 + index))
      let isInside = annotation.position == .overlay && mark.size != .zero
      let proposal = isInside ? Proposal(mark.size) : .ideal
      let size = element.size(in: proposal)
      guard size.width > 0, size.height > 0 else { continue }
      var rect = annotation.frame(size, at: mark)
      rect.origin.x = max(frame.minX, min(rect.minX, frame.maxX - size.width))
      rect.origin.y = max(frame.minY, min(rect.minY, frame.maxY - size.height))
      if taken.contains(where: { $0.overlaps(rect) }) { continue }
      taken.append(rect)
      element.draw(in: rect, proposed: proposal, into: &canvas)
    }
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
