import Afterglow
import Foundation

/// The measures of a simplified widget (docs/rules.md, rules 52 to 54): one fact, as large as its place allows, with at
/// most a line of words that names it. All lengths in points.
struct GlanceRoom {
  /// How many times larger the fact is than near by, at least: in small places the near form is reduced for it.
  static let growth = 1.5
  /// The side bearings of the outermost figures, in shares of the type size: they are invisible.
  static let bearings = 0.13

  /// Width between the margins.
  let width: Double
  let height: Double
  let margins: EdgeInsets
  /// Type size of the words; 0 = there are none.
  let words: Double

  init(_ size: Size, _ margins: EdgeInsets, hasWords: Bool = true, typeSize: DynamicTypeSize = .large) {
    (width, height) = size.room(inside: margins)
    self.margins = margins
    let usual = min(max(height * 0.13, 18), width * 0.14, 44)
    words = hasWords ? max(11, usual * typeSize.growth(upTo: 1.3)) : 0
  }

  var wordsCap: Double { words * HeroGrid.capShare }
  /// From the words to the fact.
  var gap: Double { words * 0.8 }
  /// Room for the fact.
  var factHeight: Double { max(1, height - wordsCap - gap) }
  /// Wide enough for a time in one line, or for two things side by side.
  var isWide: Bool { width > height * 1.3 }

  /// The type size at which a text of this width (in shares of the type size) fits in a line of its own.
  func points(fitting share: Double) -> Double {
    // Round figures reach a little beyond the height of capitals.
    max(11, min(factHeight * 0.97 / HeroGrid.capShare, width / share))
  }

  /// The same for so many figures.
  func points(figures count: Int, and more: Double = 0) -> Double {
    points(fitting: Double(count) * HeroGrid.digitShare - Self.bearings + more)
  }

  /// The largest size of the fact near by; glyphs are drawn in whole pixels, which takes up to a hundredth.
  static func near(_ points: Double) -> Double { points / (growth * 1.008) }
}

/// The words above, the fact in the middle of the rest. The words give way to the mark of old content.
struct GlanceLayout<Words: View, Fact: View>: View {
  let room: GlanceRoom
  /// Height of a fact that is lower than its room: words and fact stand in the middle, with as much room above and below them as
  /// between them. nil = the words stand at the top.
  let factCap: Double?
  let words: Words
  let fact: Fact

  init(_ room: GlanceRoom, factCap: Double? = nil, @ViewBuilder words: () -> Words, @ViewBuilder fact: () -> Fact) {
    self.room = room
    self.factCap = factCap
    self.words = words()
    self.fact = fact()
  }

  private var gap: Double {
    guard let factCap else { return room.gap }
    return max(room.gap, (room.height - room.wordsCap - factCap) / 3)
  }

  var body: some View {
    VStack(spacing: gap) {
      if room.words > 0 {
        words
          .frame(width: room.width, height: room.wordsCap)
          .givesWayToAgeMark(room.words * 0.8)
      }
      fact.frame(width: room.width, height: min(room.factHeight, factCap ?? room.factHeight))
    }
    .multilineTextAlignment(.center)
    .frame(width: room.width, height: room.height)
    .padding(room.margins)
  }
}

/// The line of words that names the fact.
struct GlanceWords: View {
  let text: String
  let points: Double
  var symbol: Symbol?

  var body: some View {
    HStack(spacing: points * 0.45) {
      if let symbol { Image(symbol: symbol).font(.system(size: max(11, points * 0.84))).widgetAccentable() }
      if !text.isEmpty {
        Text(text).font(.system(size: points, weight: .medium)).lineLimit(1).shrinkable(from: points)
          .accessibilityIdentifier("title")
      }
    }
    .foregroundStyle(.secondary)
  }
}

/// One number or word, large.
struct GlanceFact: WidgetView {
  let text: String
  let points: Double
  let name: String

  var body: some View {
    // What stands alone has figures as wide as they are.
    Text(text).font(.system(size: points, weight: heroWeight))
      .lineLimit(1)
      .fixedSize()
      .frame(height: points * HeroGrid.capShare)
      .foregroundStyle(.primary)
      .accessibilityIdentifier(name)
  }
}

/// A time: in one line where its place is wide, else hours above minutes.
struct GlanceTime: WidgetView {
  let room: GlanceRoom
  var zone: TimeZone?
  var is24 = false

  /// "00:00" without its outer bearings, in shares of the type size.
  private static let lineShare = 2.84
  /// Between the rows, in shares of their height.
  static let rowGap = 0.12

  /// The type size of two rows of two figures each.
  static func rowPoints(width: Double, height: Double) -> Double {
    max(11, min(height / (2 + rowGap) / HeroGrid.capShare, width / (2 * HeroGrid.digitShare - GlanceRoom.bearings)))
  }

  /// Between two rows of this type size.
  static func gap(_ points: Double, in room: GlanceRoom) -> Double {
    min(points * 0.29, room.factHeight - 2 * points * HeroGrid.capShare)
  }

  /// The type size in such a room.
  static func points(in room: GlanceRoom) -> Double {
    room.isWide ? room.points(fitting: lineShare) : rowPoints(width: room.width, height: room.factHeight)
  }

  var body: some View {
    let points = Self.points(in: room)
    Group {
      if room.isWide {
        CapText(text: Text(clock: is24 ? .hourMinute24 : .hourMinute, in: zone), size: points, weight: heroWeight)
          .accessibilityIdentifier("time")
      } else {
        StackedTime(
          points: points, gap: Self.gap(points, in: room), is24: is24, zone: zone)
      }
    }
    .multilineTextAlignment(.center)
    .foregroundStyle(.primary)
  }
}
