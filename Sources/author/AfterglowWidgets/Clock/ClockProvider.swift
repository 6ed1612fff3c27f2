import Afterglow
import AfterglowDocuments
import Foundation

/// What a clock needs in addition to the time, which is the renderer's.
struct ClockEntry: TimelineEntry {
  var date: Date
  var intent: ClockIntent
  var displaySize: Size
  var facts = FaceFacts.none

  /// The chosen face; nil where there is none.
  var face: ClockFace? { intent.face }
}

/// What a face shows of the day or the world, as of its entry.
enum FaceFacts: Sendable {
  case none
  case dial(DialFacts)
  /// nil where the scene has no place.
  case sky(DayArc?)
  case earth(EarthLight)
  case words(SpokenTime)
  case agenda(CalendarEntry)
  case quarter(QuarterFacts)
  case almanac(AlmanacFacts)
}

/// What stands around a dial.
struct DialFacts: Sendable {
  var moon: MoonEntry
  /// The sun's next rise or set; nil where the scene has no place, or in polar day and night.
  var turn: SkyTurn?
  var week: Int
}

/// Without a face, and for faces of figures alone, a single entry: ticking costs no reloads (rule 69). The others have
/// entries for more than a day, so that they are right without a reload.
struct ClockProvider: AppIntentTimelineProvider {
  /// Seconds after which a timeline is requested again.
  static let reload = 25 * 3600.0

  /// Seconds that a timeline reaches: beyond its reload, and beyond the coming hours that the panel can show.
  static func reach(_ context: Context) -> TimeInterval { max(reload, context.secondsAhead) + 3600 }

  func placeholder(in context: Context) -> ClockEntry { placeholder(for: ClockIntent(), in: context) }

  func placeholder(for intent: ClockIntent, in context: Context) -> ClockEntry {
    var sample = intent.local(context)
    sample.isPreview = true
    return (try? entry(intent, context.date, sample))
      ?? ClockEntry(date: context.date, intent: intent, displaySize: context.displaySize)
  }

  func snapshot(for intent: ClockIntent, in context: Context) throws -> ClockEntry {
    try entry(intent, context.date, intent.local(context))
  }

  func timeline(for intent: ClockIntent, in scene: Context) throws -> Timeline<ClockEntry> {
    let context = intent.local(scene)
    guard let face = intent.face, context.family.isSystem else {
      return Timeline(entries: [try entry(intent, context.date, context)], policy: .never)
    }
    if face == .agenda || face == .almanac {
      let days = try CalendarProvider().timeline(for: intent.agenda(in: context.folder), in: context)
      let sky = DayArc.Days(context)
      let awaited = AwaitedCalendars(intent, in: context)
      let entries = days.entries.filter { $0.date < context.date + Self.reach(context) }.map { known in
        let day = awaited.marked(known)
        return ClockEntry(
          date: day.date, intent: intent, displaySize: context.displaySize,
          facts: face == .agenda ? .agenda(day) : .almanac(AlmanacFacts(day, sky, context)))
      }
      let due = min(reload(days, context), awaited.noticeDate(after: context.date) ?? .distantFuture)
      var timeline = Timeline(entries: entries + [unattended(intent, context)], policy: .after(due))
      timeline.reception = days.reception
      timeline.shortage = days.shortage
      return timeline
    }
    let dates = face.dates(context)
    if dates.isEmpty { return Timeline(entries: [try entry(intent, context.date, context)], policy: .never) }
    let days = DayArc.Days(context)
    let entries = try ([context.date] + dates).map { try entry(intent, $0, context, known: days) }
    return Timeline(entries: entries + [unattended(intent, context)], policy: .after(context.date + Self.reload))
  }

  /// A day too full for its turns is read again when the first of those that it lacks is due.
  private func reload(_ days: Timeline<CalendarEntry>, _ context: Context) -> Date {
    let usual = context.date + Self.reload
    guard case .after(let due) = days.policy, context.environment.calendar.startOfDay(for: due) != due else {
      return usual
    }
    return min(usual, due)
  }

  /// After the last of the others the figures alone, which tick: no face may show another day's sky or the words of another
  /// hour.
  private func unattended(_ intent: ClockIntent, _ context: Context) -> ClockEntry {
    var plain = intent
    plain.face = .thin
    return ClockEntry(date: context.date + Self.reach(context), intent: plain, displaySize: context.displaySize)
  }

  private func entry(
    _ intent: ClockIntent, _ date: Date, _ context: Context, known: DayArc.Days? = nil
  ) throws -> ClockEntry {
    var entry = ClockEntry(date: date, intent: intent, displaySize: context.displaySize)
    guard let face = intent.face, context.family.isSystem else { return entry }
    var now = context
    now.date = date
    let days = known ?? DayArc.Days(context)
    switch face {
    case .thin, .rounded, .seconds, .slab: break
    case .analogue:
      var calendar = days.calendar
      calendar.firstWeekday = 2
      calendar.minimumDaysInFirstWeek = 4
      entry.facts = .dial(
        DialFacts(
          moon: MoonProvider().placeholder(in: now), turn: days.turn(after: date),
          week: calendar.component(.weekOfYear, from: date)))
    case .solar: entry.facts = .sky(days.arc(at: date))
    case .world: entry.facts = .earth(EarthLight(at: date, home: days.place))
    case .words: entry.facts = .words(SpokenTime(at: date, in: days.calendar))
    case .agenda: entry.facts = .agenda(try day(intent, now))
    case .quarters: entry.facts = .quarter(QuarterFacts(at: date, days))
    case .almanac: entry.facts = .almanac(AlmanacFacts(try day(intent, now), days, now))
    }
    return entry
  }

  /// The facts of the day in a context.
  private func day(_ intent: ClockIntent, _ context: Context) throws -> CalendarEntry {
    let known = try CalendarProvider().snapshot(for: intent.agenda(in: context.folder), in: context)
    return context.isPreview ? known : AwaitedCalendars(intent, in: context).marked(known)
  }
}

/// The calendars of a face that have not come yet. A clock does not wait for them, but it does not say that nothing is
/// planned either.
private struct AwaitedCalendars {
  private let isAny: Bool
  private let absences: [ContentAbsence]
  private let locale: Locale

  init(_ intent: ClockIntent, in context: TimelineProviderContext) {
    let awaited = intent.agenda.all.filter { $0.source.isAwaited(in: context.folder) }
    isAny = !awaited.isEmpty
    absences = awaited.compactMap { $0.source.absence(in: context.folder, name: $0.name, isCalendar: true) }
    locale = context.environment.locale
  }

  /// A day that says that events may be missing, and why if that is known for long enough.
  func marked(_ day: CalendarEntry) -> CalendarEntry {
    guard isAny else { return day }
    var marked = day
    marked.isIncomplete = true
    let told = absences.first { $0.date <= day.date }
    marked.notice = day.notice ?? told?.words(in: locale)
    return marked
  }

  /// The date at which the face shows the next reason.
  func noticeDate(after date: Date) -> Date? { absences.map(\.date).filter { $0 > date }.min() }
}

extension ClockIntent {
  /// The calendar of the faces `agenda` and `almanac`.
  var agenda: CalendarIntent {
    var agenda = CalendarIntent()
    agenda.file = ""
    agenda.sources = calendar.items
    return agenda
  }

  /// The same without calendars that have not come yet: a clock waits for nothing.
  func agenda(in folder: URL?) -> CalendarIntent {
    var agenda = agenda
    agenda.sources = agenda.all.filter { !$0.source.isAwaited(in: folder) }
    return agenda
  }

  /// The scene's context in the clock's own zone, whose days and midnights are those of the face.
  func local(_ scene: TimelineProviderContext) -> TimelineProviderContext {
    guard let zone = zone.flatMap(TimeZone.init(identifier:)) else { return scene }
    var local = scene
    local.environment.timeZone = zone
    // Holidays are those of the place where the panel hangs, whose country may follow from the scene's zone.
    if let place = scene.place, place.country == nil {
      local.place?.country = PlaceHolidays(place, zone: scene.environment.timeZone).country
    }
    return local
  }
}

extension ClockFace {
  /// When what it shows, apart from what ticks, changes, from now on; none where nothing does.
  func dates(_ context: TimelineProviderContext) -> [Date] {
    let end = context.date + ClockProvider.reach(context)
    /// Multiples of so many seconds since 1970, and so many more: zones differ by quarters of an hour.
    func every(_ seconds: Double, plus more: Double = 0) -> [Date] {
      let first = ((context.date.timeIntervalSince1970 - more) / seconds).rounded(.down) + 1
      return (0...).lazy.map { Date(timeIntervalSince1970: (first + Double($0)) * seconds + more) }
        .prefix { $0 < end }.map { $0 }
    }
    switch self {
    case .thin, .rounded, .seconds, .slab, .agenda, .almanac: return []
    case .analogue:
      let days = DayArc.Days(context)
      let midnights = every(900).filter { days.calendar.startOfDay(for: $0) == $0 }
      let turns = days.turns.map(\.date).filter { $0 > context.date && $0 < end }
      return Set(every(3 * 3600) + midnights + turns.map { $0 + 1 }).sorted()
    case .solar: return every(300)
    case .world: return every(900)
    // From two minutes before a twelfth of an hour to two after.
    case .words: return every(300, plus: 180)
    // From seven minutes before a quarter to seven after.
    case .quarters: return every(900, plus: 480)
    }
  }
}
