#if !hasFeature(Embedded)
  import AfterglowCore

  /// One visible piece of a tick text, for the author.
  public enum TickPiece: Equatable, Sendable {
    /// The item's index in the items section.
    case literal(item: Int)
    /// A digit 0...9 of a digit set.
    case digit(Int, digitSet: Int)
    /// An empty cell.
    case blank(digitSet: Int)
    /// The entry's index in the tick tables section.
    case tableEntry(Int)
  }

  extension TickField {
    /// What a field of a distance shows.
    ///
    /// - Parameter seconds: the whole distance, not negative.
    public func number(ofDistance seconds: Int64) -> Int64 {
      TickValue(millisecondsPastReference: seconds * 1000).number(rawValue)
    }
  }

  extension TickTemplateView {
    /// The visible content, piece by piece from left to right.
    public func pieces(at instant: Instant, zone: ZoneView, reference: Instant) -> [TickPiece] {
      let value = value(at: instant, zone: zone, reference: reference)
      guard let phrase = phraseIndex(for: value) else { return [] }
      let range = phrases[phrase].items
      var pieces: [TickPiece] = []
      for index in Int(range.first)..<Int(range.first + range.count) {
        let item = items[index]
        switch TickItemKind(rawValue: item.kind) {
        case .number:
          let digits = TickDigits(value.number(item.field), item)
          let set = Int(item.source.first)
          pieces += (0..<digits.count).map { place in
            digits[place].map { .digit($0, digitSet: set) } ?? .blank(digitSet: set)
          }
        case .table: pieces.append(.tableEntry(tableIndex(of: item, value)))
        default: pieces.append(.literal(item: index))
        }
      }
      return pieces
    }

    /// The text as a string.
    ///
    /// - Parameters:
    ///   - literal: the text of a literal, by its index in the items section.
    ///   - tableEntry: the text of a table's entry, by its index in the tick tables section.
    ///   - digits: ten digits of a digit set, by its index.
    public func text(
      at instant: Instant, zone: ZoneView, reference: Instant, literal: (Int) -> String, tableEntry: (Int) -> String,
      digits: (Int) -> [String] = { _ in (0...9).map { String($0) } }
    ) -> String {
      pieces(at: instant, zone: zone, reference: reference).map { piece in
        switch piece {
        case .literal(let item): literal(item)
        case .digit(let digit, let set): digits(set)[digit]
        case .blank: " "
        case .tableEntry(let entry): tableEntry(entry)
        }
      }.joined()
    }

    /// Width of the widest value of any phrase, px: what `TickTemplateRecord.widestPx` should hold.
    public var widestPx: Int32 {
      phrases.map { phrase in
        items[Int(phrase.items.first)..<Int(phrase.items.first + phrase.items.count)].reduce(0) { $0 + widest($1) }
      }.max() ?? 0
    }

    private func widest(_ item: TickItemRecord) -> Int32 {
      let gap = Int32(item.gapPx)
      switch TickItemKind(rawValue: item.kind) {
      case .number: return gap + Int32(item.maximumDigits) * Int32(digitSets[Int(item.source.first)].cellPx)
      case .table:
        let range = item.source
        let entries = tableEntries[Int(range.first)..<Int(range.first + range.count)]
        return gap + (entries.map(\.advancePx).max() ?? 0)
      default: return gap + item.advancePx
      }
    }
  }
#endif
