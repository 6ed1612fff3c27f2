import Foundation

func makeSymbolElements(
  _ name: SymbolName, mode: SymbolRenderingMode? = nil, sizing: PictureElement.Sizing = .natural,
  in context: ResolveContext
) -> [any Element] {
  var symbol = name.symbol(in: context.environment)
  if !symbol.isKnown {
    context.failPart(
      "there is no symbol \"\(symbol.name.prefix(60))\"\(Symbol.hint(for: symbol.name)); a question mark is shown instead; "
        + "`afterglow symbols` lists the names")
    symbol = .questionmark
  }
  let color = (mode ?? context.environment.symbolRenderingMode)?.color(of: symbol)
  let style = color.map { AnyShapeStyle($0) } ?? context.environment.foregroundStyle
  return sizing == .natural
    ? [SymbolElement(symbol: symbol, style: style, context: context)]
    : [ResizableSymbolElement(symbol: symbol, sizing: sizing, style: style, context: context)]
}

/// A symbol of the icon font: a fifth larger than the text's em, centred on the text's capitals (rule 14). Its size is
/// found once, because it takes the same in every room.
final class SymbolElement: Element {
  static let emScale = 1.2
  /// Inter's capitals are 0.727 em high.
  static let capHeight = 0.727
  private let symbol: Symbol
  private let style: AnyShapeStyle
  private let context: ResolveContext
  private lazy var size = measured()
  private lazy var drawn = shaped()

  init(symbol: Symbol, style: AnyShapeStyle, context: ResolveContext) {
    self.symbol = symbol
    self.style = style
    self.context = context
  }

  private var factor: Double { Self.emScale * context.environment.imageScale.factor }
  private var side: Double { context.environment.font.size * factor }
  private var baseline: Double { side / 2 + context.environment.font.size * Self.capHeight / 2 }

  var viewSpacing: ViewSpacing { .symbol }

  func size(in proposal: Proposal) -> Size { size }

  /// As wide as its ink where texts are: at one edge it stands below and above them.
  private func measured() -> Size {
    let side = side
    guard context.environment.isBoundByInk, let drawn else { return Size(width: side, height: side) }
    return Size(width: side * drawn.width / max(1, drawn.height), height: side)
  }

  func baseline(first: Bool, size: Size) -> Double? { baseline }

  private func shaped() -> ShapedText? {
    var font = context.environment.font.shaping(in: context, factor: factor)
    font.trackingPx = 0
    return context.typesetter.symbol(symbol, font: font, isBound: context.environment.isBoundByInk)
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent { return drawRedacted(context, in: rect, into: &canvas) }
    guard let shaped = drawn else { return }
    canvas.append(
      .glyphs(shaped), frame: rect, style: style, identity: context, fontSizePt: context.environment.font.size)
  }
}

/// A bar in place of a symbol.
private func drawRedacted(_ context: ResolveContext, in rect: Rect, into canvas: inout DrawCanvas) {
  canvas.append(hidden: rect, radius: min(rect.width, rect.height) / 5, identity: context)
}

/// A symbol that takes the size that it is offered, with the proportions of its ink.
struct ResizableSymbolElement: Element {
  let symbol: Symbol
  let sizing: PictureElement.Sizing
  let style: AnyShapeStyle
  let context: ResolveContext

  /// Its ink in a font of this size.
  private func ink(sizePx: Double) -> GlyphInk? {
    let library = context.typesetter.library
    let face = library.face(of: symbol)
    return library.glyph(symbol.codepoint, in: face).flatMap {
      context.typesetter.glyphs.ink(face, $0, sizePx: sizePx)
    }
  }

  private var natural: Size {
    let em = context.environment.font.size * SymbolElement.emScale
    guard let ink = ink(sizePx: em), ink.right > ink.left, ink.bottom > ink.top else {
      return Size(width: em, height: em)
    }
    return Size(width: ink.right - ink.left, height: ink.bottom - ink.top)
  }

  func size(in proposal: Proposal) -> Size { sizing.size(of: natural, in: proposal) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent { return drawRedacted(context, in: rect, into: &canvas) }
    let own = natural
    let (across, along) = (rect.width / own.width, rect.height / own.height)
    let fills = if case .filled = sizing { true } else { sizing == .covering }
    let factor = fills ? max(across, along) : min(across, along)
    guard factor.isFinite, factor > 0 else { return }
    let em = context.environment.font.size * SymbolElement.emScale * factor
    let isInk = context.environment.panelInks != .shades
    let font = ShapingFont(
      sizePx: min(em * context.scale, Font.maximumSizePx), weight: .regular, hasTabularFigures: false, trackingPx: 0,
      isInk: isInk)
    guard let shaped = context.typesetter.symbol(symbol, font: font) else { return }
    let side = shaped.width / context.scale
    let frame = Rect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
    canvas.append(
      .glyphs(shaped), frame: frame, style: style, identity: context, fontSizePt: em / SymbolElement.emScale)
  }
}
