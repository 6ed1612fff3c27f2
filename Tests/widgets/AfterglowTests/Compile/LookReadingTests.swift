import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Ways in which a widget's code can read the rendering mode. Looks share a layout only if none of them was used.
@Suite struct LookReadingTests {
  enum Way: CaseIterable {
    case whole, named, printed, modifier, geometry, canvas, handedDown, handedUp, fitting, timeline, layout, style
  }

  // Always-on is in full colour, and night is vibrant.
  @Test(arguments: Way.allCases) func `a view that shows the rendering mode shows that of each look`(
    way: Way
  ) throws {
    let widget = PlainWidget { _ in ModeView(way: way) }
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    let words = Set(compiled.layout.nodes.filter { $0.slot != nil }.compactMap(\.text))
    #expect(words.isSuperset(of: ["fullColor", "vibrant"]), "\(words)")
  }
}

private struct ModeView: View {
  let way: LookReadingTests.Way
  @Environment(\.self) var whole
  @Environment(\.modeName) var name

  var body: some View {
    switch way {
    case .whole: Text(verbatim: whole.widgetRenderingMode.name)
    case .named: Text(verbatim: name)
    case .printed: Text(verbatim: String(describing: whole).contains("vibrant") ? "vibrant" : "fullColor")
    case .modifier: Circle().modifier(ModeModifier())
    case .geometry: GeometryReader { _ in Text(verbatim: name) }
    case .canvas:
      Canvas { context, _ in
        context.draw(Text(verbatim: context.environment.widgetRenderingMode.name), at: CGPoint(x: 60, y: 30))
      }
    case .handedDown:
      HandedView().transformEnvironment(\.self) { $0.handedName = $0.widgetRenderingMode.name }
    case .handedUp: NameSetter().overlayPreferenceValue(NameKey.self) { Text(verbatim: $0) }
    case .fitting:
      ViewThatFits {
        NameView()
        Circle()
      }
    case .timeline: TimelineView(.periodic(from: noon, by: 3600)) { _ in Text(verbatim: name) }
    case .layout: Corner { NameView() }
    case .style: Label("Sun", symbol: .sun).labelStyle(ModeLabel())
    }
  }
}

private struct NameView: View {
  @Environment(\.modeName) var name

  var body: some View { Text(verbatim: name) }
}

private struct HandedView: View {
  @Environment(\.handedName) var name

  var body: some View { Text(verbatim: name) }
}

private struct NameSetter: View {
  @Environment(\.modeName) var name

  var body: some View { Circle().preference(key: NameKey.self, value: name) }
}

private struct ModeModifier: ViewModifier {
  @Environment(\.modeName) var name

  func body(content: Content) -> some View { Text(verbatim: name) }
}

private struct ModeLabel: LabelStyle {
  @Environment(\.modeName) var name

  func makeBody(configuration: Configuration) -> some View { Text(verbatim: name) }
}

/// Places its views at the upper left corner.
private struct Corner: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    subviews.map { $0.sizeThatFits(proposal) }.first ?? .zero
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    for subview in subviews { subview.place(at: bounds.origin, proposal: .unspecified) }
  }
}

private struct NameKey: PreferenceKey {
  static let defaultValue = ""
  static func reduce(value: inout String, nextValue: () -> String) { value += nextValue() }
}

private enum HandedName: EnvironmentKey { static let defaultValue = "" }

extension EnvironmentValues {
  fileprivate var modeName: String { widgetRenderingMode.name }
  fileprivate var handedName: String {
    get { self[HandedName.self] }
    set { self[HandedName.self] = newValue }
  }
}
