import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The weather from a date on.
struct WeatherEntry: TimelineEntry {
  var date: Date
  var temperature: Double
  var weatherCode: Int
  var isNight: Bool
  /// Of the entry's day; nil beyond the forecast's days.
  var high: Double?
  var low: Double?
  /// What follows, for layouts with room for it.
  var hours: [Forecast.Hour] = []
  var days: [Forecast.Day] = []
  /// Hours of `hours` between sunset and sunrise.
  var nightHours: Set<Date> = []
  var rain: RainNews?
  /// When the sun rises or sets next, within a day.
  var sun: SkyTurn?
  /// The sky where the sun does neither; nil where its place is not known.
  var polarSky: PolarSky?
  /// Days of `days` on which the sun does not rise.
  var polarNights: Set<Date> = []
  /// The name of the forecast's place; empty = not known.
  var place = ""
  /// Who is named next to the place; empty = none, as in galleries.
  var credit = ""
  /// What marks it as invented; empty = it is not.
  var sampleWords = ""
  /// What the configuration asks for and the forecast knows, for layouts with room for it.
  var details: [WeatherFact] = []
  var displaySize: Size

  /// Rain that begins or ends within the hour is most relevant (docs/rules.md, rules 76 and 97).
  var relevance: TimelineEntryRelevance? { TimelineEntryRelevance(score: rain == nil ? 1 : 10) }
}

/// Makes an entry an hour of a forecast.
struct WeatherProvider: AppIntentTimelineProvider {
  /// Two days: the panel continues for that long without its author.
  static let maximumEntryCount = 48
  /// Layouts with hours and days are larger, and last for half a day.
  static let maximumRichEntryCount = 12
  /// Details are as large, and are opened less often.
  static let maximumDetailEntryCount = 6

  /// The forecast that a configuration names; replaced in tests.
  var forecast: @Sendable (WeatherIntent, TimelineProviderContext) throws -> Forecast = { intent, context in
    let zone = context.environment.timeZone
    let located = intent.located(at: context.place, zone: zone, in: context.folder)
    var forecast = try Forecast(
      path: located.intent.content(in: context.folder),
      times: intent.isSample ? .rebased(now: context.date, zone: zone) : .asWritten, zone: zone)
    // Without the air's quality there is weather nevertheless.
    if let air = located.airFile(in: context.folder).flatMap({ try? AirQuality(path: $0) }) {
      forecast = forecast.completed(by: air)
    }
    forecast.place = forecast.place(rebased: intent.isSample, on: context.place)
    return forecast
  }

  func placeholder(in context: Context) -> WeatherEntry {
    var sample = Forecast.sample(at: context.date)
    sample.place = context.place
    var entry = entries(of: sample, in: context)[0]
    if context.isPreview && context.place == nil { entry.place = SamplePlace.place.name }
    return entry
  }

  func placeholder(for intent: WeatherIntent, in context: Context) -> WeatherEntry {
    var sample = Forecast.sample(at: context.date)
    sample.place = context.place
    var entry = entries(of: sample, details: intent.details, in: context)[0]
    // The words have their place from the start (docs/rules.md, rule 86).
    if intent.isSample && !context.isPreview {
      entry.sampleWords = WeatherWord.sample.text(in: context.environment.locale)
    }
    return entry
  }

  func snapshot(for intent: WeatherIntent, in context: Context) throws -> WeatherEntry {
    if context.isPreview { return placeholder(in: context) }
    guard let entry = entries(of: try forecast(intent, context), details: intent.details, in: context).first
    else {
      let located = intent.located(at: context.place, zone: context.environment.timeZone, in: context.folder).intent
      throw WeatherError.isOver(file: located.contentName)
    }
    return entry
  }

  func timeline(for intent: WeatherIntent, in context: Context) throws -> Timeline<WeatherEntry> {
    var entries = entries(of: try forecast(intent, context), details: intent.details, in: context)
    let located = intent.located(at: context.place, zone: context.environment.timeZone, in: context.folder).intent
    if let service = WeatherService(of: located.source) {
      for index in entries.indices { entries[index].credit = service.credit }
    }
    guard let first = entries.first else { throw WeatherError.isOver(file: located.contentName) }
    // The document changes about once an hour; a changed file is noticed at once anyway.
    let nextHour = entries.count > 1 ? entries[1].date : first.date.addingTimeInterval(3600)
    var timeline = Timeline(entries: entries, policy: .after(nextHour))
    timeline.reception = located.reception(in: context.folder)
    if located.isSample {
      timeline.isInvented = true
      let words = WeatherWord.sample.text(in: context.environment.locale)
      if !WeatherView.hasPlaceForSampleWords(context.family) { timeline.sampleWords = words }
      for index in timeline.entries.indices { timeline.entries[index].sampleWords = words }
    }
    return timeline
  }

  /// From the hour that holds at the context's date on: an entry an hour, one whenever the rain within the hour changes
  /// (docs/rules.md, rule 76), and one when the sun rises or sets.
  func entries(
    of forecast: Forecast, details: [WeatherDetail] = WeatherDetail.allCases, in context: Context
  ) -> [WeatherEntry] {
    let hours = forecast.hours
    let first = hours.lastIndex { $0.date <= context.date } ?? hours.startIndex
    guard first < hours.endIndex, context.date < hours[hours.endIndex - 1].date.addingTimeInterval(3600) else {
      return []
    }
    let ahead = max(Self.maximumRichEntryCount, Int(context.secondsAhead / 3600) + 1)
    let rich = context.environment.showsDetails ? Self.maximumDetailEntryCount : ahead
    let limit = WeatherView.isRich(context.family) ? rich : Self.maximumEntryCount
    var shown = Array(hours[first...].prefix(limit))
    let end = shown[shown.count - 1].date.addingTimeInterval(3600)
    for date in rainTurns(forecast, from: context.date, to: end) { shown.split(at: date) }
    if context.date < end {
      for turn in forecast.sunTurns(in: context.date..<end) where turn.date > context.date {
        shown.split(at: turn.date)
      }
      // A day begins within an hour where clocks differ by a part of one.
      for day in forecast.days where day.date > context.date && day.date < end { shown.split(at: day.date) }
    }
    if let current = forecast.current, let next = shown.dropFirst().first?.date, current.date >= shown[0].date,
      current.date <= context.date, current.date < next
    {
      shown[0] = current.completed(by: shown[0])
    }
    let polarNights = WeatherView.isRich(context.family) ? forecast.polarNights : []
    var entries = shown.map { entry($0, forecast, details, in: context) }
    for index in entries.indices { entries[index].polarNights = polarNights }
    // A forecast that begins later is better than nothing.
    entries[0].date = min(entries[0].date, context.date)
    // What began before is shown as of now.
    entries[0].rain = forecast.rain(at: max(shown[0].date, context.date))
    return entries
  }

  /// The quarters at which the rain within the hour changes.
  private func rainTurns(_ forecast: Forecast, from start: Date, to end: Date) -> [Date] {
    var news = forecast.rain(at: start)
    // The last quarter ends one quarter after it began, and with it what is known.
    let marks = forecast.quarters.map(\.date) + [forecast.quarters.last?.end].compactMap(\.self)
    return marks.filter { date in
      guard date > start, date < end else { return false }
      let next = forecast.rain(at: date)
      defer { news = next }
      return next != news
    }
  }

  private func entry(
    _ hour: Forecast.Hour, _ forecast: Forecast, _ details: [WeatherDetail], in context: Context
  ) -> WeatherEntry {
    let isRich = WeatherView.isRich(context.family)
    let calendar = context.environment.calendar
    let day = forecast.day(at: hour.date)
    var shown = hour
    shown.precipitationProbability = forecast.precipitationProbability(from: hour)
    let ahead = isRich ? Array(forecast.hours.filter { $0.date > hour.date }.prefix(8)) : []
    let sun = forecast.sunTurns(in: hour.date..<hour.date.addingTimeInterval(86_400)).first { $0.date > hour.date }
    let start = day?.date ?? hour.date.addingTimeInterval(-86_400)
    return WeatherEntry(
      date: hour.date, temperature: hour.temperature, weatherCode: hour.weatherCode,
      isNight: forecast.isNight(at: hour.date, calendar: calendar), high: day?.high, low: day?.low, hours: ahead,
      days: isRich ? Array(forecast.days.filter { $0.date >= start }.prefix(7)) : [],
      nightHours: Set(ahead.map(\.date).filter { forecast.isNight(at: $0, calendar: calendar) }),
      rain: forecast.rain(at: hour.date),
      sun: sun, polarSky: sun == nil ? forecast.polarSky(at: hour.date) : nil,
      place: forecast.place?.name ?? "",
      details: isRich ? details.compactMap { WeatherFact($0, shown, forecast.speedUnit) } : [],
      displaySize: context.displaySize)
  }
}

extension [Forecast.Hour] {
  /// The hour that holds at `date` continues from then on as an hour of its own.
  fileprivate mutating func split(at date: Date) {
    guard let index = lastIndex(where: { $0.date <= date }), self[index].date < date,
      date < self[index].date.addingTimeInterval(3600)
    else { return }
    var part = self[index]
    part.date = date
    insert(part, at: index + 1)
  }
}

/// Why there is no timeline although there is a document.
enum WeatherError: Error, Equatable, CustomStringConvertible {
  case isOver(file: String)

  var description: String {
    switch self {
    case .isOver(let file):
      "expected \"\(file)\" to cover the present hour, found a forecast that is over; write a new one, or set "
        + "\"sample: true\" for sample data"
    }
  }
}

/// The weather outside and the day's forecast.
struct WeatherWidget: BuiltInWidget {
  typealias Intent = WeatherIntent

  static let kind = "weather"
  static let detailConfiguration: [String: ConfigurationValue]? = [:]
  static var words: (any WidgetWords.Type)? { WeatherWord.self }
  var provider = WeatherProvider()

  private static func located(_ content: WidgetContent<WeatherIntent>) -> LocatedWeather {
    content.intent.located(at: content.place, zone: content.zone, in: content.folder)
  }

  static func files(_ content: WidgetContent<WeatherIntent>) -> [String] {
    let located = located(content)
    let air = located.air.flatMap { SourceFolder.standard.path(of: $0, in: content.folder) }
    return [located.intent.contentFile(in: content.folder), air ?? ""]
  }

  static func sources(_ content: WidgetContent<WeatherIntent>) -> [SourceRequest] {
    let located = located(content)
    let zone = content.zone
    let forecast = located.intent.request(in: content.folder) { bytes throws(DocumentError) in
      _ = try Forecast(bytes: bytes, file: "content", zone: zone)
    }
    let air = located.air.map { source in
      SourceRequest(source, limitBytes: DocumentKind.content.maximumByteCount) { bytes in
        (try? AirQuality(bytes: bytes, file: "content")) == nil ? "expected the air's quality by the hour" : nil
      }
    }
    return [forecast, air].compactMap(\.self)
  }

  static func isAwaited(_ content: WidgetContent<WeatherIntent>) -> Bool {
    located(content).intent.isAwaited(in: content.folder)
  }

  static func problems(
    _ content: WidgetContent<WeatherIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    guard let file = content.files.first else { return [] }
    let isPlaceless = content.intent.file.isEmpty && !content.intent.isSample && !content.intent.source.isSet
    if isPlaceless && FileMark.status(file, followsLinks: true) == nil {
      return [
        Problem(
          file: file,
          message: "expected a place in the scene, whose weather is shown, or a file or source of the widget's own, "
            + "found none of them")
      ]
    }
    let forecast = try Forecast(path: file, zone: content.zone)
    // A sample is for wherever it is shown.
    if !content.intent.isSample { forecast.advice(for: content.place, file: file).map(advice) }
    return []
  }

  var body: some WidgetConfiguration {
    configuration("Weather", "See what it is like outside and what the day brings.", provider) {
      WeatherView(entry: $0)
    }
  }
}
