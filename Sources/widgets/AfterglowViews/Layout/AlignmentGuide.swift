import Foundation

extension View {
  /// Moves a horizontal guide in the view.
  ///
  /// - Parameter guide: the alignment whose guide is moved.
  /// - Parameter computeValue: the distance from the view's leading edge in points, −10,000 to 10,000.
  public func alignmentGuide(
    _ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
  ) -> some View {
    ElementModifier(content: self) { child, context in
      AlignmentGuideElement(child: child, key: guide.key, identity: context, compute: computeValue)
    }
  }

  /// Moves a vertical guide in the view.
  ///
  ///     Image(symbol: .drop).alignmentGuide(.firstTextBaseline) { $0.height * 0.8 }
  ///
  /// - Parameter guide: the alignment whose guide is moved.
  /// - Parameter computeValue: the distance from the view's top in points, −10,000 to 10,000.
  public func alignmentGuide(
    _ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
  ) -> some View {
    ElementModifier(content: self) { child, context in
      AlignmentGuideElement(child: child, key: guide.key, identity: context, compute: computeValue)
    }
  }
}

struct AlignmentGuideElement: WrapperElement {
  let child: any Element
  let key: AlignmentKey
  let identity: ResolveContext
  let compute: (ViewDimensions) -> CGFloat
  var setsGuide: Bool { true }

  private func value(_ size: Size) -> Double {
    let range = -LayoutLimit.coordinate...LayoutLimit.coordinate
    return identity.length(compute(ViewDimensions(size, of: child)), "an alignment guide", in: range)
  }

  func guide(_ key: AlignmentKey, size: Size) -> Double? {
    key == self.key ? value(size) : child.guide(key, size: size)
  }

  func baseline(first: Bool, size: Size) -> Double? {
    let asked: VerticalAlignment = first ? .firstTextBaseline : .lastTextBaseline
    return key == asked.key ? value(size) : child.baseline(first: first, size: size)
  }
}

extension Element {
  /// The position of an alignment: as set inside, otherwise the alignment's default.
  func position(_ alignment: HorizontalAlignment, size: Size) -> Double {
    setsGuide ? ViewDimensions(size, of: self)[alignment] : alignment.position(in: size)
  }

  func position(_ alignment: VerticalAlignment, size: Size) -> Double {
    setsGuide && !alignment.isBaseline ? ViewDimensions(size, of: self)[alignment] : alignment.position(in: size)
  }
}

/// A guide that is set by several children of a container is the mean of theirs, as in SwiftUI.
func meanGuide(_ key: AlignmentKey, of children: [any Element], at frames: [Rect]) -> Double? {
  let values = zip(children, frames).compactMap { child, frame in
    child.guide(key, size: frame.size).map { $0 + (key.axis == .horizontal ? frame.minX : frame.minY) }
  }
  return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
