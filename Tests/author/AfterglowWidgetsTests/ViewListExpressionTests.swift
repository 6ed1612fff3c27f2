import Afterglow
import AfterglowDocuments
import Foundation
import Testing

@testable import AfterglowWidgets

private let place = DocumentPosition(line: 1, column: 1)

private func room(_ name: String, _ degrees: Double, isOpen: Bool) -> EntryValue {
  .object([
    "name": .text(name), "t": .number(degrees, decimals: degrees == degrees.rounded() ? 0 : 1), "open": .truth(isOpen),
  ])
}

private let values: [String: EntryValue] = [
  "rooms": .list([
    room("Hall", 19, isOpen: false), room("Attic", 26.5, isOpen: true), room("Bath", 24, isOpen: true),
    .object(["name": .text("Cellar")]),
  ]),
  "words": .list([.text("Zebra"), .text("apples"), .text("Äpfel")]),
  "times": .list([.text("2026-11-26T09:30:00Z"), .text("2026-11-26T10:00:00+01:00")]),
  "mixed": .list([.number(1, decimals: 0), .text("two")]), "none": .list([]), "by": .text("name"),
  "buses": .list([
    .object(["line": .text("42"), "at": .text("2026-11-26T09:10:00+01:00")]),
    .object(["line": .text("7"), "at": .text("2026-11-26T09:30:00+01:00")]),
  ]),
]

/// 2026-11-26, 09:00 in Berlin.
private func scope(_ values: [String: EntryValue] = values) -> ViewScope {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
  return ViewScope(
    values: values, now: Date(timeIntervalSince1970: 1_795_680_000), calendar: calendar,
    locale: Locale(identifier: "de_DE"))
}

private func value(_ text: String, in scope: ViewScope = scope()) throws -> EntryValue? {
  try ViewExpressionReader.read(text, at: place).value(in: scope)
}

/// Computations on the items of lists.
@Suite struct ViewListExpressionTests {
  @Test(
    arguments: [
      ("join(words)", "Zebra, apples, Äpfel"), ("join(words, ' · ')", "Zebra · apples · Äpfel"),
      ("join(rooms, ' ', 't')", "19 26,5 24"), ("join(rooms, '/', item.name + '!')", "Hall!/Attic!/Bath!/Cellar!"),
      ("join(sort(words))", "Äpfel, apples, Zebra"), ("join(reversed(words))", "Äpfel, apples, Zebra"),
      ("join(sort(rooms, 'name'), ' ', 'name')", "Attic Bath Cellar Hall"),
      ("join(sort(rooms, by), ' ', 'name')", "Attic Bath Cellar Hall"),
      ("join(sort(rooms, 't'), ' ', 'name')", "Hall Bath Attic Cellar"),
      ("join(sort(rooms, -item.t), ' ', 'name')", "Attic Bath Hall Cellar"),
      ("join(sort(rooms, item.open ?? true), ' ', 'name')", "Hall Attic Bath Cellar"),
      ("join(sort(times))", "2026-11-26T10:00:00+01:00, 2026-11-26T09:30:00Z"),
      ("join(where(rooms, item.t > 20), ' ', 'name')", "Attic Bath"), ("first(words)", "Zebra"),
      ("first(rooms, item.t > 20).name", "Attic"), ("last(rooms, 'open').name", "Bath"), ("last(words)", "Äpfel"),
      ("argmin(rooms, 't').name", "Hall"), ("argmax(rooms, item.t).name", "Attic"), ("argmin(words)", "Äpfel"),
      ("first(rooms, item.t > 99).name ?? 'none'", "none"), ("(first(none) ?? rooms.1).name", "Attic"),
      ("join(words + mixed)", "Zebra, apples, Äpfel, 1, two"), ("join(none)", ""),
    ] as [(String, String)])
  func `items are found, ordered and joined`(text: String, expected: String) throws {
    let scope = scope()
    #expect(try value(text, in: scope) == .text(expected))
    #expect(scope.ledger.faults == [] && scope.ledger.missing == [])
  }

  @Test(
    arguments: [
      ("count(where(rooms, item.t > 20))", 2), ("count(rooms, item.t > 20)", 2), ("count(rooms, 't')", 3),
      ("count(rooms, 'open')", 2), ("sum(rooms, item.t * 2)", 139), ("average(rooms, item.t - 19)", 4.1666666667),
      ("max(rooms, item.t)", 26.5), ("min(rooms, item.t + 1)", 20), ("sum(none)", 0),
      ("minutes(min(buses, item.at - now()))", 10), ("argmax(rooms, 't').t", 26.5),
    ] as [(String, Double)])
  func `numbers are computed of items`(text: String, expected: Double) throws {
    let scope = scope()
    guard case .number(let number, _)? = try value(text, in: scope) else {
      Issue.record("\(text) is no number: \(scope.ledger.faults)")
      return
    }
    #expect(abs(number - expected) < 1e-6)
    #expect(scope.ledger.faults == [] && scope.ledger.missing == [])
  }

  @Test(
    arguments: [
      ("sort(by)", "expected a list for sort, found the text \"name\" in \"sort(by)\""),
      ("sort(mixed)", "expected values of one kind for sort, found a number and the text \"two\""),
      ("argmax(mixed)", "expected values of one kind for argmax"),
      (
        "first(rooms, 3)", "expected a member's name in quotes, or a computation of \"item\", for first, found a number"
      ),
      ("first(rooms, item.t > 99)", "expected an item for first, or \"??\" and what is shown without one, found none"),
      ("argmin(none)", "expected an item for argmin"), ("last(none)", "expected an item for last"),
      ("first(rooms).size", "expected a member \"size\" in \"first(rooms).size\", found \"name\", \"open\", \"t\""),
      ("join(rooms)", "expected texts or numbers in the list for join, found a mapping"),
      ("join(words, 3)", "expected a text between the items for join, found a number"),
      ("join(buses, ' ', minutes(item.at - now()))", "found one that moves with time; round it"),
    ] as [(String, String)])
  func `what a list does not have is noted with the computation`(text: String, message: String) throws {
    let scope = scope()
    #expect(try value(text, in: scope) == nil)
    #expect(scope.ledger.faults.map { $0.message.contains(message) } == [true], "\(scope.ledger.faults)")
  }

  @Test func `the item of a list hides a value of the same name only inside of the computation`() throws {
    let scope = scope([
      "item": .number(5, decimals: 0), "list": .list([.number(1, decimals: 0), .number(9, decimals: 0)]),
    ])
    #expect(try value("first(list, item > 5) + item", in: scope) == .number(14, decimals: 0))
  }

  // MARK: Time

  /// The minutes after 09:00 at which a result changes, found from turn to turn.
  private func changes(_ text: String) throws -> [Double] {
    let expression = try ViewExpressionReader.read(text, at: place)
    var scope = scope()
    let start = scope.now
    var old = expression.value(in: scope)
    var found: [Double] = []
    for _ in 0..<12 {
      guard let turn = scope.ledger.turn else { break }
      scope.ledger = ViewLedger()
      scope.now = turn
      let new = expression.value(in: scope)
      if new != old { found.append((turn.timeIntervalSince(start) / 60 * 10).rounded() / 10) }
      old = new
    }
    return found
  }

  @Test func `what depends on the time changes when it passes`() throws {
    #expect(try changes("first(buses, item.at > now()).line ?? 'none'") == [10, 30])
    #expect(try changes("count(where(buses, item.at > now()))") == [10, 30])
    // Half-way between both.
    #expect(try changes("argmin(buses, abs(item.at - now())).line") == [20])
    #expect(try changes("first(sort(buses, abs(item.at - now()))).line") == [20])
    #expect(try changes("abs(buses.0.at - now()) < 5min") == [5, 15])
  }

  // MARK: Bounds

  @Test func `a long list is ordered within the bound, or not at all`() throws {
    func long(_ count: Int) -> ViewScope {
      scope(["l": .list((0..<count).map { .number(Double(($0 * 7919) % count), decimals: 0) })])
    }
    let good = long(8000)
    #expect(try value("first(sort(l))", in: good) == .number(0, decimals: 0))
    #expect(try value("argmax(l)", in: good) == .number(7999, decimals: 0))
    #expect(!good.ledger.isExhausted)
    let bad = long(20_000)
    #expect(try value("sort(l)", in: bad) == nil)
    #expect(bad.ledger.isExhausted)
  }

  @Test func `a joined text has at most a thousand characters`() throws {
    let scope = scope(["l": .list(Array(repeating: .text(String(repeating: "é", count: 90)), count: 500))])
    guard case .text(let text)? = try value("join(l)", in: scope) else {
      Issue.record("no text")
      return
    }
    #expect(text.count == 1000)
  }
}
