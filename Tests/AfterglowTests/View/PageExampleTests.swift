import Foundation
import Testing

@testable import Afterglow

/// The widget of docs/coming-from-widgetkit.md.
@Suite struct PageExampleTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `the page shows the widget that is tested here`() throws {
    let page = try String(
      contentsOf: Self.tests.deletingLastPathComponent().appending(path: "docs/coming-from-widgetkit.md"),
      encoding: .utf8)
    let example = try String(
      contentsOf: Self.tests.appending(path: "AfterglowTests/View/TideExample.swift"), encoding: .utf8)
    #expect(page.contains(example))
  }

  @Test(arguments: [WidgetFamily.systemSmall, .accessoryCircular])
  func `it is laid out without a problem, and hides what it does not know`(family: WidgetFamily) throws {
    let side = family == .systemSmall ? 138.0 : 76
    func items(_ reasons: RedactionReasons) throws -> [DrawItem] {
      let view = TideView(entry: .sample(at: noon)).redacted(reason: reasons)
      let result = try laidOut(view, width: side, height: side) { $0.widgetFamily = family }
      #expect(result.problems.isEmpty)
      return result.items
    }
    let shown = try items([])
    #expect(shown.count >= 4)
    for item in try items(.placeholder) {
      guard case .shape = item.kind else {
        Issue.record("something is shown in a placeholder")
        continue
      }
    }
  }

  @Test func `its parts agree with their meaning`() {
    let entry = TideEntry.sample(at: noon)
    #expect(entry.tides.map(\.height).max() == entry.tides.first { $0.date == entry.high }?.height)
    #expect(TideWidget().descriptor.supportedFamilies == [.systemSmall, .accessoryCircular])
  }
}
