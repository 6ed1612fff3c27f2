/// A part of a widget's content. A custom view implements `body`; the views of this module are drawn by the layout.
///
///     struct TideView: View {
///       let entry: TideEntry
///
///       var body: some View {
///         VStack(alignment: .leading) {
///           Text("Harbour").font(.headline)
///           Text("\(entry.metres, specifier: "%.1f") m").font(.title)
///         }
///         .containerBackground(.fill.tertiary, for: .widget)
///       }
///     }
///
/// The body is evaluated at most once for each look of an entry, and once for looks that differ in nothing that the
/// widget's views read; never on the panel: it has no state and no clock. A widget may have 20,000 views, 500 levels
/// deep; more are an error of that widget, which then shows its placeholder.
public protocol View: SendableMetatype {
  associatedtype Body: View
  /// The content of this view.
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError("Never has no body") }
}

extension View where Body == Never {
  public var body: Never { fatalError("\(Self.self) is drawn by the layout and has no body") }
}

/// A view that makes its layout elements itself.
package protocol PrimitiveView: View where Body == Never {
  func elements(in context: ResolveContext) -> [any Element]
  /// Whether it only holds or changes other views, as a builder or modifier does: reports do not name it.
  static var isStructure: Bool { get }
}

extension PrimitiveView {
  package static var isStructure: Bool { false }
}

/// A view whose type is erased.
public struct AnyView: View, PrimitiveView {
  private let make: (ResolveContext) -> [any Element]

  public init(_ view: some View) { make = { resolve(view, in: $0) } }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] { make(context) }
}

/// A view without content. It takes no space, and no spacing of a stack.
public struct EmptyView: View, PrimitiveView {
  public init() {}

  package func elements(in context: ResolveContext) -> [any Element] { [] }
}

/// Several views as one: modifiers apply to each of them, and a stack lays out each of them.
public struct Group<Content: View>: View, PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] { resolve(content, in: context.child(0)) }
}

/// A view, or the marks of a chart, for each element of a collection.
///
///     ForEach(entry.tides) { tide in
///       Text(tide.date, style: .time)
///     }
///
/// Elements need not be `Identifiable`: nothing is animated from one entry to the next, so their position in the
/// collection is sufficient.
public struct ForEach<Data: RandomAccessCollection, Content> {
  package let items: [Content]

  package init(items: [Content]) { self.items = items }
}

extension ForEach: View, PrimitiveView where Content: View {
  public init(_ data: Data, @ViewBuilder content: (Data.Element) -> Content) { items = data.map(content) }

  /// Accepts `id` so that code for SwiftUI compiles; it is not used.
  public init<ID>(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: (Data.Element) -> Content) {
    items = data.map(content)
  }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    items.enumerated().flatMap { resolve($1, in: context.child($0)) }
  }
}
