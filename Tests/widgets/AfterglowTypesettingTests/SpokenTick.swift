import AfterglowCore
import AfterglowTimeline
import Foundation

@testable import AfterglowTypesetting

let noon = Date(timeIntervalSince1970: 1_795_262_400)  // 2026-11-21T12:00:00Z

/// What a pattern says in UTC, evaluated as the firmware does: by records, without glyphs.
struct SpokenTick {
  private let pattern: TickPattern
  private let phrases: [TickPhraseRecord]
  private let items: [TickItemRecord]
  private let entries: [TickTableEntryRecord]
  private let plurals: [PluralTableRecord]
  /// The words of literals by item, and of tables by entry.
  private let literals: [Int: String]
  private let names: [String]
  private let figures: [String]

  init(_ pattern: TickPattern, locale: String) {
    self.pattern = pattern
    var items: [TickItemRecord] = []
    var literals: [Int: String] = [:]
    var names: [String] = []
    var phrases: [TickPhraseRecord] = []
    for wording in pattern.wordings {
      let first = items.count
      for part in wording.parts {
        switch part {
        case .literal(let words):
          literals[items.count] = words
          items.append(.literal(placements: RecordRange(first: 0, count: 0), advancePx: 0))
        case .number(let field, let minimum, let maximum):
          items.append(
            .number(field, digitSet: 0, minimumDigits: UInt8(minimum), maximumDigits: UInt8(maximum)))
        case .words(let field, let words):
          let range = RecordRange(first: UInt32(names.count), count: UInt32(words.count))
          items.append(.table(field, entries: range, base: field == .month || field == .day ? 1 : 0))
          names += words
        }
      }
      phrases.append(
        TickPhraseRecord(
          items: RecordRange(first: UInt32(first), count: UInt32(items.count - first)),
          lowerSeconds: wording.lowerSeconds, upperSeconds: wording.upperSeconds, directions: wording.directions,
          categories: wording.categories, pluralField: wording.pluralField, secondCategories: wording.secondCategories,
          secondPluralField: wording.secondPluralField))
    }
    (self.items, self.literals, self.names, self.phrases) = (items, literals, names, phrases)
    entries = names.map { _ in TickTableEntryRecord(placements: RecordRange(first: 0, count: 0), advancePx: 0) }
    plurals = pattern.plurals.map { [$0.table] } ?? []
    figures = LocaleFigures.of(locale)
  }

  private var reference: Instant {
    Instant(milliseconds: Int64((pattern.reference ?? noon).timeIntervalSince1970 * 1000))
  }

  private func withView<R>(_ body: (TickTemplateView, ZoneView) -> R) -> R {
    phrases.withUnsafeBufferPointer { phrases in
      items.withUnsafeBufferPointer { items in
        entries.withUnsafeBufferPointer { entries in
          plurals.withUnsafeBufferPointer { plurals in
            let template = TickTemplateRecord(
              kind: pattern.kind, phrases: RecordRange(first: 0, count: UInt32(phrases.count)),
              pluralTable: plurals.isEmpty ? TickTemplateRecord.noPlurals : 0)
            let view = TickTemplateView(
              template: template, phrases: phrases, items: items,
              digitSets: UnsafeBufferPointer(start: nil, count: 0), tableEntries: entries, pluralTables: plurals)
            return body(view, .utc)
          }
        }
      }
    }
  }

  func text(at instant: Instant) -> String {
    withView { view, zone in
      view.text(
        at: instant, zone: zone, reference: reference, literal: { literals[$0] ?? "" }, tableEntry: { names[$0] },
        digits: { _ in figures })
    }
  }

  /// At so many seconds after the reference.
  func text(after seconds: Int64) -> String { text(at: Instant(milliseconds: reference.milliseconds + seconds * 1000)) }

  /// When it next looks different.
  func nextChange(after instant: Instant) -> Instant {
    withView { view, zone in view.nextChange(after: instant, zone: zone, reference: reference) }
  }
}
