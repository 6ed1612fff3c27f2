import AfterglowTimeline
import Foundation

/// Ticking digits that fill the available size, made of round strokes of uniform width: hours, minutes or seconds, each
/// number centred by its ink; or one part of hours and minutes in a line, which is centred as a whole.
package struct ClockNumerals: View, PrimitiveView {
  package enum Unit: Sendable { case hour, hour24, minute, second }

  /// A line of hours and minutes, of which one part is drawn and the others keep their room. So the parts have colours of
  /// their own, and lie over each other in one place.
  package struct Line: Sendable {
    package enum Part: Sendable { case hour, colon, minute }

    let part: Part
    let is24: Bool
    let parting: Double

    /// - Parameters:
    ///   - part: the part to draw.
    ///   - is24: whether hours run from 0 to 23; else as the locale writes them.
    ///   - parting: from hours to minutes, in points.
    package init(_ part: Part, is24: Bool, parting: Double) {
      (self.part, self.is24, self.parting) = (part, is24, parting)
    }
  }

  private enum Content {
    case number(Unit)
    case line(Line)
  }

  private let content: Content
  fileprivate let digit: Size
  fileprivate let gap: Double
  fileprivate let stroke: Double
  private let zone: TimeZone?

  /// - Parameters:
  ///   - digit: size of one digit, in points.
  ///   - gap: between the two, in points.
  ///   - stroke: width, in points.
  ///   - zone: nil = the environment's.
  package init(_ unit: Unit, digit: Size, gap: Double, stroke: Double, in zone: TimeZone? = nil) {
    (content, self.digit, self.gap, self.stroke, self.zone) = (.number(unit), digit, gap, stroke, zone)
  }

  /// - Parameters:
  ///   - digit: size of one digit, in points.
  ///   - gap: between two digits of a number, in points.
  ///   - stroke: width of the strokes, or of the dots of a colon, in points.
  ///   - zone: nil = the environment's.
  package init(_ line: Line, digit: Size, gap: Double, stroke: Double, in zone: TimeZone? = nil) {
    (content, self.digit, self.gap, self.stroke, self.zone) = (.line(line), digit, gap, stroke, zone)
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [NumeralsElement(numerals: self, zone: zone ?? context.environment.timeZone, context: context)]
  }

  /// Width of the widest time.
  fileprivate var width: Double {
    let pair = 2 * digit.width + gap
    if case .line(let line) = content { return 2 * pair + line.parting }
    return pair
  }

  /// Locales with a 12-hour clock use it here as well, and 9 is not 09 where they do not write it so.
  private static func number(_ unit: Unit, in locale: Locale) -> TickPart {
    switch unit {
    case .hour24: return .number(.hour24, minimumDigits: 2, maximumDigits: 2)
    case .minute: return .number(.minute, minimumDigits: 2, maximumDigits: 2)
    case .second: return .number(.second, minimumDigits: 2, maximumDigits: 2)
    case .hour:
      for case .number(let field, let digits, _) in ClockPattern.items(.hour, in: locale) {
        return .number(field, minimumDigits: digits, maximumDigits: 2)
      }
      return .number(.hour24, minimumDigits: 2, maximumDigits: 2)
    }
  }

  /// The parts of the text, each with whether it is drawn.
  fileprivate func parts(in locale: Locale) -> [(part: TickPart, isDrawn: Bool)] {
    switch content {
    case .number(let unit): return [(Self.number(unit, in: locale), true)]
    case .line(let line):
      return [
        (Self.number(line.is24 ? .hour24 : .hour, in: locale), line.part == .hour),
        (.literal(":"), line.part == .colon), (Self.number(.minute, in: locale), line.part == .minute),
      ]
    }
  }

  fileprivate var parting: Double { if case .line(let line) = content { line.parting } else { 0 } }

  fileprivate var name: String {
    switch content {
    case .number(let unit): "\(unit)"
    case .line(let line): line.part == .hour && line.is24 ? "hour24" : "\(line.part)"
    }
  }
}

private struct NumeralsElement: Element {
  let numerals: ClockNumerals
  let zone: TimeZone
  let context: ResolveContext

  func size(in proposal: Proposal) -> Size { Size(width: numerals.width, height: numerals.digit.height) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent {
      return canvas.append(hidden: rect, radius: rect.height / 8, identity: context)
    }
    let layout = layout
    context.container.accessibility.add(
      AccessibilityNode(label: layout.spoken(at: context.spokenDate), traits: ["updatesFrequently"], framePt: rect))
    canvas.append(
      .tick(layout), frame: rect, style: context.environment.foregroundStyle, identity: context,
      fontSizePt: numerals.digit.height)
  }

  private var isInk: Bool { context.environment.panelInks != .shades }

  /// In ink the figures' strokes, like their sides, are whole pixels.
  private func quarters(_ points: Double) -> Int {
    let pixels = points * context.scale
    return isInk ? 4 * max(1, Int(clamping: pixels.rounded())) : max(1, Int(clamping: (pixels * 4).rounded()))
  }

  private var heightPx: Double { (numerals.digit.height * context.scale).rounded() }
  private var cellPx: Double { (numerals.digit.width + numerals.gap) * context.scale }

  private var layout: TickLayout {
    let figures = DrawnGlyphs.numerals(
      width: quarters(numerals.digit.width), height: quarters(numerals.digit.height),
      stroke: quarters(numerals.stroke))
    let cell = Int(clamping: cellPx.rounded())
    let parts = numerals.parts(in: context.environment.locale)
    // Spoken and listed as the part that it draws.
    let wording = TickWording(parts: parts.filter(\.isDrawn).map(\.part))
    let digits = (0..<10).map { phrase([$0], of: figures, advance: cell) }
    let items = parts.map { part, isDrawn in
      let item = item(part, figures)
      return isDrawn ? item : item.mapPhrases { TickLayout.Phrase(text: $0.text, glyphs: [], advance: $0.advance) }
    }
    return TickLayout(
      font: ShapingFont(sizePx: heightPx, weight: .regular, hasTabularFigures: true, trackingPx: 0, isInk: isInk),
      digits: digits, cell: cell, wordings: [TickLayout.Wording(pattern: wording, items: items)], baseline: heightPx,
      height: heightPx, leadingTrim: 0, trailingTrim: 0,
      // Times are written from left to right in every language.
      alignment: .center, zone: zone, pattern: TickPattern(kind: .civil, wordings: [wording], name: numerals.name))
  }

  private func item(_ part: TickPart, _ figures: DrawnGlyphs) -> TickLayout.Item {
    switch part {
    case .number(let field, let minimum, let maximum):
      return TickLayout.standing(field) { value in number(value, minimum, figures) }
        ?? .number(field, minimumDigits: minimum, maximumDigits: maximum)
    case .literal, .words: return .phrase(colon)
    }
  }

  /// A number whose figures have one gap of ink between them, however wide they are.
  private func number(_ value: Int, _ minimum: Int, _ figures: DrawnGlyphs) -> TickLayout.Phrase {
    let face = context.typesetter.library.key(figures)
    let written = String(value).compactMap(\.wholeNumberValue)
    let digits = Array(repeating: 0, count: max(0, minimum - written.count)) + written
    var glyphs: [PlacedGlyph] = []
    var end = 0.0
    for digit in digits {
      let columns = figures.columns(of: UInt32(digit))
      let start = glyphs.isEmpty ? 0 : end + numerals.gap * context.scale
      let pen = (start - columns.left).rounded()
      glyphs.append(PlacedGlyph(face: face, glyph: UInt32(digit), x: pen, y: 0))
      end = pen + columns.right
    }
    let first = digits.first.map { (glyphs.first?.x ?? 0) + figures.columns(of: UInt32($0)).left } ?? 0
    let phrase = TickLayout.Phrase(text: digits.map(String.init).joined(), glyphs: glyphs, advance: 0)
    return phrase.bound(from: first, to: end, .center)
  }

  /// Two discs at thirds of the figures' height, in the middle of the parting.
  private var colon: TickLayout.Phrase {
    let face = context.typesetter.library.key(.dot(diameter: quarters(numerals.stroke)))
    let partingPx = numerals.parting * context.scale
    let away = (numerals.digit.height * 0.13 + numerals.stroke / 2) * context.scale
    let glyphs = [-away, away].map { offset in
      PlacedGlyph(face: face, glyph: 0, x: partingPx / 2, y: offset - heightPx / 2)
    }
    return TickLayout.Phrase(text: ":", glyphs: glyphs, advance: Int(clamping: partingPx.rounded()))
  }

  private func phrase(_ digits: [Int], of figures: DrawnGlyphs, advance: Int) -> TickLayout.Phrase {
    let face = context.typesetter.library.key(figures)
    let glyphs = digits.map { PlacedGlyph(face: face, glyph: UInt32($0), x: numerals.gap * context.scale / 2, y: 0) }
    return TickLayout.Phrase(text: digits.map(String.init).joined(), glyphs: glyphs, advance: advance)
  }
}

/// Discs of one size at many positions, drawn as a single glyph.
package struct DotField: View, PrimitiveView {
  let dots: [Point]
  let diameter: Double

  /// - Parameters:
  ///   - dots: their centres, relative to the whole pixel nearest to the top left corner of the frame, which is the proposed
  ///     size.
  ///   - diameter: in points.
  package init(_ dots: [Point], diameter: Double) { (self.dots, self.diameter) = (dots, diameter) }

  package func elements(in context: ResolveContext) -> [any Element] { [DotsElement(field: self, context: context)] }
}

private struct DotsElement: Element {
  let field: DotField
  let context: ResolveContext

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 10) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let scale = context.scale
    let face = context.typesetter.library.key(
      .dot(diameter: max(2, Int(clamping: (field.diameter * scale * 4).rounded()))))
    let font = ShapingFont(
      sizePx: field.diameter * scale, weight: .regular, hasTabularFigures: false, trackingPx: 0,
      isInk: context.environment.panelInks != .shades)
    // The frame may begin anywhere; dots on whole pixels stay on them.
    let (left, top) = (rect.minX * scale, rect.minY * scale)
    let (right, down) = (left.rounded() - left, top.rounded() - top)
    // Treated as rotated, so that their rows are placed in quarters of a pixel.
    let glyphs = field.dots.map {
      PlacedGlyph(face: face, glyph: 0, x: $0.x * scale + right, y: $0.y * scale + down, moved: GlyphTurn(tenths: 1))
    }
    canvas.append(
      .glyphs(
        ShapedText(
          text: "", font: font, width: rect.width * scale, height: rect.height * scale, glyphs: glyphs, lines: [],
          isTruncated: false)),
      frame: rect, style: context.environment.foregroundStyle, identity: context)
  }
}
