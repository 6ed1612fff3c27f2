import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowInput
import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import ArgumentParser
import CLinux
import Foundation

/// `afterglow touch [BOARD] --tap X,Y | --swipe X,Y,X,Y | --key NAME`.
struct TouchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touch",
    abstract: "Touch a running panel, or press a key, without an input device.",
    discussion: """
      The panel handles the touch as that of a device: it wakes, shows the press, and performs the action that the scene \
      permits. Positions are pixels of the scene, from its upper left corner. The board needs an `input` in board.yaml.

      EXAMPLES
        afterglow touch bedside-clock --tap 600,240
        afterglow touch bedside-clock --swipe 700,240,200,240
        afterglow touch --key enter

      \(ExitStatus.help)
      """)

  @OptionGroup var target: RunningTarget

  @Option(help: ArgumentHelp("Touch a point for a moment, in pixels of the scene.", valueName: "x,y"))
  var tap: String?

  @Option(help: ArgumentHelp("Move a finger between two points, in pixels of the scene.", valueName: "x,y,x,y"))
  var swipe: String?

  @Option(
    help: ArgumentHelp(
      "Press a key: \(HandKey.names), or the kernel's name (KEY_PROG1) or code.", valueName: "key"))
  var key: String?

  func validate() throws {
    guard [tap, swipe, key].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("expected exactly one of --tap, --swipe and --key")
    }
    if let tap { _ = try Self.numbers(tap, count: 2, "--tap") }
    if let swipe { _ = try Self.numbers(swipe, count: 4, "--swipe") }
    if let key { _ = try Self.code(key) }
  }

  private static func numbers(_ text: String, count: Int, _ option: String) throws -> [Double] {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == count, numbers.allSatisfy({ (-16_384...16_384).contains($0) }) else {
      throw ValidationError("expected \(count) numbers with commas between them after \(option), found \"\(text)\"")
    }
    return numbers
  }

  private static func code(_ text: String) throws -> UInt16 {
    if let code = HandKey.code(of: text) { return code }
    throw ValidationError("expected \(HandKey.names) or a code from 0 to 767 after --key, found \"\(text)\"")
  }

  func run() throws {
    try reporting {
      let running = try RunningGuard(target)
      let steps = try steps(on: running)
      for step in steps {
        usleep(UInt32(step.pauseMs) * 1000)
        var packet = InputPacket()
        packet.append(step.change(MonotonicInstant(milliseconds: ag_boottime_ms())))
        try running.send(ControlMessage(packet, from: 0))
      }
      Report.say("\(running.board): \(key == nil ? "touched" : "key pressed")")
    }
  }

  private func steps(on running: RunningGuard) throws -> [HandGesture.Step] {
    if let key {
      let size = SceneSize(widthPx: 1, heightPx: 1, widthMicrometres: 1, heightMicrometres: 1)
      return try HandGesture.key(Self.code(key), ms: HandGesture.pressMs).steps(on: size)
    }
    let numbers = try Self.numbers(tap ?? swipe ?? "", count: tap == nil ? 4 : 2, "--tap")
    let start = ScenePoint(x: numbers[0], y: numbers[1])
    let gesture =
      tap == nil
      ? HandGesture.swipe(from: start, to: ScenePoint(x: numbers[2], y: numbers[3]))
      : .tap(start, ms: HandGesture.pressMs)
    return try gesture.steps(on: sceneSize(of: running))
  }

  private func sceneSize(of running: RunningGuard) throws -> SceneSize {
    guard let folder = running.folder else {
      throw Failure(.usage, "the size of the panel is unknown; name its board as well")
    }
    let (found, problems) = BoardFolder.load(folder, readsContent: false)
    guard let found else { throw Failure(problems) }
    let size = found.board.geometry
    return SceneSize(
      widthPx: size.widthPx, heightPx: size.heightPx, widthMicrometres: size.widthMm * 1000,
      heightMicrometres: size.heightMm * 1000)
  }
}
