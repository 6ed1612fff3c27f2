import Foundation
import TestSupport

@testable import AfterglowViews
@testable import AfterglowWidgets

/// A way in which content from elsewhere reaches a panel: a widget, its settings, and the form of the content.
enum HostileReader: String, CaseIterable, Sendable {
  case rss, atom, jsonFeed
  case forecast, metNorway
  case timeline, valuePath, valueTable, historyLines, historyDocument
  case values, valuesTable
  case note
  case calendar
  case reminders, tasks
  case photos

  /// The words, or the number, of the good part. No generated content has them.
  static let good = "Lantern walk"
  static let goodNumber = "4711"

  /// When all is compiled: 2026-11-21T10:09:35Z.
  static let now = GalleryItem.now

  var kind: String {
    switch self {
    case .rss, .atom, .jsonFeed: "news"
    case .forecast, .metNorway: "weather"
    case .timeline, .valuePath, .valueTable, .historyLines, .historyDocument: "value"
    case .values, .valuesTable: "document"
    case .note: "note"
    case .calendar: "calendar"
    case .reminders, .tasks: "reminders"
    case .photos: "photos"
    }
  }

  /// A family in which the good part has room behind all that is generated before it.
  var family: WidgetFamily {
    switch self {
    case .timeline, .valuePath, .valueTable, .values, .valuesTable, .note, .photos: .systemSmall
    case .historyLines, .historyDocument: .systemMedium
    default: .systemLarge
    }
  }

  /// Settings in addition to the source.
  var configuration: [String: ConfigurationValue] {
    switch self {
    case .valuePath: ["value": .string("$.good"), "title": .string("Tank")]
    case .valueTable: ["column": .string("level"), "title": .string("Tank")]
    case .values: ["view": .string("view.yaml"), "values": .object(["good": .string("$.good")])]
    case .valuesTable:
      [
        "view": .string("view.yaml"), "format": .string("csv"),
        "values": .object(["good": .string("$.rows[-1].level")]),
      ]
    case .photos: ["folder": .string("photos"), "every": .integer(5)]
    default: [:]
    }
  }

  /// A widget written as data that shows one value.
  static let view = """
    displayName: Value
    families:
      systemSmall: {vstack: [{text: "{good}", font: title, accessibilityIdentifier: good}]}

    """

  /// The least share of inputs of which the good part is shown, in percent. A reader that takes its content record by record
  /// shows it of most; one that refuses a damaged file as a whole, as JSON and a table of dates, may show it of none.
  var leastShown: (generated: Int, changed: Int) {
    switch self {
    case .valueTable, .valuesTable: (80, 60)
    case .rss, .atom, .jsonFeed, .valuePath, .values: (80, 0)
    case .tasks: (80, 25)
    case .calendar: (40, 40)
    case .forecast: (10, 20)
    case .photos: (100, 100)
    case .note: (40, 20)
    case .reminders: (25, 0)
    case .timeline, .historyLines: (10, 0)
    case .metNorway, .historyDocument: (0, 0)
    }
  }

  /// What a panel must show for the good part.
  var goodText: String {
    switch self {
    case .timeline, .valuePath, .valueTable, .values, .valuesTable: Self.goodNumber
    case .forecast, .metNorway: "47"
    default: Self.good
    }
  }
}

/// Makes parts of content that no honest program would write, always the same for one number.
struct HostileWriter {
  var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func one<T>(_ items: [T]) -> T { items[number(0...(items.count - 1))] }

  // MARK: Texts

  private static let pieces = [
    "", " ", "a", "Bins", "🎂", "👩‍👩‍👧‍👦", "🇩🇪", "☀️", "é", "e\u{301}", "ﷺ", "שלום", "مرحبا", "नमस्ते", "ภาษาไทย", "தமிழ்",
    "አማርኛ", "日本語", "한국어", "\u{200B}", "\u{200D}", "\u{202E}abc", "\u{2066}x", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}",
    "\u{FE0F}", "𝔘𝔫𝔦", "ǆ", "…", "&amp;", "&lt;b&gt;", "&#0;", "&#x110000;", "&nope;", "%s%n", "{{x}}", "${y}", "../..",
    "\\", "'", "\"",
    "]]", "-->", "NaN", "null", "true", "-0", "1e999", "1e-999", "99999999999999999999", "0x7f", "1,5", "−5", "１２", "½",
  ]

  /// Words of any script, in any mixture; sometimes very many.
  mutating func text() -> String {
    var text = ""
    for _ in 0..<number(0...6) {
      let piece = one(Self.pieces)
      text += chance(4) ? String(repeating: piece, count: number(2...400)) : piece
      if chance(40) { text += " " }
    }
    return text
  }

  /// The same without what cannot stand in a line.
  mutating func line() -> String {
    text().replacing("\\", with: "/").replacing("\"", with: "”").filter { !$0.isNewline }
  }

  mutating func figure() -> String {
    one([
      "0", "-0", "1", "-1", "0.1", "1e15", "-1e15", "1e308", "1e-308", "5e-324", "1e999",
      "123456789012345678901234567890",
      "0.30000000000000004", "100000000000000000000", "-273.15", "3.0", "\(number(-100_000...100_000))",
      "\(number(-1000...1000)).\(number(0...999))",
    ])
  }

  /// A date of the past, a wrong one, or none at all.
  mutating func pastDate() -> String {
    one([
      "2026-11-20T0\(number(0...9)):\(number(10...59)):00Z", "2026-11-\(number(10...20))T12:00:00+01:00",
      "1969-12-31T23:59:59Z",
      "0001-01-01T00:00:00Z", "0000-01-01T00:00Z", "2026-02-30T00:00Z", "2026-11-20T25:00Z", "2026-11-20", "yesterday",
      "",
      "-1", "\(number(0...1_700_000_000))",
    ])
  }

  // MARK: JSON

  /// A JSON value of any kind and shape.
  mutating func json(depth: Int = 0) -> String {
    switch number(0...(depth > 5 ? 5 : 7)) {
    case 0: return "null"
    case 1: return one(["true", "false"])
    case 2, 3: return figureOfJSON()
    case 4, 5: return quoted(text())
    case 6: return "[" + (0..<number(0...5)).map { _ in json(depth: depth + 1) }.joined(separator: ",") + "]"
    default:
      return "{"
        + (0..<number(0...5)).map { "\(quoted("k\($0)" + line())):\(json(depth: depth + 1))" }
        .joined(separator: one([",", " ,\n"])) + "}"
    }
  }

  mutating func figureOfJSON() -> String {
    let figure = figure()
    return figure.hasPrefix("+") ? "0" : figure
  }

  func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _
      where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || scalar.value > 0xDFFF && scalar.value < 0xE100:
        result += "\\u00b7"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: Markup

  mutating func markup() -> String {
    let text = text()
    if chance(20) { return "<![CDATA[\(text.replacing("]]", with: "]"))<b>x</b>]]>" }
    return text.replacing("<", with: "&lt;").replacing("\u{FFFD}", with: "?")
      .unicodeScalars.filter { $0.value >= 0x20 }.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  // MARK: Bytes

  /// Changes a few bytes, as a bad disk, a bad program or an attacker does.
  mutating func mutate(_ bytes: inout [UInt8], in range: Range<Int>) {
    var range = range
    for _ in 0..<number(1...4) where !range.isEmpty {
      let place = number(range.lowerBound...(range.upperBound - 1))
      switch number(0...6) {
      case 0: bytes[place] = UInt8(number(0...255))
      case 1: bytes[place] ^= 1 << UInt8(number(0...7))
      case 2:
        let count = min(number(1...40), range.upperBound - place)
        bytes.removeSubrange(place..<(place + count))
        range = range.lowerBound..<(range.upperBound - count)
      case 3:
        let count = min(number(1...60), range.upperBound - place)
        let copy = Array(bytes[place..<(place + count)])
        bytes.insert(contentsOf: copy, at: place)
        range = range.lowerBound..<(range.upperBound + count)
      case 4:
        let mark = one([
          Array("\"".utf8), Array("<".utf8), Array("\n".utf8), Array("{".utf8), Array(":".utf8), [0], [0xFF],
          Array("🎂".utf8),
        ])
        bytes.insert(contentsOf: mark, at: place)
        range = range.lowerBound..<(range.upperBound + mark.count)
      case 5:
        // A number somewhere in it becomes another one.
        guard let digit = (place..<range.upperBound).first(where: { (0x30...0x39).contains(bytes[$0]) }) else {
          continue
        }
        let other = Array(figure().utf8)
        bytes.replaceSubrange(digit...digit, with: other)
        range = range.lowerBound..<(range.upperBound + other.count - 1)
      default:
        bytes[place] = one([0x20, 0x0A, 0x2C, 0x3B, 0x22, 0x27, 0x3E, 0x5D, 0x7D, 0x2D])
      }
    }
  }
}
