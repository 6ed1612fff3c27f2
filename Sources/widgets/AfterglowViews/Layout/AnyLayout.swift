import Foundation

/// A layout whose type is erased, to choose one at run time.
///
///     let layout = entry.tides.count > 2 ? AnyLayout(VStackLayout(spacing: 4)) : AnyLayout(HStackLayout())
///     layout { Text("High"); Text("Low") }
public struct AnyLayout: Layout, BuiltInLayout {
  private let base: any Layout

  public init(_ layout: some Layout) { base = layout }

  /// The cache of the layout inside.
  public struct Cache { var base: Any }

  public func makeCache(subviews: Subviews) -> Cache {
    func make(_ layout: some Layout) -> Cache { Cache(base: layout.makeCache(subviews: subviews)) }
    return make(base)
  }

  public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
    func size<L: Layout>(_ layout: L, _ cache: inout Cache) -> CGSize {
      var own = cache.base as? L.Cache ?? layout.makeCache(subviews: subviews)
      defer { cache.base = own }
      return layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &own)
    }
    return size(base, &cache)
  }

  public func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
  ) {
    func place<L: Layout>(_ layout: L, _ cache: inout Cache) {
      var own = cache.base as? L.Cache ?? layout.makeCache(subviews: subviews)
      layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &own)
      cache.base = own
    }
    place(base, &cache)
  }

  public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
    func spacing<L: Layout>(_ layout: L, _ cache: inout Cache) -> ViewSpacing {
      var own = cache.base as? L.Cache ?? layout.makeCache(subviews: subviews)
      defer { cache.base = own }
      return layout.spacing(subviews: subviews, cache: &own)
    }
    return spacing(base, &cache)
  }

  var stackAxis: Axis? {
    if let builtIn = base as? any BuiltInLayout { return builtIn.stackAxis }
    return type(of: base).layoutProperties.stackOrientation
  }

  var holdsRows: Bool { (base as? any BuiltInLayout)?.holdsRows ?? false }

  func element(of children: [any Element], in context: ResolveContext) -> any Element {
    if let builtIn = base as? any BuiltInLayout { return builtIn.element(of: children, in: context) }
    func make(_ layout: some Layout) -> any Element {
      CustomLayoutElement(layout: layout, children: children, context: context)
    }
    return make(base)
  }
}
