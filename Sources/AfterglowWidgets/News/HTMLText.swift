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
    let plain = isMarkup ? decoded(decoded(withoutTags(start))) : start
    let words = plain.unicodeScalars.map { scalar -> Character in
      let isWindows = (0x80...0x9F).contains(scalar.value)
      let scalar = isWindows ? Unicode.Scalar(FeedBytes.windows1252[Int(scalar.value - 0x80)]) ?? scalar : scalar
      return isInvisible(scalar) ? " " : Character(scalar)
    }
    let line = String(words).split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
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

  /// Control characters, and those that turn the direction of what follows or have no width. Joiners stay: emoji and
  /// some scripts are written with them.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B, 0x2028, 0x2029, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFF9...0xFFFD: true
    case 0xE000...0xF8FF, 0xF0000...0x10FFFF: true
    default: scalar.properties.generalCategory == .control
    }
  }

  // MARK: tags

  /// What its readers do not see.
  private static let hidden: Set<String> = ["script", "style", "template", "noscript"]
  /// Elements that do not part words.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "u", "wbr",
  ]

  private static func withoutTags(_ text: String) -> String {
    guard text.contains("<") else { return text }
    var result = ""
    var rest = text[...]
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
      rest = tag.rest
      if !inline.contains(tag.name) { result += " " }
      if hidden.contains(tag.name), !tag.isEnd {
        let end = rest.range(of: "</" + tag.name, options: .caseInsensitive)
        rest = end.map { rest[$0.lowerBound...] } ?? ""
      }
    }
    return result + rest
  }

  /// A tag or comment at the start of a text.
  private struct Tag {
    var name = ""
    var isEnd = false
    /// What follows it.
    var rest: Substring

    /// Whether a text begins with a tag rather than a mere less-than sign.
    static func begins(_ text: Substring) -> Bool {
      let inner = text.dropFirst()
      let first = inner.first == "/" ? inner.dropFirst().first : inner.first
      return first.map { $0.isASCII && $0.isLetter || $0 == "!" } == true
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
      guard var code = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10) else { return nil }
      // Browsers read these numbers as Windows-1252.
      if (0x80...0x9F).contains(code) { code = FeedBytes.windows1252[Int(code - 0x80)] }
      return Unicode.Scalar(code).map { String(Character($0)) } ?? " "
    }
    return latin[name] ?? others[name]
  }

  /// HTML's names of U+00A0 to U+00FF, in their order (html.spec.whatwg.org, Named character references).
  private static let latin: [String: String] = Dictionary(
    uniqueKeysWithValues: latinNames.enumerated().map { index, name in
      (String(name), String(Character(Unicode.Scalar(UInt8(160 + index)))))
    })

  private static let latinNames = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
    para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
    Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
    thorn yuml
    """.split(separator: " ")

  private static let others = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘",
    "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "euro": "€",
    "trade": "™", "lsaquo": "‹", "rsaquo": "›", "minus": "−", "ensp": " ", "emsp": " ", "thinsp": " ",
    "zwj": "\u{200D}",
    "zwnj": "\u{200C}", "lrm": "\u{200E}", "rlm": "\u{200F}", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
    "scaron": "š", "Zcaron": "Ž", "zcaron": "ž", "Yuml": "Ÿ", "fnof": "ƒ", "dagger": "†", "permil": "‰", "prime": "′",
    "rarr": "→", "larr": "←", "hearts": "♥", "star": "☆", "check": "✓", "infin": "∞", "ne": "≠", "le": "≤",
    "ge": "≥",
  ]
}
