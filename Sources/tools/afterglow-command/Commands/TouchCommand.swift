import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowInput
import AfterglowKit
import AfterglowLinux
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

  @Argument(
    help: "A board that is running: its folder or name; may be left out when it is the only one.",
    completion: BoardCompletion.running)
  var board: String?

  @Option(help: ArgumentHelp("Touch a point for a moment, in pixels of the scene.", valueName: "x,y"))
  var tap: String?

  @Option(help: ArgumentHelp("Move a finger between two points, in pixels of the scene.", valueName: "x,y,x,y"))
  var swipe: String?

  @Option(
    help: ArgumentHelp("Press a key: \(Self.keyNames), or the kernel's code.", valueName: "key"))
  var key: String?

  @Option(help: ArgumentHelp("The guard's own socket, instead of looking for it.", valueName: "socket"))
  var control: String?

  /// Codes of input-event-codes.h.
  private static let keys: [(name: String, code: UInt16)] = [
    ("enter", 28), ("space", 57), ("up", 103), ("left", 105), ("right", 106), ("down", 108), ("esc", 1),
  ]

  private static let keyNames = keys.map(\.name).joined(separator: ", ")

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
    if let known = keys.first(where: { $0.name == text.lowercased() }) { return known.code }
    if let code = UInt16(text), code < 768 { return code }
    throw ValidationError("expected \(keyNames) or a code from 0 to 767 after --key, found \"\(text)\"")
  }

  func run() throws {
    try reporting {
      let running = try RunningGuard(board: board, control: control)
      let steps = try steps(on: running)
      for step in steps {
        usleep(step.pauseMs * 1000)
        var packet = InputPacket()
        packet.append(step.change(MonotonicInstant(milliseconds: ag_boottime_ms())))
        try running.send(ControlMessage(packet, from: 0))
      }
      Report.say("\(running.board): \(key == nil ? "touched" : "key pressed")")
    }
  }

  /// A change of the device that this command stands for, and the pause before it.
  private struct Step {
    var pauseMs: UInt32
    var change: (MonotonicInstant) -> InputChange
  }

  /// Number of the device, which no device of a guard has.
  private static let device: UInt8 = 250
  private static let pressMs: UInt32 = 80
  private static let moveCount = 10

  private func steps(on running: RunningGuard) throws -> [Step] {
    if let key {
      let code = try Self.code(key)
      return [true, false].map { isDown in
        Step(pauseMs: isDown ? 0 : Self.pressMs) {
          .key(KeyChange(device: Self.device, code: code, isDown: isDown, at: $0))
        }
      }
    }
    let points = try Self.numbers(tap ?? swipe ?? "", count: tap == nil ? 4 : 2, "--tap")
    let geometry = try geometry(of: running)
    func step(_ phase: TouchContact.Phase, _ share: Double, pauseMs: UInt32) -> Step {
      let (x, y) = (points[0], points[1])
      let end = points.count == 4 ? (x: points[2], y: points[3]) : (x: x, y: y)
      let position = Self.position(x + (end.x - x) * share, y + (end.y - y) * share, geometry)
      return Step(pauseMs: pauseMs) {
        .contact(TouchContact(device: Self.device, place: 0, phase: phase, position: position, at: $0))
      }
    }
    let moves = points.count == 4 ? (1...Self.moveCount).map { Double($0) / Double(Self.moveCount) } : []
    return [step(.began, 0, pauseMs: 0)] + moves.map { step(.moved, $0, pauseMs: 16) }
      + [step(.ended, 1, pauseMs: moves.isEmpty ? Self.pressMs : 0)]
  }

  /// The middle of a pixel, in µm.
  private static func position(_ x: Double, _ y: Double, _ geometry: PanelSize) -> PanelPoint {
    func micrometres(_ pixel: Double, _ side: (mm: Double, px: Int)) -> Int32 {
      Int32(clamping: Int64(((pixel + 0.5) * side.mm * 1000 / Double(max(1, side.px))).rounded()))
    }
    return PanelPoint(x: micrometres(x, geometry.width), y: micrometres(y, geometry.height))
  }

  /// The sides of a panel in the orientation of its scene.
  private typealias PanelSize = (width: (mm: Double, px: Int), height: (mm: Double, px: Int))

  private func geometry(of running: RunningGuard) throws -> PanelSize {
    guard let folder = running.folder else {
      throw Failure(.usage, "the size of the panel is unknown; name its board as well")
    }
    let (found, problems) = BoardFolder.load(folder, readsContent: false)
    guard let found else { throw Failure(problems) }
    let size = found.board.geometry
    return ((size.widthMm, size.widthPx), (size.heightMm, size.heightPx))
  }
}
