import Foundation
import Testing

/// Widgets that were written for iOS (Tests/support/Ported), as they are drawn here.
@Suite struct GoldenPortedTests {
  /// A program of Tests/support/Ported.
  struct Ported: CustomTestStringConvertible, Sendable {
    var name: String
    var kind: String
    var families: [String]
    /// Intents that were performed before, with the times.
    var history: [(date: String, intent: String)] = []

    var testDescription: String { name }
  }

  private static let instant = "2026-11-21T09:41:00Z"

  /// Habits that were kept on three days, half kept before, and are under way today.
  private static let habits: [(date: String, intent: String)] = {
    var steps: [(date: String, intent: String)] = []
    func log(_ date: String, water: Int, move: Int, read: Int) {
      for (habit, amount) in [("water", water), ("move", move), ("read", read)] {
        steps.append((date, "LogHabitIntent --habit \(habit) --amount \(amount)"))
      }
    }
    log("2026-11-17T18:00:00Z", water: 8, move: 35, read: 5)
    for day in 18...20 { log("2026-11-\(day)T18:00:00Z", water: 8, move: 35, read: 20) }
    log(instant, water: 5, move: 15, read: 8)
    steps.append((instant, "ToggleFocusIntent --value=true"))
    return steps
  }()

  static let all = [
    Ported(
      name: "commute", kind: "CommuteWidget",
      families: [
        "systemSmall", "systemMedium", "systemLarge", "accessoryCircular", "accessoryRectangular", "accessoryInline",
      ]),
    Ported(
      name: "vitality", kind: "com.example.vitality",
      families: ["systemSmall", "systemMedium", "systemLarge", "accessoryCircular"], history: habits),
    Ported(
      name: "pantry", kind: "PantryWidget",
      families: ["systemSmall", "systemMedium", "systemLarge", "accessoryRectangular"]),
  ]

  /// A widget for iOS asks the clock: it stands still for its program. A program reads its own folder only, so all that
  /// it needs lies there.
  private func add(_ ported: Ported, to program: CommandLineProgram) throws {
    try FileManager.default.createDirectory(atPath: program.path("widget"), withIntermediateDirectories: true)
    try program.write(
      """
      #!/bin/sh
      folder=$(dirname "$0")
      export LD_PRELOAD="$folder/fixed-clock.so" AFTERGLOW_FIXED_CLOCK="$(cat "$folder/now")"
      exec "$folder/program" "$@"

      """, to: "widget/\(ported.name)")
    let path = program.path("widget/\(ported.name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let clock = try PreloadLibrary.compile("fixed-clock", in: program.folder)
    try FileManager.default.moveItem(atPath: clock, toPath: program.path("widget/fixed-clock.so"))
    try FileManager.default.copyItem(
      at: CommandLineProgram.programs.appending(path: "ported-\(ported.name)"),
      to: URL(fileURLWithPath: program.path("widget/program")))
    try set(program, to: Self.instant)
    try run(program, ["widgets", "add", path])
    // Only the program itself is copied to its place.
    for installed in Self.installed(program) {
      for name in ["program", "fixed-clock.so", "now"] {
        try FileManager.default.copyItem(atPath: program.path("widget/\(name)"), toPath: "\(installed)/\(name)")
      }
    }
  }

  /// Folders of added widgets.
  private static func installed(_ program: CommandLineProgram) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: program.path("widgets"))) ?? []
    var isFolder: ObjCBool = false
    return names.map { program.path("widgets/\($0)") }
      .filter { FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && isFolder.boolValue }
  }

  private func set(_ program: CommandLineProgram, to date: String) throws {
    let date = try Date(date, strategy: .iso8601)
    let text = "\(Int(date.timeIntervalSince1970))"
    try program.write(text, to: "widget/now")
    for folder in Self.installed(program) {
      try text.write(toFile: "\(folder)/now", atomically: false, encoding: .utf8)
    }
  }

  private func run(_ program: CommandLineProgram, _ arguments: [String]) throws {
    // User defaults of this test's own.
    let running = try program.start(arguments, environment: ["HOME": program.folder.path])
    let result = try program.finish(running, within: 60)
    #expect(result.status == 0, "\(arguments): \(result.text)")
  }

  @Test(arguments: all) func `a ported widget draws its golden pictures`(ported: Ported) throws {
    let program = try CommandLineProgram()
    try add(ported, to: program)
    for step in ported.history {
      try set(program, to: step.date)
      try run(
        program, ["widgets", "perform", ported.kind] + step.intent.split(separator: " ").map(String.init))
    }
    for family in ported.families {
      let picture = program.path("\(family).png")
      try run(
        program, ["render", "--widget", ported.kind, "--family", family, "--at", Self.instant, "--out", picture])
      try GoldenPicture("ported/\(ported.name)-\(family)").expect(picture)
    }
  }
}
