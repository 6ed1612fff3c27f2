import AfterglowArchive
import AfterglowCore
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// Taps and swipes that show the other entries of a widget, such as photos.
@Suite struct LeafingTests {
  private typealias Page = PagedScene.Page

  private static let photos = PagedScene(pages: [Page(leaves: [100, 140, 180], identity: 9)])

  /// The red of the picture's middle.
  private func red(_ panel: PagedRig) -> UInt32 { panel.pixel(60, 30) >> 16 & 255 }

  @Test func `a tap in the right third shows the next entry, in the left third the one before, in a ring`() throws {
    let panel = try PagedRig(Self.photos)
    var found: [UInt32] = []
    for x in [100, 100, 100, 20, 20, 60] as [Int32] {
      panel.tap(x, 30)
      panel.frame(afterMs: 16)
      found.append(red(panel))
    }
    #expect(found == [140, 180, 100, 180, 140, 140] && panel.commands.isEmpty)
  }

  @Test func `with one page a swipe leafs, and with several it turns the page`() throws {
    let panel = try PagedRig(Self.photos)
    panel.swipe(from: 60, 30, by: -20)
    panel.frame(afterMs: 16)
    #expect(red(panel) == 140)
    panel.swipe(from: 60, 30, by: 20)
    panel.frame(afterMs: 16)
    panel.swipe(from: 60, 30, by: 20)
    panel.frame(afterMs: 16)
    #expect(red(panel) == 180)
    var several = Self.photos
    several.pages.append(Page(red: 40))
    let other = try PagedRig(several)
    other.swipe(from: 60, 30, by: -20)
    other.frame(afterMs: 16)
    #expect(other.page == 1)
  }

  @Test func `a minute after the last input the entry of the moment is shown again`() throws {
    let panel = try PagedRig(Self.photos)
    panel.tap(100, 30)
    let shown = panel.frame(afterMs: 16)
    #expect(red(panel) == 140)
    let due = shown.step.wakeUp.monotonic.milliseconds
    panel.frame(afterMs: due - 1 - panel.nowMs)
    #expect(red(panel) == 140)
    let back = panel.frame(afterMs: 1)
    #expect(red(panel) == 100 && back.step.causes == UpdateCause.entry)
    #expect(back.step.wakeUp.monotonic == .distantFuture)
  }

  @Test func `another archive keeps the place in the same content alone`() throws {
    let panel = try PagedRig(Self.photos)
    panel.tap(100, 30)
    panel.frame(afterMs: 16)
    var next = Self.photos
    next.pages[0].leaves = [100, 150]
    try panel.load(next)
    panel.frame(afterMs: 16)
    #expect(red(panel) == 150)
    next.pages[0].identity = 10
    try panel.load(next)
    panel.frame(afterMs: 16)
    #expect(red(panel) == 100)
  }

  @Test func `a change of entries by time goes on from the shown one`() throws {
    let panel = try PagedRig(Self.photos, start: 990)
    panel.tap(20, 30)
    panel.frame(afterMs: 16)
    #expect(red(panel) == 180)
    panel.frame(afterMs: 15_000)
    #expect(red(panel) == 100)
  }
}
