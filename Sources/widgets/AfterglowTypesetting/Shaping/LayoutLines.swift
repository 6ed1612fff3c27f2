import CPango

/// How high the lines of a layout are.
struct LineHeights {
  /// Ascent and height of the first run, in Pango's units.
  private var usual: (ascent: Int32, height: Int32)?
  private var isMixed = false
  private var edges: [Double] = []

  /// More than rounding makes of one font, in Pango's units.
  private static let tolerance = PANGO_SCALE / 16

  /// Lower edges of the lines in pixels; nil where all runs ask for the same height.
  var bottoms: [Double]? { isMixed ? edges : nil }

  mutating func begin(_ line: PangoRectangle) {
    edges.append(Double(line.y + line.height) / Double(PANGO_SCALE))
  }

  mutating func add(_ run: PangoRectangle, baseline: Int32) {
    let own = (ascent: baseline - run.y, height: run.height)
    guard let usual else {
      usual = own
      return
    }
    if abs(own.ascent - usual.ascent) > Self.tolerance || abs(own.height - usual.height) > Self.tolerance {
      isMixed = true
    }
  }
}

/// Runs of a cut text that are not as wide as Pango says, so that the width of their lines is wrong too; its positions of what
/// follows are right. An ellipsis that hides an emoji or a symbol first has the room of that picture, as often as it hides
/// characters. Emoji have the room of their pictures without the tracking between them.
struct MisjudgedRuns {
  /// By line, in Pango's units.
  private var excess: [Int: Int32] = [:]
  /// Width of the layout, in Pango units.
  private var width: Int32 = -1
  /// How far the line that is being read moves.
  private var shift: Int32 = 0

  /// - Parameter layout: nil where it has no ellipsis.
  init(_ layout: OpaquePointer?, _ emoji: EmojiText, _ request: Typesetter.Request) {
    guard let layout, !emoji.glyphs.isEmpty || request.parts.contains(where: { $0.symbol != nil }),
      let iterator = pango_layout_get_iter(layout)
    else { return }
    defer { pango_layout_iter_free(iterator) }
    width = pango_layout_get_width(layout)
    var number = -1
    var baseline: Int32?
    repeat {
      if baseline != pango_layout_iter_get_baseline(iterator) { number += 1 }
      baseline = pango_layout_iter_get_baseline(iterator)
      guard let run = pango_layout_iter_get_run_readonly(iterator), let own = Self.width(of: run) else { continue }
      var extents = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &extents)
      if extents.width != own { excess[number, default: 0] += extents.width - own }
    } while pango_layout_iter_next_run(iterator) != 0
  }

  var isEmpty: Bool { excess.isEmpty }

  /// Returns the width of a run's glyphs.
  private static func width(of run: UnsafeMutablePointer<PangoLayoutRun>) -> Int32? {
    run.pointee.glyphs.map { pango_glyph_string_get_width($0) }
  }

  /// Begins a line: it keeps the edge or the middle that it was aligned by.
  mutating func begin(_ line: inout PangoRectangle, number: Int) {
    shift = 0
    guard let excess = excess[number] else { return }
    let right = width - line.x - line.width
    shift = abs(line.x) <= 1 ? 0 : abs(right) <= 1 ? excess : excess / 2
    line.x += shift
    line.width -= excess
  }

  /// Corrects a run of the line that has begun.
  func correct(_ extents: inout PangoRectangle, of run: UnsafeMutablePointer<PangoLayoutRun>) {
    if excess.isEmpty { return }
    extents.x += shift
    if let own = Self.width(of: run) { extents.width = own }
  }
}

/// Gaps next to an ellipsis that stands before words. Pango makes it as wide as the room that is left in its line, and keeps
/// the spaces next to it.
struct EllipsisGaps {
  private struct Gap {
    var line: Int
    /// Index of the first glyph after the gap.
    var glyph: Int
    /// Width in Pango's units.
    var width: Int32
  }

  /// Text of the layout in UTF-8; nil = no ellipsis stands before words.
  private let text: UnsafePointer<CChar>?
  private var gaps: [Gap] = []
  /// Glyphs of each line.
  private var lines: [Int: Range<Int>] = [:]
  /// The run that was added last.
  private var last: (line: Int, run: UnsafeMutablePointer<PangoLayoutRun>)?

  /// - Parameter layout: a layout that outlives the gaps; nil where no ellipsis stands before words.
  init(_ layout: OpaquePointer?) { text = layout.flatMap { pango_layout_get_text($0) } }

  var isEmpty: Bool { gaps.isEmpty }

  /// Adds the next run of a line, from left to right.
  ///
  /// - Parameter glyphs: indices of its glyphs in the shaped text.
  mutating func add(_ run: UnsafeMutablePointer<PangoLayoutRun>, line: Int, glyphs: Range<Int>) {
    guard text != nil else { return }
    let before = last?.line == line ? last?.run : nil
    last = (line, run)
    lines[line] = (lines[line]?.lowerBound ?? glyphs.lowerBound)..<glyphs.upperBound
    if Self.isEllipsis(run) {
      if let space = before.flatMap({ space(of: $0, isLast: true) }) {
        gaps.append(Gap(line: line, glyph: glyphs.lowerBound, width: space))
      }
      gaps.append(Gap(line: line, glyph: glyphs.upperBound, width: Self.padding(of: run)))
    } else if let before, Self.isEllipsis(before), let space = space(of: run, isLast: false) {
      gaps.append(Gap(line: line, glyph: glyphs.lowerBound, width: space))
    }
  }

  private static func isEllipsis(_ run: UnsafeMutablePointer<PangoLayoutRun>) -> Bool {
    run.pointee.item.map { ag_is_ellipsis($0) != 0 } ?? false
  }

  /// Returns the width that Pango added to the last glyph of a run.
  private static func padding(of run: UnsafeMutablePointer<PangoLayoutRun>) -> Int32 {
    guard let font = run.pointee.item?.pointee.analysis.font, let string = run.pointee.glyphs,
      string.pointee.num_glyphs > 0
    else { return 0 }
    let info = string.pointee.glyphs[Int(string.pointee.num_glyphs) - 1]
    var own = PangoRectangle()
    pango_font_get_glyph_extents(font, info.glyph, nil, &own)
    return max(0, info.geometry.width - own.width)
  }

  /// Returns the width of the space at an end of a run from left to right; nil if there is none.
  private func space(of run: UnsafeMutablePointer<PangoLayoutRun>, isLast: Bool) -> Int32? {
    guard let text, let item = run.pointee.item, item.pointee.analysis.level % 2 == 0, item.pointee.length > 0,
      let string = run.pointee.glyphs, string.pointee.num_glyphs > 0
    else { return nil }
    let byte = Int(item.pointee.offset) + (isLast ? Int(item.pointee.length) - 1 : 0)
    guard text[byte] == 32 else { return nil }
    return string.pointee.glyphs[isLast ? Int(string.pointee.num_glyphs) - 1 : 0].geometry.width
  }

  /// Closes the gaps: the glyphs after them move left.
  ///
  /// - Parameter share: share of a gap by which its line then moves right: 0 keeps the left edge, 1 the right one.
  func close(_ shaped: inout ShapedText, movingBy share: Double) {
    for gap in gaps {
      guard let glyphs = lines[gap.line] else { continue }
      let width = Double(gap.width) / Double(PANGO_SCALE)
      func shift(_ glyph: Int) -> Double { width * share - (glyph >= gap.glyph ? width : 0) }
      for index in glyphs { shaped.glyphs[index].x += shift(index) }
      for index in shaped.pieces.indices where glyphs.contains(shaped.pieces[index].glyphs.lowerBound) {
        shaped.pieces[index].x += shift(shaped.pieces[index].glyphs.lowerBound)
        if shaped.pieces[index].glyphs.upperBound == gap.glyph { shaped.pieces[index].width -= width }
      }
      shaped.lines[gap.line].x += width * share
      shaped.lines[gap.line].width = max(0, shaped.lines[gap.line].width - width)
    }
    shaped.closeUp()
  }
}
