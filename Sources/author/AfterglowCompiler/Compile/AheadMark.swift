import AfterglowTimeline
import AfterglowViews
import Foundation

extension SceneCompilation {
  /// The marks of a coming moment: its day and its time, large, below the mark of an untrusted clock.
  func aheadMarks(below clock: Rect) -> [AheadMark.Placed] {
    guard showsAhead else { return [] }
    let panel = scenePanel
    let room = Proposal(width: panel.width * 0.9, height: nil)
    let points = min(panel.height / 9, panel.width / 13, 64)
    let texts = AheadMark.Day.allCases.map { day in
      let mark = AheadMark(day: day, points: points, locale: scene.locale)
      return (day: day, size: ResolvedView(mark, in: markContext(sceneLooks[0])).size(in: room))
    }
    let size = Size(width: texts.map(\.size.width).max() ?? 0, height: texts.map(\.size.height).max() ?? 0)
    let top = min(clock.maxY + points / 4, panel.maxY - size.height)
    let whole = Rect(x: panel.midX - size.width / 2, y: max(0, top), width: size.width, height: size.height)
    let back = AheadMark.Placed(mark: AheadMark(day: nil, points: points, locale: scene.locale), place: whole)
    return [back]
      + texts.map { text in
        AheadMark.Placed(
          mark: AheadMark(day: text.day, points: points, locale: scene.locale),
          place: Rect(
            x: panel.midX - text.size.width / 2, y: whole.midY - text.size.height / 2, width: text.size.width,
            height: text.size.height))
      }
  }
}

/// While a hand shows a coming moment: "Tomorrow 19:40", on a backing that parts it from what lies behind it.
struct AheadMark: View {
  enum Day: CaseIterable {
    case today
    case tomorrow
    case later

    var condition: NodeCondition {
      switch self {
      case .today: .aheadToday
      case .tomorrow: .aheadTomorrow
      case .later: .aheadLater
      }
    }
  }

  /// A part of the mark and its place.
  struct Placed {
    let mark: AheadMark
    let place: Rect

    var condition: NodeCondition { mark.day?.condition ?? .ahead }
  }

  /// The day that the words name; nil = the backing alone, for any day.
  let day: Day?
  /// Size of the letters.
  let points: Double
  let locale: Locale

  private static let today = [
    "en": "Today", "de": "Heute", "fr": "Aujourd’hui", "es": "Hoy", "it": "Oggi", "nl": "Vandaag", "pt": "Hoje",
    "ja": "今日", "zh": "今天", "ar": "اليوم", "he": "היום",
  ]
  private static let tomorrow = [
    "en": "Tomorrow", "de": "Morgen", "fr": "Demain", "es": "Mañana", "it": "Domani", "nl": "Morgen", "pt": "Amanhã",
    "ja": "明日", "zh": "明天", "ar": "غدًا", "he": "מחר",
  ]

  private func word(_ table: [String: String]) -> Text {
    Text(verbatim: table[locale.language.languageCode?.identifier ?? "en"] ?? table["en"]!)
  }

  private var words: Text {
    let figures = Text(verbatim: " ") + Text(clock: .hourMinute)
    let time = hasDayPeriod ? figures + Text(verbatim: " ") + Text(clock: .dayPeriod) : figures
    switch day {
    case .today: return word(Self.today) + time
    case .tomorrow: return word(Self.tomorrow) + time
    default: return Text(clock: .weekday) + time
    }
  }

  /// Whether the locale writes AM and PM.
  private var hasDayPeriod: Bool {
    let format = DateFormatter.dateFormat(fromTemplate: "j", options: 0, locale: locale) ?? ""
    return format.contains { "abB".contains($0) }
  }

  @ViewBuilder var body: some View {
    if day == nil {
      Capsule().fill(Color.black).overlay(Capsule().strokeBorder(Color.white, lineWidth: max(1, points / 16)))
    } else {
      words.font(.system(size: points, weight: .semibold)).lineLimit(1).minimumScaleFactor(0.4)
        .foregroundStyle(.white)
        .padding(
          EdgeInsets(top: points / 5, leading: points / 1.5, bottom: points / 5, trailing: points / 1.5)
        )
        .accessibilityIdentifier("aheadMark")
    }
  }
}
