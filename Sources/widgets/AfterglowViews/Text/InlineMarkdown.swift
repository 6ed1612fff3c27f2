import Foundation

/// The inline part of CommonMark, as SwiftUI reads it in localised strings: `**bold**`, `*italic*`, `~~struck~~`, `` `code` ``,
/// `[words](address)` and `^[3 words](inflect: true)`. What is not a pair stays as it is written.
struct InlineMarkdown {
  /// A letter of the literal, or a value that stands in it.
  enum Piece {
    case letter(Character)
    case value(Text, number: Double?)
  }

  /// Words in one look, with their address.
  struct Run {
    enum Content {
      case words(String)
      case value(Text)
      case inflected([Run], number: Double?)
    }

    var content: Content
    var intent: InlinePresentationIntent = []
    var link: String?
  }

  /// Letters that may mean something.
  static let marks: Set<Character> = ["*", "_", "~", "`", "[", "^", "\\"]

  private let pieces: [Piece]

  init(_ pieces: [Piece]) { self.pieces = pieces }

  func runs() -> [Run] { Self.joined(runs(pieces.indices, [], nil)) }

  private func letter(_ index: Int) -> Character? {
    guard pieces.indices.contains(index), case .letter(let letter) = pieces[index] else { return nil }
    return letter
  }

  private func runs(_ range: Range<Int>, _ intent: InlinePresentationIntent, _ link: String?) -> [Run] {
    var found: [Run] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if let (inner, next) = marked(at: index, in: range, intent, link) {
        found += inner
        index = next
        continue
      }
      switch pieces[index] {
      case .value(let text, _): found.append(Run(content: .value(text), intent: intent, link: link))
      case .letter("\\") where letter(index + 1)?.isMark == true && index + 1 < range.upperBound:
        index += 1
        found.append(Run(content: .words(String(letter(index)!)), intent: intent, link: link))
      case .letter(let letter): found.append(Run(content: .words(String(letter)), intent: intent, link: link))
      }
      index += 1
    }
    return found
  }

  /// What begins here with a mark and ends with its counterpart, and where the rest begins.
  private func marked(
    at index: Int, in range: Range<Int>, _ intent: InlinePresentationIntent, _ link: String?
  ) -> ([Run], Int)? {
    switch letter(index) {
    case "`": return code(at: index, in: range, intent, link)
    case "[": return linked(at: index, in: range, intent)
    case "^" where letter(index + 1) == "[": return inflected(at: index, in: range, intent, link)
    case "*", "_", "~": return emphasised(at: index, in: range, intent, link)
    default: return nil
    }
  }

  private func count(of mark: Character, at index: Int, in range: Range<Int>) -> Int {
    var end = index
    while end < range.upperBound, letter(end) == mark { end += 1 }
    return end - index
  }

  private func code(
    at index: Int, in range: Range<Int>, _ intent: InlinePresentationIntent, _ link: String?
  ) -> ([Run], Int)? {
    let width = count(of: "`", at: index, in: range)
    var end = index + width
    while end < range.upperBound {
      let found = count(of: "`", at: end, in: range)
      if found == width {
        let inner = pieces[index + width..<end].map { piece in
          switch piece {
          case .letter(let letter): Run(content: .words(String(letter)), intent: intent.union(.code), link: link)
          case .value(let text, _): Run(content: .value(text), intent: intent.union(.code), link: link)
          }
        }
        return (inner, end + width)
      }
      end += max(1, found)
    }
    return nil
  }

  private func emphasised(
    at index: Int, in range: Range<Int>, _ intent: InlinePresentationIntent, _ link: String?
  ) -> ([Run], Int)? {
    guard let mark = letter(index) else { return nil }
    let width = count(of: mark, at: index, in: range)
    guard opens(index, width, mark) else { return nil }
    for (length, added) in Self.emphases(mark) where width >= length {
      if let end = closing(mark, length, from: index + length, in: range) {
        let inner = runs(index + length..<end, intent.union(added), link)
        return (inner, end + length)
      }
    }
    return nil
  }

  private static func emphases(_ mark: Character) -> [(Int, InlinePresentationIntent)] {
    mark == "~"
      ? [(2, .strikethrough), (1, .strikethrough)]
      : [(3, [.emphasized, .stronglyEmphasized]), (2, .stronglyEmphasized), (1, .emphasized)]
  }

  /// Whether words follow the marks directly, and an underscore is not inside of a word.
  private func opens(_ index: Int, _ width: Int, _ mark: Character) -> Bool {
    guard index + width < pieces.count else { return false }
    if let next = letter(index + width), next.isWhitespace { return false }
    return mark != "_" || !isWord(index - 1)
  }

  private func closes(_ index: Int, _ length: Int, _ mark: Character) -> Bool {
    if let before = letter(index - 1), before.isWhitespace { return false }
    return mark != "_" || !isWord(index + length)
  }

  private func isWord(_ index: Int) -> Bool {
    guard pieces.indices.contains(index) else { return false }
    return letter(index).map { $0.isLetter || $0.isNumber } ?? true
  }

  /// Where this many marks end what began before; longer runs of them are other emphases inside.
  private func closing(_ mark: Character, _ length: Int, from start: Int, in range: Range<Int>) -> Int? {
    var index = start
    while index < range.upperBound {
      switch letter(index) {
      case "\\": index += 2
      case "`": index = code(at: index, in: range, [], nil)?.1 ?? index + 1
      case mark:
        let width = count(of: mark, at: index, in: range)
        // The last marks of a longer run end the outer emphasis.
        let place = index + width - length
        if width >= length, place > start, closes(index, width, mark), width == length || width == 3 || length == 3 {
          return place
        }
        index += width
      default: index += 1
      }
    }
    return nil
  }

  /// The index after a bracket's counterpart.
  private func end(of opening: Character, _ closing: Character, at index: Int, in range: Range<Int>) -> Int? {
    var depth = 0
    for place in index..<range.upperBound {
      if letter(place) == opening, letter(place - 1) != "\\" { depth += 1 }
      if letter(place) == closing, letter(place - 1) != "\\" {
        depth -= 1
        if depth == 0 { return place + 1 }
      }
    }
    return nil
  }

  private func words(_ range: Range<Int>) -> String {
    pieces[range].map { if case .letter(let letter) = $0 { String(letter) } else { "" } }.joined()
  }

  private func linked(
    at index: Int, in range: Range<Int>, _ intent: InlinePresentationIntent
  ) -> ([Run], Int)? {
    guard let middle = end(of: "[", "]", at: index, in: range), letter(middle) == "(",
      let last = end(of: "(", ")", at: middle, in: range)
    else { return nil }
    let address = words(middle + 1..<last - 1).trimmingCharacters(in: .whitespaces)
    return (runs(index + 1..<middle - 1, intent, address), last)
  }

  private func inflected(
    at index: Int, in range: Range<Int>, _ intent: InlinePresentationIntent, _ link: String?
  ) -> ([Run], Int)? {
    guard let middle = end(of: "[", "]", at: index + 1, in: range), letter(middle) == "(",
      let last = end(of: "(", ")", at: middle, in: range)
    else { return nil }
    let asked = words(middle + 1..<last - 1)
    let inner = runs(index + 2..<middle - 1, intent, link)
    guard asked.filter({ !$0.isWhitespace }).contains("inflect:true") else { return (inner, last) }
    var number: Double?
    for piece in pieces[index + 2..<middle - 1] { if case .value(_, let value?) = piece { number = number ?? value } }
    if number == nil { number = Double(words(index + 2..<middle - 1).prefix { $0.isNumber }) }
    return ([Run(content: .inflected(Self.joined(inner), number: number), intent: intent, link: link)], last)
  }

  /// Words that follow each other in one look are one run.
  private static func joined(_ runs: [Run]) -> [Run] {
    var result: [Run] = []
    for run in runs {
      if case .words(let words) = run.content, let last = result.last, case .words(let before) = last.content,
        last.intent == run.intent, last.link == run.link
      {
        result[result.count - 1].content = .words(before + words)
      } else {
        result.append(run)
      }
    }
    return result
  }
}

extension Character {
  /// What a backslash makes literal.
  fileprivate var isMark: Bool { isASCII && (isPunctuation || isSymbol) }
}

/// How a piece of text is marked.
public struct InlinePresentationIntent: OptionSet, Hashable, Codable, Sendable {
  public var rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let emphasized = InlinePresentationIntent(rawValue: 1)
  public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 2)
  public static let code = InlinePresentationIntent(rawValue: 4)
  public static let strikethrough = InlinePresentationIntent(rawValue: 32)
  public static let softBreak = InlinePresentationIntent(rawValue: 64)
  public static let lineBreak = InlinePresentationIntent(rawValue: 128)
}

extension Text {
  /// A text of what Markdown marks.
  static func storage(ofMarkdown pieces: [InlineMarkdown.Piece]) -> Storage {
    let texts = InlineMarkdown(pieces).runs().map(Text.init(markdown:))
    if texts.isEmpty { return .plain("") }
    return texts.count == 1 && texts[0].look.isEmpty ? texts[0].storage : .joined(texts)
  }

  private init(markdown run: InlineMarkdown.Run) {
    switch run.content {
    case .words(let words): self.init(verbatim: words)
    case .value(let text): self = text
    case .inflected(let runs, let number):
      let inner = runs.map { run in
        var run = run
        run.intent = []
        guard case .words(let words) = run.content else { return Text(markdown: run) }
        return Text(storage: .formatted { Inflection.agreed(words, with: number, in: $0.locale) })
      }
      self.init(storage: inner.count == 1 ? inner[0].storage : .joined(inner))
    }
    self = marked(run.intent, isLink: run.link != nil)
  }

  /// In the look of what is marked so.
  func marked(_ intent: InlinePresentationIntent, isLink: Bool = false) -> Text {
    if intent.isEmpty && !isLink { return self }
    return looking { look in
      if intent.contains(.stronglyEmphasized) { look.weight = look.weight ?? .bold }
      if intent.contains(.emphasized) { look.isItalic = true }
      if intent.contains(.code) { look.design = .monospaced }
      if intent.contains(.strikethrough) { look.strikethrough = look.strikethrough ?? TextLine() }
      if isLink { look.style = look.style ?? AnyShapeStyle(TintShapeStyle()) }
    }
  }
}
