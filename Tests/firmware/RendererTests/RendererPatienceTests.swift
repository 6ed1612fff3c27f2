import AfterglowCore
import AfterglowEPaper
import Testing

@testable import afterglow_renderer

@Suite struct RendererPatienceTests {
  @Test func `every renderer has to answer soon, and one that draws on paper may end as late as its panel`() {
    let screen = RendererTimeouts()
    #expect(screen.answerMs == 2_000 && screen.archiveMs == 10_000 && screen.stopMs == 2_000 && !screen.endsSlowly)
    #expect(screen.lineMs > screen.answerMs)
    let window = PanelWindow(size: PixelSize(width: 250, height: 122), memory: .init(start: nil, count: 0))
    let setup = PaperSetup(
      controller: .ssd1680(SSD1680()), link: .planes(window, nil), minimumRefreshIntervalMs: 180_000)
    let paper = RendererTimeouts(longestEndMs: Panel.paper(setup).longestEndMs)
    #expect(paper.answerMs == screen.answerMs && paper.archiveMs == screen.archiveMs && paper.lineMs == screen.lineMs)
    // A refresh whose BUSY never falls takes 10 s, after 4 s of waiting for the controller.
    #expect(paper.endsSlowly && paper.stopMs > 14_000)
    // Each panel has its own limit.
    let slow = PaperSetup(
      controller: .spectra6(Spectra6()), link: .wire(-1, openedAtMs: 0), minimumRefreshIntervalMs: 180_000)
    #expect(RendererTimeouts(longestEndMs: Panel.paper(slow).longestEndMs).stopMs > 60_000)
  }
  @Test func `one that waits for a predecessor's refresh may end that much later`() {
    let paper = RendererTimeouts(longestEndMs: 15_000, settlesMs: 12_000)
    #expect(paper.stopMs == 29_000)
    // What it leaves behind when it dies is one refresh, however often that happens in a row.
    #expect(paper.refreshMs == 17_000)
  }
}
