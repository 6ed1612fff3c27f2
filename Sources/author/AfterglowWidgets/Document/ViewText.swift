import Afterglow
import AfterglowDocuments
import Foundation

/// Text with places for values: `Inside {temperature:.1} °C, at {departure + delay:time}`.
struct ViewText: Sendable {
  /// How a value is written.
  enum Format: Sendable {
    case plain
    case number(NumberFormat)
    case date(DateFormat)

    /// The value that it writes, for messages.
    var wanted: String {
      switch self {
      case .plain: "text, a number or a date"
      case .number: "a number for its format"
      case .date(let format): "a date such as 2026-11-30 or 2026-11-30T08:00:00+01:00 for \"\(format.rawValue)\""
      }
    }
  }

  /// How a number is written.
  struct NumberFormat: Hashable, Codable, Sendable {
    /// nil = as many as the number has, or none in percent.
    var decimals: Int?
    var isGrouped = false
    var isPercent = false
    /// With a plus sign too.
    var isSigned = false
  }

  /// How a date is written, or the distance to it.
  enum DateFormat: String, CaseIterable, Sendable {
    case date, time, relative, offset, timer
    /// The distance without seconds.
    case minutes
    /// Today, tomorrow, in three days.
    case days
    case weekday, weekdayAbbreviated, day, month, dayMonth, dayMonthAbbreviated, weekdayDayMonth

    /// Whether the panel counts by itself.
    var ticks: Bool {
      switch self {
      case .relative, .offset, .timer, .minutes: true
      default: false
      }
    }

    func text(_ date: Date, in scope: ViewScope) -> Text {
      let style = Date.FormatStyle()
      return switch self {
      case .date: Text(date, style: .date)
      case .time: Text(date, style: .time)
      case .relative: Text(date, style: .relative)
      case .offset: Text(date, style: .offset)
      case .timer: Text(date, style: .timer)
      case .minutes:
        Text(.currentDate, format: .offset(to: date, allowedFields: scope.minutesFields(to: date), sign: .never))
      case .days: Text(scope.days(until: date), format: LocalDays())
      case .weekday: Text(date, format: style.weekday(.wide))
      case .weekdayAbbreviated: Text(date, format: style.weekday(.abbreviated))
      case .day: Text(date, format: style.day())
      case .month: Text(date, format: style.month(.wide))
      case .dayMonth: Text(date, format: style.day().month(.wide))
      case .dayMonthAbbreviated: Text(date, format: style.day().month(.abbreviated))
      case .weekdayDayMonth: Text(date, format: style.weekday(.wide).day().month(.wide))
      }
    }
  }

  /// A piece of the text.
  enum Part: Sendable {
    case words(String)
    case value(ViewExpression, Format)
  }

  let parts: [Part]

  /// Shown for a missing value.
  static let missing = RoundedNumber.missing

  /// The place of its first value.
  var position: DocumentPosition? {
    parts.lazy.compactMap { part in if case .value(let expression, _) = part { expression.position } else { nil } }
      .first
  }

  /// The words, if there is nothing else.
  var words: String? {
    if parts.count == 1, case .words(let words)? = parts.first { words } else { nil }
  }

  func text(in scope: ViewScope) -> Text {
    let texts = parts.map { part in
      switch part {
      case .words(let words): Text(verbatim: words)
      case .value(let expression, let format): Self.text(expression, format, in: scope)
      }
    }
    guard let first = texts.first else { return Text(verbatim: "") }
    return texts.dropFirst().reduce(first, +)
  }

  /// The text as a string, where no `Text` is accepted, such as for a symbol's name. A value that is missing is left out.
  func plainText(in scope: ViewScope) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .value(let expression, _): Self.word(expression, in: scope) ?? ""
      }
    }.joined()
  }

  /// The text as a string; nil where one of its values is missing, which is noted.
  ///
  /// - Parameter change: is applied to each value.
  func whole(in scope: ViewScope, _ change: (String) -> String = { $0 }) -> String? {
    var whole = ""
    for part in parts {
      switch part {
      case .words(let words): whole += words
      case .value(let expression, _):
        guard let word = Self.word(expression, in: scope) else { return nil }
        whole += change(word)
      }
    }
    return whole
  }

  private static func word(_ expression: ViewExpression, in scope: ViewScope) -> String? {
    switch expression.value(in: scope) {
    case .text(let text)?: text
    case .number(let number, let decimals)?: RoundedNumber.text(number, decimals: decimals)
    case .truth(let truth)?: truth ? "true" : "false"
    default: nil
    }
  }

  private static func text(_ expression: ViewExpression, _ format: Format, in scope: ViewScope) -> Text {
    guard let computed = expression.computed(in: scope) else { return Text(verbatim: missing) }
    checkShare(computed.value, of: expression, format, in: scope)
    if let text = moving(computed, format, in: scope) ?? still(computed, format, in: scope) { return text }
    scope.note(
      computed.rate == 0
        ? "expected \(format.wanted) from \"\(expression.text)\", found \(computed.value.kind)"
        : "expected a value that stands still from \"\(expression.text)\", found one that moves with time; round it, or "
          + "show a date as minutes, which the panel counts",
      expression.path, at: expression.position)
    return Text(verbatim: missing)
  }

  /// Largest number that is meant as a share in percent, our choice: growth reaches more, and 55 is 55 percent itself.
  private static let largestShare = 2.0

  /// Remarks on a number in percent that is hardly a share of 1.
  private static func checkShare(
    _ value: EntryValue, of expression: ViewExpression, _ format: Format, in scope: ViewScope
  ) {
    guard case .number(let written) = format, written.isPercent, case .number(let number, _) = value,
      number.magnitude > largestShare
    else { return }
    let remedy = expression.path.map { "write \"{\($0.name)} %\"" } ?? "divide it by 100"
    scope.ledger.remark(
      ViewFault(
        message: "expected a share of 1 from \"\(expression.text)\" for the format \"%\", found a larger number, which "
          + "is shown times 100; \(remedy)", position: expression.position))
  }

  /// The distance from now to a date, as the panel counts it.
  private static func moving(_ computed: ComputedValue, _ format: Format, in scope: ViewScope) -> Text? {
    guard case .duration(let seconds) = computed.value, abs(computed.rate) == 1 else { return nil }
    let date = scope.now.addingTimeInterval(computed.rate < 0 ? seconds : -seconds)
    switch format {
    case .plain: return DateFormat.minutes.text(date, in: scope)
    case .date(let format) where format.ticks: return format.text(date, in: scope)
    default: return nil
    }
  }

  private static func still(_ computed: ComputedValue, _ format: Format, in scope: ViewScope) -> Text? {
    guard computed.rate == 0 else { return nil }
    switch (computed.value, format) {
    case (.text(let text), .plain): return Text(verbatim: text)
    case (.truth(let truth), .plain): return Text(verbatim: truth ? "true" : "false")
    case (.number(let number, let decimals), .plain):
      return Text(number, format: LocalNumber(decimals: decimals, format: NumberFormat()))
    case (.number(let number, let written), .number(let format)):
      let decimals = format.decimals ?? (format.isPercent ? 0 : written)
      return Text(number, format: LocalNumber(decimals: decimals, format: format))
    case (.date(let date), .plain): return DateFormat.time.text(date, in: scope)
    case (.duration(let seconds), .plain), (.duration(let seconds), .date(.minutes)):
      return Text(seconds, format: LocalDuration())
    case (let value, .date(let format)): return value.date(in: scope.calendar).map { format.text($0, in: scope) }
    default: return nil
    }
  }
}

/// A number in the locale's digits and marks, with a true minus sign.
struct LocalNumber: FormatStyle {
  var decimals: Int
  var format: ViewText.NumberFormat
  var locale = Locale(identifier: "en_US")

  func locale(_ locale: Locale) -> LocalNumber {
    var copy = self
    copy.locale = locale
    return copy
  }

  func format(_ number: Double) -> String {
    guard number.isFinite else { return RoundedNumber.missing }
    guard abs(number) < RoundedNumber.plainLimit else { return large(number) }
    let grouping: NumberFormatStyleConfiguration.Grouping = format.isGrouped ? .automatic : .never
    // The formatter adds marks and signs to a number that is rounded as all others are.
    let value = RoundedNumber.rounded(number, decimals: format.isPercent ? decimals + 2 : decimals)
    let text =
      format.isPercent
      ? value.formatted(
        .percent.precision(.fractionLength(decimals)).grouping(grouping)
          .sign(strategy: format.isSigned ? .always(includingZero: false) : .automatic).locale(locale))
      : value.formatted(
        .number.precision(.fractionLength(decimals)).grouping(grouping)
          .sign(strategy: format.isSigned ? .always(includingZero: false) : .automatic).locale(locale))
    return text.replacing("-", with: "\u{2212}")
  }

  /// A number with a power of ten, which the formatter would write out in up to 309 figures.
  private func large(_ number: Double) -> String {
    let written = RoundedNumber.text(format.isPercent ? number * 100 : number, decimals: decimals)
    let text = (format.isSigned && number > 0 ? "+" : "") + Figures.localized(written, in: locale)
    return format.isPercent ? Figures.percent(text, in: locale) : text
  }
}

/// Days, hours and minutes of a number of seconds, at most two of them: "2 hr, 5 min".
private struct LocalDuration: FormatStyle {
  var locale = Locale(identifier: "en_US")

  func locale(_ locale: Locale) -> LocalDuration { LocalDuration(locale: locale) }

  func format(_ seconds: Double) -> String {
    let minutes = (seconds.magnitude / 60).rounded() * 60
    let text = Duration.clamping(seconds: minutes).formatted(
      .units(
        allowed: [.days, .hours, .minutes], width: .abbreviated, maximumUnitCount: 2, zeroValueUnits: .hide,
        fractionalPart: .hide
      ).locale(locale))
    return seconds < 0 && minutes > 0 ? "\u{2212}" + text : text
  }
}

/// A number of days from today, in words: "Tomorrow", "In 3 days".
private struct LocalDays: FormatStyle {
  var locale = Locale(identifier: "en_US")

  func locale(_ locale: Locale) -> LocalDays { LocalDays(locale: locale) }

  func format(_ days: Int) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let today = Date(timeIntervalSinceReferenceDate: 0)
    var style = Date.AnchoredRelativeFormatStyle(
      anchor: today.addingTimeInterval(Double(days) * 86_400), presentation: .named, locale: locale, calendar: calendar)
    style.allowedFields = [.day]
    style.capitalizationContext = .beginningOfSentence
    return style.format(today)
  }
}

extension ViewReader {
  /// The text of a key, with its placeholders.
  func template(_ decoder: inout StrictDecoder, _ key: String, required: Bool = false) -> ViewText? {
    guard let text = decoder.text(key, maximumCount: 500, required: required ? "text" : nil) else { return nil }
    return template(text, decoder, key)
  }

  func template(_ text: String, _ decoder: StrictDecoder, _ key: String) -> ViewText? {
    template(text, at: decoder.valuePosition(of: key), decoder)
  }

  func template(_ text: String, at position: DocumentPosition, _ decoder: StrictDecoder) -> ViewText? {
    let characters = Array(text)
    checkBraces(text, at: position, decoder)
    checkDollar(text, at: position, decoder)
    var parts: [ViewText.Part] = []
    var words = ""
    var index = 0
    while index < characters.count {
      let character = characters[index]
      index += 1
      guard character == "{" || character == "}" else {
        words.append(character)
        continue
      }
      if index < characters.count, characters[index] == character {
        words.append(character)
        index += 1
        continue
      }
      guard character == "{", characters[index...].contains("}") else {
        decoder.fail(
          at: position, "expected \"{name}\", or \"{{\" and \"}}\" for braces, found a lone \"\(character)\"")
        return nil
      }
      if !words.isEmpty { parts.append(.words(words)) }
      words = ""
      guard let (part, end) = place(characters, from: index, at: position, decoder) else { return nil }
      parts.append(part)
      index = end
    }
    if !words.isEmpty { parts.append(.words(words)) }
    return ViewText(parts: parts)
  }

  /// Remarks on `{{ name }}`, which other programs replace by a value, and which here is text in braces.
  private func checkBraces(_ text: String, at position: DocumentPosition, _ decoder: StrictDecoder) {
    guard let open = text.range(of: "{{"), let close = text.range(of: "}}", range: open.upperBound..<text.endIndex)
    else { return }
    let inner = text[open.upperBound..<close.lowerBound].trimmingCharacters(in: .whitespaces)
    guard let first = inner.first, first.isLetter, !inner.contains(where: { "{}".contains($0) }) else { return }
    let name = inner.hasPrefix("states.") ? String(inner.dropFirst(7)) : inner
    let example = ValuePath(name, at: position)?.name ?? "temperature"
    remarks.append(
      Problem(
        file: decoder.file, line: position.line, column: position.column,
        message: "\"{{ \(inner.prefix(40)) }}\" is shown as text in braces; for a value write \"{\(example)}\""))
  }

  /// Remarks on `${name}`, which shells and scripts replace by a value, and which here is a dollar sign and the value. One
  /// with a format is meant as a price.
  private func checkDollar(_ text: String, at position: DocumentPosition, _ decoder: StrictDecoder) {
    guard let found = text.firstMatch(of: #/\$\{([\p{L}_][\p{L}\p{N}_.]{0,59})\}/#) else { return }
    let name = found.1
    remarks.append(
      Problem(
        file: decoder.file, line: position.line, column: position.column,
        message: "\"${\(name)}\" is shown as a dollar sign and the value; for the value alone write \"{\(name)}\", and "
          + "for a price give it decimals, such as \"${\(name):.2}\""))
  }

  /// A value or a computation, with or without a format, and the index after its closing brace.
  private func place(
    _ text: [Character], from start: Int, at position: DocumentPosition, _ decoder: StrictDecoder
  ) -> (ViewText.Part, Int)? {
    var reader = ViewExpressionReader(text, from: start, at: position)
    do throws(ViewExpressionReader.Fault) {
      let expression = noted(try reader.expression())
      let mark = reader.next
      guard mark == ":" || mark == "}" else {
        throw ViewExpressionReader.Fault(
          message: "expected an operator, \":\" and a format, or \"}\", found \(mark.map { "\"\($0)\"" } ?? "the end")",
          index: reader.index)
      }
      reader.skip()
      if mark == "}" { return (.value(expression, .plain), reader.index) }
      let written = String(text[reader.index...].prefix { $0 != "}" })
      guard reader.index + written.count < text.count else {
        throw ViewExpressionReader.Fault(message: "expected \"}\" after the format", index: text.count)
      }
      guard let format = format(written) else {
        let names = ViewText.DateFormat.allCases.map(\.rawValue)
        decoder.fail(
          at: position,
          "expected a format such as .1, \",\", + or % for numbers, or \(names.joined(separator: ", ")) for dates, found "
            + "\"\(written.prefix(40))\"" + decoder.suggestion(for: written, among: names))
        return nil
      }
      if case .date(.days) = format { uses.time = true }
      return (.value(expression, format), reader.index + written.count + 1)
    } catch {
      decoder.fail(
        at: position, "\(error.message), at character \(error.index + 1) of \"\(String(text).prefix(60))\"")
      return nil
    }
  }

  private func format(_ written: String) -> ViewText.Format? {
    if let format = ViewText.DateFormat(rawValue: written) { return .date(format) }
    return numberFormat(written[...]).map { .number($0) }
  }

  /// `+` shows the sign always, `,` groups thousands, `.2` gives two decimals, `%` shows a share of 1; any of them, in
  /// this order.
  private func numberFormat(_ text: Substring) -> ViewText.NumberFormat? {
    var rest = text
    func take(_ mark: Character) -> Bool {
      if rest.first == mark { rest = rest.dropFirst() } else { return false }
      return true
    }
    var format = ViewText.NumberFormat()
    format.isSigned = take("+")
    format.isGrouped = take(",")
    if take(".") {
      guard let digit = rest.first?.wholeNumberValue, RoundedNumber.places.contains(digit) else { return nil }
      format.decimals = digit
      rest = rest.dropFirst()
    }
    format.isPercent = take("%")
    return rest.isEmpty && !text.isEmpty ? format : nil
  }
}
