/// Marks what a toggle draws in one of its two states: the panel shows the other one as soon as it is touched.
package struct ToggleLook: Codable, Hashable {
  /// ``TapTarget/place`` of the toggle.
  package var place: UInt32
  /// Whether the item belongs to the state "on".
  package var isOn: Bool
  /// Whether it belongs to the state that the widget has now.
  package var isShown: Bool
  /// Index of the toggle among the regions of its entry; set by the compiler.
  package var region: UInt8 = 0
}

/// A toggle in its state, and behind it in the other one. Where nothing can switch it, the other one is left out later.
struct ToggleLooks: View, PrimitiveView {
  let shown: AnyView
  let other: AnyView
  let isOn: Bool
  let target: (any Element, ResolveContext) -> any Element

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    let own = resolve(shown, in: context)
    // A control of several parts, or one in another toggle, has one look.
    guard own.count == 1, context.environment.isEnabled else { return own.map { target($0, context) } }
    let hidden = Container()
    hidden.shape = context.container.shape
    hidden.states = context.container.states
    let inner = ResolveContext(
      environment: context.environment, typesetter: context.typesetter, container: hidden, scale: context.scale,
      date: context.spokenDate, path: context.attachment(8).path)
    guard let flipped = resolve(other, in: inner).first, hidden.error == nil else {
      return own.map { target($0, context) }
    }
    let element = ToggleLooksElement(child: own[0], other: flipped, hidden: hidden, isOn: isOn, context: context)
    return [target(element, context)]
  }
}

private struct ToggleLooksElement: WrapperElement {
  let child: any Element
  let other: any Element
  /// The container of the other look, whose problems and controls are not the widget's.
  let hidden: Container
  let isOn: Bool
  let context: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    guard !canvas.isInToggle else { return child.draw(in: rect, proposed: proposed, into: &canvas) }
    canvas.isInToggle = true
    let own = canvas.taking { child.draw(in: rect, proposed: proposed, into: &$0) }
    canvas.items += own.marked(ToggleLook(place: context.path, isOn: isOn, isShown: true))
    let drawn = canvas.taking {
      // Nothing moves at a touch where the other look has the same size.
      other.draw(
        in: rect, proposed: other.size(in: proposed) == rect.size ? proposed : Proposal(rect.size), into: &$0)
    }
    if hidden.error == nil {
      canvas.items += drawn.marked(ToggleLook(place: context.path, isOn: !isOn, isShown: false))
    }
    canvas.isInToggle = false
    context.container.dates.add(hidden.dates)
    context.container.moments.note(Array(hidden.moments.dates))
  }
}

extension [DrawItem] {
  /// The drawing as one of the looks of a toggle.
  fileprivate func marked(_ look: ToggleLook) -> [DrawItem] {
    map { item in
      var item = item
      item.toggle = look
      return item
    }
  }

  /// The drawing that becomes a picture, which has one look of each toggle; `nil` for nothing.
  ///
  /// - Parameter mark: the mark of the whole picture, where all of it belongs to one look.
  func inOneLook() -> (items: [DrawItem], mark: ToggleLook?)? {
    guard contains(where: { $0.toggle != nil }) else { return (self, nil) }
    let mark = self[0].toggle
    let isWhole = allSatisfy { $0.toggle == mark }
    var items = isWhole ? self : filter { $0.toggle?.isShown ?? true }
    for index in items.indices { items[index].toggle = nil }
    return items.isEmpty ? nil : (items, isWhole ? mark : nil)
  }
}
