import Foundation
import Testing

@testable import AfterglowViews

/// A part of a view whose place is checked. It fills the size that it is offered, in a colour of its own, by which it is
/// found in what is drawn.
enum LayoutLeaf: String, View, CaseIterable, Sendable {
  case a, b, c, d

  var color: Color {
    switch self {
    case .a: Color(hex: 0x10_0000)
    case .b: Color(hex: 0x20_0000)
    case .c: Color(hex: 0x30_0000)
    case .d: Color(hex: 0x40_0000)
    }
  }

  var body: some View { color }

  /// The part in a size of its own, in points.
  func box(_ width: CGFloat, _ height: CGFloat) -> some View { color.frame(width: width, height: height) }
}

/// Returns the frame of each part that a view draws in a room, in points.
func leafFrames(_ view: some View, in room: Size) throws -> [LayoutLeaf: Rect] {
  let (items, problems, _) = try laidOut(view, width: room.width, height: room.height) {
    $0.widgetContentMargins = EdgeInsets()
  }
  #expect(problems.isEmpty)
  var frames: [LayoutLeaf: Rect] = [:]
  for leaf in LayoutLeaf.allCases {
    frames[leaf] = items.first { $0.style == AnyShapeStyle(leaf.color) }?.frame
  }
  return frames
}

/// A view, the room that it is offered, and the places of its parts that follow from SwiftUI's documented rules. A view that
/// is smaller or larger than its room is in the middle of it.
struct FrameProbe: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var room: Size
  /// Each part that is drawn with x, y, width and height: "a 0 0 40 20, b 48 0 40 20".
  var places: String
  let view: @Sendable () -> AnyView

  func check() throws {
    let found = try leafFrames(view(), in: room)
    let texts: [String] = LayoutLeaf.allCases.compactMap { (leaf: LayoutLeaf) -> String? in
      guard let frame = found[leaf] else { return nil }
      let numbers: [Double] = [frame.minX, frame.minY, frame.width, frame.height]
      return ([leaf.rawValue] + numbers.map(Self.text)).joined(separator: " ")
    }
    #expect(texts.joined(separator: ", ") == places)
  }

  /// A number of points, to a thousandth.
  private static func text(_ points: Double) -> String {
    let rounded = (points * 1000).rounded() / 1000
    return Int(exactly: rounded).map { String($0) } ?? String(rounded)
  }
}

struct FrameProbes {
  private(set) var all: [FrameProbe] = []

  /// - Parameters:
  ///   - width: the width of the room in points.
  ///   - height: the height of the room in points.
  mutating func add(
    _ name: String, in width: Double, by height: Double, _ places: String,
    @ViewBuilder view: @escaping @Sendable () -> some View
  ) {
    all.append(
      FrameProbe(testDescription: name, room: Size(width: width, height: height), places: places) { AnyView(view()) })
  }
}
