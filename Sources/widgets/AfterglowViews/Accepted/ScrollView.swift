import Foundation

// Views that an app scrolls. Nothing is touched in a widget: the beginning of their content is drawn, so that views that a widget
// shares with its app compile.

/// Content that an app scrolls: its beginning is drawn, cut off at the view's frame.
public struct ScrollView<Content: View>: View {
  private let axes: Axis.Set
  private let content: Content

  /// - Parameters:
  ///   - axes: the directions of the content, which is stacked along the first of them.
  ///   - showsIndicators: accepted without effect.
  ///   - content: the views from its beginning.
  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }

  public var body: some View {
    let (isWide, isHigh) = (axes.contains(.horizontal), axes.contains(.vertical))
    stack.fixedSize(horizontal: isWide, vertical: isHigh)
      .frame(
        minWidth: isWide ? 0 : nil, maxWidth: isWide ? .infinity : nil, minHeight: isHigh ? 0 : nil,
        maxHeight: isHigh ? .infinity : nil, alignment: isWide ? isHigh ? .topLeading : .leading : .top
      )
      .clipped()
  }

  @ViewBuilder private var stack: some View {
    if axes == .horizontal { HStack { content } } else { VStack { content } }
  }
}

/// Content with a scroll position. Accepted without effect: the beginning is drawn.
public struct ScrollViewReader<Content: View>: View {
  private let content: Content

  public init(@ViewBuilder content: (ScrollViewProxy) -> Content) { self.content = content(ScrollViewProxy()) }

  public var body: some View { content }
}

/// A scroll position. Accepted without effect.
public struct ScrollViewProxy: Sendable {
  /// Accepted without effect.
  public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}

/// Whether a bar shows the scroll position. Accepted without effect.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
  private let name: String

  public static let automatic = ScrollIndicatorVisibility(name: "automatic")
  public static let visible = ScrollIndicatorVisibility(name: "visible")
  public static let hidden = ScrollIndicatorVisibility(name: "hidden")
  public static let never = ScrollIndicatorVisibility(name: "never")
}

extension View {
  /// Accepted without effect: no bar is drawn.
  public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
    -> some View
  { self }
  /// Accepted without effect: nothing scrolls.
  public func scrollDisabled(_ disabled: Bool) -> some View { self }
}
