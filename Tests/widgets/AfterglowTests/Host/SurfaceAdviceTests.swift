import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// A surface's advice for widgets that do not fit actually fits.
@Suite struct SurfaceAdviceTests {
  private func scene(
    _ families: [WidgetFamily], widthMm: Double, heightMm: Double, percent: Int, frame: Double
  ) -> PanelScene {
    var scene = testScene(
      families.map { _ in PlainWidget { Text($0.words) } }, widthPx: Int(widthMm * 2), heightPx: Int(heightMm * 2))
    scene.context = .surface
    scene.geometry.widthMm = widthMm
    scene.geometry.heightMm = heightMm
    scene.style.surface.frameWidthMm = frame
    for (index, family) in families.enumerated() {
      scene.slots[index].family = family
      scene.slots[index].scalePercent = percent
    }
    return scene
  }

  /// Applies every suggestion of a message.
  private func follow(_ message: String, _ scene: PanelScene) throws {
    for match in message.matches(of: #/scale (?:it|them) down to (\d+) %/#) {
      var other = scene
      let percent = try #require(Int(match.1))
      #expect(percent >= 75)
      // In a scene of several families another one may be too large: the advice is about the one in the message.
      let name = message.split(separator: ":").first.map(String.init) ?? ""
      for index in other.slots.indices where name == "surface" || other.slots[index].identifier == name {
        other.slots[index].scalePercent = min(other.slots[index].scalePercent, percent)
      }
      if name == "surface" {
        _ = try PanelLayout.plan(other)
      } else {
        other.slots.removeAll { $0.identifier != name }
        _ = try PanelLayout.plan(other)
      }
    }
    for match in message.matches(of: #/choose (\w+)(?: at (\d+) %)?/#) {
      var other = scene
      let name = message.split(separator: ":").first.map(String.init) ?? ""
      other.slots.removeAll { $0.identifier != name }
      other.slots[0].family = try #require(WidgetFamily(rawValue: String(match.1)))
      if let percent = match.2.flatMap({ Int($0) }) { other.slots[0].scalePercent = percent }
      _ = try PanelLayout.plan(other)
    }
  }

  @Test func `what is advised fits`() throws {
    var advised = 0
    for widthMm in stride(from: 150.0, through: 1200, by: 70) {
      for heightMm in stride(from: 150.0, through: 900, by: 70) {
        for families in [
          [WidgetFamily.systemSmall], [.systemMedium], [.systemLarge], [.systemExtraLarge],
          [.systemSmall, .systemSmall],
          [.systemMedium, .systemSmall], [.systemSmall, .systemSmall, .systemSmall],
        ] {
          for (percent, frame) in [(100, 0.0), (125, 0), (75, 0), (100, 30)] {
            let scene = scene(families, widthMm: widthMm, heightMm: heightMm, percent: percent, frame: frame)
            do {
              _ = try PanelLayout.plan(scene)
            } catch let error as CompileError {
              advised += 1
              do {
                try follow(error.message, scene)
              } catch {
                Issue.record("\(error) on \(widthMm)×\(heightMm) mm")
              }
            }
          }
        }
      }
    }
    #expect(advised > 100)
  }

  /// A desk-sized panel fits none at any scale, and is reported so instead of with a scale.
  @Test func `a panel that takes no widget gets a message`() {
    let scene = scene([.systemSmall], widthMm: 154, heightMm: 86, percent: 100, frame: 0)
    let error = #expect(throws: CompileError.self) { try PanelLayout.plan(scene) }
    #expect(error?.message.contains("no family of it fits") == true && error?.message.contains("scale") == false)
    #expect(error?.subject == .slot("slot0"))
  }
}
