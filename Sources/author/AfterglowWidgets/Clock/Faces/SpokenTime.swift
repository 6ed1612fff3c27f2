import Foundation

/// A time as people say it: to the nearest five minutes.
struct SpokenTime: Hashable, Sendable {
  /// 0 to 23, of the time that is said.
  let hour: Int
  /// A multiple of five, below sixty.
  let minute: Int

  init(hour: Int, minute: Int) {
    let fives = (minute + 2) / 5
    self.hour = (hour + fives / 12) % 24
    self.minute = fives % 12 * 5
  }

  init(at date: Date, in calendar: Calendar) {
    self.init(hour: calendar.component(.hour, from: date), minute: calendar.component(.minute, from: date))
  }

  /// How a sentence is broken into lines.
  enum Breaking: CaseIterable {
    /// As people pause.
    case phrases
    /// After each word and hyphen, except in the words that introduce the time.
    case words
  }

  private func name(_ names: [String], next: Bool = false) -> String { names[(hour + (next ? 1 : 0)) % 12] }

  /// The lines of a spoken time: the words that introduce it first.
  func lines(in language: WidgetLanguage, _ breaking: Breaking) -> [String] {
    let phrases = lines(in: language)
    guard breaking == .words else { return phrases }
    return Array(phrases.prefix(1))
      + phrases.dropFirst().flatMap { $0.replacing("-", with: "- ").split(separator: " ").map(String.init) }
  }

  /// The lines of a spoken time: the words that introduce it first.
  func lines(in language: WidgetLanguage) -> [String] {
    switch language {
    case .en: english
    case .de: german
    case .fr: french
    case .es: spanish
    case .it: italian
    case .nl: dutch
    case .pt: portuguese
    case .ja: japanese
    case .zh: chinese
    case .ar: arabic
    case .he: hebrew
    }
  }

  /// The widest line, in shares of the type size, and how many lines there are at the most.
  static func measure(_ language: WidgetLanguage, _ breaking: Breaking) -> (width: Double, lines: Int) {
    measures[breaking]?[language] ?? measured(language, breaking)
  }

  /// Each of 288 sentences a language: too much for every entry of a clock.
  private static let measures = Dictionary(
    uniqueKeysWithValues: Breaking.allCases.map { breaking in
      let all = WidgetLanguage.allCases.map { ($0, measured($0, breaking)) }
      return (breaking, Dictionary(uniqueKeysWithValues: all))
    })

  private static func measured(_ language: WidgetLanguage, _ breaking: Breaking) -> (width: Double, lines: Int) {
    let all: [[String]] = (0..<24).flatMap { hour in
      (0..<12).map { SpokenTime(hour: hour, minute: $0 * 5).lines(in: language, breaking) }
    }
    // Small letters are half as wide as their size, and a little more, on average, signs of Chinese as wide. Few of them may
    // all be wide ones.
    let letter = language == .ja || language == .zh ? 1 : breaking == .words ? 0.56 : 0.52
    let longest = all.flatMap { $0.map(\.count) }.max() ?? 1
    return (Double(longest) * letter, all.map(\.count).max() ?? 1)
  }

  private var english: [String] {
    let names = [
      "twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    ]
    let minutes = ["", "five", "ten", "quarter", "twenty", "twenty-five", "half"]
    if minute == 0 { return ["it is", name(names), "o’clock"] }
    if minute <= 30 { return ["it is", minutes[minute / 5], "past \(name(names))"] }
    return ["it is", minutes[12 - minute / 5], "to \(name(names, next: true))"]
  }

  private var german: [String] {
    let names = ["zwölf", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf"]
    let (this, next) = (name(names), name(names, next: true))
    let lines: [String] =
      switch minute {
      case 0: [this == "eins" ? "ein" : this, "Uhr"]
      case 5: ["fünf nach", this]
      case 10: ["zehn nach", this]
      case 15: ["Viertel nach", this]
      case 20: ["zwanzig nach", this]
      case 25: ["fünf vor", "halb \(next)"]
      case 30: ["halb", next]
      case 35: ["fünf nach", "halb \(next)"]
      case 40: ["zwanzig vor", next]
      case 45: ["Viertel vor", next]
      case 50: ["zehn vor", next]
      default: ["fünf vor", next]
      }
    return ["es ist"] + lines
  }

  private var french: [String] {
    let names = ["", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"]
    func hours(_ hour: Int) -> String {
      hour % 24 == 0 ? "minuit" : hour == 12 ? "midi" : "\(names[hour % 12]) heure\(hour % 12 == 1 ? "" : "s")"
    }
    let half = hour % 12 == 0 ? "et demi" : "et demie"
    let (this, next) = (hours(hour), hours(hour + 1))
    let lines: [String] =
      switch minute {
      case 0: [this]
      case 5: [this, "cinq"]
      case 10: [this, "dix"]
      case 15: [this, "et quart"]
      case 20: [this, "vingt"]
      case 25: [this, "vingt-cinq"]
      case 30: [this, half]
      case 35: [next, "moins", "vingt-cinq"]
      case 40: [next, "moins vingt"]
      case 45: [next, "moins", "le quart"]
      case 50: [next, "moins dix"]
      default: [next, "moins cinq"]
      }
    return ["il est"] + lines
  }

  private var spanish: [String] {
    let names = ["doce", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once"]
    let isNext = minute > 30
    let said = name(names, next: isNext)
    let minutes = [
      ["en punto"], ["y cinco"], ["y diez"], ["y cuarto"], ["y veinte"], ["y veinticinco"], ["y media"],
      ["menos", "veinticinco"], ["menos veinte"], ["menos cuarto"], ["menos diez"], ["menos cinco"],
    ]
    return [said == "una" ? "es la" : "son las", said] + minutes[minute / 5]
  }

  private var italian: [String] {
    let names = [
      "dodici", "una", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici",
    ]
    let isNext = minute > 30
    let said = name(names, next: isNext)
    let minutes = [
      ["in punto"], ["e cinque"], ["e dieci"], ["e un quarto"], ["e venti"], ["e venticinque"], ["e mezza"],
      ["meno", "venticinque"], ["meno venti"], ["meno un quarto"], ["meno dieci"], ["meno cinque"],
    ]
    return (said == "una" ? ["è", "l’una"] : ["sono le", said]) + minutes[minute / 5]
  }

  private var dutch: [String] {
    let names = ["twaalf", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf"]
    let (this, next) = (name(names), name(names, next: true))
    let lines: [String] =
      switch minute {
      case 0: [this, "uur"]
      case 5: ["vijf over", this]
      case 10: ["tien over", this]
      case 15: ["kwart over", this]
      case 20: ["tien voor", "half \(next)"]
      case 25: ["vijf voor", "half \(next)"]
      case 30: ["half", next]
      case 35: ["vijf over", "half \(next)"]
      case 40: ["tien over", "half \(next)"]
      case 45: ["kwart voor", next]
      case 50: ["tien voor", next]
      default: ["vijf voor", next]
      }
    return ["het is"] + lines
  }

  private var portuguese: [String] {
    let names = ["doze", "uma", "duas", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze"]
    let isNext = minute > 30
    let said = name(names, next: isNext)
    let minutes = [
      ["em ponto"], ["e cinco"], ["e dez"], ["e um quarto"], ["e vinte"], ["e vinte", "e cinco"], ["e meia"],
      ["menos vinte", "e cinco"], ["menos vinte"], ["menos", "um quarto"], ["menos dez"], ["menos cinco"],
    ]
    return [said == "uma" ? "é" : "são", said] + minutes[minute / 5]
  }

  private static let figures = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]

  private static func tens(_ number: Int) -> String {
    let (tens, ones) = (number / 10, number % 10)
    return (tens > 1 ? figures[tens] : "") + (tens > 0 ? "十" : "") + (ones > 0 ? figures[ones] : "")
  }

  private var japanese: [String] {
    // Noon and midnight are called nought.
    let minutes = minute == 0 ? "ちょうど" : minute == 30 ? "半" : Self.tens(minute) + "分"
    return [hour < 12 ? "午前" : "午後", (hour % 12 == 0 ? "零" : Self.figures[hour % 12]) + "時", minutes]
  }

  private var chinese: [String] {
    let said = hour % 12 == 0 ? 12 : hour % 12
    let minutes =
      switch minute {
      case 0: "整"
      case 5: "零五分"
      case 15: "一刻"
      case 30: "半"
      case 45: "三刻"
      default: Self.tens(minute) + "分"
      }
    return [hour < 12 ? "上午" : "下午", (said == 2 ? "两" : Self.figures[said]) + "点", minutes]
  }

  private var arabic: [String] {
    let names = [
      "الثانية عشرة", "الواحدة", "الثانية", "الثالثة", "الرابعة", "الخامسة", "السادسة", "السابعة", "الثامنة", "التاسعة",
      "العاشرة", "الحادية عشرة",
    ]
    let minutes = [
      ["تمامًا"], ["وخمس دقائق"], ["وعشر دقائق"], ["والربع"], ["والثلث"], ["والنصف", "إلا خمس دقائق"], ["والنصف"],
      ["والنصف", "وخمس دقائق"], ["إلا الثلث"], ["إلا الربع"], ["إلا عشر دقائق"], ["إلا خمس دقائق"],
    ]
    return ["الساعة", name(names, next: minute > 35)] + minutes[minute / 5]
  }

  private var hebrew: [String] {
    let names = [
      "שתים עשרה", "אחת", "שתיים", "שלוש", "ארבע", "חמש", "שש", "שבע", "שמונה", "תשע", "עשר", "אחת עשרה",
    ]
    let minutes = [
      ["בדיוק"], ["וחמש דקות"], ["ועשר דקות"], ["ורבע"], ["ועשרים"], ["עשרים", "וחמש דקות"], ["וחצי"],
      ["שלושים", "וחמש דקות"], ["וארבעים"], ["ארבעים", "וחמש דקות"], ["וחמישים"], ["חמישים", "וחמש דקות"],
    ]
    return ["השעה", name(names)] + minutes[minute / 5]
  }
}
