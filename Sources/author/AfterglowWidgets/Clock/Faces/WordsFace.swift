import Afterglow
import Foundation

/// The time as a person says it, in the scene's language; the minute itself small below.
struct WordsFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let spoken: SpokenTime

  var body: some View {
    let language = WidgetLanguage.of(locale)
    let size = place
    let breaking = breaking(in: language, size)
    let points = points(in: language, breaking, size)
    VStack(spacing: 0) {
      VStack(alignment: isCentred ? .center : .leading, spacing: points * gap(breaking)) {
        ForEach(Array(spoken.lines(in: language, breaking).enumerated()), id: \.offset) { index, line in
          Text(line).font(.system(size: points, weight: index == 0 ? .light : weight)).lineLimit(1)
            .minimumScaleFactor(0.6)
            .frame(height: points * HeroGrid.capShare)
            .foregroundStyle(index == 0 ? AnyShapeStyle(.secondary) : AnyShapeStyle(.primary))
            .accessibilityIdentifier("words \(index)")
        }
      }
      .frame(width: size.width, height: size.height, alignment: isCentred ? .center : .leading)
      if !isNight {
        if !isCentred { Spacer(minLength: 0) }
        // Letters of Arabic reach far below their line.
        foot.frame(width: size.width).padding(.top, isCentred ? room.words * 0.4 : 0)
      }
    }
    .multilineTextAlignment(isCentred ? .center : .leading)
    .frame(height: isCentred ? nil : room.height)
  }

  private var isCentred: Bool { room.shape == .round }
  private var weight: Font.Weight { isNight ? .regular : isLuminanceReduced ? .thin : .medium }
  /// Between lines, in shares of the type size.
  private func gap(_ breaking: SpokenTime.Breaking) -> Double {
    room.shape == .tall ? (breaking == .words ? 0.25 : 0.74) : 0.44
  }

  /// Room for the words.
  private var place: Size {
    switch room.shape {
    case .wide: Size(width: room.width, height: room.height - room.words * (hasFoot ? 1.9 : 0))
    case .tall:
      Size(width: room.width, height: room.height - room.words * (hasFoot ? hasMinute && hasDay ? 3 : 1.9 : 0))
    case .round: Size(width: room.side * 0.78, height: room.side * 0.56)
    }
  }

  /// One word to a line in a narrow place, where that makes the letters much larger.
  private func breaking(in language: WidgetLanguage, _ size: Size) -> SpokenTime.Breaking {
    points(in: language, .words, size) > points(in: language, .phrases, size) * 1.1 ? .words : .phrases
  }

  /// As large as the longest words of the language allow, so that all times of a day have one size.
  private func points(in language: WidgetLanguage, _ breaking: SpokenTime.Breaking, _ size: Size) -> Double {
    let measure = SpokenTime.measure(language, breaking)
    let rows = Double(measure.lines)
    let height = rows * HeroGrid.capShare + (rows - 1) * gap(breaking) + 0.55
    return max(11, min(size.width / measure.width, size.height / height))
  }

  /// Paper is not refreshed for a minute: there the words are all of the time.
  private var hasMinute: Bool { !value(\.accessibilityInvertColors) }
  private var hasDay: Bool { time.clock.intent.date }
  private var hasFoot: Bool { !isNight && (hasMinute || hasDay) }

  @ViewBuilder private var foot: some View {
    let clock = time.line(room.words, .medium).foregroundStyle(.secondary)
    let day = time.date(.weekdayDayMonth, room.words, .regular).foregroundStyle(.secondary)
    switch room.shape {
    case .wide:
      HStack(spacing: 0) {
        if hasDay { day }
        Spacer(minLength: 0)
        if hasMinute { clock.multilineTextAlignment(.trailing) }
      }
    case .tall:
      VStack(alignment: .leading, spacing: room.words * 0.8) {
        if hasMinute { clock }
        if hasDay { day }
      }
      .frame(width: room.width, alignment: .leading)
    case .round: if hasMinute { clock } else if hasDay { day.multilineTextAlignment(.center) }
    }
  }
}
