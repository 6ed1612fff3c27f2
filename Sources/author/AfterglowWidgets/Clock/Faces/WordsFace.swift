import Afterglow
import Foundation

/// The time as a person says it, in the scene's language; the minute itself small below. Under reduced luminance the words are
/// thin, and so they are larger and in the middle.
struct WordsFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let spoken: SpokenTime

  var body: some View {
    let size = place
    let sentence = sentence(in: WidgetLanguage.of(locale), size)
    VStack(spacing: 0) {
      VStack(alignment: isCentred ? .center : .leading, spacing: sentence.points * sentence.gap) {
        ForEach(Array(sentence.lines.enumerated()), id: \.offset) { index, line in
          let isIntroduction = index == 0 && sentence.hasIntroduction
          Text(line).font(.system(size: sentence.points, weight: isIntroduction ? .light : weight)).lineLimit(1)
            .minimumScaleFactor(0.6)
            .frame(height: sentence.points * HeroGrid.capShare)
            .foregroundStyle(isIntroduction ? AnyShapeStyle(.secondary) : AnyShapeStyle(.primary))
            .accessibilityIdentifier("words \(index)")
        }
      }
      .frame(width: size.width, height: size.height, alignment: isCentred ? .center : .leading)
      if !isNight {
        if !isRound { Spacer(minLength: 0) }
        // Letters of Arabic reach far below their line.
        foot.frame(width: size.width).padding(.top, isRound ? room.words * 0.4 : 0)
      }
    }
    .multilineTextAlignment(isCentred ? .center : .leading)
    .frame(height: isRound ? nil : room.height)
  }

  private var isRound: Bool { room.shape == .round }
  /// Whether the words stand in the middle: alone, under reduced luminance, they do.
  private var isCentred: Bool { isRound || isLuminanceReduced }
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

  /// The lines of a time, and how large they are.
  private struct Sentence {
    var lines: [String]
    var points: Double
    /// Distance between lines, in shares of the type size.
    var gap: Double
    /// Whether the first line introduces the time and holds nothing of it.
    var hasIntroduction = true
  }

  private func sentence(in language: WidgetLanguage, _ size: Size) -> Sentence {
    let breaking = breaking(in: language, size)
    let lines = spoken.lines(in: language, breaking)
    guard isLuminanceReduced else {
      return Sentence(lines: lines, points: points(in: language, breaking, size), gap: gap(breaking))
    }
    return Self.largest(lines, in: language, size)
  }

  /// The sentence at the largest type size that its words allow, with lines joined where that makes it larger.
  private static func largest(_ lines: [String], in language: WidgetLanguage, _ size: Size) -> Sentence {
    // Few letters may all be wide ones.
    let isWide = language == .ja || language == .zh
    let (letter, gap) = (isWide ? 1.0 : 0.58, 0.44)
    var best = Sentence(lines: lines, points: 0, gap: gap)
    // Each bit is a break that stays.
    for breaks in 0..<(1 << max(0, lines.count - 1)) {
      var joined: [String] = []
      for (index, line) in lines.enumerated() {
        if index == 0 || breaks >> (index - 1) & 1 == 1 {
          joined.append(line)
        } else {
          joined[joined.count - 1] += (isWide || joined[joined.count - 1].hasSuffix("-") ? "" : " ") + line
        }
      }
      let width = Double(joined.map(\.count).max() ?? 1) * letter
      let rows = Double(joined.count)
      let points = min(size.width / width, size.height / (rows * HeroGrid.capShare + (rows - 1) * gap + 0.55))
      if points > best.points {
        best = Sentence(lines: joined, points: points, gap: gap, hasIntroduction: breaks & 1 == 1)
      }
    }
    best.points = max(11, best.points)
    return best
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
    let day = time.dayLine(room.words).foregroundStyle(.secondary)
    switch room.shape {
    case .wide:
      HStack(spacing: 0) {
        if hasDay { day.multilineTextAlignment(.leading) }
        Spacer(minLength: 0)
        if hasMinute { clock.multilineTextAlignment(.trailing) }
      }
    case .tall:
      VStack(alignment: isCentred ? .center : .leading, spacing: room.words * 0.8) {
        if hasMinute { clock }
        if hasDay { day }
      }
      .frame(width: room.width, alignment: isCentred ? .center : .leading)
    case .round: if hasMinute { clock } else if hasDay { day.multilineTextAlignment(.center) }
    }
  }
}
