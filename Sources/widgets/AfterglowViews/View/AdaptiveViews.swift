import Foundation

/// Shows the first of its views that fits, or the last one if none does.
///
///     ViewThatFits(in: .horizontal) {
///       Text("High tide at \(entry.high, style: .time)")
///       Text(entry.high, style: .time)
///     }
///
/// A view fits if its ideal size does not exceed the proposed size along the given axes.
public struct ViewThatFits<Content: View>: View, PrimitiveView {
  private let axes: Axis.Set
  private let content: Content

  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    var inner = context.withoutRows()
    inner.isCandidate = true
    let candidates = resolve(content, in: inner)
    return candidates.count < 2 ? candidates : [FittingElement(axes: axes, candidates: candidates, context: context)]
  }
}

final class FittingElement: Element {
  private let axes: Axis.Set
  private let candidates: [any Element]
  private let context: ResolveContext
  private var choices = ProposalCache<Int>()
  /// The last proposal that was answered, by which guides and baselines are found.
  private var answered: (proposal: Proposal, size: Size)?

  init(axes: Axis.Set, candidates: [any Element], context: ResolveContext) {
    self.axes = axes
    self.candidates = candidates
    self.context = context
  }

  private func choice(in proposal: Proposal) -> any Element {
    if let known = choices[proposal] { return candidates[known] }
    guard context.container.measure(candidates.count, at: context.trail) else { return candidates[0] }
    let offer = Proposal(
      width: axes.contains(.horizontal) ? nil : proposal.width, height: axes.contains(.vertical) ? nil : proposal.height
    )
    let index =
      candidates.firstIndex { candidate in
        let ideal = candidate.size(in: offer)
        // A hundredth of a point, to allow for rounding in sums of widths.
        return (!axes.contains(.horizontal) || ideal.width <= (proposal.width ?? .infinity) + 0.01)
          && (!axes.contains(.vertical) || ideal.height <= (proposal.height ?? .infinity) + 0.01)
      } ?? candidates.count - 1
    choices.add(index, to: proposal)
    return candidates[index]
  }

  /// Which view fits is not known before the distances around it are.
  var viewSpacing: ViewSpacing { .union(of: candidates.map(\.viewSpacing)) }
  func size(in proposal: Proposal) -> Size {
    let size = choice(in: proposal).size(in: proposal)
    answered = (proposal, size)
    return size
  }
  private func choice(at size: Size) -> any Element {
    choice(in: answered.flatMap { $0.size == size ? $0.proposal : nil } ?? Proposal(size))
  }
  func baseline(first: Bool, size: Size) -> Double? { choice(at: size).baseline(first: first, size: size) }
  var setsGuide: Bool { candidates.contains { $0.setsGuide } }
  func guide(_ key: AlignmentKey, size: Size) -> Double? { choice(at: size).guide(key, size: size) }
  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    choice(in: proposed).draw(in: rect, proposed: proposed, into: &canvas)
  }
}

/// The size of a ``GeometryReader``, and its place in the widget.
public struct GeometryProxy: Sendable {
  /// In points.
  public let size: CGSize
  /// In points of the widget, from its top left corner.
  let place: Rect

  /// The rectangle of the reader in points.
  ///
  /// - Parameter space: `.local` starts at the reader's own corner, every other one at the widget's: a widget has no
  ///   other views around it.
  public func frame(in space: some CoordinateSpaceProtocol) -> CGRect {
    space.coordinateSpace == .local ? CGRect(origin: .zero, size: size) : CGRect(place)
  }

  /// The rectangle of the reader in points.
  public func frame(in space: CoordinateSpace) -> CGRect {
    space == .local ? CGRect(origin: .zero, size: size) : CGRect(place)
  }

  /// A panel covers no part of a widget: there is nothing to keep away from.
  public var safeAreaInsets: EdgeInsets { EdgeInsets() }
}

/// Fills the proposed size, and creates its content for that size, aligned to the top leading corner.
///
///     GeometryReader { proxy in
///       Capsule().frame(width: proxy.size.width * entry.share, height: 4)
///     }
///
/// The content is created while the widget is drawn, when the size is known: a `containerBackground` or `widgetLabel`
/// in it comes too late and is not shown.
public struct GeometryReader<Content: View>: View, PrimitiveView {
  private let content: (GeometryProxy) -> Content

  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

  package func elements(in context: ResolveContext) -> [any Element] {
    [
      GeometryElement(isMirrored: context.isMirrored) { rect in
        let inner = context.along(nil)
        let view = EnvironmentValues.$current.withValue(context.surroundings) {
          content(GeometryProxy(size: CGSize(rect.size), place: rect))
        }
        return layer(resolve(view, in: inner), .topLeading, in: inner)
      }
    ]
  }
}

struct GeometryElement: Element {
  let isMirrored: Bool
  let make: (Rect) -> any Element

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 10) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let content = make(rect)
    content.draw(
      in: place(content, in: rect, .topLeading).mirrored(in: rect, if: isMirrored), proposed: Proposal(rect.size),
      into: &canvas)
  }
}
