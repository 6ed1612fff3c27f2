import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// What views say to someone who does not see them.
@Suite struct AccessibilityTests {
  private func nodes(_ view: @escaping @Sendable () -> some View) throws -> [AccessibilityNode] {
    let widget = PlainWidget { _ in view() }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    return compiled.layout.accessibility["slot0"] ?? []
  }

  @Test func `words and what ticks speak for themselves, symbols and shapes by their label`() throws {
    let found = try nodes {
      VStack {
        Text("Rome")
        Image(systemName: "cloud.rain").accessibilityLabel("Rain")
        Image(systemName: "sun.max")
        Circle().accessibilityLabel(Text("Steps")).accessibilityValue("\(400) of 10,000").accessibilityHint(
          "Since midnight")
        Text(clock: .hourMinute)
      }
    }
    #expect(found.map(\.label) == ["Rome", "Rain", "Steps", "13:00"])
    #expect(found[2].value == "400 of 10,000" && found[2].hint == "Since midnight")
    #expect(found[3].traits == ["updatesFrequently"])
  }

  @Test func `hidden views say nothing, and elements join or replace what is in them`() throws {
    let found = try nodes {
      VStack {
        Text("secret").accessibilityHidden(true)
        VStack {
          Text("Rome")
          Text("18°")
        }
        .accessibilityElement(children: .combine)
        VStack {
          Text("12")
          Text("km")
        }
        .accessibilityElement(children: .ignore).accessibilityLabel("Distance").accessibilityValue("12 kilometres")
        HStack { Text("kept") }.accessibilityElement(children: .contain)
      }
    }
    #expect(found.map(\.label) == ["Rome, 18°", "Distance", "kept"])
    #expect(found[1].value == "12 kilometres")
  }

  @Test func `traits, priorities and representations`() throws {
    let found = try nodes {
      VStack {
        Text("Tomorrow").accessibilityAddTraits(.isHeader)
        Text("first").accessibilitySortPriority(1)
        Color.red.frame(width: 20, height: 20).accessibilityRepresentation { Text("A red square") }
        Button("Skip") {}
        Gauge(value: 0.4) { Text("Battery") }
      }
    }
    #expect(found.map(\.label) == ["first", "Tomorrow", "A red square", "Skip", "Battery"])
    #expect(found[1].traits == ["isHeader"] && found[3].traits == ["isButton"])
    #expect(found[4].value == "40%" || found[4].value == "40 %")
  }

  @Test func `shares are whole percentages, rounded half away from zero`() throws {
    let found = try nodes {
      VStack {
        Gauge(value: 0.125) { Text("Tank") }
        ProgressView("Load", value: 0.285)
      }
    }
    #expect(found.map { $0.value?.filter(\.isNumber) } == ["13", "29"])
  }

  @Test func `traits are a set`() {
    var traits: AccessibilityTraits = [.isButton, .isSelected]
    #expect(traits.contains(.isButton) && !traits.contains(.isHeader))
    traits.remove(.isButton)
    #expect(traits == .isSelected && traits.union(.isLink).sorted == ["isLink", "isSelected"])
    let none: AccessibilityTraits = []
    #expect(none.isEmpty)
  }
}
