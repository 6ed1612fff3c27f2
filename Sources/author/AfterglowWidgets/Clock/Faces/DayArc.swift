import Afterglow
import Foundation

/// The sun over a place through one day, from midnight to midnight, and where it stands.
struct DayArc: Sendable {
  /// How high the sun stands, in degrees, at even steps through the day: its first and last are midnights.
  var elevations: [Double]
  /// How much of the day is over, 0 to 1.
  var share: Double
  var elevation: Double
  /// When it rises and sets in this day, and at which share of it.
  var turns: [(turn: SkyTurn, share: Double)]

  /// The sky of a day in which the sun neither rises nor sets; nil for other days.
  var polarSky: PolarSky? {
    let isUp = elevation > Sun.horizon
    guard turns.isEmpty, elevations.allSatisfy({ ($0 > Sun.horizon) == isUp }) else { return nil }
    return PolarSky(isSunUp: isUp)
  }

  static let stepCount = 96

  /// Kinds of sky, by how far the sun stands below the horizon.
  enum Light: Int, CaseIterable, Sendable {
    case night, nautical, civil, day

    init(_ elevation: Double) {
      self = elevation > Sun.horizon ? .day : elevation > -6 ? .civil : elevation > -12 ? .nautical : .night
    }

    /// Where it begins, from below.
    var threshold: Double { [-90, -12, -6, Sun.horizon][rawValue] }
  }

  /// Stretches of the day in one light: from which share to which.
  var lights: [(light: Light, span: ClosedRange<Double>)] {
    var spans: [(light: Light, span: ClosedRange<Double>)] = []
    var start = 0.0
    for step in 0..<Self.stepCount {
      var at = Double(step) / Double(Self.stepCount)
      var (from, to) = (elevations[step], elevations[step + 1])
      while Light(from) != Light(to) {
        let next = Light(rawValue: Light(from).rawValue + (to > from ? 1 : -1))!
        let edge = to > from ? next.threshold : Light(from).threshold
        let end = Double(step + 1) / Double(Self.stepCount)
        let cut = at + (end - at) * (edge - from) / (to - from)
        spans.append((Light(from), start...max(start, cut)))
        (start, at, from) = (cut, cut, to > from ? edge + 1e-9 : edge - 1e-9)
        if Light(from) != next { from = edge + (to > from ? 1e-6 : -1e-6) }
      }
      to = elevations[step + 1]
    }
    return spans + [(Light(elevations[Self.stepCount]), start...1)]
  }

  /// How high it stands at a share of the day.
  func elevation(at share: Double) -> Double {
    let place = min(max(share, 0), 1) * Double(Self.stepCount)
    let step = min(Self.stepCount - 1, Int(place))
    return elevations[step] + (elevations[step + 1] - elevations[step]) * (place - Double(step))
  }

  /// The days of a timeline, each computed once.
  final class Days {
    let calendar: Calendar
    let place: Place?
    let turns: [SkyTurn]
    private var known: [Date: DayArc] = [:]

    init(_ context: TimelineProviderContext) {
      calendar = context.environment.calendar
      place = SamplePlace.sky(context)
      let start = calendar.startOfDay(for: context.date)
      turns = place.map { Sun(over: $0).turns(in: start..<(start + 3 * 86_400)) } ?? []
    }

    /// The next rise or set within a day and a half.
    func turn(after date: Date) -> SkyTurn? { turns.first { $0.date > date && $0.date < date + 129_600 } }

    /// nil without a place.
    func arc(at date: Date) -> DayArc? {
      guard let place, let day = calendar.dateInterval(of: .day, for: date) else { return nil }
      let sun = Sun(over: place)
      var arc =
        known[day.start]
        ?? DayArc(
          elevations: (0...DayArc.stepCount).map {
            sun.elevation(at: day.start + day.duration * Double($0) / Double(DayArc.stepCount))
          }, share: 0, elevation: 0,
          turns: turns.filter { day.start <= $0.date && $0.date < day.end }.map {
            ($0, $0.date.timeIntervalSince(day.start) / day.duration)
          })
      known[day.start] = arc
      arc.share = date.timeIntervalSince(day.start) / day.duration
      arc.elevation = sun.elevation(at: date)
      return arc
    }
  }
}

/// Which half of the earth the sun lights.
struct EarthLight: Sendable {
  /// Where it stands overhead, in degrees, north and east are positive.
  var latitude: Double
  var longitude: Double
  /// The scene's place.
  var home: Place?

  init(at date: Date, home: Place?) {
    let sun = SunPosition(at: date)
    latitude = sun.declination
    let minutes = (date.timeIntervalSince1970 / 60).truncatingRemainder(dividingBy: 1440)
    let west = (minutes + sun.equationOfTime) / 4 - 180
    longitude = -west - 360 * (-west / 360).rounded()
    self.home = home
  }

  /// Towards the sun, as seen by someone far above a place: right, down, and towards the viewer.
  func direction(overLatitude middle: Double, longitude meridian: Double) -> (x: Double, y: Double, z: Double) {
    let hour = longitude - meridian
    return (
      x: cosine(latitude) * sine(hour),
      y: -(cosine(middle) * sine(latitude) - sine(middle) * cosine(latitude) * cosine(hour)),
      z: sine(middle) * sine(latitude) + cosine(middle) * cosine(latitude) * cosine(hour)
    )
  }

  /// The latitude at which the sun stands at a height along a meridian: on the side of the pole that has night.
  func edge(longitude meridian: Double, height: Double = 0) -> Double {
    // sin h = sin φ sin δ + cos φ cos δ cos H: a sine of φ, moved.
    let hour = cosine(meridian - longitude)
    let (a, b) = (sine(latitude), cosine(latitude) * hour)
    let size = (a * a + b * b).squareRoot()
    let moved = atan2(b, a) * 180 / .pi
    // Nowhere along it as low as that.
    if abs(sine(height)) > size { return isNightNorth ? 90 : -90 }
    let lift = asin(min(1, max(-1, sine(height) / size))) * 180 / .pi
    // Night lies towards the south while the sun stands in the north, and the other way round.
    var edge = latitude >= 0 ? lift - moved : 180 - lift - moved
    edge -= 360 * (edge / 360).rounded()
    return min(90, max(-90, edge))
  }

  /// Whether night lies at the north pole.
  var isNightNorth: Bool { latitude < 0 }
}
