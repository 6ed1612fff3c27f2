import Foundation

/// The plain text of what feeds call a title: pieces of HTML, with its entities, sometimes escaped twice.
enum HTMLText {
  /// One line without tags, entities and invisible characters; nil when nothing is left.
  ///
  /// - Parameters:
  ///   - isMarkup: whether tags and entities mean something; a text as it stands keeps them.
  ///   - limit: of characters; a longer text is cut at a word, with an ellipsis.
  ///   - isCut: whether the text goes on, so that it ends with an ellipsis in any case.
  static func line(_ text: String, isMarkup: Bool = true, limit: Int, isCut: Bool = false) -> String? {
    // What is cut in the end need not be read: no tag makes text longer.
    let head = text.prefix(limit * 20)
    let isCut = isCut || head.endIndex < text.endIndex
    var start = String(head)
    // A tag that is cut is none of the words.
    if isMarkup, isCut, let open = start.lastIndex(of: "<"), !start[open...].contains(">") {
      start = String(start[..<open])
    }
    let plain = isMarkup ? decoded(decoded(withoutTags(start, isCut: isCut))) : start
    let words = plain.unicodeScalars.compactMap { scalar -> Character? in
      if hasNoWidth(scalar) { return nil }
      let isWindows = (0x80...0x9F).contains(scalar.value)
      let scalar = isWindows ? Unicode.Scalar(FeedBytes.windows1252[Int(scalar.value - 0x80)]) ?? scalar : scalar
      return isInvisible(scalar) ? " " : Character(scalar)
    }
    let line = String(words).wordsBetweenBlanks.joined(separator: " ")
    if line.isEmpty { return nil }
    return isCut && line.count < limit ? line + "…" : cut(line, limit)
  }

  private static func cut(_ line: String, _ limit: Int) -> String {
    guard line.count > limit else { return line }
    let start = line.prefix(limit - 1)
    let end = start.lastIndex(of: " ").map { start.distance(from: start.startIndex, to: $0) } ?? 0
    let whole = end > limit / 2 ? start.prefix(end) : start
    return whole + "…"
  }

  /// Whether a character only says where a word may be broken. Joiners have a meaning: emoji and some scripts are written
  /// with them.
  private static func hasNoWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B, 0x2060...0x2064, 0xFEFF: true
    default: false
    }
  }

  /// Whether a character is a control character, or turns the direction of the text that follows.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2065...0x2069, 0xFFF9...0xFFFD: true
    case 0xE000...0xF8FF, 0xF0000...0x10FFFF: true
    default: scalar.properties.generalCategory == .control
    }
  }

  // MARK: tags

  /// Elements whose content no reader sees.
  private static let hidden: Set<String> = ["script", "style", "template", "noscript"]
  /// Elements that do not part words.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "u", "wbr",
  ]
  /// Names of HTML's elements, with those that it once had (html.spec.whatwg.org, Elements and Obsolete features).
  private static let elements = Set(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br \
    button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed \
    fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img \
    input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript \
    object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section \
    select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th \
    thead time title tr track tt u ul var video wbr xmp
    """.split(separator: " ").map(String.init))

  private static func withoutTags(_ text: String, isCut: Bool) -> String {
    guard text.contains("<") else { return text }
    var result = ""
    var rest = text[...]
    // Hidden elements that do not end in the rest, which is searched once for each.
    var endless: Set<String> = []
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...]
      guard Tag.begins(rest) else {
        result += "<"
        rest = rest.dropFirst()
        continue
      }
      // Nothing ends a tag any more: what follows is text.
      guard let tag = Tag(rest) else { break }
      if hidden.contains(tag.name), !tag.isEnd {
        let end = endless.contains(tag.name) ? nil : tag.rest.range(of: "</" + tag.name, options: .caseInsensitive)
        if end == nil { endless.insert(tag.name) }
        if end == nil, tag.isBare, !isCut {
          // A word in angle brackets, as in "C++ <template>": an element would end.
          result += "<"
          rest = rest.dropFirst()
          continue
        }
        rest = end.map { tag.rest[$0.lowerBound...] } ?? ""
      } else {
        rest = tag.rest
      }
      if !inline.contains(tag.name) { result += " " }
    }
    return result + rest
  }

  /// A tag or comment at the start of a text.
  private struct Tag {
    var name = ""
    var isEnd = false
    /// Whether the tag has a name and nothing else.
    var isBare = false
    /// The text behind the tag.
    var rest: Substring

    /// More letters are no name of an element.
    private static let maximumNameCount = 32

    /// Whether a text begins with a tag, and not with a less-than sign or a word in angle brackets such as `<T>`.
    static func begins(_ text: Substring) -> Bool {
      let inner = text.dropFirst()
      let isEnd = inner.first == "/"
      let name = (isEnd ? inner.dropFirst() : inner).prefix(maximumNameCount).prefix {
        !$0.isWhitespace && !"/<>".contains($0)
      }
      guard let first = name.first, first.isASCII, first.isLetter || first == "!" else { return false }
      // Elements of other vocabularies and of a page's own have a prefix or a hyphen; types of C++ have two colons.
      let isOwn = name.dropLast().contains { $0 == ":" || $0 == "-" } && !name.contains("::")
      if isEnd || isOwn || first == "!" || elements.contains(name.lowercased()) { return true }
      let content = inner.prefix { $0 != "<" && $0 != ">" }
      let hasAttribute = content.contains("=\"") || content.contains("='")
      return hasAttribute && inner[content.endIndex...].first == ">"
    }

    /// - Parameter text: one that begins with a tag.
    /// - Returns: nil without an end.
    init?(_ text: Substring) {
      if text.hasPrefix("<!--") {
        rest = text.range(of: "-->").map { text[$0.upperBound...] } ?? ""
        return
      }
      var inner = text.dropFirst()
      if inner.first == "/" {
        isEnd = true
        inner = inner.dropFirst()
      }
      name = inner.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
      guard let end = text.firstIndex(of: ">") else { return nil }
      isBare = inner[..<end].count == name.count
      rest = text[text.index(after: end)...]
    }
  }

  // MARK: entities

  /// The text with its entities as the characters that they stand for.
  static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let inner = rest[rest.index(after: start)...]
      let name = inner.prefix(32).prefix { $0 != ";" && $0 != "&" && !$0.isWhitespace }
      let end = inner.index(inner.startIndex, offsetBy: name.count)
      if end < inner.endIndex, inner[end] == ";", let character = character(named: String(name)) {
        result += character
        rest = inner[inner.index(after: end)...]
      } else {
        result += "&"
        rest = inner
      }
    }
    return result + rest
  }

  /// The text of an entity, by its name or number; nil for an unknown one.
  static func character(named name: String) -> String? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      let figures = isHex ? digits.dropFirst() : digits
      guard figures.first != "+", var code = UInt32(figures, radix: isHex ? 16 : 10) else { return nil }
      // Browsers read these numbers as Windows-1252.
      if (0x80...0x9F).contains(code) { code = FeedBytes.windows1252[Int(code - 0x80)] }
      return Unicode.Scalar(code).map { String(Character($0)) } ?? " "
    }
    return HTMLEntities.text(named: name)
  }
}
