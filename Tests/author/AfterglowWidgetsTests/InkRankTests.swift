import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// The rank of a widget's texts on paper of few inks, where weight stands for tone.
@Suite struct InkRankTests {
  /// A text as it is on the panel.
  private struct Written: CustomStringConvertible {
    var name: String
    var sizePx: Double
    /// Thickness of most of its upright lines in pixels.
    var stem: Int

    /// Thickness of the lines in shares of the type size.
    var weight: Double { Double(stem) / sizePx }

    var description: String { "\(name): \(stem) of \(sizePx) px" }
  }

  /// The commonest length of a row's runs of ink, longer ones than an upright line apart.
  private static func stem(of node: LayoutNode, sizePx: Double, in pixels: [UInt32], width: Int) -> Int? {
    let height = pixels.count / width
    let (left, right) = (max(0, Int(node.framePx.minX)), min(width, Int(node.framePx.maxX.rounded(.up))))
    let (top, bottom) = (max(0, Int(node.framePx.minY)), min(height, Int(node.framePx.maxY.rounded(.up))))
    guard left < right, top < bottom else { return nil }
    var counts: [Int: Int] = [:]
    for y in top..<bottom {
      var run = 0
      for x in left...right {
        if x < right, pixels[y * width + x] & 0xFF_FFFF != 0xFF_FFFF {
          run += 1
        } else if run > 0 {
          if Double(run) <= max(2, sizePx * 0.25) { counts[run, default: 0] += 1 }
          run = 0
        }
      }
    }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }

  @Test(arguments: GalleryItem.all, [PixelFormat.mono1, .spectra6])
  func `secondary text is never heavier than primary text`(item: GalleryItem, format: PixelFormat) throws {
    let compiled = try item.compile(
      item.scene(.light) {
        $0.board.pixelFormat = format.rawValue
        $0.board.isEmissive = 0
      })
    let painted = try PaintedItem(compiled)
    let pixels = painted.pixels(.day)
    let scale = compiled.layout.scales[1]
    var written: [String: [Written]] = [:]
    for node in compiled.layout.nodes where node.slot != nil && painted.isVisible(node) {
      guard PaintedItem.isText(painted.record(node)), let size = node.fontSizePt, let text = node.text,
        Symbol(named: text) == nil, text.count(where: { $0.isLetter || $0.isNumber }) >= 2,
        let stem = Self.stem(of: node, sizePx: size * scale, in: pixels, width: painted.width)
      else { continue }
      written[node.role, default: []].append(Written(name: node.name ?? text, sizePx: size * scale, stem: stem))
    }
    for secondary in written["secondary"] ?? [] where secondary.stem > 1 {
      for primary in written["primary"] ?? [] where primary.sizePx >= secondary.sizePx - 0.01 {
        // A whole number of pixels is a little more or less than what a size needs.
        #expect(
          secondary.stem <= primary.stem && secondary.weight <= max(primary.weight * 1.15, 0.105),
          "\(secondary) and \(primary)")
      }
    }
  }
}
