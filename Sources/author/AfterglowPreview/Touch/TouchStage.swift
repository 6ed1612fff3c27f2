import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowInput
import AfterglowKit
import AfterglowLight
import Foundation

/// A panel that a hand touches, in this process: the renderer's own loop, whose gestures, targets and answers are those of a
/// running panel. No order for the author is performed. Belongs to one thread.
package final class TouchStage: PageFrame {
  /// The light, the mode and the viewer of a panel from its first frame on.
  package struct Room: Sendable {
    /// nil = unknown.
    package var lux: Illuminance?
    package var override: ModeOverride
    /// In mm; nil = unknown.
    package var distance: Int64?
    package var isOccupied: Bool

    package init(lux: Illuminance?, override: ModeOverride, distance: Int64? = nil, isOccupied: Bool = false) {
      self.lux = lux
      self.override = override
      self.distance = distance
      self.isOccupied = isOccupied
    }
  }

  private let panel: StagePanel
  private let size: SceneSize
  private let course: HandCourse
  private let log: TouchReports
  /// The picture on the glass of e-paper; nil = another display.
  private var glass: PanelPicture?

  package let width: Int
  package let height: Int

  /// Draws the first frame.
  ///
  /// - Throws: `Failure` where the board cannot be drawn, or has nothing that can be touched.
  package init(_ board: CompiledBoard, at instant: Instant, in room: Room) throws {
    guard board.record.input.count > 0 else {
      throw Failure(.badInput, "\(board.name): nothing on this board can be touched; add `input: auto` to board.yaml")
    }
    let whole = board.ofAllPages
    (width, height) = (Int(board.record.widthPx), Int(board.record.heightPx))
    size = SceneSize(board.record)
    panel = StagePanel(board.record)
    course = HandCourse(from: instant)
    log = TouchReports(whole)
    let parts = LoopParts(stage: try SceneStage(whole), panel: panel, course: course, log: log, room: room)
    let thread = Thread { parts.run() }
    thread.name = "touched panel"
    thread.stackSize = 8 << 20
    thread.start()
    course.begin()
    noteGlass()
  }

  deinit { course.end() }

  /// Follows steps in order of time, and then time until `end`, in ms since the first frame.
  ///
  /// - Returns: what the steps have caused.
  /// - Throws: `Failure` after the loop's end, which no step causes.
  package func follow(_ steps: [HandStep], untilMs end: Int64) throws -> [TouchEffect] {
    var news: [HandCourse.News] = []
    for sequence in log.underWay {
      let answer = ActionAnswer(sequence: sequence, outcome: .accepted)
      news.append(HandCourse.News(atMs: course.nowMs, wake: .answer(answer)))
    }
    for step in steps {
      let change = step.change(on: size)
      var packet = InputPacket()
      packet.append(change)
      news.append(HandCourse.News(atMs: step.atMs, wake: .input(packet)))
      // As on a running panel, a touch is followed by the news that a viewer is present.
      if change.isActivity { news.append(HandCourse.News(atMs: step.atMs, wake: .presence)) }
    }
    guard course.follow(news, untilMs: end) else {
      throw Failure(.unavailable, "the loop of the touched panel has ended; this is a defect")
    }
    noteGlass()
    return log.takeEffects()
  }

  private func noteGlass() { if panel.paper != nil { glass = panel.picture } }

  // MARK: What it shows

  package var mode: LightMode { log.mode }
  package var modeReason: LightReason { log.reason }
  /// The instant of the panel's clock.
  package var instant: Instant { course.instant }
  /// When the panel changes by itself, in ms since the first frame; nil = not within a day.
  package var nextMs: Int64? { course.nextMs }

  package func copyRow(_ y: Int, to row: UnsafeMutablePointer<UInt32>) {
    if let glass {
      glass.pixels.withUnsafeBufferPointer { row.update(from: $0.baseAddress! + y * width, count: width) }
    } else {
      panel.copyRow(y, to: row)
    }
  }
}

/// The loop of a touched panel, on its thread.
private struct LoopParts: @unchecked Sendable {
  var stage: SceneStage
  var panel: StagePanel
  var course: HandCourse
  var log: TouchReports
  var room: TouchStage.Room

  func run() {
    log.answer = { [weak course] wake in course?.add(wake) }
    if let distance = room.distance { course.add(.distance(distance)) }
    if room.isOccupied { course.add(.presence) }
    var clock = HandClock(course)
    var observer = TouchObserver(log: log)
    stage.runLoop(on: panel, clock: &clock, observer: &observer, lux: room.lux, override: room.override)
    course.finish()
  }
}

/// Passes the loop's reports on.
private struct TouchObserver: ~Copyable, UpdateObserver {
  let log: TouchReports

  mutating func presented(_ report: borrowing UpdateReport) { log.presented(report) }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {}

  mutating func commanded(_ command: ActionCommand) { log.commanded(command) }
}
