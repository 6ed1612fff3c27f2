import AfterglowWidgets
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The process that composes dies at counted moments of each built-in widget's composition: only that widget is stale.
/// `make test-deaths` tries fifty moments of each, `make test` a few of one.
@Suite(.serialized) struct DeathMomentTests {
  private static let asked = ProcessInfo.processInfo.environment["AFTERGLOW_DEATHS"].flatMap { Int($0) }
  private static let kinds = asked == nil ? ["note"] : WidgetGallery.builtIn.kinds
  private static let momentCount = asked ?? 2

  /// Steps from the first on, ever further apart: later ones are many, and alike.
  private static var moments: [Int] {
    (0..<momentCount).map { number in number < 10 ? number + 1 : 10 + (number - 9) * (number - 9) / 4 + (number - 9) }
  }

  private func failures(_ program: CommandLineProgram) throws -> [String: String] {
    let result = try program.run(["status", "bedside-clock", "--json"])
    let status = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let widgets = status?["widgets"] as? [[String: Any]] ?? []
    return Dictionary(
      widgets.compactMap { widget in
        guard let name = widget["name"] as? String, let failure = widget["failure"] as? String else { return nil }
        return (name, failure)
      }, uniquingKeysWith: { one, _ in one })
  }

  /// - Returns: whether the widget's composition has so many steps.
  private func dies(_ kind: String, at moment: Int) throws -> Bool {
    let program = try CommandLineProgram()
    try program.write(
      """
      context: standBy
      widgets:
        - {name: neighbour, kind: countdown}
        - {name: subject, kind: \(kind)}

      """, to: "boards/bedside-clock/scene.yaml")
    try program.write("", to: "fault")
    let running = try program.start(
      ["run", "bedside-clock", "--headless"], environment: ["AFTERGLOW_FAULT_FILE": program.path("fault")])
    defer { running.signal(SIGKILL) }
    try #require(program.wait(60) { running.output.contains("px changed") }, "\(running.errors)")
    let before = running.output.components(separatedBy: ": compiled").count
    try program.write("subject \(moment) \(SIGILL)\n", to: "fault")
    running.signal(SIGHUP)
    let isComposed = program.wait(60) { running.output.components(separatedBy: ": compiled").count > before }
    #expect(isComposed, "\(kind), step \(moment): \(running.output)\(running.errors)")
    let found = try failures(program)
    let hasDied = running.errors.contains("subject (\(kind))")
    #expect(running.process.isRunning)
    #expect(found["neighbour"] == nil, "\(kind), step \(moment): \(found)")
    #expect((found["subject"]?.contains("died") ?? false) == hasDied, "\(kind), step \(moment): \(found)")
    return hasDied
  }

  @Test(arguments: kinds) func `a death at any moment of a widget's composition costs that widget alone`(
    _ kind: String
  ) throws {
    var count = 0
    for moment in Self.moments {
      // Beyond its last step nothing happens.
      guard try dies(kind, at: moment) else { break }
      count += 1
    }
    #expect(count > 0)
    print("\(kind): died at \(count) of \(Self.momentCount) moments")
  }
}
