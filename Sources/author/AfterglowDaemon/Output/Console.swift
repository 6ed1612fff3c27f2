import AfterglowArchive
import AfterglowCore
import AfterglowKit
import AfterglowLinux
import Foundation

/// A run's output apart from its lines, and its input: the panel's picture as a file and in the terminal, and keys.
/// Used by the daemon's loop; pictures are drawn on `MirrorThread`.
final class Console {
  let mirror: MirrorThread
  private let hasTerminal: Bool
  private let lines: LineQueue
  /// Hosts a simulated e-paper panel; nil = the display is none.
  private var panel: PanelHost?
  private var keys: KeyReader?

  /// - Parameter showsPictures: in the terminal, if there is one.
  init(picturePath: String, board: BoardRecord, showsPictures: Bool, lines: LineQueue) {
    let terminal = showsPictures && Terminal.showsPictures ? TerminalPanel(textRows: 8) : nil
    hasTerminal = terminal != nil
    self.lines = lines
    // In a terminal picture and lines are in order; a file's picture does not wait for a reader of lines.
    mirror = MirrorThread(
      PanelMirror(picturePath: picturePath, board: board, terminal: terminal, reporter: StatusReporter(lines.write)),
      on: terminal == nil ? WorkThread("mirror") : lines.thread)
  }

  /// Hosts the e-paper panel that the guard is to find, and shows it.
  ///
  /// - Throws: `Failure` when its socket cannot be made.
  func host(_ board: BoardRecord, _ paths: RuntimePaths) throws {
    let (mirror, lines) = (mirror, lines)
    mirror.ask { $0.path = paths.framebuffer }
    panel = try PanelHost(
      socketPath: paths.panelSocket, framebufferPath: paths.framebuffer,
      rotation: Rotation(rawValue: board.rotation) ?? .none
    ) { news in
      switch news {
      case .picture: mirror.ask { $0.isUpdate = true }
      case .violation(let text): lines.write(.log(.warning), "panel: \(text)")
      case .trouble(let text): lines.write(.log(.warning), text)
      }
    }
  }

  var hosts: Bool { panel != nil }

  func endHosting() { panel?.end() }

  func beginKeys() { keys = KeyReader() }

  /// Adds standard input to the poll set if keys are read.
  ///
  /// - Returns: its index.
  func join(_ set: inout PollSet) -> Int { set.add(keys == nil ? -1 : STDIN_FILENO) }

  /// The keys pressed; call it when input is readable.
  func pressed() -> [KeyCommand] {
    guard let pressed = keys?.read() else {
      keys = nil
      return []
    }
    return pressed.compactMap { KeyCommand($0) }
  }

  func redrawIfResized() {
    if hasTerminal { mirror.ask { $0.isRedrawIfResized = true } }
  }

  func leave() {
    mirror.close()
    mirror.finish(withinMs: 500)
    keys?.restore()
  }
}

/// A key's command.
enum KeyCommand: Equatable {
  case mode(ModeOverride, called: String)
  /// Darkens a lit panel and lights a dark one.
  case power
  /// The next clock face.
  case face
  case quit

  /// nil for a key without a command.
  init?(_ key: Character) {
    switch key {
    case "d", "D": self = .mode(.day, called: "day")
    case "n", "N": self = .mode(.night, called: "night")
    case "a", "A": self = .mode(.alwaysOn, called: "always-on")
    case "s", "S": self = .mode(.automatic, called: "what the light sensor says")
    case "p", "P": self = .power
    case "c", "C": self = .face
    case "q", "Q", "\u{3}": self = .quit
    default: return nil
    }
  }
}
