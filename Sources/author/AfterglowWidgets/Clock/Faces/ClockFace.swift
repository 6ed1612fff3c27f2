import Afterglow
import Foundation

/// A clock face that fills its place, by the name that a scene chooses it with.
public enum ClockFace: String, CaseIterable, Codable, Sendable {
  /// One line of hairlines, much air.
  case thin
  /// Figures of round strokes that fill the panel.
  case rounded
  /// A dial, and around it the day, the sun, the moon and the week.
  case analogue
  /// The day's arc, its twilight, and where the sun stands on it.
  case solar
  /// A map of dots in daylight and night, or a globe.
  case world
  /// The day, and what it holds.
  case agenda
  /// The time in words.
  case words
  /// Seconds, large.
  case seconds
  /// Figures with slab serifs over a rule, made for ink.
  case slab
  /// The quarter of the hour in words above the hours of the day: made for ink that is rarely refreshed.
  case quarters
  /// The day without the time: what it holds, its sun and its moon. Made for ink that is refreshed a few times a day.
  case almanac

  public init(from decoder: any Decoder) throws { self = try Self.choice(from: decoder) }

  /// That of a clock's configuration.
  public init?(in configuration: [String: ConfigurationValue]) {
    guard case .string(let name)? = configuration["face"] else { return nil }
    self.init(rawValue: name)
  }

  /// The one after it, in their order; the first after the last.
  public var next: ClockFace {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}

extension ClockFace: ConfigurationChoice {}

/// Where a face is drawn: each has a composition for a wide, a tall and a round place; a square one is as a round one.
struct FaceRoom {
  enum Shape { case wide, tall, round }

  /// Of the whole place, in points.
  let size: Size
  /// Kept free at the edges.
  let inset: Double

  init(_ size: Size, _ margins: EdgeInsets) {
    self.size = size
    inset = margins.leading
  }

  var shape: Shape {
    size.width >= size.height * 1.15 ? .wide : size.height >= size.width * 1.15 ? .tall : .round
  }
  /// Between the margins.
  var width: Double { size.width - 2 * inset }
  var height: Double { size.height - 2 * inset }
  /// The largest circle.
  var side: Double { min(size.width, size.height) }
  var middle: Point { Point(x: size.width / 2, y: size.height / 2) }
  /// Room for a month below the time. A small family may be a round panel; larger ones are cards with corners.
  func month(in family: WidgetFamily) -> Size {
    family == .systemSmall
      ? Size(width: side * 0.62, height: side * 0.44) : Size(width: side * 0.78, height: side * 0.5)
  }
  /// Type size of words next to a time.
  var words: Double { max(11, side * 0.078) }
}

/// Hours and minutes of a face, in figures of a font.
struct FaceTime {
  let clock: ClockParts

  var is24: Bool { clock.intent.hour == .twentyFour }

  /// In one line.
  func line(_ points: Double, _ weight: Font.Weight, isFitted: Bool = false) -> some View {
    CapText(text: clock.timeText, size: points, weight: weight, isFitted: isFitted).accessibilityIdentifier("time")
  }

  func hour(_ points: Double, _ weight: Font.Weight) -> some View {
    CapText(text: clock.hourText, size: points, weight: weight).accessibilityIdentifier("hour")
  }

  func minute(_ points: Double, _ weight: Font.Weight) -> some View {
    CapText(text: Text(clock: .minute, in: clock.zone), size: points, weight: weight)
      .accessibilityIdentifier("minute")
  }

  /// The day in words, as a line that ticks.
  func date(
    _ format: ClockFormat, _ points: Double, _ weight: Font.Weight = .medium, design: Font.Design = .default
  ) -> some View {
    CapText(
      text: Text(clock: format, in: clock.zone), size: points, weight: weight, isFitted: true, design: design
    )
    .accessibilityIdentifier("\(format)")
  }

  /// Weekday, day and month in one line, of whatever day. Where the longest has no room at 11 pt, the weekday is short.
  func dayLine(_ points: Double, _ weight: Font.Weight = .regular) -> some View {
    let long = Text(clock: .weekdayDayMonth, in: clock.zone)
    let short =
      Text(clock: .weekdayAbbreviated, in: clock.zone) + Text(verbatim: " ") + Text(clock: .dayMonth, in: clock.zone)
    return ViewThatFits(in: .horizontal) {
      CapText(text: long, size: max(11, points), weight: weight)
      CapText(text: long, size: max(11, points * 0.92), weight: weight)
      CapText(text: long, size: 11, weight: weight)
      CapText(text: short, size: max(11, points), weight: weight, isFitted: true)
    }
    .accessibilityIdentifier("weekdayDayMonth")
  }
}

/// The chosen face.
struct FaceView: WidgetView {
  let entry: ClockEntry

  var body: some View {
    let room = FaceRoom(entry.displaySize, margins)
    let time = FaceTime(clock: ClockParts(entry))
    Group {
      switch (entry.face ?? .thin, entry.facts) {
      case (.rounded, _): RoundedFace(room: room, time: time)
      case (.seconds, _): SecondsFace(room: room, time: time)
      case (.analogue, .dial(let facts)): AnalogueFace(room: room, time: time, facts: facts)
      case (.solar, .sky(let arc?)): SolarFace(room: room, time: time, arc: arc)
      case (.world, .earth(let light)): WorldFace(room: room, time: time, light: light)
      case (.agenda, .agenda(let day)): AgendaFace(room: room, time: time, day: day)
      case (.words, .words(let spoken)): WordsFace(room: room, time: time, spoken: spoken)
      case (.slab, _): SlabFace(room: room, time: time)
      case (.quarters, .quarter(let quarter)): QuartersFace(room: room, time: time, facts: quarter)
      case (.almanac, .almanac(let day)): AlmanacFace(room: room, time: time, facts: day)
      default: ThinFace(room: room, time: time)
      }
    }
    .frame(width: room.size.width, height: room.size.height)
    // All that a face says is in its clock's zone: rises, days and appointments too.
    .environment(\.timeZone, time.clock.zone ?? timeZone)
  }
}
