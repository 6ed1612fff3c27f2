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

/// Ellipses that hide an emoji or a symbol first. Pango gives them the room of that picture, as often as they hide characters,
/// so that it says too much of the width of their lines. Its positions of what follows are right.
struct WideEllipses {
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
      guard let run = pango_layout_iter_get_run_readonly(iterator), let own = Self.width(ofEllipsis: run)
      else { continue }
      var extents = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &extents)
      if extents.width != own { excess[number] = extents.width - own }
    } while pango_layout_iter_next_run(iterator) != 0
  }

  var areWide: Bool { !excess.isEmpty }

  /// The width of its glyphs; nil for all other runs.
  private static func width(ofEllipsis run: UnsafeMutablePointer<PangoLayoutRun>) -> Int32? {
    guard let item = run.pointee.item, ag_is_ellipsis(item) != 0, let glyphs = run.pointee.glyphs else { return nil }
    return pango_glyph_string_get_width(glyphs)
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
    if let own = Self.width(ofEllipsis: run) { extents.width = own }
  }
}
