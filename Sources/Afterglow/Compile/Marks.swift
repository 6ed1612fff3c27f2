import Foundation

/// While the time is not trusted (law 4): an untrusted clock is always marked.
struct ClockMark: View {
  let locale: Locale
  /// Draws its own backing, because the brightness of the picture behind it is unknown.
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
    // As high as the symbol's ring allows without being clipped.
    .offset(y: -1)
    .accessibilityIdentifier("clockMark")
  }
}
