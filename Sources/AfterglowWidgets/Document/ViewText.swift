import Afterglow
import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// Text with placeholders for values: `Inside {temperature:.1} °C, ready {ready:relative}`.
struct ViewText: Sendable {
  /// How a value is written.
  enum Format: Sendable {
    case plain
    case number(decimals: Int?, isGrouped: Bool, isPercent: Bool)
    case date(DateFormat)
  }

  /// How a date is written.
  enum DateFormat: String, CaseIterable, Sendable {
    case date, time, relative, offset, timer
    /// The distance without seconds.
    case minutes

    func text(_ date: Date) -> Text {
      switch self {
      case .date: Text(date, style: .date)
      case .time: Text(date, style: .time)
      case .relative: Text(date, style: .relative)
      case .offset: Text(date, style: .offset)
      case .timer: Text(date, style: .timer)
      case .minutes: Text(.currentDate, format: .offset(to: date, allowedFields: [.day, .hour, .minute], sign: .never))
      }
    }
  }

  /// A piece of the text.
  enum Part: Sendable {
    case words(String)
    case value(ValuePath, Format)
  }

  let parts: [Part]

  /// Shown for a missing value.
  static let missing = "–"

  func text(in scope: ViewScope) -> Text {
    let texts = parts.map { part in
      switch part {
      case .words(let words): Text(verbatim: words)
      case .value(let path, let format): Self.text(path, format, in: scope)
      }
    }
    guard let first = texts.first else { return Text(verbatim: "") }
    return texts.dropFirst().reduce(first, +)
  }

  /// The same as a string, where no `Text` is accepted, such as for a symbol's name.
  func plainText(in scope: ViewScope) -> String {
    parts.map { part in
      switch part {
      case .words(let words): return words
      case .value(let path, _):
        if case .text(let text)? = scope.value(path) { return text }
        return ""
      }
    }.joined()
  }

  private static func text(_ path: ValuePath, _ format: Format, in scope: ViewScope) -> Text {
    switch (scope.value(path), format) {
    case (.text(let text)?, .date(let format)):
      if let date = ISO8601.instantMilliseconds(text) {
        return format.text(Date(timeIntervalSince1970: Double(date) / 1000))
      }
    case (.text(let text)?, .plain): return Text(verbatim: text)
    case (.truth(let truth)?, .plain): return Text(verbatim: truth ? "true" : "false")
    case (.number(let number, let decimals)?, .plain):
      return Text(number, format: LocalNumber(decimals: decimals, isGrouped: false, isPercent: false))
    case (.number(let number, let written)?, .number(let decimals, let isGrouped, let isPercent)):
      let places = decimals ?? (isPercent ? 0 : written)
      return Text(number, format: LocalNumber(decimals: places, isGrouped: isGrouped, isPercent: isPercent))
    default: break
    }
    scope.ledger.note(path)
    return Text(verbatim: missing)
  }
}

/// A number in the locale's digits and marks, with a true minus sign.
struct LocalNumber: FormatStyle {
  var decimals: Int
  var isGrouped: Bool
  var isPercent: Bool
  var locale = Locale(identifier: "en_US")

  func locale(_ locale: Locale) -> LocalNumber {
    var copy = self
    copy.locale = locale
    return copy
  }

  func format(_ value: Double) -> String {
    let text =
      isPercent
      ? value.formatted(
        .percent.precision(.fractionLength(decimals)).grouping(isGrouped ? .automatic : .never).locale(locale))
      : value.formatted(
        .number.precision(.fractionLength(decimals)).grouping(isGrouped ? .automatic : .never).locale(locale))
    return text.replacing("-", with: "\u{2212}")
  }
}

extension ViewReader {
  /// The text of a key, with its placeholders.
  func template(_ decoder: inout StrictDecoder, _ key: String, required: Bool = false) -> ViewText? {
    guard let text = decoder.text(key, maximumCount: 500, required: required ? "text" : nil) else { return nil }
    return template(text, decoder, key)
  }

  func template(_ text: String, _ decoder: StrictDecoder, _ key: String) -> ViewText? {
    var parts: [ViewText.Part] = []
    var words = ""
    var rest = text[...]
    while let next = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      words += rest[..<next]
      let brace = rest[next]
      rest = rest[rest.index(after: next)...]
      if rest.first == brace {
        words.append(brace)
        rest = rest.dropFirst()
        continue
      }
      guard brace == "{", let end = rest.firstIndex(of: "}") else {
        decoder.fail(key, "expected \"{name}\", or \"{{\" and \"}}\" for braces, found a lone \"\(brace)\"")
        return nil
      }
      if !words.isEmpty { parts.append(.words(words)) }
      words = ""
      guard let part = place(rest[..<end], decoder, key) else { return nil }
      parts.append(part)
      rest = rest[rest.index(after: end)...]
    }
    words += rest
    if !words.isEmpty { parts.append(.words(words)) }
    return ViewText(parts: parts)
  }

  /// `name` or `name:format`.
  private func place(_ inside: Substring, _ decoder: StrictDecoder, _ key: String) -> ViewText.Part? {
    let pieces = inside.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = ValuePath(pieces[0], at: decoder.valuePosition(of: key)) else {
      decoder.fail(
        key, "expected a value's name such as temperature or room.temperature, found \"\(pieces[0].prefix(40))\"")
      return nil
    }
    guard pieces.count > 1 else { return .value(path, .plain) }
    let written = String(pieces[1])
    if let format = ViewText.DateFormat(rawValue: written) { return .value(path, .date(format)) }
    if let format = numberFormat(pieces[1]) { return .value(path, format) }
    let names = ViewText.DateFormat.allCases.map(\.rawValue)
    decoder.fail(
      key,
      "expected a format such as .1, \",\" or % for numbers, or \(names.joined(separator: ", ")) for dates, found "
        + "\"\(written.prefix(40))\"" + decoder.suggestion(for: written, among: names))
    return nil
  }

  /// `,` groups thousands, `.2` gives two decimals, `%` shows a share of 1; any of them, in this order.
  private func numberFormat(_ text: Substring) -> ViewText.Format? {
    var rest = text
    func take(_ mark: Character) -> Bool {
      if rest.first == mark { rest = rest.dropFirst() } else { return false }
      return true
    }
    let isGrouped = take(",")
    var decimals: Int?
    if take(".") {
      guard let digit = rest.first?.wholeNumberValue, digit <= 6 else { return nil }
      decimals = digit
      rest = rest.dropFirst()
    }
    let isPercent = take("%")
    guard rest.isEmpty, !text.isEmpty else { return nil }
    return .number(decimals: decimals, isGrouped: isGrouped, isPercent: isPercent)
  }
}
