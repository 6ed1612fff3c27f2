import Afterglow

// How much room there is, and how words make use of it.

extension Size {
  /// The size inside margins.
  func room(inside margins: EdgeInsets) -> (width: Double, height: Double) {
    (max(1, width - margins.leading - margins.trailing), max(1, height - margins.top - margins.bottom))
  }
}

extension View {
  /// Lets long text of this size shrink, but not below 11 pt (docs/rules.md, rule 12).
  func shrinkable(from points: Double) -> some View { minimumScaleFactor(min(1, 11 / points)) }

  /// Inside its margins, in the whole of its widget.
  func filling(_ size: Size, _ margins: EdgeInsets) -> some View {
    padding(margins).frame(width: size.width, height: size.height)
  }
}

extension DynamicTypeSize {
  /// How many times larger supporting words are than at the default type size: as body text by Apple's table
  /// (docs/rules.md, rule 17), up to `limit`.
  func growth(upTo limit: Double) -> Double {
    min(limit, Font.TextStyle.body.size(at: self) / Font.TextStyle.body.size)
  }
}

/// The symbol at the side of a line of words. It gives way to the mark of old content, which also appears where there
/// is no symbol.
struct InlineSymbol: View {
  let symbol: Symbol?
  /// Type size of the words.
  let points: Double
  var isAccentable = false

  var body: some View {
    let size = max(11, points * 0.86)
    if let symbol {
      Image(symbol: symbol).font(.system(size: size)).widgetAccentable(isAccentable)
        .givesWayToAgeMark(size, hasWords: false)
    } else {
      AgeMarkRoom(points: size)
    }
  }
}

/// A line of words with a symbol at its side: the inline accessory.
struct InlineWords: View {
  let text: String
  let symbol: Symbol?
  let size: Size
  let name: String
  /// Shrinks where its place is narrow.
  var isFitted = false

  var body: some View {
    let points = max(11, size.height * 0.6)
    HStack(spacing: points * 0.35) {
      InlineSymbol(symbol: symbol, points: points)
      Text(text).font(.system(size: points, weight: .medium)).lineLimit(1)
        .minimumScaleFactor(isFitted ? min(1, 11 / points) : 1)
        .accessibilityIdentifier(name)
    }
    .frame(width: size.width, height: size.height)
  }
}

/// Room for the mark only; none where content cannot grow old.
struct AgeMarkRoom: WidgetView {
  let points: Double

  var body: some View {
    if value(\.canGrowOld) {
      Rectangle().fill(.background).frame(width: points * 1.2, height: points).hidden()
        .ageMark(points, hasWords: false)
    }
  }
}
