import Afterglow
import Foundation

@testable import AfterglowGuide

extension Offences {
  mutating func plantSizes() {
    plantEdges()
    plantSmallText()
    plantTargets()
    plantCorners()
    plantTouch()
  }

  private mutating func plantEdges() {
    let places: [(String, Alignment, Double, Double)] = [
      ("leading", .leading, -10, 0), ("trailing", .trailing, 11, 0), ("bottom", .bottom, 0, 12),
    ]
    for (name, alignment, x, y) in places {
      data(
        .margins,
        "{text: Edge, font: {size: 15}, frame: {maxWidth: infinity, maxHeight: infinity, alignment: \(name)}, offset: {x: \(x), y: \(y)}}"
      )
      swift(.margins, "at the \(name) edge") {
        Text("Edge").font(.system(size: 15)).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
          .offset(x: x, y: y)
      }
    }
  }

  private mutating func plantSmallText() {
    for width in [50.0, 45, 40] {
      data(
        .textSize,
        "{text: Rather long, font: {size: 13}, lineLimit: 1, minimumScaleFactor: 0.5, frame: {width: \(width)}}")
      swift(.textSize, "\(width / 5) pt") { Text("Small").font(.system(size: width / 5)) }
    }
  }

  private mutating func plantTargets() {
    for modifier in ["link: \"https://example.org\"", "action: switch", "link: \"https://example.org/{id}\""] {
      data(.targetSize, "{text: Go, font: {size: 15}, \(modifier)}", values: #"{"id": 7}"#)
    }
    swift(.targetSize, "a link") { Link(destination: URL(string: "https://example.org")!) { Text("Go") } }
    swift(.targetSize, "a button") { Button(action: {}) { Text("Go") } }
    swift(.targetSize, "a toggle") { Toggle(isOn: true) { Text("On") }.frame(width: 40, height: 30) }
  }

  /// Fixed radii: at 16 pt and at 8 pt from the corner, and one of hardly any.
  private mutating func plantCorners() {
    let home = LintPlace(context: .home)
    for (radius, inset) in [(20.0, 0.0), (30, -8), (1, 0)] {
      data(
        .concentricCorners,
        "{zstack: [{shape: roundedRectangle, radius: \(radius), fill: \"#203040\", padding: \(inset)}, {text: \"21°\", font: {size: 30}}], frame: {maxWidth: infinity, maxHeight: infinity}}",
        in: home)
      swift(.concentricCorners, "a radius of \(radius)", in: home) {
        ZStack {
          RoundedRectangle(cornerRadius: radius).fill(.blue).padding(inset)
          Text("21°").font(.title)
        }
      }
    }
  }

  private mutating func plantTouch() {
    for words in ["Lights", "Fan", "Heating"] {
      data(.touch, "{text: \(words), font: {size: 20}, frame: {width: 100, height: 60}, action: switch}")
    }
    for (index, modifier) in ["link: \"https://example.org\"", "link: {action: lamp}"].enumerated() {
      data(
        .destination, "{text: Go \(index), font: {size: 20}, frame: {width: 100, height: 60}, \(modifier)}",
        says: index == 0 ? "leads nowhere" : "names the action \"lamp\"")
    }
    data(.destination, "{text: Far, font: {size: 20}, widgetURL: \"https://example.org\"}", says: "widgetURL to")
    for path in ["a", "b"] {
      swift(.destination, "a link to \(path)", says: "leads nowhere") {
        Link(destination: URL(string: "https://example.org/\(path)")!) { Text("Go").frame(width: 100, height: 60) }
      }
    }
    swift(.destination, "a whole widget", says: "widgetURL to") {
      Text("Far").widgetURL(URL(string: "https://example.org"))
    }
    swift(.touch, "a button", says: "a button") { Button(action: {}) { Text("Lights").frame(width: 100, height: 60) } }
    swift(.touch, "a button with a symbol", says: "a button") {
      Button(action: {}) { Image(systemName: "lightbulb").font(.title).frame(width: 60, height: 60) }
    }
    swift(.touch, "a toggle", says: "a toggle") { Toggle(isOn: true) { Text("Fan").frame(width: 80, height: 60) } }
  }
}
