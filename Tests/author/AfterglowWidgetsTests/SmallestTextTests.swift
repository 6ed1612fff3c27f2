import AfterglowArchive
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Rule 12 on the device, after canvases were shrunk and long words were fitted.
@Suite struct SmallestTextTests {
  /// Devices at both ends of their kind, and those that shrink their canvas.
  private static let hosts =
    [WidgetHost.iPhones[0], WidgetHost.iPhones[5], WidgetHost.iPhones[6], WidgetHost.vision, WidgetHost.watches[0]]
    + WidgetHost.iPads[..<4] + [WidgetHost.iPads[6], WidgetHost.watches[4]]

  @Test(arguments: GalleryItem.all) func `no text is below eleven points`(item: GalleryItem) throws {
    let hosts = Self.hosts.filter { host in
      host.size(of: item.family) != nil && item.context(.dark).families(on: host).contains(item.family)
    }
    for host in hosts {
      let compiled = try item.compile(item.scene(host: host))
      #expect(compiled.diagnostics == [])
      let share = compiled.layout.deviceShares[1]
      for node in compiled.layout.nodes where node.slot != nil {
        // A symbol is no text.
        guard let size = node.fontSizePt, node.text.flatMap(Symbol.init(named:)) == nil else { continue }
        #expect(size * share >= 10.99, "\(host.name): \(node.name ?? node.text ?? node.kind)")
        #expect(node.text?.contains("…") != true, "\(host.name): \(node.text ?? "")")
      }
    }
    #expect(!hosts.isEmpty)
  }

  /// What is given to a canvas of 340 pt that is shown at 300: the host raises what would be too small there.
  @Test func `a shrunk canvas raises its smallest text`() throws {
    let item = GalleryItem(kind: "weather", family: .systemMedium)
    let host = try #require(WidgetHost.named("iPad 768x1024"))
    let compiled = try item.compile(item.scene(host: host))
    let share = compiled.layout.deviceShares[1]
    #expect(abs(share - 0.851) < 0.001)
    let smallest = try #require(compiled.layout.nodes.compactMap(\.fontSizePt).min())
    #expect(
      abs(smallest * share - 11) < 0.3, "\(compiled.layout.nodes.map { "\($0.name ?? "") \($0.fontSizePt ?? 0)" })")
  }
}
