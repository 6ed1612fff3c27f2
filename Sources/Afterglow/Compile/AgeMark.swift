import AfterglowArchive
import Foundation

/// The time that content tells of, in neutral words (rule 71).
struct AgeText: Hashable, Sendable {
  /// "as of Sat 08:00".
  let long: String
  /// "Sat 08:00": where room is short the symbol says the rest.
  let short: String

  /// With the weekday, because nobody knows for how long it will stand there; what is nearly a week old already when
  /// it is compiled gets its date instead, as a weekday would name the wrong one.
  init(_ date: Date, compiledAt now: Date, locale: Locale, timeZone: TimeZone) {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = timeZone
    let isRecent = now.timeIntervalSince(date) < 6 * 86_400
    formatter.setLocalizedDateFormatFromTemplate(isRecent ? "EEEjmm" : "dMMMy")
    short = formatter.string(from: date)
    long = locale.language.languageCode?.identifier == "en" ? "as of \(short)" : short
  }
}

/// Shown once content is older than it promised: a symbol and the time that the content tells of, as many of the words as
/// there is room for.
struct AgeMark: View {
  let age: AgeText
  var points = Self.leastPt
  var hasWords = true
  /// Then it lies on a shade of its own: nobody knows how bright the picture is there.
  var isOverPicture = false

  /// Rule 12.
  static let leastPt = 11.0
  /// Symbols are drawn a fifth larger than their type.
  private static let symbolShare = 1.2

  var body: some View {
    Group {
      if isOverPicture {
        words.padding(EdgeInsets(top: 3, leading: 8, bottom: 3, trailing: 8))
          .background(Capsule().fill(Color.black.opacity(0.8)))
          .foregroundStyle(.white)
      } else {
        words.foregroundStyle(.secondary)
      }
    }
    .accessibilityIdentifier("ageMark")
  }

  @ViewBuilder private var words: some View {
    if hasWords {
      ViewThatFits(in: .horizontal) {
        row(age.long)
        row(age.short)
        symbol
      }
    } else {
      symbol
    }
  }

  private func row(_ text: String) -> some View {
    HStack(spacing: points * 0.27) {
      symbol
      Text(text).font(.system(size: points, weight: .medium)).lineLimit(1)
        .frame(height: points)
    }
  }

  private var symbol: some View {
    Image(symbol: .history).font(.system(size: points, weight: .medium))
      .frame(width: points * Self.symbolShare, height: points)
  }
}

/// Where a widget has a place for the mark of its content's age. One that names none has its mark below its content.
extension View {
  /// Gives way to the mark once the content is older than it promised; nothing moves for it (rule 86).
  ///
  /// - Parameters:
  ///   - points: type size of the mark.
  ///   - hasWords: else its symbol alone.
  package func givesWayToAgeMark(
    _ points: Double = 11, hasWords: Bool = true, alignment: Alignment = .center
  ) -> some View { marked(points, hasWords, alignment, givesWay: true) }

  /// The mark lies in this place, which is free.
  package func ageMark(
    _ points: Double = 11, hasWords: Bool = true, alignment: Alignment = .center, isOverPicture: Bool = false
  ) -> some View { marked(points, hasWords, alignment, givesWay: false, isOverPicture: isOverPicture) }

  private func marked(
    _ points: Double, _ hasWords: Bool, _ alignment: Alignment, givesWay: Bool, isOverPicture: Bool = false
  ) -> some View {
    ElementModifier(content: self) { child, context in
      guard let age = context.environment.contentAge else { return child }
      let mark = AgeMark(
        age: age, points: max(AgeMark.leastPt, points), hasWords: hasWords, isOverPicture: isOverPicture)
      return AgeMarkElement(
        child: child, mark: resolveOne(mark, in: context.attachment(6)), alignment: alignment, givesWay: givesWay,
        context: context)
    }
  }
}

/// A view and the mark in its place; the mark takes no room of its own.
struct AgeMarkElement: WrapperElement {
  let child: any Element
  let mark: any Element
  let alignment: Alignment
  let givesWay: Bool
  let context: ResolveContext

  func draw(in rect: Rect, into canvas: inout Canvas) {
    let outer = canvas.condition
    if givesWay { canvas.condition = .contentFresh }
    child.draw(in: rect, into: &canvas)
    canvas.condition = .contentStale
    mark.draw(
      in: place(mark, in: rect, alignment, of: child).mirrored(in: rect, if: context.isMirrored), into: &canvas)
    canvas.condition = outer
    context.container.hasAgeMark = true
  }
}

/// The place that the host itself keeps for the mark of a widget that names none.
struct AgeMarkPlace {
  let family: WidgetFamily

  /// From the edge, where nothing else is free: as near as `check` lets text come.
  static let leastMarginPt = 6.0
  /// From the mark to what stands beside it.
  private static let gapPt = 4.0
  /// Of the symbol and of the capitals beside it.
  private static let heightPt = AgeMark.leastPt

  /// What the content gives up for it.
  var insets: EdgeInsets {
    switch family {
    case .accessoryInline: EdgeInsets(top: 0, leading: lineWidth, bottom: 0, trailing: lineWidth)
    case .accessoryCircular, .accessoryCorner:
      EdgeInsets(top: 0, leading: 0, bottom: Self.heightPt + rimPt, trailing: 0)
    default: EdgeInsets(top: 0, leading: 0, bottom: Self.heightPt + Self.gapPt + rimPt, trailing: 0)
    }
  }

  private var lineWidth: Double { Self.heightPt * 1.2 + Self.gapPt }

  /// Kept free below it where the widget has no margins, for letters that reach below their line.
  private var rimPt: Double { family.isSystem ? 0 : 2 }

  var hasWords: Bool { family.isSystem || family == .accessoryRectangular }

  /// Inside the widget's margins; its symbol and capitals are as high as the place.
  func frame(in room: Rect) -> Rect {
    switch family {
    case .accessoryInline: Rect(x: room.minX, y: room.minY, width: lineWidth - Self.gapPt, height: room.height)
    default: Rect(x: room.minX, y: room.maxY - rimPt - Self.heightPt, width: room.width, height: Self.heightPt)
    }
  }
}
