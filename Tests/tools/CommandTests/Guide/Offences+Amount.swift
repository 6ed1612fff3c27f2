import Afterglow

@testable import AfterglowGuide

extension Offences {
  mutating func plantAmounts() {
    plantOverlaps()
    plantCuts()
    plantPieces()
    plantRows()
    plantEmptyRooms()
    plantMagnified()
    plantFullness()
  }

  private static let paragraph =
    "The kitchen is warm and the window is open since nine, the oven has been on for an hour and the bread is rising, the "
    + "dishwasher is done and needs emptying before lunch, and the basil on the sill wants water today"

  /// Small type all over the widget, and more cells than a glance takes in.
  private mutating func plantFullness() {
    for (family, size, text) in [
      (WidgetFamily.systemSmall, 11.0, Self.paragraph),
      (.systemMedium, 12, Self.paragraph + ". " + Self.paragraph),
    ] {
      let place = LintPlace(family: family, context: .home)
      data(.density, "{text: \"\(text)\", font: {size: \(size)}}", says: "small type fills", in: place)
      swift(.density, "small type in \(family.rawValue)", says: "small type fills", in: place) {
        Text(text).font(.system(size: size))
      }
    }
    let home = LintPlace(context: .home)
    let rows = (1...8).map { row in
      "{hstack: [\((1...6).map { "{text: \"\(row)\($0)\", font: {size: 11}}" }.joined(separator: ", "))], spacing: 6}"
    }
    data(.density, "{vstack: [\(rows.joined(separator: ", "))], spacing: 2}", says: "48 texts", in: home)
    swift(.density, "a table of 48 figures", says: "48 texts", in: home) {
      VStack(spacing: 2) {
        ForEach(1...8, id: \.self) { row in
          HStack(spacing: 6) {
            ForEach(1...6, id: \.self) { Text("\(row)\($0)").font(.system(size: 11)) }
          }
        }
      }
    }
  }

  private mutating func plantOverlaps() {
    let overlaps = "overlap"
    data(
      .density, "{zstack: [{text: Kitchen, font: {size: 20}}, {text: \"21 degrees\", font: {size: 20}}]}",
      says: overlaps)
    data(
      .density, "{vstack: [{text: Kitchen, font: {size: 24}}, {text: Bedroom, font: {size: 24}}], spacing: -20}",
      says: overlaps)
    data(
      .density,
      "{hstack: [{text: Kitchen, font: {size: 20}, fixedSize: true}, {text: Bedroom, font: {size: 20}, fixedSize: true, offset: {x: -40, y: 0}}]}",
      says: overlaps)
    swift(.density, "one text above the other", says: overlaps) {
      ZStack {
        Text("Kitchen").font(.title)
        Text("21 degrees").font(.title)
      }
    }
    swift(.density, "tight lines", says: overlaps) {
      VStack(spacing: -24) {
        Text("Kitchen").font(.title)
        Text("Bedroom").font(.title)
      }
    }
    swift(.density, "a moved text", says: overlaps) {
      VStack {
        Text("Kitchen").font(.title)
        Text("Bath").font(.title).offset(x: 0, y: -34)
      }
    }
  }

  private mutating func plantCuts() {
    let cut = "is cut"
    data(.density, "{text: \"1,234,567,890 kilowatt hours\", font: {size: 40}, lineLimit: 1}", says: cut)
    data(
      .density,
      "{vstack: [{text: Power, font: {size: 13}}, {text: \"12,345.678 kWh\", font: {size: 34}, lineLimit: 1}]}",
      says: cut)
    data(
      .density, "{text: \"Donaudampfschifffahrt on time\", font: {size: 30}, lineLimit: 1, minimumScaleFactor: 0.8}",
      says: cut)
    swift(.density, "a figure that is cut", says: cut) {
      Text("1,234,567,890 kilowatt hours").font(.system(size: 40)).lineLimit(1)
    }
    swift(.density, "a figure that is cut under its label", says: cut) {
      VStack {
        Text("Power").font(.caption)
        Text("12,345.678 kWh").font(.system(size: 34)).lineLimit(1)
      }
    }
    swift(.density, "a text that is cut, though smaller", says: cut) {
      Text("Donaudampfschifffahrt on time").font(.system(size: 30)).lineLimit(1).minimumScaleFactor(0.8)
    }
  }

  /// Labels with their values, and rows of one text each with a figure in it.
  private mutating func plantPieces() {
    for count in [5, 6, 7] {
      let rows = (1...count).map { "{hstack: [{text: Room \($0)}, spacer, {text: \"2\($0)°\"}], font: {size: 12}}" }
      data(.piecesOfSmall, "{vstack: [\(rows.joined(separator: ", "))], spacing: 4}")
      swift(.piecesOfSmall, "\(count) rows of label and value") {
        VStack(spacing: 4) {
          ForEach(1...count, id: \.self) { row in
            HStack {
              Text("Room \(row)")
              Spacer()
              Text("2\(row)°")
            }.font(.system(size: 12))
          }
        }
      }
    }
    let rows = (1...6).map { "{text: \"Room \($0): 2\($0)°\", font: {size: 12}}" }
    data(.piecesOfSmall, "{vstack: [\(rows.joined(separator: ", "))], alignment: leading, spacing: 4}")
    swift(.piecesOfSmall, "rows of one text each") {
      VStack(alignment: .leading, spacing: 4) {
        ForEach(1...6, id: \.self) { Text("Room \($0): 2\($0)°").font(.system(size: 12)) }
      }
    }
  }

  private mutating func plantRows() {
    for (family, count) in [(WidgetFamily.systemMedium, 8), (.systemLarge, 18), (.systemSmall, 8)] {
      let place = LintPlace(family: family, context: .home)
      let rows = (1...count).map { "{text: \"Item number \($0)\", font: {size: 11}}" }.joined(separator: ", ")
      data(.density, "{vstack: [\(rows)], alignment: leading, spacing: 1}", says: "rows of one kind", in: place)
      swift(.density, "\(count) rows in \(family.rawValue)", says: "rows of one kind", in: place) {
        VStack(alignment: .leading, spacing: 1) {
          ForEach(1...count, id: \.self) { Text("Item number \($0)").font(.system(size: 11)) }
        }
      }
    }
    for (family, count) in [
      (WidgetFamily.accessoryRectangular, 4), (.accessoryRectangular, 5), (.accessoryCircular, 3),
    ] {
      let place = LintPlace(family: family, context: .lockScreen)
      let rows = (1...count).map { "{text: \"N \($0)\", font: {size: 11}}" }.joined(separator: ", ")
      data(.accessoryAmount, "{vstack: [\(rows)], alignment: leading, spacing: 0}", in: place)
      swift(.accessoryAmount, "\(count) rows in \(family.rawValue)", in: place) {
        VStack(alignment: .leading, spacing: 0) {
          ForEach(1...count, id: \.self) { Text("N \($0)").font(.system(size: 11)) }
        }
      }
    }
  }

  private mutating func plantEmptyRooms() {
    let large = LintPlace(family: .systemLarge, context: .home)
    let extraLarge = LintPlace(family: .systemExtraLarge, context: .home)
    for place in [large, extraLarge] {
      data(.density, "{text: \"21°\", font: {size: 17}}", says: "hardly anything", in: place)
      swift(.density, "a figure alone in \(place.family.rawValue)", says: "hardly anything", in: place) {
        Text("21°").font(.system(size: 17))
      }
    }
    data(.density, "{symbol: house, font: {size: 20}}", says: "hardly anything", in: large)
    swift(.density, "a symbol alone", says: "hardly anything", in: large) { Image(systemName: "house") }
  }

  private mutating func plantMagnified() {
    for (family, scale) in [(WidgetFamily.systemMedium, 1.5), (.systemLarge, 2), (.systemLarge, 1.4)] {
      let place = LintPlace(family: family, context: .home)
      func view(_ scale: Double) -> String {
        "{vstack: [{text: Kitchen, font: {size: \(14 * scale)}}, {text: \"21°\", font: {size: \(30 * scale)}}]}"
      }
      data(.magnifiedLayout, "families:\n  systemSmall: \(view(1))\n  \(family.rawValue): \(view(scale))", in: place)
      swift(.magnifiedLayout, "\(family.rawValue), \(scale) times as large", in: place) { MagnifiedView(scale: scale) }
    }
    // One text alone, and a figure that grows above a caption that stays.
    let place = LintPlace(family: .systemMedium, context: .home)
    for view in [
      "{text: \"21°\", font: {size: SIZE}}",
      "{vstack: [{text: Kitchen, font: {size: 13}}, {text: \"21°\", font: {size: SIZE}}]}",
    ] {
      func sized(_ size: Int) -> String { view.replacing("SIZE", with: "\(size)") }
      data(.magnifiedLayout, "families:\n  systemSmall: \(sized(30))\n  systemMedium: \(sized(60))", in: place)
    }
    swift(.magnifiedLayout, "a figure that grows above its caption", in: place) { MagnifiedView(scale: 2, caption: 1) }
  }
}

private struct MagnifiedView: View {
  let scale: Double
  /// nil: as the figure.
  var caption: Double?
  @Environment(\.widgetFamily) private var family

  var body: some View {
    let factor = family == .systemSmall ? 1 : scale
    VStack {
      Text("Kitchen").font(.system(size: 14 * (caption ?? factor)))
      Text("21°").font(.system(size: 30 * factor))
    }
  }
}
