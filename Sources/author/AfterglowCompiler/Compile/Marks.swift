import AfterglowViews
import Foundation

/// Next to a widget whose content is invented, so that no viewer takes it for real, or whose content is set aside.
struct SampleMark: View {
  enum Content {
    case words(String)
    case age(AgeText)
  }

  /// Above and below the letters, in points.
  static let paddingPt = 3.0
  /// At both ends of them.
  static let sidePt = 9.0
  let content: Content
  /// Above what may be of any brightness it has a backing of its own.
  let hasBacking: Bool

  var body: some View {
    switch content {
    case .words(let words): mark(words)
    case .age(let age): AgeMark(age: age, isOverPicture: hasBacking)
    }
  }

  @ViewBuilder private func mark(_ words: String) -> some View {
    let text = Text(words).font(.system(size: 11, weight: .medium)).lineLimit(1)
      .padding(
        EdgeInsets(top: Self.paddingPt, leading: Self.sidePt, bottom: Self.paddingPt, trailing: Self.sidePt)
      )
      .accessibilityIdentifier("sampleMark")
    if hasBacking {
      text.foregroundStyle(.white).background(Capsule().fill(Color.black.opacity(0.7)))
    } else {
      text.foregroundStyle(.secondary)
    }
  }
}

/// While the shown time may be wrong (law 4): an untrusted clock is always marked, and so is one that the display cannot
/// follow. Above everything that a scene shows, whose brightness is unknown: it has a backing of its own. On bare paper it
/// stands in the lower margin and needs none.
struct ClockMark: View {
  enum Reason {
    case notSet
    /// The display is refreshed more rarely than the time changes.
    case behind
  }
  /// The least distance to the panel's edge, in points.
  static let gapPt = 4.0
  /// Above and below the letters, in points.
  static let paddingPt = 3.0
  let reason: Reason
  let locale: Locale
  let hasBacking: Bool

  private static let notSet = [
    "en": "Time not set", "de": "Uhr nicht gestellt", "fr": "Heure non réglée", "es": "Hora sin ajustar",
    "it": "Ora non impostata", "nl": "Tijd niet ingesteld", "pt": "Hora não acertada", "ja": "時刻未設定", "zh": "时间未设置",
    "ar": "الوقت غير مضبوط", "he": "השעה לא מכוונת",
  ]
  private static let behind = [
    "en": "Approximate time", "de": "Ungefähre Zeit", "fr": "Heure approximative", "es": "Hora aproximada",
    "it": "Ora approssimativa", "nl": "Tijd bij benadering", "pt": "Hora aproximada", "ja": "おおよその時刻", "zh": "大致时间",
    "ar": "وقت تقريبي", "he": "שעה משוערת",
  ]

  private var words: String {
    let table = reason == .notSet ? Self.notSet : Self.behind
    return table[locale.language.languageCode?.identifier ?? "en"] ?? table["en"]!
  }

  var body: some View {
    let text = HStack(alignment: .firstTextBaseline, spacing: 4) {
      // The margin of paper is as high as the letters.
      if hasBacking { Image(symbol: reason == .notSet ? .clockAlert : .clock) }
      Text(words)
    }
    .font(.system(size: 11, weight: .semibold))
    .lineLimit(1)
    .padding(EdgeInsets(top: Self.paddingPt, leading: 9, bottom: Self.paddingPt, trailing: 9))
    .accessibilityIdentifier("clockMark")
    if hasBacking {
      text.foregroundStyle(reason == .notSet ? .orange : .white).background(Capsule().fill(Color.black))
    } else {
      text.foregroundStyle(.primary)
    }
  }
}
