import Afterglow
import AfterglowDocuments
import AfterglowProviders
import AfterglowWidgets
import Foundation

/// The widgets that a scene can name, and the content files that their configurations name.
public struct WidgetGallery: Sendable {
  private let widgets: [any Widget]

  init(widgets: [any Widget]) { self.widgets = widgets }

  /// The built-in widgets, wired to documents in the board's folder.
  public static let builtIn = WidgetGallery(widgets: [
    ClockWidget(),
    WeatherWidget { intent, context in try forecast(intent, in: context) },
    ValueWidget { intent, context in try timeline(intent, in: context) },
    CalendarWidget { intent, context, window in try events(intent, in: context, window) },
    RemindersWidget { intent, context in try reminders(intent, in: context) },
    SystemWidget { intent in state(intent) },
    PhotosWidget { intent, context, date in try photos(intent, in: context, on: date) },
    WorldClockWidget(),
    CountdownWidget(),
    NoteWidget(),
    DocumentWidget(),
  ])

  /// The built-in widgets and those that people added.
  public static let standard = WidgetGallery(widgets: builtIn.widgets + WidgetRegistry.standard.widgets)

  public var kinds: [String] { widgets.map { $0.descriptor.kind } }

  public func widget(_ kind: String) -> (any Widget)? { widgets.first { $0.descriptor.kind == kind } }

  /// The widget as it is configured: one that is written as data has its name and families from its file. Where that
  /// cannot be read, it is taken to support them all, so that the rest of the scene stands.
  public func widget(
    _ kind: String, configuration: [String: ConfigurationValue], folder: URL?
  ) -> (any Widget)? {
    guard kind == DocumentWidget.kind, let intent = try? DocumentIntent(configuration: configuration) else {
      return widget(kind)
    }
    return (try? ViewDocument(path: Self.path(intent.view, in: folder))).map(DocumentWidget.init)
      ?? DocumentWidget(view: .unreadable)
  }

  /// Paths of the documents and folders that a widget depends on; none for widgets without any.
  public static func contentFiles(
    kind: String, configuration: [String: ConfigurationValue], folder: URL
  ) -> [String] {
    let fallback: String
    switch kind {
    case WeatherWidget.kind: fallback = WeatherIntent().file
    case ValueWidget.kind: fallback = ValueIntent().file
    case CalendarWidget.kind:
      guard let intent = try? CalendarIntent(configuration: configuration) else { return [] }
      return [intent.file, intent.holidayFile ?? ""].filter { !$0.isEmpty }.map { path($0, in: folder) }
    case RemindersWidget.kind: fallback = RemindersIntent().file
    case PhotosWidget.kind: fallback = PhotosIntent().folder
    case DocumentWidget.kind:
      guard let intent = try? DocumentIntent(configuration: configuration) else { return [] }
      return [intent.view, intent.file].filter { !$0.isEmpty }.map { path($0, in: folder) }
    default: return []
    }
    let key = kind == PhotosWidget.kind ? "folder" : "file"
    guard case .string(let name) = configuration[key] else { return [path(fallback, in: folder)] }
    return name.isEmpty ? [] : [path(name, in: folder)]
  }

  /// Files of the pictures that a widget written as data shows in `family`.
  static func pictureFiles(
    kind: String, family: WidgetFamily, configuration: [String: ConfigurationValue], folder: URL
  ) -> Set<String> {
    guard kind == DocumentWidget.kind, let intent = try? DocumentIntent(configuration: configuration),
      let view = try? ViewDocument(path: path(intent.view, in: folder))
    else { return [] }
    let values = intent.file.isEmpty ? nil : try? ValuesDocument(path: path(intent.file, in: folder))
    return view.pictures(in: family, with: values ?? .empty, folder: folder)
  }

  /// What is wrong with a widget's documents; empty for widgets without any.
  /// - Parameter advice: takes what is not wrong but may not be meant, such as a forecast for elsewhere.
  static func contentProblems(
    kind: String, files: [String], configuration: [String: ConfigurationValue] = [:], place: Place? = nil,
    advice: (Problem) -> Void = { _ in }
  ) -> [Problem] {
    guard let file = files.first else { return [] }
    do throws(DocumentError) {
      switch kind {
      case WeatherWidget.kind:
        let document = try ForecastDocument(path: file)
        // A sample is for wherever it is shown.
        if configuration["rebase"] != .bool(true) {
          PlaceAdvice.forecast(document, for: place, file: file).map(advice)
        }
      case ValueWidget.kind: _ = try TimelineDocument(path: file, symbols: symbols)
      case RemindersWidget.kind: _ = try ReminderDocument(path: file)
      case CalendarWidget.kind:
        let window = Date()..<Date(timeIntervalSinceNow: 45 * 86_400)
        var problems: [Problem] = []
        for file in files { problems += try CalendarDocument(path: file, window: window, zone: .current).problems }
        return problems
      case DocumentWidget.kind: return DocumentWidget.problems(files)
      case PhotosWidget.kind: return photoProblems(file)
      default: break
      }
      return []
    } catch {
      return error.problems
    }
  }

  /// What a value's arrow tells of when its document does not say.
  private static let trendSpan: TimeInterval = 3 * 3600
  /// As many as a graph in a widget can show.
  private static let graphPointCount = 240

  private static let symbols = Symbol.all.map(\.name).sorted()

  static func path(_ name: String, in folder: URL?) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    return folder.appendingPathComponent(name).path
  }

  private static func forecast(_ intent: WeatherIntent, in context: TimelineProviderContext) throws -> Forecast {
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

  private static func reminders(
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

  private static func state(_ intent: SystemIntent) -> SystemState {
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

  private static func photos(
    _ intent: PhotosIntent, in context: TimelineProviderContext, on date: Date
  ) throws -> [PhotoFile] {
    let zone = context.environment.timeZone
    return try PhotoFolder(path: path(intent.folder, in: context.folder)).photos(on: date, zone: zone).map {
      PhotoFile(path: $0.path, isOfThisDay: $0.isOfDay(date, zone: zone))
    }
  }

  private static func photoProblems(_ folder: String) -> [Problem] {
    do throws(PhotoFolder.Failure) {
      if try PhotoFolder(path: folder).hasPhotos() { return [] }
      return [Problem(file: folder, line: 1, column: 1, message: "expected PNG or JPEG pictures in it, found none")]
    } catch {
      return [Problem(file: folder, line: 1, column: 1, message: error.description)]
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

  private static func timeline(
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
