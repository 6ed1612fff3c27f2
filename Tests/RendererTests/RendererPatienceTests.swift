import Testing

@testable import afterglow_renderer

@Suite struct RendererPatienceTests {
  @Test func `what draws on paper has time for a whole refresh and its retries`() {
    let screen = RendererTimeouts(isEmissive: true)
    let paper = RendererTimeouts(isEmissive: false)
    #expect(screen.answerMs == 2_000 && screen.archiveMs == 10_000 && screen.stopMs == 2_000)
    // Two refreshes whose BUSY never falls take 22 s.
    #expect(paper.answerMs >= 60_000 && paper.archiveMs >= 60_000)
    // One refresh takes 2 s; the service's TimeoutStopSec is 10.
    #expect(paper.stopMs == 5_000)
    #expect(screen.lineMs > screen.answerMs && paper.lineMs > paper.answerMs)
  }
}
