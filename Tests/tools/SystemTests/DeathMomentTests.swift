import Afterglow
import AfterglowWidgets
import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The process that composes dies at counted moments of each built-in widget's composition. The panel is read: only that
/// widget is old, and everything else equals a run without deaths.
///
/// `make test-deaths` tries fifty moments of each widget, `make test` a few of one.
@Suite(.serialized) struct DeathMomentTests {
  private static let asked = ProcessInfo.processInfo.environment["AFTERGLOW_DEATHS"].flatMap { Int($0) }
  private static let kinds = asked == nil ? ["note"] : WidgetGallery.builtIn.kinds

  @Test(arguments: kinds) func `a death at any moment of a widget's composition costs that widget alone`(
    _ kind: String
  ) throws {
    let rig = try DeathRig(kind)
    let moments = try Self.asked.map { try self.moments($0, of: rig) } ?? [1, 4, 12, 30]
    var missing: [Int] = []
    for moment in moments where try !rig.compose(dyingAt: moment) { missing.append(moment) }
    #expect(missing == [], "\(kind): no death at these steps")
    try rig.stop()
    print("\(kind): died at \(moments.count - missing.count) moments up to step \(moments.last ?? 0)")
  }

  /// So many steps, evenly from the first to near the last. Numbers change the length of some words, and so the last step.
  private func moments(_ count: Int, of rig: DeathRig) throws -> [Int] {
    let total = try rig.stepCount()
    let last = max(count, total * 9 / 10)
    try #require(total >= count, "\(rig.kind): its composition has \(total) steps")
    return (0..<count).map { count == 1 ? 1 : 1 + $0 * (last - 1) / (count - 1) }
  }
}

/// One running board whose composing process dies again and again, and the same board without deaths next to it.
private final class DeathRig {
  let kind: String
  private let program: CommandLineProgram
  private let running: [CommandLineProgram.Running]
  private var count = 0
  /// The panel when the widget was last composed without a death.
  private var good: PanelPixels

  /// The board whose process dies, and the one without deaths.
  private static let boards = ["bedside-clock", "calm"]

  init(_ kind: String) throws {
    let program = try CommandLineProgram()
    let board = program.folder.appending(path: "boards/bedside-clock")
    let settings = board.appending(path: "board.yaml")
    try String(contentsOf: settings, encoding: .utf8)
      .replacingOccurrences(of: "archive: 1024", with: "archive: 8192")
      .appending("\nwear: {orbit: 0}\n")
      .write(to: settings, atomically: true, encoding: .utf8)
    try WidgetContents.write(to: board)
    try program.write(Self.scene(kind, "subject-0"), to: "boards/bedside-clock/scene.yaml")
    try FileManager.default.copyItem(at: board, to: program.folder.appending(path: "boards/calm"))
    try program.write("", to: "fault")
    let environment = ["AFTERGLOW_FAULT_FILE": program.path("fault"), "AFTERGLOW_DEATH_LIMIT": "1000000"]
    let running = try Self.boards.map { try program.start(["run", $0, "--headless"], environment: environment) }
    var first: PanelPixels?
    let isSame = program.wait(60) {
      guard let shown = PanelPixels(program.framebuffer()), let calm = PanelPixels(program.framebuffer("calm")) else {
        return false
      }
      first = shown
      return Self.neighbourIsSame(shown, calm) && (kind == "system" || shown == calm)
    }
    let errors = running.map(\.errors)
    try #require(isSame, "\(kind): both boards do not show the same: \(errors)")
    self.kind = kind
    self.program = program
    self.running = running
    good = try #require(first)
  }

  /// Two widgets side by side: a neighbour that stays the same, and the subject.
  private static func scene(_ kind: String, _ name: String) throws -> String {
    let configuration = try #require(WidgetContents.configurations[kind], "no content is known for \(kind)")
    return """
      context: standBy
      locale: en-GB
      zone: Europe/Lisbon
      place: {name: Porto, latitude: 41.15, longitude: -8.61}
      widgets:
        - {name: neighbour, kind: value, configuration: {file: value.json}}
        - {name: \(name), kind: \(kind), configuration: \(configuration)}

      """
  }

  /// Composes the subject under a new name, by which it is not set aside yet, and reads the panel.
  ///
  /// - Parameter step: the step of its composition at which the process dies.
  /// - Returns: false where the composition has fewer steps.
  func compose(dyingAt step: Int) throws -> Bool {
    count += 1
    let (name, place) = ("subject-\(count)", "\(kind), step \(step)")
    try program.write("\(name) \(step) \(SIGILL)\n", to: "fault")
    try program.write(Self.scene(kind, name), to: "boards/bedside-clock/scene.yaml")
    var found: [String: String] = [:]
    let isComposed = program.wait(60) {
      found = (try? failures()) ?? [:]
      return found[name] != nil
    }
    let errors = running[0].errors.suffix(2000)
    try #require(isComposed && running.allSatisfy(\.process.isRunning), "\(place): \(errors)")
    #expect(found["neighbour"] == "", "\(place): \(found)")
    let failure = found[name] ?? ""
    let hasDied = !failure.isEmpty
    if hasDied {
      #expect(
        failure.contains("composed \(name) (\(kind)) from ") && failure.contains("died"), "\(place): \(failure)")
    } else if kind == "system" {
      // Its new values may be the old ones, so that no picture says when they are shown.
      usleep(2_000_000)
    }
    var problem: String?
    let isRight = program.wait(20) {
      problem = fault(hasDied: hasDied)
      return problem == nil
    }
    #expect(isRight, "\(place): \(problem ?? "")")
    if !hasDied { good = PanelPixels(program.framebuffer()) ?? good }
    return hasDied
  }

  /// The failure of each widget that `status` knows, by its name; empty for a widget without one.
  private func failures() throws -> [String: String] {
    let result = try program.run(["status", "bedside-clock", "--json"])
    let status = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let widgets = status?["widgets"] as? [[String: Any]] ?? []
    return Dictionary(
      widgets.compactMap { widget in
        (widget["name"] as? String).map { ($0, widget["failure"] as? String ?? "") }
      }, uniquingKeysWith: { one, _ in one })
  }

  private static func neighbourIsSame(_ one: PanelPixels, _ other: PanelPixels) -> Bool {
    let area = Rect(x: 0, y: 0, width: Double(one.width) / 2, height: Double(one.height))
    return one.part(area) == other.part(area)
  }

  /// What is wrong on the panel; nil = nothing.
  private func fault(hasDied: Bool) -> String? {
    guard let shown = PanelPixels(program.framebuffer()), let calm = PanelPixels(program.framebuffer("calm")) else {
      return "no frame"
    }
    guard Self.neighbourIsSame(shown, calm) else { return "the neighbour is not as in a run without deaths" }
    let half = Double(shown.width) / 2
    let area = Rect(x: half, y: 0, width: half, height: Double(shown.height))
    // A clock goes on as in the other run; the state of the board itself stays as it was.
    let height = min(shown.differingHeight(area, from: calm), shown.differingHeight(area, from: good))
    if !hasDied { return height == 0 || kind == "system" ? nil : "the widget is not as in a run without deaths" }
    if height == 0 { return "the widget has no mark of its age" }
    return height <= shown.height / 5 ? nil : "the widget lost its last picture: \(height) rows differ"
  }

  /// The number of steps of the subject's composition.
  func stepCount() throws -> Int {
    var (low, high) = (0, 64)
    while try compose(dyingAt: high) {
      (low, high) = (high, high * 2)
      try #require(high < 1 << 24)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try compose(dyingAt: middle) { low = middle } else { high = middle }
    }
    return low
  }

  func stop() throws {
    for one in running { one.signal(SIGTERM) }
    for one in running { _ = try program.finish(one) }
  }
}
