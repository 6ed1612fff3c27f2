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
    let points = points(SpokenTime.measure(language), size)
    VStack(spacing: 0) {
      VStack(alignment: isCentred ? .center : .leading, spacing: points * gap) {
        ForEach(Array(spoken.lines(in: language).enumerated()), id: \.offset) { index, line in
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
        foot.frame(width: size.width)
      }
    }
    .multilineTextAlignment(isCentred ? .center : .leading)
    .frame(height: isCentred ? nil : room.height)
  }

  private var isCentred: Bool { room.shape == .round }
  private var weight: Font.Weight { isNight ? .regular : isLuminanceReduced ? .thin : .medium }
  /// Between lines, in shares of the type size.
  private var gap: Double { room.shape == .tall ? 0.74 : 0.44 }

  /// Room for the words.
  private var place: Size {
    switch room.shape {
    case .wide: Size(width: room.width, height: room.height - (isNight ? 0 : room.words * 1.9))
    case .tall: Size(width: room.width, height: room.height - (isNight ? 0 : room.words * 3))
    case .round: Size(width: room.side * 0.78, height: room.side * 0.56)
    }
  }

  /// As large as the longest words of the language allow, so that all times of a day have one size.
  private func points(_ measure: (width: Double, lines: Int), _ size: Size) -> Double {
    let rows = Double(measure.lines)
    return max(
      11, min(size.width / measure.width, size.height / (rows * HeroGrid.capShare + (rows - 1) * gap + 0.55)))
  }

  /// Paper is not refreshed for a minute: there the words are all of the time.
  private var hasMinute: Bool { !value(\.accessibilityInvertColors) }

  @ViewBuilder private var foot: some View {
    let clock = time.line(room.words, .medium).foregroundStyle(.secondary)
    let day = time.date(.weekdayDayMonth, room.words, .regular).foregroundStyle(.secondary)
    let hasDay = time.clock.intent.date
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
