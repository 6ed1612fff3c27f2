import Afterglow
import AfterglowCore
import AfterglowLight
import AfterglowPictures
import AfterglowPreview

import struct AfterglowCore.Color

/// One frame of a scene for the guide's checks: its texts with their positions, kinds and backgrounds.
package struct GuideFrame {
  /// A text of the frame.
  package struct Words {
    package var slot: String
    package var text: String
    var name: String?
    package var framePx: Rect
    var framePt: Rect
    var fontSizePt: Double
    /// After scaling from canvas to device: the size to which docs/rules.md, rule 12 applies.
    package var deviceFontSizePt: Double
    var pixelsAPoint: Double
    var color: Color
    /// Whether some of it is left out for want of room.
    var isCut: Bool

    /// Whether it is the name of a symbol, which is drawn in its place.
    var isSymbol: Bool { text.first?.isUppercase == false && !text.contains(" ") && Symbol(named: text) != nil }

    private var sizePx: Double { fontSizePt * pixelsAPoint }
    var isHigherThanALine: Bool { framePx.height >= sizePx * 1.7 }

    /// Without the empty space above and below a line's capitals.
    var capitalsPx: Rect {
      let size = sizePx
      guard !isHigherThanALine else { return framePx }
      return framePx.insetBy(dx: 0, dy: max(0, (framePx.height - size * 0.727) / 2))
    }
  }

  /// A shape or a symbol with its own colour.
  struct Mark {
    var slot: String
    var kind: String
    /// The text or symbol; nil = a shape.
    var text: String?
    var fontSizePt: Double?
    var framePt: Rect
    var framePx: Rect
    /// Degrees on the colour circle; nil = grey.
    var hue: Double?
  }

  /// A picture of a file or of memory.
  struct Picture {
    var slot: String
    /// What it is called in the layout and for a screen reader.
    var names: [String]
    var framePx: Rect
  }

  let name: String
  package let words: [Words]
  let marks: [Mark]
  let pictures: [Picture]
  private let picture: PanelPicture

  package init(_ name: String, _ frame: StillFrame) {
    self.name = name
    picture = frame.picture
    let scales = frame.board.compiled.layout.scales
    marks = frame.board.compiled.layout.nodes.compactMap { node in
      guard let slot = node.slot, node.role != "background", node.kind != "picture", frame.isVisible(node) else {
        return nil
      }
      return Mark(
        slot: slot, kind: node.kind, text: node.text ?? node.tick, fontSizePt: node.fontSizePt, framePt: node.framePt,
        framePx: node.framePx, hue: Self.hue(frame.color(of: node)))
    }
    let shares = frame.board.compiled.layout.deviceShares
    words = frame.board.compiled.layout.nodes.compactMap { node in
      guard let slot = node.slot, let text = node.text ?? node.tick, let size = node.fontSizePt, frame.isVisible(node)
      else { return nil }
      return Words(
        slot: slot, text: text, name: node.name, framePx: node.framePx, framePt: node.framePt, fontSizePt: size,
        deviceFontSizePt: size * (shares.indices.contains(node.widget) ? shares[node.widget] : 1),
        pixelsAPoint: scales.indices.contains(node.widget) ? scales[node.widget] : 1,
        color: frame.color(of: node).faded(to: node.opacity), isCut: node.isCut)
    }
    let spoken = frame.board.compiled.layout.accessibility
    pictures = frame.board.compiled.layout.nodes.compactMap { node in
      guard let slot = node.slot, node.kind == "picture", node.text == nil, frame.isVisible(node) else { return nil }
      let labels = (spoken[slot] ?? []).filter { $0.framePt.center.isIn(node.framePt) }.compactMap(\.label)
      return Picture(slot: slot, names: [node.name].compactMap(\.self) + labels, framePx: node.framePx)
    }
  }

  /// Whether a widget has pictures, other than emoji.
  func shows(picturesIn slot: String) -> Bool { pictures.contains { $0.slot == slot } }

  /// The shapes of a widget.
  func shapes(of slot: String) -> [Mark] { marks.filter { $0.slot == slot && $0.text == nil } }

  /// Contrast of a text with its background by WCAG 2.2 (docs/rules.md, Contrast); nil if it has no box on the panel.
  package func contrast(of words: Words) -> Double? {
    guard let behind = background(of: words) else { return nil }
    let shown = Self.blend(words.color, over: behind)
    return LinearLight.contrast(LinearLight.luminance(shown), LinearLight.luminance(behind))
  }

  /// The same with the reflection of a room's light.
  package func contrast(of words: Words, in room: Legibility) -> Double? {
    guard let behind = background(of: words) else { return nil }
    let shown = Color(argb: 0xFF00_0000 | Self.blend(words.color, over: behind))
    return Double(room.hundredths(shown, over: Color(argb: 0xFF00_0000 | behind))) / 100
  }

  /// What the panel has of a stretch; empty where it lies beyond it.
  private static func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let start = min(max(0, Int(low.rounded())), count)
    return start..<max(start, min(count, Int(high.rounded())))
  }

  /// The most common colour in a text's box other than the text's.
  private func background(of words: Words) -> UInt32? {
    let x = Self.pixels(words.framePx.minX, words.framePx.maxX, picture.width)
    let y = Self.pixels(words.framePx.minY, words.framePx.maxY, picture.height)
    guard !x.isEmpty, !y.isEmpty else { return nil }
    // A picture hardly has two pixels of the same colour: similar colours are grouped.
    var groups: [UInt32: [UInt32: Int]] = [:]
    // Translucent ink is seen in another colour.
    let ink = words.color.alpha == 255 ? words.color.argb & 0xFF_FFFF : nil
    var inkCount = 0
    for row in y {
      let start = row * picture.width
      let pixels = picture.pixels[start + x.lowerBound..<start + x.upperBound]
      // Most of a box has one colour: a run of equal pixels is counted at once.
      var next = pixels.startIndex
      while next < pixels.endIndex {
        let first = next
        let pixel: UInt32 = pixels[first] & 0xFF_FFFF
        repeat { next += 1 } while next < pixels.endIndex && pixels[next] & 0xFF_FFFF == pixel
        if pixel == ink {
          inkCount += next - first
        } else {
          groups[pixel & 0xE0_E0E0, default: [:]][pixel, default: 0] += next - first
        }
      }
    }
    // No text fills its box: the background has its colour.
    if inkCount * 20 > x.count * y.count * 19 { return ink }
    // The background has more pixels than the text, except with solid blocks of text.
    func count(_ group: [UInt32: Int]) -> Int { group.values.reduce(0, +) }
    func common(_ group: [UInt32: Int]) -> UInt32? {
      group.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
    }
    let ordered = groups.sorted { (count($0.value), $0.key) > (count($1.value), $1.key) }
    let ranked: [[UInt32: Int]] = ordered.map(\.value)
    guard let most = ranked.first.flatMap(common) else { return nil }
    if ink != nil { return most }
    // A symbol may cover most of its box: then what is most common is its translucent ink over another colour.
    let least = x.count * y.count / 10
    let others = ranked.dropFirst().filter { count($0) > least }.compactMap(common)
    return others.first { Self.isNear(Self.blend(words.color, over: $0), most) } ?? most
  }

  /// Whether no channel differs by more than a picture's own variation.
  private static func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
    let shifts: [UInt32] = [16, 8, 0]
    return shifts.allSatisfy { shift in
      let (one, other) = (a >> shift & 255, b >> shift & 255)
      return max(one, other) - min(one, other) <= 12
    }
  }

  /// Hue in degrees; nil for colours that appear grey.
  static func hue(_ color: Color) -> Double? {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let most = max(red, green, blue)
    let range = most - min(red, green, blue)
    guard most > 80, range / most > 0.35 else { return nil }
    let sixth: Double
    if most == red {
      sixth = (green - blue) / range
    } else if most == green {
      sixth = 2 + (blue - red) / range
    } else {
      sixth = 4 + (red - green) / range
    }
    return (sixth < 0 ? sixth + 6 : sixth) * 60
  }

  private static func blend(_ color: Color, over behind: UInt32) -> UInt32 {
    let alpha = Double(color.alpha) / 255
    func channel(_ shift: UInt32) -> UInt32 {
      let over = Double(color.argb >> shift & 255) * alpha
      let under = Double(behind >> shift & 255) * (1 - alpha)
      return UInt32((over + under).rounded()) << shift
    }
    return channel(16) | channel(8) | channel(0)
  }
}

extension Point {
  fileprivate func isIn(_ rect: Rect) -> Bool {
    x >= rect.minX && x <= rect.maxX && y >= rect.minY && y <= rect.maxY
  }
}
