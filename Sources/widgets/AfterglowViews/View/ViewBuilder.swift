/// Combines the views of a block into one view, including `if`, `switch` and `for`.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<V: View>(_ view: V) -> V { view }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  public static func buildBlock<each V: View>(_ views: repeat each V) -> TupleView<repeat each V> {
    TupleView(repeat each views)
  }
  public static func buildEither<A: View, B: View>(first: A) -> ConditionalView<A, B> { ConditionalView(.first(first)) }
  public static func buildEither<A: View, B: View>(second: B) -> ConditionalView<A, B> {
    ConditionalView(.second(second))
  }
  public static func buildIf<V: View>(_ view: V?) -> V? { view }
  /// A `for` loop. SwiftUI does not support it and requires ``ForEach``.
  public static func buildArray<V: View>(_ views: [V]) -> ForEach<[V], V> { ForEach(views) { $0 } }
  public static func buildLimitedAvailability(_ view: some View) -> AnyView { AnyView(view) }
}

/// The views of a block, one after another.
public struct TupleView<each V: View>: View, PrimitiveView {
  private let views: (repeat each V)

  init(_ views: repeat each V) { self.views = (repeat each views) }

  package static var isStructure: Bool { true }

  // Debian's Swift 6.2 checks its own intermediate code, and ends with an error where it specialises this function.
  #if compiler(<6.3)
    @_semantics("optimize.sil.specialize.generic.never")
  #endif
  package func elements(in context: ResolveContext) -> [any Element] {
    var all: [any Element] = []
    var index = 0
    for view in repeat each views {
      all += resolve(view, in: context.child(index))
      index += 1
    }
    return all
  }
}

/// The view of an `if` or `switch` with two branches. Both have the same position in the tree, so content that they
/// share stays when the branch changes (docs/rules.md, rule 54).
public struct ConditionalView<A: View, B: View>: View, PrimitiveView {
  enum Storage {
    case first(A)
    case second(B)
  }
  private let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    // Both branches have the same position in the tree, so that content that they share is one node (rule 54).
    switch storage {
    case .first(let view): resolve(view, in: context)
    case .second(let view): resolve(view, in: context)
    }
  }
}

extension Optional: View, PrimitiveView where Wrapped: View {
  package func elements(in context: ResolveContext) -> [any Element] {
    if case .some(let view) = self { resolve(view, in: context) } else { [] }
  }
}
