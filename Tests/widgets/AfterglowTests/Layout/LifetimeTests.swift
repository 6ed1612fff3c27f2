import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Trees of elements are freed when their host has drawn them, because an author compiles for years.
@Suite struct LifetimeTests {
  private func isFreed(_ view: some View) throws -> Bool {
    weak var container: Container?
    // Each element retains them through its context.
    weak var parts: HostParts?
    try TypesetterCache.shared.withTypesetter { typesetter in
      var environment = EnvironmentValues()
      environment.showsWidgetContainerBackground = true
      environment.showsWidgetLabel = true
      let context = ResolveContext(
        environment: environment, typesetter: typesetter, container: Container(), scale: 2, date: noon, path: 1)
      let tree = ResolvedView(view, in: context)
      container = context.container
      parts = context.parts
      let room = Rect(x: 0, y: 0, width: 100, height: 100)
      var canvas = DrawCanvas()
      for part in [context.parts?.background, tree, context.parts?.widgetLabel].compactMap(\.self) {
        part.draw(in: room, into: &canvas)
      }
      #expect(container != nil && parts != nil && canvas.items.count > 1)
    }
    return container == nil && parts == nil
  }

  @Test func `a widget with a background is freed`() throws {
    #expect(try isFreed(Text("Clock").containerBackground(.red, for: .widget)))
    #expect(
      try isFreed(
        Text("Clock").containerBackground {
          LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
        }))
  }

  @Test func `a widget with a label along a watch's face is freed`() throws {
    #expect(try isFreed(Text("9").widgetLabel("Nine").containerBackground(.red, for: .widget)))
  }

  /// A part of a part has no owner: it is not drawn, and retains nothing.
  @Test func `a background that has a background and a label is freed`() throws {
    #expect(
      try isFreed(
        Text("9").widgetLabel { Text("Nine").containerBackground(.blue, for: .widget) }
          .containerBackground { Rectangle().containerBackground(.blue, for: .widget).widgetLabel("Ten") }))
  }

  @Test func `whatever the views, nothing of their tree stays`() throws {
    #expect(
      try isFreed(
        VStack {
          Link("Open", destination: URL(fileURLWithPath: "/"))
          Text(noon, style: .relative).font(.largeTitle).clipShape(Circle())
          ClockHand(unit: .minute, length: 0.8, width: 4).overlay { Circle().stroke(.red) }.opacity(0.5)
        }
        .containerBackground { ContainerRelativeShape().fill(.blue) }))
  }
}
