import AfterglowCore
import Foundation
import Synchronization
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Looks are laid out once if they differ in nothing that a widget's views read.
@Suite struct LookUseTests {
  private final class Count: Sendable {
    private let bodies = Atomic<Int>(0)

    var value: Int { bodies.load(ordering: .relaxed) }
    func add() { bodies.wrappingAdd(1, ordering: .relaxed) }
  }

  private enum Reading { case none, luminance, mode, scheme }

  private struct Words: View {
    let count: Count
    let reading: Reading
    @Environment(\.widgetRenderingMode) var mode
    @Environment(\.isLuminanceReduced) var isLuminanceReduced
    @Environment(\.colorScheme) var scheme

    var body: some View {
      let _ = count.add()
      VStack {
        switch reading {
        case .none: Text("same")
        case .luminance: Text(isLuminanceReduced ? "dim" : "bright")
        case .mode: Text(mode == .vibrant ? "night" : "day")
        case .scheme: Text(scheme == .dark ? "light on dark" : "dark on light")
        }
        Rectangle().fill(Color.marked(.orange, otherwise: .gray(200)))
      }
    }
  }

  private func compiled(_ reading: Reading) throws -> (scene: CompiledScene, bodyCount: Int) {
    let count = Count()
    let widget = PlainWidget { _ in Words(count: count, reading: reading) }
    return (try SceneCompiler().compile(testScene([widget]), at: noon), count.value)
  }

  // Three looks: by day with backgrounds, dim in full colour, dim without colours.
  @Test func `views are laid out again only for a look that differs in what they read`() throws {
    #expect(try compiled(.none).bodyCount == 2)
    #expect(try compiled(.luminance).bodyCount == 2)
    #expect(try compiled(.scheme).bodyCount == 2)
    #expect(try compiled(.mode).bodyCount == 3)
  }

  private func words(_ reading: Reading) throws -> Set<String> {
    Set(try compiled(reading).scene.layout.nodes.compactMap(\.text))
  }

  @Test func `each look has what its own layout would show`() throws {
    #expect(try words(.luminance).isSuperset(of: ["bright", "dim"]))
    #expect(try words(.mode).isSuperset(of: ["day", "night"]))
  }

  /// A view that reads what it does not use is laid out for each look.
  private struct Wary: View {
    @Environment(\.widgetRenderingMode) var mode
    let isWary: Bool

    var body: some View {
      let _ = isWary ? mode : .fullColor
      Words(count: Count(), reading: .luminance).padding(4).opacity(0.5)
    }
  }

  @Test func `the archive is that of a layout for each look`() throws {
    func archive(_ isWary: Bool) throws -> [UInt8] {
      try SceneCompiler().compile(testScene([PlainWidget { _ in Wary(isWary: isWary) }]), at: noon).archive
    }
    #expect(try archive(false) == archive(true))
  }

  @Test func `a setting that was not read does not count`() {
    let use = LookUse()
    var (day, night) = (LookValues(), LookValues())
    night.renderingMode = .vibrant
    night.colorScheme = .light
    #expect(use.isSame(day, as: night))
    use.note(.colorScheme)
    #expect(!use.isSame(day, as: night))
    day.colorScheme = .light
    #expect(use.isSame(day, as: night))
    use.note(.renderingMode)
    #expect(!use.isSame(day, as: night))
  }
}
