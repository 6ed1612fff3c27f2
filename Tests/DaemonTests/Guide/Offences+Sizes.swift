import Afterglow
import Foundation

@testable import AfterglowPreview

extension Offences {
  mutating func plantSizes() {
    plantEdges()
    plantSmallText()
    plantTargets()
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
    for modifier in ["link: \"https://example.org\"", "action: Switch it off", "link: \"https://example.org/{id}\""] {
      data(.targetSize, "{text: Go, font: {size: 15}, \(modifier)}", values: #"{"id": 7}"#)
    }
    swift(.targetSize, "a link") { Link(destination: URL(string: "https://example.org")!) { Text("Go") } }
    swift(.targetSize, "a button") { Button(action: {}) { Text("Go") } }
    swift(.targetSize, "a toggle") { Toggle(isOn: true) { Text("On") }.frame(width: 40, height: 30) }
  }
}
