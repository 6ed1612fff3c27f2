import Afterglow
import Foundation
import Synchronization
import Testing

@testable import AfterglowWidgets

private let midnight = Date(timeIntervalSince1970: 1_795_219_200)  // 2026-11-21T00:00Z

private func context(at date: Date, isPreview: Bool = false) -> TimelineProviderContext {
  TimelineProviderContext(
    family: .systemSmall, displaySize: Size(width: 170, height: 170), isPreview: isPreview, date: date)
}

private func photos(_ names: [String], ofThisDay: [String] = []) -> PhotosOfDay {
  PhotosOfDay(memories: ofThisDay.map { PhotoFile(path: $0) }, others: names.map { PhotoFile(path: $0) })
}

/// A provider of pictures that are all whole.
private func provider(
  _ photos: @escaping @Sendable (PhotosIntent, TimelineProviderContext, Date) throws -> PhotosOfDay
) -> PhotosProvider {
  PhotosProvider(photos: photos, isWhole: { _ in true })
}

extension PhotosProvider {
  fileprivate func paths(every minutes: Int = 60, at date: Date) throws -> [String] {
    var intent = PhotosIntent()
    intent.every = minutes
    return try timeline(for: intent, in: context(at: date)).entries.map {
      if case .file(let path) = $0.picture { return path }
      return "none"
    }
  }
}

@Suite struct PhotosProviderTests {
  private let plain = provider { _, _, _ in photos(["a", "b", "c", "d", "e"]) }

  @Test func `few entries because each is a picture`() throws {
    let timeline = try plain.timeline(for: PhotosIntent(), in: context(at: midnight.addingTimeInterval(1800)))
    #expect(timeline.entries.map { $0.date.timeIntervalSince(midnight) } == [1800, 3600, 7200])
    #expect(timeline.policy == .atEnd)
  }

  @Test func `the same picture at the same time whenever it is asked`() throws {
    let now = try plain.paths(at: midnight.addingTimeInterval(600))
    #expect(try plain.paths(at: midnight.addingTimeInterval(3000)) == now)
    #expect(try plain.paths(at: midnight.addingTimeInterval(3600)).prefix(2) == now.suffix(2))
  }

  @Test func `every picture has its turn`() throws {
    let seen = try Set((0..<5).flatMap { try plain.paths(at: midnight.addingTimeInterval(Double($0) * 3600)) })
    #expect(seen == ["a", "b", "c", "d", "e"])
  }

  private final class Names: Sendable {
    let all = Mutex<Set<String>>([])
  }

  @Test func `if no picture that was tried can be shown, those that were tried are named`() throws {
    let tried = Names()
    let broken = PhotosProvider(
      photos: { _, _, _ in photos((0..<100).map { "\($0).png" }) },
      isWhole: { photo in
        tried.all.withLock { _ = $0.insert(photo.path) }
        return false
      })
    var named: Set<String> = []
    for entry in try broken.timeline(for: PhotosIntent(), in: context(at: midnight)).entries {
      guard case .none(_, let leftOut) = entry.picture else {
        Issue.record("\(entry.picture)")
        return
      }
      #expect(leftOut.count == PhotoTurn.maximumTryCount)
      named.formUnion(leftOut)
    }
    #expect(tried.all.withLock { $0 } == named)
  }

  @Test func `this day in past years is shown every second time`() throws {
    let shown = provider { _, _, _ in photos(["a", "b", "c"], ofThisDay: ["then"]) }
    let paths = try shown.paths(at: midnight)
    #expect(paths[0] == "then" && paths[2] == "then" && paths[1] != "then")
    let memories = provider { _, _, _ in photos([], ofThisDay: ["then", "before"]) }
    #expect(try memories.paths(at: midnight) == ["then", "before", "then"])
  }

  @Test func `a day begins with its own pictures`() throws {
    let shown = provider { _, _, date in
      let isToday = date < midnight.addingTimeInterval(86_400)
      return photos([isToday ? "tomorrow" : "today"], ofThisDay: [isToday ? "today" : "tomorrow"])
    }
    // The last turn of the day is cut at midnight.
    var intent = PhotosIntent()
    intent.every = 7 * 60
    let entries = try shown.timeline(for: intent, in: context(at: midnight.addingTimeInterval(23 * 3600))).entries
    #expect(entries[1].date == midnight.addingTimeInterval(86_400))
    #expect(entries[1].picture == .file("tomorrow"))
  }

  @Test func `an empty folder says which and a missing one is an error`() throws {
    let empty = provider { _, _, _ in photos([]) }
    let entries = try empty.timeline(for: PhotosIntent(), in: context(at: midnight)).entries
    #expect(entries.allSatisfy { $0.picture == .none("photos") })
    struct Missing: Error {}
    let missing = provider { _, _, _ in throw Missing() }
    #expect(throws: Missing.self) { try missing.timeline(for: PhotosIntent(), in: context(at: midnight)) }
    // The gallery has pictures of its own.
    #expect(try missing.snapshot(for: PhotosIntent(), in: context(at: midnight, isPreview: true)).picture == .sample)
  }

  @Test func `a turn of no time is refused`() throws {
    #expect(throws: ConfigurationError.self) { try PhotosIntent(configuration: ["every": 0]) }
  }
}

@Suite struct ValueTextTests {
  private let locale = Locale(identifier: "de_DE")

  private func short(_ value: String, _ share: Double) -> String {
    ValueText.short(ValueContent(value: value, isNumber: true), locale: locale, fitting: share)
  }

  @Test func `what does not fit loses places before it loses digits`() {
    #expect(short("21.5", 2.4) == "21,5")
    #expect(short("1013.25", 2.9) == "1013")
    #expect(short("-3.75", 2.4) == "\u{2212}3,8")
    let thousands = ValueContent(value: "48210", isNumber: true)
    #expect(ValueText.short(thousands, locale: Locale(identifier: "en_US"), fitting: 2.4) == "48K")
  }

  @Test func `thousands and millions are rounded and signed as all numbers are`() {
    for (value, words) in [("1250000", "1.3M"), ("-1250000", "\u{2212}1.3M"), ("-48210", "\u{2212}48K")] {
      let content = ValueContent(value: value, isNumber: true)
      #expect(ValueText.short(content, locale: Locale(identifier: "en_US"), fitting: 2.4) == words)
    }
  }

  @Test func `the extremes have as many places as the value`() {
    let content = ValueContent(value: "54.50", isNumber: true)
    #expect(ValueText.shown(-1.256, like: content, locale: locale) == "\u{2212}1,26")
    #expect(ValueText.shown(7, like: ValueContent(value: "54", isNumber: true), locale: locale) == "7")
  }
}
