import Afterglow
import Foundation

/// The public holidays of a place's country, as events of a calendar.
struct PlaceHolidays {
  /// ISO 3166-1; nil where it follows neither from the place nor from the zone.
  let country: String?
  private let zone: TimeZone

  init(_ place: Place, zone: TimeZone) {
    country = place.country ?? ZoneCountry.country(of: zone)
    self.zone = zone
  }

  /// None where the country's holidays are not known.
  func events(in window: Range<Date>, locale: Locale) -> [CalendarEvent] {
    guard let country, let holidays = PublicHolidays(country: country) else { return [] }
    let language = locale.language.languageCode?.identifier ?? "en"
    return holidays.showings(in: window, zone: zone, language: language).map {
      CalendarEvent(start: $0.start, end: $0.end, isAllDay: true, title: $0.name, isHoliday: true)
    }
  }
}
