import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

/// The moon's position, light and times, compared with Meeus' examples, an almanac and another program.
@Suite struct MoonTests {
  /// Meeus, examples 47.a and 48.a: 1992-04-12, 0 h Terrestrial Time, with a nutation of 0.0046° in longitude.
  @Test func `Meeus' examples come out`() throws {
    let moon = MoonPosition(at: try date("1992-04-12T00:00:00Z") - MoonPosition.clockLag)
    #expect(abs(moon.longitude - 133.167265) < 0.003 && abs(moon.latitude + 3.229126) < 0.003)
    #expect(abs(moon.distanceKm - 368_409.7) < 40)
    #expect(abs(moon.rightAscension - 134.68847) < 0.003 && abs(moon.declination - 13.768368) < 0.003)
    #expect(abs(moon.illumination - 0.6786) < 0.0005 && abs(moon.brightLimb - 285) < 0.1)
  }

  /// To the minute, in UTC (U.S. Naval Observatory).
  static let fullMoons2026 = [
    "2026-01-03T10:03:00Z", "2026-02-01T22:09:00Z", "2026-03-03T11:38:00Z", "2026-04-02T02:12:00Z",
    "2026-05-01T17:23:00Z", "2026-05-31T08:45:00Z", "2026-06-29T23:57:00Z", "2026-07-29T14:36:00Z",
    "2026-08-28T04:18:00Z", "2026-09-26T16:49:00Z", "2026-10-26T04:12:00Z", "2026-11-24T14:53:00Z",
    "2026-12-24T01:28:00Z",
  ]

  @Test func `the full moons of 2026 are those of the almanac`() throws {
    var last = try date("2026-01-01T00:00:00Z")
    for text in Self.fullMoons2026 {
      let wanted = try date(text)
      for asked in [last, wanted - 3600] {
        #expect(abs(Moon.nextFull(after: asked).timeIntervalSince(wanted)) < 120, "\(text)")
      }
      last = wanted + 3600
    }
  }

  /// Share of the disc and degrees ahead of the sun, by libastro (PyEphem 4.2.1).
  @Test(arguments: [
    ("2026-01-07T12:00:00Z", 0.79845, 233.427, Moon.Phase.waningGibbous),
    ("2026-02-24T12:00:00Z", 0.49977, 89.742, .firstQuarter), ("2026-04-10T00:00:00Z", 0.52163, 267.750, .lastQuarter),
    ("2026-06-21T18:00:00Z", 0.48635, 88.055, .firstQuarter), ("2026-08-12T18:00:00Z", 0.00005, 0.213, .new),
    ("2026-09-03T06:00:00Z", 0.62232, 255.833, .waningGibbous),
    ("2026-11-21T10:09:35Z", 0.86460, 136.828, .waxingGibbous),
    ("2026-11-28T03:00:00Z", 0.82976, 229.036, .waningGibbous),
    ("2027-03-14T09:00:00Z", 0.35656, 73.043, .waxingCrescent),
    ("2030-05-05T00:00:00Z", 0.05130, 26.092, .waxingCrescent),
    ("2040-12-31T00:00:00Z", 0.10631, 321.887, .waningCrescent),
  ]) func `phase and light are right to a hundredth`(
    text: String, share: Double, elongation: Double, phase: Moon.Phase
  ) throws {
    let moon = MoonPosition(at: try date(text))
    #expect(abs(moon.illumination - share) < 0.003)
    #expect(abs(moon.elongation - elongation) < 0.02)
    #expect(Moon.Phase(elongation: moon.elongation) == phase)
  }

  /// Names of the principal phases hold for half a day on either side.
  @Test(arguments: [
    (0.0, Moon.Phase.new), (6, .new), (7, .waxingCrescent), (83, .waxingCrescent), (84, .firstQuarter),
    (97, .waxingGibbous), (173, .waxingGibbous), (174, .full), (186, .full), (187, .waningGibbous), (270, .lastQuarter),
    (280, .waningCrescent), (353, .waningCrescent), (354, .new), (359.9, .new),
  ]) func `phases are called by their names`(elongation: Double, phase: Moon.Phase) {
    #expect(Moon.Phase(elongation: elongation) == phase)
  }

  struct Sky: CustomTestStringConvertible, Sendable {
    var name: String
    var latitude: Double
    var longitude: Double
    var from: String
    var days: Double
    /// Rises with a plus, sets with a minus.
    var turns: [String]
    var testDescription: String { "\(name) from \(from)" }
  }

  /// By libastro (PyEphem 4.2.1), with the horizon of almanacs: 34′ of refraction, upper limb, no height.
  static let skies = [
    Sky(
      name: "Lisbon", latitude: 38.72, longitude: -9.14, from: "2026-11-20", days: 3,
      turns: [
        "-2026-11-20T02:34:08Z", "+2026-11-20T14:35:41Z", "-2026-11-21T03:41:00Z", "+2026-11-21T15:01:33Z",
        "-2026-11-22T04:51:50Z", "+2026-11-22T15:31:35Z",
      ]),
    Sky(
      name: "New York", latitude: 40.71, longitude: -74.01, from: "2026-06-15", days: 2,
      turns: ["-2026-06-15T00:36:46Z", "+2026-06-15T09:25:43Z", "-2026-06-16T01:40:54Z", "+2026-06-16T10:40:35Z"]),
    Sky(
      name: "Sydney", latitude: -33.87, longitude: 151.21, from: "2026-03-01", days: 2,
      turns: ["+2026-03-01T07:18:53Z", "-2026-03-01T17:59:41Z", "+2026-03-02T07:51:49Z", "-2026-03-02T19:06:21Z"]),
    Sky(
      name: "Quito", latitude: -0.18, longitude: -78.47, from: "2026-09-10", days: 2,
      turns: ["+2026-09-10T10:36:50Z", "-2026-09-10T22:59:02Z", "+2026-09-11T11:23:18Z", "-2026-09-11T23:44:55Z"]),
    Sky(
      name: "Reykjavík", latitude: 64.15, longitude: -21.94, from: "2026-12-20", days: 2,
      turns: ["-2026-12-20T06:27:03Z", "+2026-12-20T12:48:49Z", "-2026-12-21T08:41:38Z", "+2026-12-21T12:32:06Z"]),
    // A week above the horizon, and a week below it.
    Sky(
      name: "Tromsø", latitude: 69.65, longitude: 18.96, from: "2026-11-22", days: 8,
      turns: ["-2026-11-22T05:08:04Z", "+2026-11-22T11:06:45Z", "-2026-11-29T13:00:27Z", "+2026-11-29T18:18:36Z"]),
    Sky(
      name: "Tromsø", latitude: 69.65, longitude: 18.96, from: "2026-12-05", days: 9,
      turns: ["+2026-12-05T04:55:30Z", "-2026-12-05T10:01:31Z", "+2026-12-13T12:34:20Z", "-2026-12-13T16:02:24Z"]),
    Sky(
      name: "McMurdo", latitude: -77.85, longitude: 166.67, from: "2026-11-20", days: 11,
      turns: [
        "+2026-11-20T03:27:39Z", "-2026-11-20T13:34:45Z", "+2026-11-21T06:52:29Z", "-2026-11-21T11:52:05Z",
        "+2026-11-30T16:26:49Z", "-2026-11-30T21:17:47Z",
      ]),
  ]

  @Test(arguments: skies) func `it rises and sets when another program says`(sky: Sky) throws {
    let start = try date(sky.from + "T00:00:00Z")
    let place = Place(latitude: sky.latitude, longitude: sky.longitude)
    let turns = Moon.turns(over: place, in: start..<(start + sky.days * 86_400))
    #expect(turns.map(\.isRise) == sky.turns.map { $0.hasPrefix("+") })
    for (found, wanted) in zip(turns, sky.turns) {
      #expect(try abs(found.date.timeIntervalSince(date(String(wanted.dropFirst())))) < 60, "\(wanted)")
    }
  }

  // MARK: drawing

  /// A half circle and half an ellipse: the area that they hold is the share that is lit.
  @Test(arguments: [0, 0.05, 0.25, 0.5, 0.75, 0.96, 1], [0.0, 37, 180, 265])
  func `what is drawn is as much as is lit`(share: Double, degrees: Double) throws {
    let light = MoonLight(share: share, direction: .degrees(degrees))
    guard case .contours(let contours) = light.path(in: Rect(x: 0, y: 0, width: 200, height: 200)).geometry else {
      Issue.record("an outline of lines")
      return
    }
    let points = contours[0].points
    var (area, middle) = (0.0, (x: 0.0, y: 0.0))
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
      let part = (a.x * b.y - b.x * a.y) / 2
      area += part
      middle.x += (a.x + b.x) * part / 3
      middle.y += (a.y + b.y) * part / 3
    }
    #expect(abs(abs(area) / (100 * 100 * .pi) - share) < 0.002)
    if share > 0.04 && share < 0.97 {
      let angle = atan2(middle.y / area - 100, middle.x / area - 100) * 180 / .pi
      #expect(abs((angle - degrees).remainder(dividingBy: 360)) < 0.01)
    }
  }

  // MARK: entries

  private func entries(_ text: String, at place: Place?) throws -> [MoonEntry] {
    let context = TimelineProviderContext(
      family: .systemMedium, displaySize: Size(width: 364, height: 170), date: try date(text), place: place)
    return try MoonProvider().timeline(for: MoonIntent(), in: context).entries
  }

  @Test func `without a place nothing is said of rising`() throws {
    let entries = try entries("2026-11-21T10:00:00Z", at: nil)
    #expect(entries.allSatisfy { $0.sky == .unknown })
    #expect(entries[0].percent(in: Locale(identifier: "en_GB")) == "86%" && entries[0].phase == .waxingGibbous)
    #expect(try abs(entries[0].nextFull.timeIntervalSince(date("2026-11-24T14:53:00Z"))) < 120)
    // Past it the next one is shown.
    let last = try #require(entries.last)
    #expect(try last.date > date("2026-11-26T00:00:00Z"))
    #expect(try last.nextFull > date("2026-12-23T00:00:00Z"))
  }

  @Test func `a rise that is past gives way to the next set`() throws {
    let lisbon = Place(name: "Lisbon", latitude: 38.72, longitude: -9.14)
    for entry in try entries("2026-11-21T10:00:00Z", at: lisbon) {
      guard case .turns(let turns) = entry.sky else {
        Issue.record("\(entry.date)")
        continue
      }
      #expect(turns.count == 2 && turns[0].date > entry.date && turns[0].isRise != turns[1].isRise)
    }
  }

  @Test func `near the poles it stays up or down for days`() throws {
    let tromso = Place(name: "Tromsø", latitude: 69.65, longitude: 18.96)
    #expect(try entries("2026-11-23T00:00:00Z", at: tromso)[0].sky == .staysUp)
    #expect(try entries("2026-12-06T00:00:00Z", at: tromso)[0].sky == .staysDown)
  }

  @Test func `south of the equator it stands on its head`() throws {
    let north = try entries("2026-11-21T10:00:00Z", at: Place(latitude: 52, longitude: 13))[0]
    let south = try entries("2026-11-21T10:00:00Z", at: Place(latitude: -34, longitude: 151))[0]
    #expect(!north.isTurned && south.isTurned)
    #expect(abs((south.light.degrees - north.light.degrees).remainder(dividingBy: 360).magnitude - 180) < 0.01)
    // A growing moon is lit on the right of those who look south.
    #expect(cos(north.light.radians) > 0.9)
  }

  @Test func `a board that is compiled again within the hour draws the same moon`() throws {
    let porto = Place(name: "Porto", latitude: 41.15, longitude: -8.61)
    let first = try entries("2026-11-29T02:00:00Z", at: porto)[0]
    for text in ["2026-11-29T02:00:01Z", "2026-11-29T02:10:37Z", "2026-11-29T02:59:59Z"] {
      let later = try entries(text, at: porto)[0]
      #expect(later.illumination == first.illumination && later.light == first.light, "\(text)")
      #expect(later.sky == first.sky, "\(text)")
      #expect(abs(later.nextFull.timeIntervalSince(first.nextFull)) < 0.01, "\(text)")
    }
    #expect(try entries("2026-11-29T03:00:00Z", at: porto)[0].light != first.light)
  }
}
