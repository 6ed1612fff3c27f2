/// A piece of what a widget shows. A view that is made of others gives `body`; everything else is a primitive.
public protocol View: SendableMetatype {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
}

extension View where Body == Never {
  public var body: Never { fatalError("\(Self.self) is drawn by the layout and has no body") }
}

/// A view that makes layout elements itself.
protocol PrimitiveView: View where Body == Never {
  func elements(in context: ResolveContext) -> [any Element]
}

/// A view whose type is forgotten.
public struct AnyView: View, PrimitiveView {
  private let make: (ResolveContext) -> [any Element]

  public init(_ view: some View) { make = { resolve(view, in: $0) } }

  func elements(in context: ResolveContext) -> [any Element] { make(context) }
}

/// Nothing, of zero size.
public struct EmptyView: View, PrimitiveView {
  public init() {}

  func elements(in context: ResolveContext) -> [any Element] { [] }
}

/// Several views that modifiers treat alike.
public struct Group<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: Content { content }
}

/// A view, or a mark of a chart, for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, Content> {
  let items: [Content]
}

extension ForEach: View, PrimitiveView where Content: View {
  public init(_ data: Data, @ViewBuilder content: (Data.Element) -> Content) { items = data.map(content) }

  public init<ID>(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: (Data.Element) -> Content) {
    items = data.map(content)
  }

  func elements(in context: ResolveContext) -> [any Element] {
    items.enumerated().flatMap { resolve($1, in: context.child($0)) }
  }
}
