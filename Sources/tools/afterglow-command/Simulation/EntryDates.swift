import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import Foundation

/// The dates of the entries that the widgets of a compiled board show over time.
struct EntryDates {
  private struct Slot {
    var name: String
    /// Of the timeline's entries in ms since 1970, sorted; empty for a placeholder.
    var datesMs: [Int64]
  }

  private var mark: CompiledBoard.Mark?
  private var slots: [Slot] = []

  /// The date of each widget's entry at an instant, as members of a JSON object; null for a placeholder.
  mutating func json(of board: CompiledBoard, at instant: Instant) -> String {
    if mark !== board.mark { take(board) }
    let members = slots.map { slot in
      let date = Self.shown(slot.datesMs, at: instant).map { "\"\(TimeText.utc(Instant(milliseconds: $0)))\"" }
      return "\(JSONText.quoted(slot.name)):\(date ?? "null")"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func take(_ board: CompiledBoard) {
    mark = board.mark
    slots = board.scene.allSlots.map { slot in
      let entries = board.compiled.contents[slot.identifier]?.timeline?.entries ?? []
      return Slot(name: slot.identifier, datesMs: entries.map { Instant(roundingUp: $0.date).milliseconds })
    }
  }

  /// The newest date that has come, else the first: its entry is shown before its date, too.
  private static func shown(_ datesMs: [Int64], at instant: Instant) -> Int64? {
    var (low, high) = (0, datesMs.count)
    while low < high {
      let middle = (low + high) / 2
      if datesMs[middle] <= instant.milliseconds { low = middle + 1 } else { high = middle }
    }
    return datesMs.isEmpty ? nil : datesMs[max(0, low - 1)]
  }
}
