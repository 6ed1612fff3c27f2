import Foundation
import FoundationNetworking
import Testing

@testable import AfterglowCompiler
@testable import AfterglowPorting
@testable import AfterglowViews

private final class QuayIntent: INIntent, @unchecked Sendable {
  var quay: String? = "Old Town"
}

private struct QuayProvider: IntentTimelineProvider {
  func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date, words: "Placeholder") }

  func getSnapshot(for configuration: QuayIntent, in context: Context, completion: @escaping (PlainEntry) -> Void) {
    completion(PlainEntry(date: context.date, words: "Snapshot of \(configuration.quay ?? "no quay")"))
  }

  func getTimeline(
    for configuration: QuayIntent, in context: Context, completion: @escaping (Timeline<PlainEntry>) -> Void
  ) {
    let entry = PlainEntry(date: context.date, words: configuration.quay ?? "no quay")
    completion(Timeline(entries: [entry], policy: .never))
  }
}

private struct QuayWidget: Widget {
  var body: some WidgetConfiguration {
    IntentConfiguration(kind: "quay", intent: QuayIntent.self, provider: QuayProvider()) { Text($0.words) }
  }
}

/// What ported widgets use of Intents, UserNotifications and URLSession's publishers.
@Suite struct PortedNameTests {
  @Test func `a widget of SiriKit shows the default values of its intent`() throws {
    let compiled = try SceneCompiler().compile(testScene([QuayWidget()]), at: noon)
    #expect(compiled.layout.nodes.contains { $0.text == "Old Town" })
    let context = TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 170, height: 170), date: noon)
    #expect(try QuayWidget().descriptor.timeline([:], context).entryCount == 1)
    #expect(throws: ConfigurationError.self) { try QuayWidget().descriptor.checkConfiguration(["quay": "New Town"]) }
  }

  @Test func `notifications are denied, and requests have no effect`() async throws {
    let center = UNUserNotificationCenter.current()
    #expect(try await center.requestAuthorization(options: [.alert, .sound]) == false)
    #expect(await center.notificationSettings().authorizationStatus == .denied)
    let content = UNMutableNotificationContent()
    content.title = "Ferry"
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
    try await center.add(UNNotificationRequest(identifier: "ferry", content: content, trigger: trigger))
    #expect(await center.pendingNotificationRequests().isEmpty)
  }

  @Test func `an address answers a publisher`() async throws {
    let url = try #require(URL(string: "data:text/plain,tide"))
    var answers: [String] = []
    for try await answer in URLSession.shared.dataTaskPublisher(for: url).map(\.data).values {
      answers.append(String(decoding: answer, as: UTF8.self))
    }
    #expect(answers == ["tide"])
  }
}
