import Afterglow
import AfterglowCompiler
import Foundation
import Testing

@testable import AfterglowBoards

private let item = "  - {kind: document, configuration: {view: w.yaml, file: v.json}}\n"

/// The boxes of a small widget, in points, from the first to the last.
private func boxes(_ view: String) throws -> [Rect] {
  let scene = try compile(
    "  - kind: clock\n" + item, files: ["w.yaml": "families:\n  systemSmall: \(view)\n", "v.json": "{}"])
  let frames: [Rect] = scene.layout.nodes.filter { $0.slot == "document" }.map(\.framePt)
  // Each is drawn once for a viewer near by and once for one far away.
  return frames.filter { abs($0.width - 20) < 1 && abs($0.height - 10) < 1 }.reduce(into: []) { found, frame in
    if !found.contains(frame) { found.append(frame) }
  }
}

/// Stacks, spacers and rows of data widgets (docs/data-widgets.md).
@Suite struct DocumentStackTests {
  private static let box = "{shape: rectangle, fill: red, frame: {width: 20, height: 10}}"

  @Test(arguments: ["hstack", "vstack"]) func `a row outside of a grid adds its views to the stack`(
    _ stack: String
  ) throws {
    let loose = try boxes("{\(stack): [{row: [\(Self.box), \(Self.box)]}], spacing: 4}")
    let plain = try boxes("{\(stack): [\(Self.box), \(Self.box)], spacing: 4}")
    #expect(loose.count == 2 && loose == plain)
  }

  @Test func `a stack keeps the spacing that it sets next to a spacer, and no other`() throws {
    func gap(_ spacing: String) throws -> Double {
      let found = try boxes("{hstack: [\(Self.box), {spacer: 2}, \(Self.box)]\(spacing), fixedSize: true}")
      guard found.count == 2 else { return -1 }
      return found[1].minX - found[0].maxX
    }
    let (own, usual) = (try gap(", spacing: 10"), try gap(""))
    #expect(abs(own - 22) < 0.6 && abs(usual - 2) < 0.6)
  }
}
