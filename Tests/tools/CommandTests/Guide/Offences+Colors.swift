import Afterglow

@testable import AfterglowGuide

private typealias Color = Afterglow.Color

extension Offences {
  mutating func plantColors() {
    plantFaint()
    plantOneAppearance()
    plantTranslucent()
    plantMeaningInColor()
  }

  private mutating func plantFaint() {
    for modifier in ["opacity: 0.3", "foregroundStyle: {color: white, opacity: 0.25}", "foregroundStyle: \"#505050\""] {
      data(.legibility, "{text: Faint, font: {size: 15}, \(modifier)}")
    }
    swift(.legibility, "an opacity") { Text("Faint").font(.system(size: 15)).opacity(0.3) }
    swift(.legibility, "a style") { Text("Faint").font(.system(size: 15)).foregroundStyle(.white.opacity(0.25)) }
    swift(.legibility, "an opacity around it") {
      VStack { HStack { Text("Faint").font(.system(size: 15)) } }.opacity(0.3)
    }
  }

  /// Fine in the scene's own dark appearance, gone in another palette.
  private mutating func plantOneAppearance() {
    let (home, says) = (LintPlace(context: .home), "light appearance")
    for color in ["\"#FFFFFF\"", "white", "\"#FFFFE8\""] {
      data(
        .legibility, "{text: Bright, font: {size: 15}, foregroundStyle: \(color)}", says: says, in: home)
    }
    for color in [Color.white, Color(hex: 0xFFFFE8), Color(hex: 0xF4F4F4)] {
      swift(.legibility, "\(color)", says: says, in: home) {
        Text("Bright").font(.system(size: 15)).foregroundStyle(color)
      }
    }
  }

  private mutating func plantTranslucent() {
    let place = LintPlace(family: .accessoryRectangular, context: .lockScreen)
    data(.translucentInk, "{text: \"21°\", font: {size: 20}, opacity: 0.6}", in: place)
    data(
      .translucentInk, "{text: \"21°\", font: {size: 20}, foregroundStyle: {color: white, opacity: 0.5}}", in: place)
    data(.translucentInk, "{group: {text: \"21°\", font: {size: 20}}, opacity: 0.7}", in: place)
    swift(.translucentInk, "an opacity", in: place) { Text("21°").font(.title3).opacity(0.6) }
    swift(.translucentInk, "a style", in: place) { Text("21°").font(.title3).foregroundStyle(.white.opacity(0.5)) }
    swift(.translucentInk, "an opacity around it", in: place) { VStack { Text("21°").font(.title3) }.opacity(0.7) }
  }

  private mutating func plantMeaningInColor() {
    for symbol in ["lightbulb", "circle.fill"] {
      let views = ["green", "red"].map { "{symbol: \(symbol), font: {size: 24}, foregroundStyle: \($0)}" }
      data(.colorAlone, "{hstack: [\(views.joined(separator: ", "))], spacing: 30}")
      swift(.colorAlone, "two symbols \(symbol)") {
        HStack(spacing: 30) {
          ForEach([Color.green, .red], id: \.self) {
            Image(systemName: symbol).font(.system(size: 24)).foregroundStyle($0)
          }
        }
      }
    }
    let discs = ["green", "red"].map { "{shape: circle, fill: \($0), frame: {width: 12, height: 12}}" }
    data(.colorAlone, "{hstack: [\(discs.joined(separator: ", "))], spacing: 30}")
    swift(.colorAlone, "two discs") {
      HStack(spacing: 30) {
        ForEach([Color.green, .red], id: \.self) { Circle().fill($0).frame(width: 12, height: 12) }
      }
    }
  }
}
