import Foundation

/// When content is older than it promised: the time that it tells of, in neutral words (rule 71).
struct AgeMark: View {
  let words: String

  var body: some View {
    HStack(alignment: .firstTextBaseline, spacing: 3) {
      Image(symbol: .history)
      Text(words)
    }
    .font(.system(size: 11, weight: .medium))
    .foregroundStyle(.secondary)
    .lineLimit(1)
    // No letter of a time hangs below the baseline: the free descent belongs to the gap above.
    .offset(y: 0.5)
    .accessibilityIdentifier("ageMark")
  }

  /// With the weekday, because nobody knows for how long it will stand there; what is nearly a week old already when
  /// it is compiled gets its date instead, as a weekday would name the wrong one.
  static func words(_ date: Date, compiledAt now: Date, locale: Locale, timeZone: TimeZone) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = timeZone
    let isRecent = now.timeIntervalSince(date) < 6 * 86_400
    formatter.setLocalizedDateFormatFromTemplate(isRecent ? "EEEjmm" : "dMMMy")
    let time = formatter.string(from: date)
    return locale.language.languageCode?.identifier == "en" ? "as of \(time)" : time
  }
}

/// While the board does not vouch for the time (law 4): a clock that may be wrong never stands alone.
struct ClockMark: View {
  let locale: Locale
  /// Then it lies on a shade of its own: nobody knows how bright the picture is there.
  var isOverPicture = false

  private static let words = [
    "en": "Time not set", "de": "Uhr nicht gestellt", "fr": "Heure non réglée", "es": "Hora sin ajustar",
    "it": "Ora non impostata", "nl": "Tijd niet ingesteld", "pt": "Hora não acertada", "ja": "時刻未設定", "zh": "时间未设置",
    "ar": "الوقت غير مضبوط", "he": "השעה לא מכוונת",
  ]

  var body: some View {
    if isOverPicture {
      mark.padding(EdgeInsets(top: 3, leading: 9, bottom: 3, trailing: 9))
        .background(Capsule().fill(Color.black.opacity(0.8)))
    } else {
      mark
    }
  }

  private var mark: some View {
    HStack(alignment: .firstTextBaseline, spacing: 4) {
      Image(symbol: .clockAlert)
      Text(Self.words[locale.language.languageCode?.identifier ?? "en"] ?? Self.words["en"]!)
    }
    .font(.system(size: 11, weight: .semibold))
    .foregroundStyle(.orange)
    .lineLimit(1)
    // As high as the symbol's ring allows: more would cut it.
    .offset(y: -1)
    .accessibilityIdentifier("clockMark")
  }
}
