import Foundation

func makeTextElements(_ text: Text, in context: ResolveContext) -> [any Element] {
  var inner = context
  text.look.apply(to: &inner.environment)
  switch text.storage {
  case .plain(let string): return [TextElement(string, in: inner)]
  case .formatted(let make): return [TextElement(make(inner.environment), in: inner)]
  case .localized(let make): return makeTextElements(make(inner.environment), in: inner)
  case .dated(let date, .date): return [TextElement(DateText.string(date, .date, in: inner.environment), in: inner)]
  case .dated(let date, .time): return [TextElement(DateText.string(date, .time, in: inner.environment), in: inner)]
  case .image(let image): return image.elements(in: inner)
  case .joined(let parts): return makeJoinedElements(parts, in: inner)
  case .reference(let style):
    // Another date may be another form.
    inner.container.dates.noteExact()
    if let words = style.absolute(in: inner.environment) { return [TextElement(words, in: inner)] }
    return TickPattern(text.storage, in: inner).map { [TickElement($0, in: inner)] } ?? []
  case .dated, .clock, .timer, .distance, .age:
    var zone: TimeZone?
    if case .clock(_, let own) = text.storage { zone = own }
    return TickPattern(text.storage, in: inner).map { [TickElement($0, zone: zone, in: inner)] } ?? []
  }
}

private func makeJoinedElements(_ parts: [Text], in context: ResolveContext) -> [any Element] {
  let leaves = parts.flatMap { leafTexts($0, in: context.environment) }
  // Another date may be another form.
  if leaves.contains(where: { if case .reference = $0.storage { true } else { false } }) {
    context.container.dates.noteExact()
  }
  guard leaves.count <= 100 else {
    context.fail("a text is joined of more than 100 parts")
    return []
  }
  return [makeLine(leaves, lineLimit: min(context.environment.lineLimit ?? .max, maximumLineCount), in: context)]
}

/// Of a text with ticking parts.
private let maximumLineCount = 3

/// Words are one text, which wraps, whatever the looks of its parts; with what ticks among words alike in look they are one
/// line of it. Else what ticks and what does not stand side by side on one baseline, or on lines of their own.
private func makeLine(_ leaves: [Text], lineLimit: Int, in context: ResolveContext) -> any Element {
  if let parts = textParts(leaves, in: context) { return TextElement(parts, in: context) }
  var inner = context
  inner.environment.lineLimit = 1
  let elements = leaves.enumerated().flatMap { makeTextElements($1, in: inner.child($0)) }
  if elements.count == 1 { return elements[0] }
  // Parts follow each other as the whole is read, whichever way the layout runs.
  var order = context
  order.environment.layoutDirection =
    direction(of: leaves, in: context) == .rightToLeft ? .rightToLeft : .leftToRight
  let row = StackElement(
    axis: .horizontal, spacing: .uniform(0), horizontal: .leading, vertical: .firstTextBaseline, children: elements,
    context: order)
  return TickLineElement(
    line: makeTickLine(leaves, in: context), row: row, lines: makeLines(leaves, lineLimit: lineLimit, in: context))
}

/// The words before what ticks first, or what ticks first, on lines of their own above the rest.
private func makeLines(_ leaves: [Text], lineLimit: Int, in context: ResolveContext) -> (any Element)? {
  guard lineLimit > 1 else { return nil }
  let wordCount = leaves.prefix { $0.stillWords(context.environment) != nil }.count
  var first = Array(leaves.prefix(max(1, wordCount)))
  var rest = Array(leaves.dropFirst(first.count))
  guard let end = first.popLast(), let start = rest.first else { return nil }
  first.append(end.withoutTrailingSpaces)
  rest[0] = start.withoutLeadingSpaces
  rest.removeAll { $0.stillWords(context.environment) == "" }
  guard !rest.isEmpty else { return nil }
  let alignment = context.environment.multilineTextAlignment
  return StackElement(
    axis: .vertical, spacing: .uniform(context.environment.lineSpacing),
    horizontal: alignment == .center ? .center : alignment == .trailing ? .trailing : .leading, vertical: .center,
    children: [
      makeLine(first, lineLimit: 1, in: context.child(leaves.count)),
      makeLine(rest, lineLimit: lineLimit - 1, in: context.child(leaves.count + 1)),
    ], context: context)
}

extension Text {
  private static func withWords(_ words: some StringProtocol, look: TextLook) -> Text {
    var text = Text(words)
    text.look = look
    return text
  }

  /// Without the spaces at the end, where a line ends. A mark without a letter, which is one character with the space
  /// before it, is kept.
  fileprivate var withoutTrailingSpaces: Text {
    guard case .plain(let words) = storage,
      let last = words.unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return self }
    return Self.withWords(Substring(words.unicodeScalars[...last]), look: look)
  }

  /// Without the spaces at the start, where a line begins; words of nothing but spaces are empty.
  fileprivate var withoutLeadingSpaces: Text {
    guard case .plain(let words) = storage else { return self }
    return Self.withWords(Substring(words.unicodeScalars.drop { $0.properties.isWhitespace }), look: look)
  }
}

/// What stands still as parts of one text, those without a look of their own joined; nil where one ticks.
private func textParts(_ leaves: [Text], in context: ResolveContext) -> [TextPart]? {
  var parts: [TextPart] = []
  var isPlain = false
  for (index, leaf) in leaves.enumerated() {
    var inner = leaf.look.isEmpty ? context : context.child(index)
    leaf.look.apply(to: &inner.environment)
    if case .image(let image) = leaf.storage {
      guard let part = image.part(in: context.child(index), look: leaf.look) else { continue }
      parts.append(part)
      isPlain = false
      continue
    }
    guard let words = leaf.stillWords(inner.environment) else { return nil }
    if isPlain && leaf.look.isEmpty {
      parts[parts.count - 1].text += words
    } else {
      parts.append(TextPart(text: words, context: inner))
    }
    isPlain = leaf.look.isEmpty
  }
  let shown = parts.filter { !$0.text.isEmpty }
  // A symbol alone is a view as any other.
  if shown.count == 1, shown[0].symbol != nil { return nil }
  return shown.isEmpty ? [TextPart(text: "", context: context)] : shown
}

extension Image {
  /// A symbol as a part of a text; pictures do not stand among words, which is reported.
  fileprivate func part(in context: ResolveContext, look: TextLook) -> TextPart? {
    var context = context
    look.apply(to: &context.environment)
    guard case .symbol(let name) = content else {
      context.failPart("only symbols can stand among words, not pictures; the picture is left out")
      return nil
    }
    let symbol = name.symbol(in: context.environment)
    guard symbol.isKnown else {
      _ = makeSymbolElements(name, in: context)
      return TextPart(text: EmojiText.blank, context: context, symbol: .questionmark)
    }
    if look.style == nil, let color = symbolMode?.color(of: symbol) {
      context.environment.foregroundStyle = AnyShapeStyle(color)
    }
    return TextPart(text: EmojiText.blank, context: context, symbol: symbol)
  }
}

extension Text {
  /// What it says, unless it ticks or is joined of others.
  func stillWords(_ environment: EnvironmentValues) -> String? {
    switch storage {
    case .plain(let string): string
    case .formatted(let make): make(environment)
    case .localized(let make): make(environment).stillWords(environment)
    case .reference(let style): style.absolute(in: environment)
    case .dated(let date, let style) where style == .date || style == .time:
      DateText.string(date, style, in: environment)
    default: nil
    }
  }
}

/// As the first letter of any part runs.
private func direction(of leaves: [Text], in context: ResolveContext) -> TextDirection {
  for leaf in leaves {
    let direction: TextDirection
    switch leaf.storage {
    case .plain(let string): direction = TextDirection(of: string)
    case .formatted(let make): direction = TextDirection(of: make(context.environment))
    case .reference(let style) where style.absolute(in: context.environment) != nil:
      direction = TextDirection(of: style.absolute(in: context.environment) ?? "")
    default: direction = TickPattern(leaf.storage, in: context)?.direction ?? .neutral
    }
    if direction != .neutral { return direction }
  }
  return .neutral
}

/// Parts that are not joined of others; what a whole says of its look is said of its parts that do not.
private func leafTexts(_ text: Text, in environment: EnvironmentValues) -> [Text] {
  let parts: [Text]
  switch text.storage {
  case .joined(let joined): parts = joined
  case .localized(let make): parts = [make(environment)]
  default: return [text]
  }
  return parts.flatMap { leafTexts($0, in: environment) }.map { part in
    var part = part
    part.look = part.look.inside(text.look)
    return part
  }
}
