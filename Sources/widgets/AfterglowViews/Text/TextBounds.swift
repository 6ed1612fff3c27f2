/// What a text may cost: no widget has room for more, and shaping takes time with every character.
enum TextBounds {
  /// A panel full of 11-point letters has half as many.
  static let scalarCount = 8192
  /// Marks on one letter; no language stacks more than a handful.
  static let marksPerLetter = 12

  /// The text as it may be shaped: cut, without control characters, and without towers of marks. Most texts are fine as
  /// they are. Strings of Swift hold no lone surrogates; broken UTF-8 came in as U+FFFD.
  static func bounded(_ text: String, in context: ResolveContext) -> String {
    let doubles = context.environment.doublesWords && text.contains(where: \.isLetter)
    let bounded = cut(doubles ? "\(text) \(text)" : text, in: context)
    switch context.environment.textCase {
    case .uppercase: return bounded.uppercased(with: context.environment.locale)
    case .lowercase: return bounded.lowercased(with: context.environment.locale)
    case nil: return bounded
    }
  }

  /// Whether a character is known, without a search in Unicode's tables, to be neither a control nor a mark: Latin letters,
  /// degrees, dashes, quotation marks, and the minus sign.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2FF, 0x2000...0x206F, 0x2212: true
    default: false
    }
  }

  private static func cut(_ text: String, in context: ResolveContext) -> String {
    if text.utf8.count <= 64 {
      if text.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) || text.unicodeScalars.allSatisfy(isPlain) { return text }
    }
    var scalars = String.UnicodeScalarView()
    var count = 0
    var marks = 0
    for scalar in text.unicodeScalars {
      if count == scalarCount {
        context.warn("a text of \(text.utf8.count) bytes is cut after \(scalarCount) characters")
        break
      }
      let kind = scalar.properties.generalCategory
      if kind == .control && scalar != "\n" && scalar != "\t" { continue }
      marks = kind == .nonspacingMark || kind == .enclosingMark ? marks + 1 : 0
      if marks > marksPerLetter { continue }
      scalars.append(scalar)
      count += 1
    }
    return String(scalars)
  }
}
