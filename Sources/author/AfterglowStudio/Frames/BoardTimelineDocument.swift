import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowKit
import AfterglowLight
import AfterglowPreview
import Foundation

/// What changes on a panel in a stretch of time.
struct BoardTimelineDocument: Encodable {
  struct Entry: Encodable {
    var widget: String
    var at: String
  }

  struct Reload: Encodable {
    var widget: String
    var at: String
    var reason: String
  }

  struct Mode: Encodable {
    var at: String
    var mode: String
  }

  struct ClockChange: Encodable {
    var at: String
    /// Such as `+1 h`.
    var label: String
    var text: String
  }

  var entries: [Entry] = []
  var reloads: [Reload] = []
  var modes: [Mode] = []
  var clockChanges: [ClockChange]
  /// Until when every widget has entries of what is known now; null = none of them has more than one.
  var knownUntil: String?

  /// - Parameters:
  ///   - beginning: the board at the beginning of the stretch. What has ended by now has entries of its own.
  ///   - evening: what the light is; nil = the board's own.
  init(
    _ range: Range<Instant>, beginning: CompiledBoard, now present: CompiledBoard, at now: Instant,
    evening: LuxEvening? = nil
  ) throws {
    let isAhead = range.lowerBound >= now
    let board = isAhead ? beginning : present
    if !isAhead { entries += try Self.entries(beginning, in: range.lowerBound..<min(now, range.upperBound)) }
    entries += try Self.entries(board, in: max(range.lowerBound, now)..<max(range.upperBound, now))
    reloads = Self.reloads(board, in: range)
    let stage = try SceneStage(board)
    let modes =
      evening.map { stage.modes(from: range.lowerBound, to: range.upperBound, in: $0) }
      ?? stage.modes(from: range.lowerBound, to: range.upperBound, lux: board.constantLight)
    self.modes = modes.map { Mode(at: TimeText.utc($0.at), mode: $0.mode.name) }
    clockChanges = Self.clockChanges(in: range, zone: board.scene.timeZone)
    knownUntil = try Self.lastEntries(present).min().map(TimeText.utc)
  }

  private static func entries(_ board: CompiledBoard, in range: Range<Instant>) throws -> [Entry] {
    try board.withArchive { archive in
      zip(board.scene.slots.indices, board.scene.slots).flatMap { index, slot in
        dates(archive, index).filter(range.contains).map { Entry(widget: slot.identifier, at: TimeText.utc($0)) }
      }
    }
  }

  private static func lastEntries(_ board: CompiledBoard) throws -> [Instant] {
    try board.withArchive { archive in
      board.scene.slots.indices.compactMap { index in
        let dates = dates(archive, index)
        return dates.count > 1 ? dates.last : nil
      }
    }
  }

  /// Dates of a slot's entries.
  private static func dates(_ archive: Archive, _ slot: Int) -> [Instant] {
    let range = archive.widget(slot + 1).entries
    return (0..<Int(range.count)).map { Instant(milliseconds: archive.entry(Int(range.first) + $0).dateMs) }
  }

  private static func reloads(_ board: CompiledBoard, in range: Range<Instant>) -> [Reload] {
    board.scene.slots.compactMap { slot in
      guard let timeline = board.compiled.timelines[slot.identifier] else { return nil }
      let due: (at: Date, reason: String)? =
        switch timeline.policy {
        case .after(let date): (date, "it asked for this time")
        case .atEnd: timeline.lastDate.map { ($0, "its last entry") }
        case .never: nil
        }
      guard let due, range.contains(Instant(roundingUp: due.at)) else { return nil }
      return Reload(widget: slot.identifier, at: TimeText.utc(Instant(roundingUp: due.at)), reason: due.reason)
    }
  }

  private static func clockChanges(in range: Range<Instant>, zone: TimeZone) -> [ClockChange] {
    var found: [ClockChange] = []
    var date = Date(range.lowerBound)
    while let next = zone.nextDaylightSavingTimeTransition(after: date), Instant(roundingUp: next) < range.upperBound {
      let shift = zone.secondsFromGMT(for: next) - zone.secondsFromGMT(for: next - 1)
      let hours = Double(abs(shift)) / 3600
      let amount = hours == hours.rounded() ? "\(Int(hours)) h" : "\(Int(hours * 60)) min"
      found.append(
        ClockChange(
          at: TimeText.utc(Instant(roundingUp: next)), label: (shift < 0 ? "−" : "+") + amount,
          text: "clocks go \(shift < 0 ? "back" : "forward") by \(amount)"))
      date = next
    }
    return found
  }
}
