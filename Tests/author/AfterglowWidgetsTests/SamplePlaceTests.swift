import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

/// Sample content is of one place.
@Suite struct SamplePlaceTests {
  private static func context(_ zone: String, place: Place? = nil, isPreview: Bool = true) -> TimelineProviderContext {
    var environment = EnvironmentValues()
    environment.timeZone = TimeZone(identifier: zone)!
    environment.locale = Locale(identifier: "en_GB")
    return TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 170, height: 170), isPreview: isPreview, date: GalleryItem.now,
      environment: environment, place: place)
  }

  private static func time(_ date: Date?, in zone: TimeZone) -> String? {
    date?.formatted(Date.FormatStyle(locale: Locale(identifier: "en_GB"), timeZone: zone).hour().minute())
  }

  /// The sun over Porto rises at 07:29 on 21 November and sets at 17:11.
  @Test func `weather, sun and clock of a preview are Porto's`() throws {
    let context = Self.context("Europe/Lisbon")
    #expect(context.environment.timeZone.secondsFromGMT() == SamplePlace.zone.secondsFromGMT())
    #expect(WeatherProvider().placeholder(in: context).place == "Porto")
    let days = DayArc.Days(context)
    #expect(days.place?.name == "Porto")
    let turns = try #require(days.arc(at: context.date)).turns.map { Self.time($0.turn.date, in: SamplePlace.zone) }
    #expect(turns == ["07:29", "17:11"])
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Auckland", "Asia/Kolkata"])
  func `in another zone the sun of a preview keeps Porto's hours`(zone: String) throws {
    let context = Self.context(zone)
    let arc = try #require(DayArc.Days(context).arc(at: context.date))
    #expect(arc.turns.map(\.turn.isRise) == [true, false])
    for (turn, wanted) in zip(arc.turns, [7.49, 17.18]) {
      // The day may be the next one.
      #expect(abs(turn.share * 24 - wanted) < 0.05, "\(turn.share * 24)")
    }
    guard case .turns(let moon) = MoonProvider().placeholder(in: context).sky else {
      Issue.record("no moon")
      return
    }
    #expect(moon.count == 2)
  }

  @Test func `a scene's own place takes precedence, and without a preview there is none`() {
    let lisbon = ClockFaceTests.lisbon
    #expect(DayArc.Days(Self.context("Europe/Lisbon", place: lisbon)).place == lisbon)
    #expect(DayArc.Days(Self.context("Europe/Lisbon", isPreview: false)).place == nil)
    #expect(MoonProvider().placeholder(in: Self.context("Europe/Lisbon", isPreview: false)).sky == .unknown)
  }
}
