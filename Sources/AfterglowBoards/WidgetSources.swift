import Afterglow
import AfterglowProviders
import AfterglowWidgets
import Foundation

// What the built-in widgets show, from the documents that their configurations name.

extension WidgetGallery {
  /// What a value's arrow tells of when its document does not say.
  private static let trendSpan: TimeInterval = 3 * 3600
  /// As many as a graph in a widget can show.
  private static let graphPointCount = 240

  static func forecast(_ intent: WeatherIntent, in context: TimelineProviderContext) throws -> Forecast {
    let zone = context.environment.timeZone
    let document = try ForecastDocument(
      path: path(intent.file, in: context.folder),
      times: intent.rebase ? .rebased(now: context.date, zone: zone) : .asWritten)
    return Forecast(
      current: document.current.map(Forecast.Hour.init), hours: document.hours.map(Forecast.Hour.init),
      days: document.days.map {
        .init(
          date: $0.date, high: $0.high, low: $0.low, weatherCode: $0.weatherCode, sunrise: $0.sunrise, sunset: $0.sunset
        )
      }, quarters: document.quarters.map { .init(date: $0.date, precipitationMm: $0.precipitationMm) },
      place: document.place(rebased: intent.rebase, on: context.place))
  }

  static func reminders(
    _ intent: RemindersIntent, in context: TimelineProviderContext
  ) throws -> (title: String?, reminders: [Reminder]) {
    let document = try ReminderDocument(path: path(intent.file, in: context.folder))
    let zone = context.environment.timeZone
    let reminders = document.open(list: intent.list.isEmpty ? nil : intent.list, zone: zone).map { reminder in
      let hasTime = if case .instant = reminder.due { true } else { false }
      return Reminder(
        title: reminder.title, due: reminder.due?.overdue(in: zone), hasTime: hasTime, isFlagged: reminder.isFlagged)
    }
    return (document.title, reminders)
  }

  static func state(_ intent: SystemIntent) -> SystemState {
    let reading = SystemReader(disks: [intent.disk]).read()
    let power = reading.power
    let trouble: PowerTrouble? =
      power.isUnderVoltage == true
      ? .tooLow : power.isThrottled == true ? .slowedDown : power.wasUnderVoltage == true ? .wasLow : nil
    return SystemState(
      temperatureCelsius: reading.temperatureCelsius, memoryShare: reading.memory?.usedShare,
      memoryByteCount: reading.memory?.totalByteCount, diskShare: reading.disks.first?.usedShare,
      diskFreeByteCount: reading.disks.first?.availableByteCount,
      load: reading.load.first.map { $0 / Double(max(1, reading.processorCount)) },
      isConnected: reading.interfaces.isEmpty ? nil : reading.interfaces.contains(where: \.isUp),
      uptimeSeconds: reading.uptimeSeconds, powerTrouble: trouble, name: reading.model)
  }

  static func photos(
    _ intent: PhotosIntent, in context: TimelineProviderContext, on date: Date
  ) throws -> [PhotoFile] {
    let zone = context.environment.timeZone
    return try PhotoFolder(path: path(intent.folder, in: context.folder)).photos(on: date, zone: zone).map {
      PhotoFile(path: $0.path, isOfThisDay: $0.isOfDay(date, zone: zone))
    }
  }

  static func events(
    _ intent: CalendarIntent, in context: TimelineProviderContext, _ window: Range<Date>
  ) throws -> [CalendarEvent] {
    let zone = context.environment.timeZone
    var events: [CalendarEvent] = []
    if !intent.file.isEmpty {
      events = try CalendarDocument(path: path(intent.file, in: context.folder), window: window, zone: zone)
        .occurrences.map(CalendarEvent.init)
    }
    if let file = intent.holidayFile {
      return try events
        + CalendarDocument(path: path(file, in: context.folder), window: window, zone: zone, kind: .holidays)
        .occurrences.map(CalendarEvent.init)
    }
    guard intent.holidays == CalendarIntent.automaticHolidays, let place = context.place else { return events }
    // A calendar that has the day's holiday itself has it in its owner's words.
    let known = Set(events.filter(\.isHoliday).map(\.start))
    return events
      + PlaceHolidays(place, zone: zone).events(in: window, locale: context.environment.locale)
      .filter { !known.contains($0.start) }
  }

  static func timeline(
    _ intent: ValueIntent, in context: TimelineProviderContext
  ) throws -> Timeline<ValueEntry> {
    let document = try TimelineDocument(path: path(intent.file, in: context.folder), symbols: symbols)
    let past = try document.history ?? intent.history.map { try ValueHistory(path: path($0, in: context.folder)) }
    let entries = document.entries.map { entry in
      let history = past?.until(entry.date)
      let trend = entry.trend?.rawValue ?? history?.direction(over: Self.trendSpan)?.rawValue
      return ValueEntry(
        date: entry.date, relevance: entry.relevance,
        content: ValueContent(
          title: entry.title, value: entry.value, isNumber: entry.isNumber, unit: entry.unit, detail: entry.detail,
          symbol: entry.symbol, trend: trend.flatMap { ValueContent.Trend(rawValue: $0) },
          history: history?.thinned(to: Self.graphPointCount).points.map { ValuePoint(date: $0.date, value: $0.value) }
            ?? []))
    }
    return Timeline(entries: entries, policy: document.policy)
  }
}

extension CalendarEvent {
  fileprivate init(_ occurrence: CalendarOccurrence) {
    self.init(
      start: occurrence.start, end: occurrence.end, isAllDay: occurrence.isAllDay, title: occurrence.title,
      location: occurrence.location, isBirthday: occurrence.isBirthday, isHoliday: occurrence.isHoliday)
  }
}

extension Forecast.Hour {
  fileprivate init(_ hour: ForecastDocument.Hour) {
    self.init(
      date: hour.date, temperature: hour.temperature, weatherCode: hour.weatherCode,
      precipitationProbability: hour.precipitationProbability)
  }
}
