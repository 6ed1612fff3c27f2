import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import Foundation

/// What people see of a run beside its lines, and what they press: the panel's picture, as a file and in the terminal, and keys.
final class Console {
  let mirror: MirrorThread
  private let hasTerminal: Bool
  private var keys: KeyReader?

  /// - Parameter showsPictures: in the terminal, where there is one.
  init(picturePath: String, board: BoardRecord, showsPictures: Bool, lines: LineQueue) {
    let terminal = showsPictures && Terminal.showsPictures ? TerminalPanel(textRows: 8) : nil
    hasTerminal = terminal != nil
    // In a terminal picture and lines come in order; a file's picture waits for nobody who reads lines.
    mirror = MirrorThread(
      PanelMirror(picturePath: picturePath, board: board, terminal: terminal, teller: Teller(lines.write)),
      on: terminal == nil ? WorkThread("mirror") : lines.thread)
  }

  func beginKeys() { keys = KeyReader() }

  /// Waits for keys.
  /// - Returns: their place.
  func join(_ set: inout PollSet) -> Int { set.add(keys == nil ? -1 : STDIN_FILENO) }

  /// Call when there is something to read.
  func pressed() -> [KeyWish] {
    guard let pressed = keys?.read() else {
      keys = nil
      return []
    }
    return pressed.compactMap { KeyWish($0) }
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

/// What a person asks for by a key.
enum KeyWish: Equatable {
  case mode(ModeOverride, called: String)
  /// Dark if the panel is lit, and the other way round.
  case power
  /// The next clock face.
  case face
  case quit

  /// nil for a key that means nothing.
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
