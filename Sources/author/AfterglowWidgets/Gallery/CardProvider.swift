import Afterglow

/// A provider whose rectangular accessories have the room inside the margins of their card, for their sizes too: a
/// lock screen has no card and no margins, a Smart Stack has both.
struct CardProvider<Base: AppIntentTimelineProvider>: AppIntentTimelineProvider {
  typealias Entry = Base.Entry
  typealias Intent = Base.Intent

  let base: Base

  func placeholder(in context: Context) -> Entry { base.placeholder(in: inside(context)) }

  func placeholder(for configuration: Intent, in context: Context) -> Entry {
    base.placeholder(for: configuration, in: inside(context))
  }

  func snapshot(for configuration: Intent, in context: Context) async throws -> Entry {
    try await base.snapshot(for: configuration, in: inside(context))
  }

  func timeline(for configuration: Intent, in context: Context) async throws -> Timeline<Entry> {
    try await base.timeline(for: configuration, in: inside(context))
  }

  private func inside(_ context: Context) -> Context {
    guard context.family == .accessoryRectangular else { return context }
    var inner = context
    let room = context.displaySize.room(inside: context.environment.widgetContentMargins)
    inner.displaySize = Size(width: room.width, height: room.height)
    return inner
  }
}

/// What stands on a rectangular card, inside its margins.
struct CardContent<Content: View>: WidgetView {
  let content: Content

  var body: some View {
    if family == .accessoryRectangular { content.padding(margins) } else { content }
  }
}
