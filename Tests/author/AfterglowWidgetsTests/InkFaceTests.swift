import AfterglowArchive
import AfterglowCore
import AfterglowTimeline
import Foundation
import PixelSupport
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// The faces made for ink: how often they change, how much of the panel, and what they say.
@Suite struct InkFaceTests {
  private static let zone = TimeZone(identifier: "Europe/Lisbon")!

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  private static func said(_ hour: Int, _ minute: Int, _ language: WidgetLanguage) -> String {
    let date = calendar.date(from: DateComponents(year: 2026, month: 11, day: 21, hour: hour, minute: minute))!
    let time = QuarterTime(SpokenTime(quarterAt: date, in: calendar), in: language)
    return [time.before, "<\(time.hour)>", time.after].filter { !$0.isEmpty }.joined(separator: " ")
  }

  @Test(arguments: [
    (9, 30, WidgetLanguage.en, "half past <nine>"), (9, 22, .en, "quarter past <nine>"),
    (9, 23, .en, "half past <nine>"),
    (9, 38, .en, "quarter to <ten>"), (9, 53, .en, "<ten> o’clock"), (9, 7, .en, "<nine> o’clock"),
    (23, 53, .en, "<twelve> o’clock"), (12, 45, .en, "quarter to <one>"), (9, 30, .de, "halb <zehn>"),
    (9, 15, .de, "Viertel nach <neun>"), (13, 0, .de, "<ein> Uhr"), (9, 45, .fr, "<dix> heures moins le quart"),
    (12, 15, .fr, "<midi> et quart"), (13, 0, .fr, "<une> heure"), (23, 55, .fr, "<minuit>"),
    (13, 30, .es, "es la <una> y media"), (9, 45, .es, "son las <diez> menos cuarto"),
    (13, 15, .it, "è <l’una> e un quarto"), (9, 30, .nl, "half <tien>"), (9, 0, .nl, "<negen> uur"),
    (9, 30, .pt, "são <nove> e meia"), (9, 30, .ja, "午前 <九時> 半"), (14, 15, .zh, "下午 <两点> 一刻"),
    (9, 45, .ar, "الساعة <العاشرة> إلا الربع"), (9, 30, .he, "השעה <תשע> וחצי"),
  ])
  func `a quarter of an hour is said as people say it`(
    hour: Int, minute: Int, language: WidgetLanguage, sentence: String
  ) {
    #expect(Self.said(hour, minute, language) == sentence)
  }

  @Test(arguments: WidgetLanguage.allCases)
  func `each quarter of half a day is said in its own way, and for a quarter of an hour`(language: WidgetLanguage) {
    let minutes = (0..<1440).map { Self.said($0 / 60, $0 % 60, language) }
    let starts = minutes.indices.filter { minutes[$0] != minutes[($0 + 1439) % 1440] }
    #expect(starts == (0..<96).map { $0 * 15 + 8 })
    #expect(Set(minutes[8..<728]).count == 48)
    #expect(minutes.allSatisfy { !$0.contains("<>") && !$0.contains("  ") })
  }

  @Test func `an entry of the quarters says its quarter, and marks it in its day`() throws {
    var intent = ClockIntent()
    intent.face = .quarters
    var environment = EnvironmentValues()
    environment.timeZone = Self.zone
    let context = TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 283, height: 170), date: GalleryItem.now, environment: environment,
      place: ClockFaceTests.lisbon)
    let entries = try ClockProvider().timeline(for: intent, in: context).entries.dropLast()
    #expect((104...106).contains(entries.count))
    for entry in entries {
      guard case .quarter(let facts) = entry.facts else {
        Issue.record("no quarter")
        return
      }
      let past = entry.date.timeIntervalSince(Self.calendar.startOfDay(for: entry.date)) / 86_400
      // Its middle is seven minutes later; the first entry may lie anywhere in its quarter.
      #expect(abs(facts.share - past) <= 8.0 / 1440 && (0...1).contains(facts.share), "\(entry.date)")
      #expect(facts.sky != nil)
    }
  }

  @Test(arguments: ["en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pt_PT", "ja_JP", "zh_CN", "ar_EG", "he_IL"])
  func `the quarters and the day have room`(locale: String) throws {
    for face in [ClockFace.quarters, .slab, .almanac] {
      for panel in ClockFaceTests.Panel.allCases {
        let compiled = try ClockFaceTests.compile(
          ClockFaceTests.Case(face: face, panel: panel), side: 240, locale: locale)
        // What is written in a calendar may be of any length.
        let cut = compiled.layout.nodes.filter { $0.isCut && $0.name != "title" && $0.name != "place" }
        #expect(cut.isEmpty, "\(face), \(panel): \(cut.map { $0.text ?? "" })")
      }
    }
  }

  @Test func `a minute of the slab changes less than a panel of ink draws in part`() throws {
    let item = try PaintedItem(
      ClockFaceTests.compile(ClockFaceTests.Case(face: .slab, panel: .wide), side: 240))
    // GalleryItem.now is 10:09:35: the tenth minute begins 25 s later.
    var last = item.pixels(.day, later: 25)
    for minute in 11..<60 {
      let now = item.pixels(.day, later: Int64(25 + (minute - 10) * 60))
      let changed = last.differingCount(from: now)
      // A tenth of the pixels is where a refresh in part is the last before a full one (RefreshPolicy).
      #expect(changed > 0 && changed * 10 < now.count, "\(changed * 1000 / now.count) ‰ at \(minute)")
      last = now
    }
  }

  @Test func `the almanac does not change before an appointment ends or begins`() throws {
    let item = try PaintedItem(
      ClockFaceTests.compile(ClockFaceTests.Case(face: .almanac, panel: .wide), side: 240))
    let first = item.pixels(.day, later: 0)
    // 14:59 and 16:01: the dentist is from 15:00 to 16:00.
    #expect(item.pixels(.day, later: 4 * 3600 + 49 * 60) == first)
    #expect(item.pixels(.day, later: 5 * 3600 + 52 * 60) != first)
  }
}
