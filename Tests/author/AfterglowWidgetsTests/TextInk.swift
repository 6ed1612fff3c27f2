import AfterglowCore

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Where the ink of a text begins and ends, by what a picture with it has that one without it has not.
enum TextInk {
  /// In pixels, in a frame and just next to it: the share of the outermost columns that is covered counts.
  static func edges(
    in frame: Rect, _ whole: [UInt32], _ bare: [UInt32], width: Int
  ) -> (left: Double, right: Double)? {
    let rows = max(0, Int(frame.minY))..<min(whole.count / width, Int(frame.maxY.rounded(.up)))
    let columns = max(0, Int(frame.minX) - 3)..<min(width, Int(frame.maxX) + 4)
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    let strengths = columns.map { x in
      rows.map { difference(whole[$0 * width + x], bare[$0 * width + x]) }.max() ?? 0
    }
    guard let strongest = strengths.max(), strongest > 0,
      // Fainter than a fiftieth is not seen as an edge.
      let first = strengths.firstIndex(where: { $0 * 50 >= strongest }),
      let last = strengths.lastIndex(where: { $0 * 50 >= strongest })
    else { return nil }
    func covered(_ index: Int) -> Double { min(1, Double(strengths[index]) / Double(strongest)) }
    return (
      Double(columns.lowerBound + first) + 1 - covered(first), Double(columns.lowerBound + last) + covered(last)
    )
  }

  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max()!
  }
}
