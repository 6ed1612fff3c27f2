/// A part of words whose plurals are chosen: words, or an argument by its index from 0.
enum PhrasePiece: Hashable, Sendable {
  case words(String)
  case argument(Int, FormatConversion)
}

/// Chooses the plurals of a table's words for some arguments.
struct PhraseExpansion {
  /// The value of each argument; nil for one without a numeric value.
  private let numbers: [Double?]
  /// The language whose plural rules hold.
  private let language: String
  private var pieces: [PhrasePiece] = []
  private var variableCount = 0

  private static let maximumPieceCount = 200
  /// Maximum number of variables, and of variables inside of variables: a table may name variables in each other's forms.
  private static let maximumVariableCount = 50
  private static let maximumDepth = 4

  private init(_ numbers: [Double?], _ language: String) {
    self.numbers = numbers
    self.language = language
  }

  /// The pieces of a key's words, with the plurals of its arguments.
  ///
  /// - Parameters:
  ///   - words: without arguments, plain words are no format, and percent signs stay as they are.
  ///   - numbers: the value of each argument; nil for one without a numeric value.
  ///   - language: ICU's identifier of a locale.
  static func pieces(of words: TableWords, _ numbers: [Double?], in language: String) -> [PhrasePiece] {
    var expansion = PhraseExpansion(numbers, language)
    switch words {
    case .plain(let text) where numbers.isEmpty: return [.words(text)]
    case .plain(let text): expansion.add(FormatTemplate(text))
    case .plural(let forms):
      let number = numbers.compactMap(\.self).first
      expansion.add(FormatTemplate(forms.words(for: number, in: language)))
    case .composed(let format, let variables): expansion.add(FormatTemplate(format), variables: variables)
    }
    return expansion.pieces
  }

  /// Adds the pieces of a template.
  ///
  /// - Parameter own: index of the argument of the variable in whose forms the template stands.
  private mutating func add(
    _ template: FormatTemplate, own: Int? = nil, variables: [String: PluralVariable] = [:], depth: Int = 0
  ) {
    var next = own ?? 0
    for piece in template.pieces where pieces.count < Self.maximumPieceCount {
      switch piece {
      case .words(let words): pieces.append(.words(words))
      case .ownArgument: pieces.append(.argument(own ?? next, .object))
      case .argument(let position, let conversion):
        let index = position.map { $0 - 1 } ?? next
        pieces.append(.argument(index, conversion))
        if position == nil { next += 1 }
      case .variable(let name, let position):
        guard let variable = variables[name], depth < Self.maximumDepth, variableCount < Self.maximumVariableCount
        else {
          pieces.append(.words("%#@\(name)@"))
          continue
        }
        variableCount += 1
        let index = (position ?? variable.position).map { $0 - 1 } ?? next
        let number = numbers.indices.contains(index) ? numbers[index] : nil
        let form = FormatTemplate(variable.words.words(for: number, in: language))
        add(form, own: index, variables: variables, depth: depth + 1)
        if position == nil { next = index + 1 }
      }
    }
  }
}
