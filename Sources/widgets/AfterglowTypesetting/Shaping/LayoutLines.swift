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
