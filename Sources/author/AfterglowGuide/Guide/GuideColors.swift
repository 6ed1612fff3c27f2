import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview

import struct AfterglowCore.Color

/// Finds meaning in colour alone (docs/rules.md, rule 39): content that would be the same without colours. A colour
/// whose meaning is repeated by a word, a symbol or a shape is accepted, and so is one next to its own label.
enum GuideColors {
  /// Degrees on the colour circle from which two colours count as different.
  private static let apart = 40.0
  /// Points; larger shapes are areas, not marks.
  private static let largestMarkPt = 24.0

  static func findings(in marks: [GuideFrame.Mark], slot: String) -> [GuideFinding] {
    words(marks, slot) + shapes(marks, slot) + lines(marks, slot)
  }

  /// The same text or symbol, in the same size, in two colours.
  private static func words(_ marks: [GuideFrame.Mark], _ slot: String) -> [GuideFinding] {
    struct Look: Hashable {
      var text: String
      var tenthsPt: Double
    }
    let looks = Dictionary(grouping: marks.filter { $0.text != nil && $0.hue != nil }) { mark in
      Look(text: mark.text ?? "", tenthsPt: ((mark.fontSizePt ?? 0) * 10).rounded())
    }
    return Set(looks.filter { areApart($0.value.compactMap(\.hue)) }.map(\.key.text)).sorted().map {
      finding(slot, "“\($0)” appears more than once and differs in nothing but colour")
    }
  }

  /// Small shapes of the same kind and size in two colours, not all of which have text next to them.
  private static func shapes(_ marks: [GuideFrame.Mark], _ slot: String) -> [GuideFinding] {
    let small = marks.filter { mark in
      let (least, most) = (min(mark.framePt.width, mark.framePt.height), max(mark.framePt.width, mark.framePt.height))
      return mark.text == nil && mark.hue != nil && least >= 3 && most <= largestMarkPt && most <= least * 1.5
        && mark.kind != "strokedLine" && mark.kind != "polygon"
    }
    let groups = Dictionary(grouping: small) { mark in
      "\(mark.kind) \((mark.framePt.width * 2).rounded()) \((mark.framePt.height * 2).rounded())"
    }
    return groups.sorted { $0.key < $1.key }.compactMap { _, group in
      guard areApart(group.compactMap(\.hue)) else { return nil }
      let labels = group.map { label(beside: $0, in: marks) }
      if !labels.contains(nil) && Set(labels).count == labels.count { return nil }
      return finding(slot, "\(group.count) marks of one shape and size differ in nothing but colour")
    }
  }

  /// Lines in one area in two colours, whose meaning no text or mark repeats.
  private static func lines(_ marks: [GuideFrame.Mark], _ slot: String) -> [GuideFinding] {
    let lines = marks.filter { $0.kind == "strokedLine" && $0.hue != nil && $0.framePt.width > largestMarkPt }
    let crossing = lines.filter { line in
      lines.contains { other in
        areApart([line.hue ?? 0, other.hue ?? 0]) && line.framePt.overlap(other.framePt) > 0.5
      }
    }
    let legend = marks.filter { mark in
      mark.text != nil || max(mark.framePt.width, mark.framePt.height) <= largestMarkPt
    }.compactMap(\.hue)
    let unnamed = crossing.filter { line in !legend.contains { !areApart([$0, line.hue ?? 0]) } }
    guard unnamed.count > 1 else { return [] }
    return [finding(slot, "\(crossing.count) lines of a chart differ in nothing but colour; name each beside it")]
  }

  private static func areApart(_ hues: [Double]) -> Bool {
    hues.contains { a in
      hues.contains { b in min(abs(a - b), 360 - abs(a - b)) > apart }
    }
  }

  /// The text nearest to a mark, within a distance of its size.
  private static func label(beside mark: GuideFrame.Mark, in marks: [GuideFrame.Mark]) -> String? {
    let reach = max(mark.framePt.width, mark.framePt.height) * 1.5
    let room = mark.framePt.insetBy(dx: -reach, dy: -reach)
    return marks.filter { $0.text != nil && $0.framePt.touches(room) }
      .min { $0.framePt.distance(to: mark.framePt) < $1.framePt.distance(to: mark.framePt) }?.text
  }

  private static func finding(_ slot: String, _ what: String) -> GuideFinding {
    GuideFinding(rule: .colorAlone, slot: slot, message: "\(what); show it in words, a symbol or a shape as well")
  }

  // MARK: changes

  /// Two consecutive entries that differ in colours only.
  static func changes(in board: CompiledBoard) throws -> [GuideFinding] {
    try board.withArchive { archive in
      board.scene.slots.indices.compactMap { index in
        let widget = archive.widget(index + 1)
        let first = Int(widget.entries.first)
        let lists = (0..<Int(widget.entries.count)).map { list(of: first + $0, archive) }
        guard zip(lists, lists.dropFirst()).contains(where: { differInColorAlone($0, $1, archive) }) else { return nil }
        return finding(board.scene.slots[index].identifier, "what it shows changes with time in nothing but colour")
      }
    }
  }

  /// The drawing of an entry in its first look, by day.
  private static func list(of entry: Int, _ archive: Archive) -> [NodeRecord] {
    archive.displayList(entry: entry, slot: 0).map { archive.nodes[Int($0)] }
  }

  private static func differInColorAlone(_ a: [NodeRecord], _ b: [NodeRecord], _ archive: Archive) -> Bool {
    guard a.count == b.count, !a.isEmpty else { return false }
    var isOther = false
    for (first, second) in zip(a, b) {
      guard first.shape == second.shape else { return false }
      let (one, two) = (archive.paints[Int(first.paint)], archive.paints[Int(second.paint)])
      guard one.kind == two.kind, one.kind != PaintKind.picture.rawValue || one.index == two.index else { return false }
      switch (GuideFrame.hue(Color(argb: one.color)), GuideFrame.hue(Color(argb: two.color))) {
      case (nil, nil): break
      case (let a?, let b?): if areApart([a, b]) { isOther = true }
      default: isOther = true
      }
    }
    return isOther
  }
}

extension NodeRecord {
  /// The node without its colour.
  fileprivate var shape: NodeRecord {
    var shape = self
    shape.paint = 0
    return shape
  }
}

extension Rect {
  fileprivate func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  fileprivate func distance(to other: Rect) -> Double { max(abs(midX - other.midX), abs(midY - other.midY)) }

  /// The fraction of the smaller one that both cover.
  fileprivate func overlap(_ other: Rect) -> Double {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    let least = min(self.width * self.height, other.width * other.height)
    return width > 0 && height > 0 && least > 0 ? width * height / least : 0
  }
}
