import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private struct Absent: AwaitableContentError, CustomStringConvertible {
  var told: ContentNotice?
  var isAwaited = true
  var description = "expected content, nothing has been received yet"

  func notice(in locale: Locale) -> ContentNotice? { told }
}

private struct AbsentProvider: TimelineProvider {
  var error: Absent

  func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date, words: "Placeholder") }
  func snapshot(in context: Context) throws -> PlainEntry { placeholder(in: context) }
  func timeline(in context: Context) throws -> Timeline<PlainEntry> { throw error }
}

private struct AbsentWidget: Widget {
  var provider: AbsentProvider

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "absent", provider: provider) { Text($0.words) }
  }
}

/// Content that has never come: bars while it may, and then the reason.
@Suite struct AbsentContentTests {
  private func scene(toldFrom date: Date?) -> PanelScene {
    let notice = date.map { ContentNotice(words: "Sign in: Family", shortWords: "Sign in", from: $0) }
    return testScene([AbsentWidget(provider: AbsentProvider(error: Absent(told: notice)))])
  }

  private func texts(_ compiled: CompiledScene) -> Set<String> {
    Set(compiled.layout.nodes.filter { $0.slot == "slot0" }.compactMap(\.text))
  }

  @Test func `why content has never come stands in its place`() throws {
    let compiled = try SceneCompiler().compile(scene(toldFrom: noon - 60), at: noon)
    #expect(texts(compiled) == ["Sign in: Family"])
    #expect(compiled.diagnostics.map(\.severity) == [.error])
    #expect(compiled.diagnostics[0].message.contains("“Sign in: Family”"), "\(compiled.diagnostics)")
    let kept = try #require(compiled.contents["slot0"])
    // It is no content: nothing of it stays when there is some, and nothing of it grows old.
    #expect(kept.isNotice && kept.timeline == nil && kept.failure == nil && kept.reloadDue == nil)
    #expect(kept.notice == "Sign in: Family")
    #expect(compiled.timelines["slot0"] == nil)
  }

  @Test func `before that a placeholder stands there, until the widget is asked again`() throws {
    let compiled = try SceneCompiler().compile(scene(toldFrom: noon + 600), at: noon)
    #expect(texts(compiled) == [])
    #expect(compiled.diagnostics.map(\.severity) == [.notice])
    let kept = try #require(compiled.contents["slot0"])
    #expect(!kept.isNotice && kept.notice == nil && kept.reloadDue == noon + 600)
    let unknown = try SceneCompiler().compile(scene(toldFrom: nil), at: noon)
    #expect(texts(unknown) == [] && unknown.contents["slot0"]?.reloadDue == nil)
  }

  @Test func `content that was there stays`() throws {
    let plain = PlainWidget(provider: PlainProvider()) { Text($0.words) }
    let good = try SceneCompiler().compile(testScene([plain]), at: noon)
    var later = scene(toldFrom: noon)
    later.slots[0].lastGood = good.timelines["slot0"]
    let compiled = try SceneCompiler().compile(later, at: noon + 3600)
    #expect(texts(compiled).contains("Hello") && !texts(compiled).contains("Sign in: Family"))
  }

  @Test func `a reason of several lines is one line`() throws {
    let error = Absent(isAwaited: false, description: "expected a date\nexpected a number\r\n")
    let compiled = try SceneCompiler().compile(
      testScene([AbsentWidget(provider: AbsentProvider(error: error))]), at: noon)
    #expect(compiled.contents["slot0"]?.failure == "expected a date; expected a number.")
    #expect(
      compiled.diagnostics.map(\.message) == [
        "no new content: expected a date; expected a number. The panel shows a placeholder meanwhile."
      ])
  }

  @Test(arguments: [
    WidgetFamily.systemSmall, .systemMedium, .accessoryCircular, .accessoryCorner, .accessoryInline,
    .accessoryRectangular,
  ])
  func `it has room in every family`(family: WidgetFamily) throws {
    let notice = ContentNotice(
      words: "Not available: calendar.service.of.a.long.example.org", shortWords: "Not available", from: noon)
    let view = HostChrome.Notice(notice: notice, family: family, margins: EdgeInsets())
    let drawing = try laidOut(view, width: 60, height: 40)
    #expect(!drawing.items.isEmpty, "\(drawing.problems)")
    #expect(!drawing.problems.contains { $0.severity == .error }, "\(drawing.problems)")
  }
}
