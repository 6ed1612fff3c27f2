import AfterglowTimeline
import Foundation

/// Two ticking digits that fill the available size, made of round strokes of uniform width.
package struct ClockNumerals: View, PrimitiveView {
  package enum Unit: Sendable { case hour, hour24, minute, second }

  let unit: Unit
  let digit: Size
  let gap: Double
  let stroke: Double
  let zone: TimeZone?

  /// - Parameters:
  ///   - digit: size of one digit, in points.
  ///   - gap: between the two, in points.
  ///   - stroke: width, in points.
  ///   - zone: nil = the environment's.
  package init(_ unit: Unit, digit: Size, gap: Double, stroke: Double, in zone: TimeZone? = nil) {
    (self.unit, self.digit, self.gap, self.stroke, self.zone) = (unit, digit, gap, stroke, zone)
  }

  package func elements(in context: ResolveContext) -> [any Element] {
    [NumeralsElement(numerals: self, zone: zone ?? context.environment.timeZone, context: context)]
  }

  /// Locales with a 12-hour clock use it here as well, and 9 is not 09 where they do not write it so.
  fileprivate func number(in locale: Locale) -> (field: TickField, minimumDigits: Int) {
    switch unit {
    case .hour24: return (.hour24, 2)
    case .minute: return (.minute, 2)
    case .second: return (.second, 2)
    case .hour:
      for case .number(let field, let digits, _) in ClockPattern.items(.hour, in: locale) { return (field, digits) }
      return (.hour24, 2)
    }
  }
}

private struct NumeralsElement: Element {
  let numerals: ClockNumerals
  let zone: TimeZone
  let context: ResolveContext

  func size(in proposal: Proposal) -> Size {
    Size(width: 2 * numerals.digit.width + numerals.gap, height: numerals.digit.height)
  }

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
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

  private var layout: TickLayout {
    let scale = context.scale
    let isInk = context.environment.panelInks != .shades
    // In ink the figures' strokes, like their sides, are whole pixels.
    func quarters(_ points: Double) -> Int {
      isInk
        ? 4 * max(1, Int(clamping: (points * scale).rounded())) : max(1, Int(clamping: (points * scale * 4).rounded()))
    }
    let face = context.typesetter.library.key(
      .numerals(
        width: quarters(numerals.digit.width), height: quarters(numerals.digit.height),
        stroke: quarters(numerals.stroke)))
    // Each cell includes half of the gap on either side.
    let cell = Int(clamping: ((numerals.digit.width + numerals.gap) * scale).rounded())
    let (field, digits) = numerals.number(in: context.environment.locale)
    let wording = TickWording(parts: [.number(field, minimumDigits: digits, maximumDigits: 2)])
    let heightPx = (numerals.digit.height * scale).rounded()
    let trim = Int(clamping: (numerals.gap * scale / 2).rounded())
    return TickLayout(
      font: ShapingFont(sizePx: heightPx, weight: .regular, hasTabularFigures: true, trackingPx: 0, isInk: isInk),
      digits: (0..<10).map {
        TickLayout.Phrase(
          text: "\($0)",
          glyphs: [PlacedGlyph(face: face, glyph: UInt32($0), x: numerals.gap * scale / 2, y: 0)], advance: cell)
      }, cell: cell,
      wordings: [
        TickLayout.Wording(pattern: wording, items: [.number(field, minimumDigits: digits, maximumDigits: 2)])
      ], baseline: heightPx, height: heightPx, leadingTrim: trim, trailingTrim: trim,
      // Two figures fill the frame. Times are written from left to right in every language.
      alignment: digits == 2 ? .center : context.environment.multilineTextAlignment, zone: zone,
      pattern: TickPattern(kind: .civil, wordings: [wording], name: "\(numerals.unit)"))
  }
}

/// Discs of one size at many positions, drawn as a single glyph.
package struct DotField: View, PrimitiveView {
  let dots: [Point]
  let diameter: Double

  /// - Parameters:
  ///   - dots: their centres, relative to the top left corner of the frame, which is the proposed size.
  ///   - diameter: in points.
  package init(_ dots: [Point], diameter: Double) { (self.dots, self.diameter) = (dots, diameter) }

  package func elements(in context: ResolveContext) -> [any Element] { [DotsElement(field: self, context: context)] }
}

private struct DotsElement: Element {
  let field: DotField
  let context: ResolveContext

  func size(in proposal: Proposal) -> Size { Size(proposal, ideal: 10) }

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    let scale = context.scale
    let face = context.typesetter.library.key(
      .dot(diameter: max(2, Int(clamping: (field.diameter * scale * 4).rounded()))))
    let font = ShapingFont(
      sizePx: field.diameter * scale, weight: .regular, hasTabularFigures: false, trackingPx: 0,
      isInk: context.environment.panelInks != .shades)
    // Treated as rotated, so that their rows are placed in quarters of a pixel.
    let glyphs = field.dots.map {
      PlacedGlyph(face: face, glyph: 0, x: $0.x * scale, y: $0.y * scale, moved: GlyphTurn(tenths: 1))
    }
    canvas.append(
      .glyphs(
        ShapedText(
          text: "", font: font, width: rect.width * scale, height: rect.height * scale, glyphs: glyphs, lines: [],
          isTruncated: false)),
      frame: rect, style: context.environment.foregroundStyle, identity: context)
  }
}
