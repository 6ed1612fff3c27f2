import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowLight
import AfterglowPreview
import Foundation

/// The words that a board reads aloud in a minute. Ticking texts have the words of their compile, so that a board compiled some
/// minutes ago would read an old time aloud. Of one thread.
struct SpokenShelf {
  /// The values on which the words depend, next to the board.
  private struct Subject: Equatable {
    var minute: Int64
    var lux: Illuminance?
    var mode: ModeOverride
    var distanceMm: Int64?
  }

  private static let minuteMs: Int64 = 60_000

  /// The board's mark, which is kept: another board's could have its address.
  private var mark: CompiledBoard.Mark?
  private var subject: Subject?
  private var words: [ShownDocument.Spoken] = []

  /// - Parameters:
  ///   - frame: the board as it shows the situation.
  /// - Throws: what the compiler throws.
  mutating func words(
    of board: CompiledBoard, _ frame: StillFrame, _ situation: Situation
  ) throws -> [ShownDocument.Spoken] {
    let minute = Self.minute(situation.at)
    if try Self.minute(board.withArchive { $0.compiledAt }) == minute || situation.content != .current {
      return ShownDocument.spoken(board, frame)
    }
    let wanted = Subject(
      minute: minute, lux: situation.lux(on: board), mode: situation.mode, distanceMm: situation.distanceMm)
    if mark === board.mark, subject == wanted { return words }
    let now = try board.compiledAgain(at: Instant(milliseconds: minute * Self.minuteMs))
    words = ShownDocument.spoken(now, try situation.still(now))
    (mark, subject) = (board.mark, wanted)
    return words
  }

  private static func minute(_ instant: Instant) -> Int64 {
    let ms = instant.milliseconds
    return (ms - ((ms % minuteMs) + minuteMs) % minuteMs) / minuteMs
  }
}

extension Situation {
  /// The frame of a board, as `afterglow render` draws it.
  func still(_ board: CompiledBoard) throws -> StillFrame {
    try StillFrame(board, at: at, lux: lux(on: board), override: mode, distance: distanceMm)
  }
}

extension CompiledBoard {
  /// The same scene with the content of another instant.
  ///
  /// - Throws: `Failure` where there is no archive.
  fileprivate func compiledAgain(at instant: Instant) throws -> CompiledBoard {
    do {
      let compiled = try WidgetProcesses.together { try SceneCompiler().compile(scene, at: Date(instant)) }
      return try CompiledBoard(name: name, scene: scene, compiled: compiled, problems: problems, advice: advice)
    } catch let error as CompileError {
      throw Failure(error, in: scene, called: name)
    }
  }
}
