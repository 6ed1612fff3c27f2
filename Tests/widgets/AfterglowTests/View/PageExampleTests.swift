import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// The widget of docs/coming-from-widgetkit.md.
@Suite struct PageExampleTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the page shows the widget that is tested here`() throws {
    let page = try String(
      contentsOf: Self.tests.deletingLastPathComponent().appending(path: "docs/coming-from-widgetkit.md"),
      encoding: .utf8)
    let example = try String(
      contentsOf: Self.tests.appending(path: "widgets/AfterglowTests/View/TideExample.swift"), encoding: .utf8)
    #expect(page.contains(example))
  }

  /// The sample of docs/picture-files.md.
  private func lake(in folder: URL) -> some View {
    Image(file: folder.appending(path: "lake.jpg")).scaledToFill(crop: .best)
  }

  @Test func `the page of pictures shows what compiles here`() throws {
    let page = try String(
      contentsOf: Self.tests.deletingLastPathComponent().appending(path: "docs/picture-files.md"), encoding: .utf8)
    let sample = page.components(separatedBy: "```swift\n")[1].components(separatedBy: "```")[0]
    let own = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    #expect(own.contains(sample.trimmingCharacters(in: .whitespacesAndNewlines)))
    _ = try laidOut(lake(in: URL(filePath: "/nonexistent")), width: 100, height: 100)
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
