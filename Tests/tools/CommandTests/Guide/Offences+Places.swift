import Afterglow
import AfterglowCompiler

@testable import AfterglowGuide

private typealias Color = Afterglow.Color

extension Offences {
  mutating func plantPlaces() {
    plantBackgrounds()
    plantLaunchers()
    plantUnsuited()
    plantMountings()
    plantCaptions()
  }

  private mutating func plantBackgrounds() {
    data(
      .ownBackground,
      "{zstack: [{shape: rectangle, fill: \"#203040\"}, {text: A, font: {size: 20}}], frame: {maxWidth: infinity, maxHeight: infinity}, padding: -40}"
    )
    data(
      .ownBackground,
      "{zstack: [{shape: roundedRectangle, radius: 20, fill: \"#203040\", frame: {width: 300, height: 300}}, {text: A, font: {size: 20}}]}"
    )
    data(
      .ownBackground,
      "{text: A, font: {size: 20}, frame: {width: 320, height: 320}, background: {gradient: [\"#203040\", black]}}")
    swift(.ownBackground, "a colour below") {
      ZStack {
        Color.blue.padding(-40)
        Text("A").font(.title)
      }
    }
    swift(.ownBackground, "a frame with a background") {
      Text("A").font(.title).frame(width: 320, height: 320).background(Color.blue)
    }
    swift(.ownBackground, "a card below") {
      ZStack {
        RoundedRectangle(cornerRadius: 20).fill(.blue).frame(width: 300, height: 300)
        Text("A").font(.title)
      }
    }
  }

  /// Nothing that is seen from across a room.
  private mutating func plantCaptions() {
    let says = "seen from across a room"
    data(.farAway, "{text: Kitchen, font: {size: 12}}", says: says)
    data(.farAway, "{vstack: [{text: Kitchen, font: {size: 11}}, {text: \"21°\", font: {size: 12}}]}", says: says)
    swift(.farAway, "a caption", says: says) { Text("Kitchen").font(.system(size: 12)) }
    swift(.farAway, "two captions", says: says) {
      VStack {
        Text("Kitchen").font(.system(size: 11))
        Text("21°").font(.system(size: 12))
      }
    }
  }

  private mutating func plantLaunchers() {
    let circle = LintPlace(family: .accessoryCircular, context: .lockScreen)
    let rectangle = LintPlace(family: .accessoryRectangular, context: .lockScreen)
    data(.launcher, "{symbol: house, font: {size: 24}}", in: circle)
    data(
      .launcher, "{vstack: [{symbol: house, font: {size: 20}}, {symbol: lightbulb, font: {size: 20}}]}", in: rectangle)
    data(.launcher, "{symbol: lightbulb, font: {size: 30}}", in: rectangle)
    swift(.launcher, "a house", in: circle) { Image(systemName: "house").font(.system(size: 20)) }
    swift(.launcher, "a house and a lamp", in: rectangle) {
      VStack { ForEach(["house", "lightbulb"], id: \.self) { Image(systemName: $0).font(.system(size: 20)) } }
    }
    swift(.launcher, "a lamp", in: rectangle) { Image(systemName: "lightbulb").font(.system(size: 20)) }
  }

  /// Places that the widget disfavours.
  private mutating func plantUnsuited() {
    let places: [(WidgetLocation, LintPlace)] = [
      (.standBy, LintPlace()), (.homeScreen, LintPlace(family: .systemMedium, context: .home)),
      (.carPlay, LintPlace(context: .carPlay)),
      (.lockScreen, LintPlace(family: .accessoryRectangular, context: .lockScreen)),
    ]
    for (location, place) in places {
      let family = place.family.rawValue
      data(
        .disfavoredPlace, "{text: Kitchen, font: {size: 15}}", in: place,
        head: "description: See what is the case.\ndisfavoredLocations: {\(location.name): [\(family)]}")
      swift(
        .disfavoredPlace, "\(family) at \(location.name)", in: place,
        widget: OffenceWidget(disfavored: [location]) { Text("Kitchen").font(.system(size: 15)) })
    }
  }

  /// Surfaces on which the widget hangs otherwise than it is made for.
  private mutating func plantMountings() {
    for (rule, mounting, own) in [
      (GuideRule.elevated, SurfaceStyle.Mounting.elevated, WidgetMountingStyle.recessed),
      (.recessed, .recessed, .elevated),
    ] {
      let place = LintPlace(context: .surface, mounting: mounting)
      for (name, symbol) in [("Kitchen", "fork.knife"), ("Bedroom", "bed.double"), ("Garden", "leaf")] {
        data(
          rule, "{label: {title: \(name), symbol: \(symbol)}, font: {size: 15}}", in: place,
          head: "description: See what is the case.\nsupportedMountingStyles: [\(own.rawValue)]")
        swift(
          rule, "\(name), made for \(own.rawValue)", in: place,
          widget: OffenceWidget(mountingStyles: [own]) { Label(name, systemImage: symbol).font(.system(size: 15)) })
      }
    }
  }
}
