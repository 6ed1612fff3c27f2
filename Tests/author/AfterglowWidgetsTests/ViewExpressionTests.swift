import Afterglow
import AfterglowDocuments
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

private let place = DocumentPosition(line: 1, column: 1)

/// 2026-11-26, 09:00 in Berlin, a Thursday.
private func scope(_ values: [String: EntryValue] = [:]) -> ViewScope {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
  return ViewScope(
    values: values, now: Date(timeIntervalSince1970: 1_795_680_000), calendar: calendar,
    facts: ViewFacts(family: .systemMedium, mode: .vibrant))
}

private let values: [String: EntryValue] = [
  "a": .number(3, decimals: 0), "b": .number(0.50, decimals: 2), "state": .text("21.5"), "on": .truth(true),
  "word": .text("paper"), "departure": .text("2026-11-26T09:12:00+01:00"), "delay": .number(120, decimals: 0),
  "day": .text("2026-11-28"), "room-temp": .number(7, decimals: 0),
  "list": .list([.number(4, decimals: 0), .number(10, decimals: 0), .number(1, decimals: 0)]),
  "rooms": .list([.object(["w": .number(100, decimals: 0)]), .object(["w": .number(50, decimals: 0)])]),
]

private func value(_ text: String, in scope: ViewScope = scope(values)) throws -> EntryValue? {
  try ViewExpressionReader.read(text, at: place).value(in: scope)
}

@Suite struct ViewExpressionTests {
  @Test(arguments: [
    ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("-a + 4", 1), ("7 % 4 - 10 / 4", 0.5), ("2 - -2", 4), ("a - 1 - 1", 1),
    ("room-temp - a", 4), ("number(state) * 2", 43), ("round(21.456, 1)", 21.5), ("floor(-1.5)", -2), ("ceil(1.2)", 2),
    ("abs(-3)", 3), ("min(a, b)", 0.5), ("max(list)", 10), ("count(list)", 3), ("sum(rooms, 'w')", 150),
    ("average(list)", 5), ("max(rooms, 'w')", 100), ("min(list)", 1), ("list.1", 10), ("rooms.1.w", 50),
    ("a > 2 ? 1 : 0", 1), ("missing ?? 5", 5),
    ("missing.deep ?? other ?? a", 3), ("minutes(90min)", 90), ("hours(1d)", 24), ("2h / 30min", 4),
    ("minutes(departure - now())", 12), ("days(day)", 2), ("days('2026-11-26')", 0),
    ("days('2026-11-25T23:59:00+01:00')", -1),
    ("minutes(date(1795680060) - now())", 1), ("minutes(date(1795680120000) - now())", 2),
  ]) func `numbers are computed`(text: String, expected: Double) throws {
    let scope = scope(values)
    guard case .number(let number, _)? = try value(text, in: scope) else {
      Issue.record("\(text) is no number: \(scope.ledger.faults)")
      return
    }
    #expect(abs(number - expected) < 1e-9, "\(text)")
    #expect(scope.ledger.faults.isEmpty && scope.ledger.missing.isEmpty)
  }

  @Test(arguments: [
    ("a > 2 and b < 1", true), ("a > 5 or on", true), ("not on", false), ("!on || a == 3", true), ("a != 3.0", false),
    ("word == 'paper'", true), ("word < 'rest'", true), ("departure + delay > now()", true),
    ("departure - now() <= 12min", true), ("departure < '2026-11-26T08:12:00Z'", false),
    ("departure == '2026-11-26T08:12:00Z'", true), ("exists(word)", true), ("exists(gone)", false), ("gone", false),
    ("gone > 3", false), ("not gone", true), ("word == 'it''s'", false), ("widget.family == 'systemMedium'", true),
    ("widget.mode == 'vibrant' and widget.luminance == 'full'", true), ("day > departure", true), ("list", true),
    ("gone == true", false), ("on == true", true), ("'' or 0", false),
  ]) func `conditions hold or not`(text: String, expected: Bool) throws {
    #expect(try ViewExpressionReader.read(text, at: place).holds(in: scope(values)) == expected, "\(text)")
  }

  @Test func `dates and durations are computed`() throws {
    #expect(try value("departure + delay") == .date(Date(timeIntervalSince1970: 1_795_680_840)))
    #expect(try value("2min + departure") == .date(Date(timeIntervalSince1970: 1_795_680_840)))
    #expect(try value("departure - 12min == now()") == .truth(true))
    #expect(try value("date(day)") == .date(Date(timeIntervalSince1970: 1_795_820_400)))
    #expect(try value("1h - 90min") == .duration(-1800))
    #expect(try value("word + '!'") == .text("paper!"))
  }

  /// The decimals of the result are those that a reader would write.
  @Test(arguments: [
    ("1.50 + 1", 2), ("1.5 * 1.5", 2), ("10 / 4", 1), ("1 / 3", 2), ("8 / 4", 0), ("round(2.345, 2)", 2), ("a", 0),
    ("number('2.50')", 2),
  ]) func `results keep their decimals`(text: String, expected: Int) throws {
    guard case .number(_, let decimals)? = try value(text) else {
      Issue.record("\(text) is no number")
      return
    }
    #expect(decimals == expected, "\(text)")
  }

  @Test(arguments: [
    ("", "expected a value's name, a number or a text, found the end", 0),
    ("a +", "expected a value's name, a number or a text, found the end", 3),
    ("a = 3", "expected \"==\" to compare, found \"=\"", 2), ("a & b", "expected \"&&\", found \"&\"", 2),
    ("a => 3", "expected \">=\" to compare, found \"=>\"", 2),
    ("a =< 3", "expected \"<=\" to compare, found \"=<\"", 2),
    ("a === 3", "expected \"==\" to compare, found \"===\"", 2),
    ("a <> 3", "expected \"!=\" to compare, found \"<>\"", 2),
    ("a | round", "expected a function before its value, such as round(temperature, 1), or \"or\", found \"|\"", 2),
    ("(a", "expected \")\", found the end", 2), ("a b", "expected an operator such as + or ==, found \"b\"", 2),
    ("a ? b", "expected \":\" and what holds otherwise, found the end", 5),
    ("'open", "expected the text's closing ', found the end", 0),
    ("5m", "expected a unit s, min, h, d or w, found \"m\"", 1),
    ("1 + 9999999999999d", "expected a duration within three thousand years, found more", 4),
    ("rond(a)", "round", 0), ("round()", "expected 1 to 2 arguments of round, found 0", 0),
    ("widget.size", "expected one of widget.family, widget.mode", 0),
    ("a < b < c", "expected an operator such as + or ==, found \"<\"", 6),
  ]) func `what is no computation is reported with its place`(text: String, message: String, index: Int) {
    do throws(ViewExpressionReader.Fault) {
      _ = try ViewExpressionReader.read(text, at: place)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
      #expect(error.index == index)
    }
  }

  @Test(arguments: [
    ("word * 2", "expected values that \"*\" suits, found the text \"paper\" and a number in \"word * 2\""),
    ("a / 0", "expected no division by zero in \"a / 0\""), ("sum(word)", "expected a list for sum"),
    ("round(word)", "expected a number, and 0 to 6 decimals"), ("1d < a", "found a duration and a number"),
    ("average(rooms)", "expected numbers in the list"), ("days(a)", "expected a value that days suits, found a number"),
    ("999999d * 9999999", "expected a duration within"),
  ]) func `values that do not suit are noted with the computation`(text: String, message: String) throws {
    let scope = scope(values)
    #expect(try value(text, in: scope) == nil)
    #expect(scope.ledger.faults.map { $0.message.contains(message) } == [true], "\(scope.ledger.faults)")
  }

  @Test(arguments: [("off", true), ("No", true), ("false", true), ("closed", false), ("on", false)])
  func `a text that looks false is noted where it decides`(word: String, isNoted: Bool) throws {
    let decided = scope(["open": .text(word)])
    #expect(try ViewExpressionReader.read("open", at: place).holds(in: decided))
    let reason = decided.ledger.remarks.first?.message ?? ""
    #expect(reason.contains("which counts as true; compare it, such as \"open != '\(word)'\"") == isNoted, "\(reason)")
    let compared = scope(["open": .text(word)])
    _ = try ViewExpressionReader.read("open == 'off'", at: place).holds(in: compared)
    #expect(compared.ledger.remarks.isEmpty)
  }

  @Test func `missing values are noted where they are shown, and not where they decide`() throws {
    let shown = scope(values)
    #expect(try value("gone + a", in: shown) == nil)
    #expect(shown.ledger.missing.map(\.name) == ["gone"])
    let decided = scope(values)
    #expect(try value("(gone > 1 ? 1 : 2) + (lost ?? 1)", in: decided) == .number(3, decimals: 0))
    #expect(decided.ledger.missing.isEmpty)
  }

  // MARK: Time

  /// The first instant after 09:00 at which the computation comes out otherwise, in minutes.
  @Test(
    arguments: [
      ("departure > now()", 12.0), ("departure - now() < 10min", 2), ("now() < departure and a > 2", 12),
      ("now() >= departure", 12), ("minutes(departure - now()) > 5", 7), ("days(day)", 15 * 60),
      ("now() > '2026-11-26T07:00:00Z'", nil), ("a > 2", nil), ("days(day) == 1 and departure > now()", 15 * 60),
      ("floor(minutes(departure - now()))", 1), ("round(hours(departure - now()))", 42),
    ] as [(String, Double?)]) func `a turn is known ahead`(text: String, minutes: Double?) throws
  {
    let scope = scope(values)
    _ = try value(text, in: scope)
    let found = scope.ledger.turn.map { ($0.timeIntervalSince(scope.now) / 60) }
    guard let minutes else {
      #expect(found ?? .infinity > 60, "\(text)")
      return
    }
    // What an instant itself does not change ends a second later.
    #expect(try #require(found) - minutes >= 0 && found! - minutes <= 1.0 / 60 + 1e-6, "\(text): \(found ?? -1)")
  }

  /// Just before a turn the result is the old one, from it on the new one.
  @Test(arguments: [
    "departure > now()", "departure >= now()", "now() > departure", "now() >= departure",
    "departure - now() < 10min", "departure - now() <= 10min", "days(day) == 2",
  ]) func `a result changes at its turn and not before`(text: String) throws {
    let expression = try ViewExpressionReader.read(text, at: place)
    var scope = scope(values)
    var old = expression.holds(in: scope)
    var turns = 0
    while let turn = scope.ledger.turn, turns < 4 {
      scope.ledger = ViewLedger()
      scope.now = turn.addingTimeInterval(-1.5)
      #expect(expression.holds(in: scope) == old, "before turn \(turns) of \(text)")
      scope.ledger = ViewLedger()
      scope.now = turn
      old = expression.holds(in: scope)
      turns += 1
    }
    #expect(turns > 0)
  }

  // MARK: Bounds

  @Test func `length, nesting and parts are bounded`() {
    for (text, message) in [
      (String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60), "levels of brackets"),
      (Array(repeating: "a", count: 120).joined(separator: "+"), "at most 100 parts"),
      (String(repeating: "a", count: 501), "at most 500 characters"),
      (String(repeating: "not ", count: 110) + "a", "at most 100 parts"),
      (String(repeating: "-", count: 110) + "a", "at most 100 parts"),
      (String(repeating: "a ? b : ", count: 30) + "c", "levels of brackets"),
    ] {
      do throws(ViewExpressionReader.Fault) {
        _ = try ViewExpressionReader.read(text, at: place)
        Issue.record("\(text.prefix(20)) was read")
      } catch { #expect(error.message.contains(message), "\(error.message)") }
    }
  }

  @Test func `evaluation ends within its bound`() throws {
    let long = EntryValue.list(Array(repeating: .number(1, decimals: 0), count: 100_000))
    let scope = scope(["l": long])
    #expect(try value("sum(l)", in: scope) == .number(100_000, decimals: 0))
    #expect(try value("sum(l) + sum(l)", in: scope) == nil)
    #expect(scope.ledger.isExhausted)
  }

  // MARK: Against chance

  /// A random computation with its result, which is computed apart.
  private func random(_ depth: Int, _ numbers: inout SeededNumbers) -> (String, Double) {
    guard depth > 0, Int.random(in: 0...4, using: &numbers) > 0 else {
      let number = Double(Int.random(in: 0...99, using: &numbers)) / 4
      return (String(format: "%.2f", number), number)
    }
    let (left, x) = random(depth - 1, &numbers)
    let (right, y) = random(depth - 1, &numbers)
    switch Int.random(in: 0...5, using: &numbers) {
    case 0: return ("(\(left) + \(right))", x + y)
    case 1: return ("(\(left) - \(right))", x - y)
    case 2: return ("(\(left)*\(right))", x * y)
    case 3: return ("min(\(left), \(right))", Swift.min(x, y))
    case 4: return ("(\(left) < \(right) ? \(left) : \(right))", x < y ? x : y)
    default: return ("-(\(left))", -x)
    }
  }

  @Test func `random computations give what they give elsewhere`() throws {
    var numbers = SeededNumbers(seed: 11)
    var count = 0
    for _ in 0..<2000 {
      let (text, expected) = random(3, &numbers)
      guard text.count <= ViewExpressionReader.maximumLength else { continue }
      guard case .number(let number, _)? = try value(text) else {
        Issue.record("\(text) is no number")
        continue
      }
      #expect(abs(number - expected) <= 1e-9 * Swift.max(1, abs(expected)), "\(text)")
      count += 1
    }
    #expect(count > 1500)
  }

  /// Whatever is written is read or refused, with a place inside of it, and evaluated within the bound.
  @Test func `random and spoilt text never ends badly`() {
    let seeds = [
      "departure + delay * 1min > now() ? 'late' : word", "count(rooms) > 2 and not (a == b or on)",
      "round(sum(rooms, 'w') / 3, 1) ?? missing", "days(day) <= 1 && widget.family != 'systemSmall'",
    ]
    let marks = Array("()'\"+-*/%<>=!?:,.|& 019abé\u{1F327}\u{301}{}minhd_")
    var numbers = SeededNumbers(seed: 5)
    var (good, bad) = (0, 0)
    for round in 0..<20_000 {
      var text = Array(round % 4 == 0 ? "" : seeds[round % seeds.count])
      for _ in 0...(round % 4 == 0 ? 30 : round % 5) {
        let index = Int.random(in: 0...text.count, using: &numbers)
        switch Int.random(in: 0...2, using: &numbers) {
        case 0 where index < text.count: text.remove(at: index)
        case 1 where index < text.count: text[index] = marks.randomElement(using: &numbers)!
        default: text.insert(marks.randomElement(using: &numbers)!, at: index)
        }
      }
      do throws(ViewExpressionReader.Fault) {
        let scope = scope(values)
        _ = try ViewExpressionReader.read(String(text), at: place).computed(in: scope)
        #expect(scope.ledger.computationCount < 300)
        good += 1
      } catch {
        // Marks that combine make fewer characters of a text than there were.
        #expect((0...text.count).contains(error.index), "\(String(text)): \(error)")
        bad += 1
      }
    }
    #expect(good > 500 && bad > 5000, "\(good) and \(bad)")
  }
}
