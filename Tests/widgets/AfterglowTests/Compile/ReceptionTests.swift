import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// The age of content that came from elsewhere.
@Suite struct ReceptionTests {
  private func content(_ policy: TimelineReloadPolicy, _ reception: ContentReception?) -> SlotContent {
    let entry = ErasedEntry(date: noon, relevance: nil) { AnyView(EmptyView()) }
    return SlotContent(
      timeline: WidgetTimeline(entries: [entry], madeAt: noon, policy: policy, reception: reception))
  }

  @Test func `received content is stale when the next should have come`() {
    let reception = ContentReception(date: noon - 300, every: 900)
    #expect(content(.never, reception).staleAfter == noon + 600 + 1800)
    #expect(content(.after(noon + 60), reception).staleAfter == noon + 60 + 1800)
    #expect(content(.after(noon + 7200), reception).staleAfter == noon + 600 + 1800)
  }

  @Test func `what comes when it comes is never stale for that`() {
    let reception = ContentReception(date: noon - 90_000, every: nil)
    #expect(content(.never, reception).staleAfter == nil)
    #expect(content(.after(noon + 60), reception).staleAfter == noon + 1860)
  }

  @Test func `it is looked for in time whether content was confirmed, and not once it is stale`() {
    let reception = ContentReception(date: noon - 300, every: 900)
    #expect(content(.never, reception).nextReload(after: noon) == noon + 1800)
    #expect(content(.never, reception).nextReload(after: noon + 1700) == noon + 2000)
    #expect(content(.never, reception).nextReload(after: noon + 1900) == nil)
    #expect(content(.never, nil).nextReload(after: noon) == nil)
  }
}
