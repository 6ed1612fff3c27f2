import Foundation

/// A value that a view hands to the layout around it, with `layoutValue(key:value:)`.
public protocol LayoutValueKey {
  associatedtype Value
  /// Where the view set none.
  static var defaultValue: Value { get }
}

/// One view in a ``Layout``.
public struct LayoutSubview {
  /// Where the layout placed it.
  final class Place {
    var position: Point?
    var anchor = UnitPoint.topLeading
    var proposal = Proposal.ideal
  }

  let element: any Element
  let context: ResolveContext
  let place = Place()

  /// Set by `layoutPriority`.
  public var priority: Double { element.priority }
  /// The distances that the view prefers to its neighbours.
  public var spacing: ViewSpacing { element.viewSpacing }

  /// The size that the view takes for a proposal, in points.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { CGSize(measured(Proposal(proposal))) }

  /// The size that the view takes for a proposal, and the guides in it.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
    ViewDimensions(measured(Proposal(proposal)), of: element)
  }

  /// Places the view. The last call counts; a view that is not placed is in the centre.
  ///
  /// - Parameter position: in points, in the coordinates of the bounds; `x` grows towards the trailing edge.
  /// - Parameter anchor: the point of the view that is put there.
  /// - Parameter proposal: the view takes its size for it.
  public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
    place.position = Point(position)
    place.anchor = anchor
    place.proposal = Proposal(proposal)
  }

  /// The value that the view set for a key.
  public subscript<Key: LayoutValueKey>(key: Key.Type) -> Key.Value {
    element.layoutValue(ObjectIdentifier(key)) as? Key.Value ?? Key.defaultValue
  }

  private func measured(_ proposal: Proposal) -> Size {
    context.container.measure(1, at: context.trail) ? element.size(in: proposal) : .zero
  }

  func frame(in rect: Rect) -> Rect {
    let size = measured(place.proposal)
    guard let position = place.position else {
      return Rect(
        x: rect.midX - size.width / 2, y: rect.midY - size.height / 2, width: size.width, height: size.height)
    }
    return Rect(
      x: position.x - size.width * place.anchor.x, y: position.y - size.height * place.anchor.y, width: size.width,
      height: size.height)
  }
}

/// The views in a ``Layout``, in their order.
public struct LayoutSubviews: RandomAccessCollection {
  let views: [LayoutSubview]
  let context: ResolveContext

  /// Positions are mirrored by the layout where it runs from right to left: place as for the other direction.
  public var layoutDirection: LayoutDirection { context.environment.layoutDirection }
  public var startIndex: Int { views.startIndex }
  public var endIndex: Int { views.endIndex }
  public subscript(position: Int) -> LayoutSubview { views[position] }
}

extension View {
  /// Sets a value that the ``Layout`` around this view can read.
  public func layoutValue<Key: LayoutValueKey>(key: Key.Type, value: Key.Value) -> some View {
    ElementModifier(content: self) { child, _ in
      LayoutValueElement(child: child, key: ObjectIdentifier(key), value: value)
    }
  }
}

struct LayoutValueElement: WrapperElement {
  let child: any Element
  let key: ObjectIdentifier
  let value: Any

  func layoutValue(_ key: ObjectIdentifier) -> Any? { key == self.key ? value : child.layoutValue(key) }
}
