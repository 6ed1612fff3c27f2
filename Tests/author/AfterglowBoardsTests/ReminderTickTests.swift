import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowViews
@testable import AfterglowWidgets

/// `tick` of reminders in a scene: what a touch may change, and the rows that it ticks off.
@Suite struct ReminderTickTests {
  private static let tasks = """
    reminders:
      - {title: Rent, id: rent-1}
      - {title: Bins}
      - {title: Shed, done: true}

    """

  private func targets(_ tick: String, family: String = "systemSmall", tasks: String = tasks) throws -> [TapTarget] {
    let item =
      "  - {kind: reminders, name: list, family: \(family), configuration: {file: r.yaml\(tick)}}\n"
    return try compile("  - kind: clock\n" + item, on: "rpi-fb-tft-480x320", files: ["r.yaml": tasks])
      .layout.targets["list"] ?? []
  }

  @Test func `without the owner's permission no row is a control`() throws {
    let none = try targets("")
    let no = try targets(", tick: false")
    #expect(none.isEmpty && no.isEmpty)
  }

  @Test func `a row is a toggle with the task's identity, large enough for a finger`() throws {
    let found = try targets(", tick: true")
    let target = try #require(found.first)
    // Both open tasks have a row of a finger's height.
    #expect(found.count == 2 && found.allSatisfy { $0.kind == .toggle && $0.isOn == false })
    #expect(target.framePt.height >= 44)
    #expect(target.intent?.name == "TickReminder")
    #expect(target.intent?.parameters == ["task": .string("=rent-1"), "value": .bool(true)])
    let tick = try #require(target.intent.flatMap(WidgetGallery.tick))
    #expect(tick.identity == "=rent-1" && tick.isDone)
  }

  @Test func `tasks that cannot be distinguished are no controls`() throws {
    let found = try targets(", tick: true", tasks: "reminders:\n  - {title: A, id: x}\n  - {title: B, id: x}\n")
    #expect(found.isEmpty)
  }

  @Test func `a task keeps its control's place when those above it are done`() throws {
    let first = try targets(", tick: true", tasks: "reminders: [{title: A}, {title: B}]\n")
    let alone = try targets(", tick: true", tasks: "reminders: [{title: A, done: true}, {title: B}]\n")
    let place = try #require(alone.first?.place)
    #expect(first.first?.place != place, "a finger on A would tick B off after A is gone")
    let again = try targets(", tick: true", tasks: "reminders: [{title: B}]\n")
    #expect(again.first?.place == place)
  }

  @Test(
    arguments: [
      ("source: {url: \"https://example.org/r.json\"}, tick: true", "expected a program that ticks tasks off"),
      ("source: {push: tasks}, tick: true", "expected a program that ticks tasks off"),
      ("source: {command: [./tasks]}, tick: true", "expected a program that ticks tasks off"),
      ("file: r.yaml, tick: [./tasks, done]", "expected the argument \"{id}\""),
      ("file: r.yaml, tick: []", "expected a program and its arguments"),
      ("file: r.yaml, tick: 7", "expected true, false, or a program"),
    ] as [(String, String)])
  func `what cannot tick tasks off is refused in the scene`(configuration: String, words: String) {
    let text = goodScene.replacing(
      "- kind: clock", with: "- {kind: reminders, configuration: {\(configuration)}}")
    let problems = load(scene: text).problems
    #expect(problems.contains { $0.contains(words) && $0.contains("configuration.tick") }, "\(problems)")
  }
}
