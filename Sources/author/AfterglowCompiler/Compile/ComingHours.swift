import AfterglowArchive
import AfterglowCore
import AfterglowTimeline
import AfterglowViews
import Foundation

/// The coming hours that a panel shows under a hand (docs/actions.md, The day under your hand).
package enum ComingHours {
  /// How far ahead of the present moment the firmware goes, in seconds.
  package static let seconds: TimeInterval = 36 * 3600
  /// The time after which entries are left out, in seconds, where a scene with all entries finds no room in the archive.
  static let shortSeconds: TimeInterval = 12 * 3600
}

extension WidgetTimeline {
  /// Until when the timeline says what is to come; nil = it does for as long as the panel goes ahead.
  ///
  /// Content that its owner alone changes stays as it is. Of several entries the last one ends what is known, because it says
  /// nothing of what follows it; a single entry is known until the next one is requested.
  func knownEnd(from date: Date) -> Date? {
    let end: Date?
    if let knownUntil {
      end = knownUntil
    } else if policy == .never && continuesAt == nil {
      end = nil
    } else if entries.count > 1 {
      end = entries.last?.date
    } else {
      end = reloadDue ?? date
    }
    return end.flatMap { $0 < date + ComingHours.seconds ? max($0, date) : nil }
  }
}

extension SceneCompilation {
  /// Whether the panel shows coming moments under a hand.
  var showsAhead: Bool { scene.board.showsAhead != 0 }

  /// The steps of a widget that find room, and those that do not.
  func roomySteps(_ steps: [WidgetStep]) -> [WidgetStep] {
    guard let end = terms.end, let cut = steps.dropFirst().firstIndex(where: { $0.date > end }) else { return steps }
    sink.cutOffs.append(steps[cut].date)
    return Array(steps[..<cut])
  }

  /// Adds the date from which the panel knows nothing of the widget, for a hand that moves it through the coming hours.
  ///
  /// - Parameter cutOff: when the first entry begins that found no room; nil = all have.
  func addReach(to entries: inout [ArchiveEntry], _ index: Int, cutOff: Date?) {
    guard showsAhead else { return }
    if contents[index].isPlaceholder { return noteReach(0, index) }
    // Entries to leaf through say nothing of a moment, and one that is repeated would be shown twice.
    if scene.slots[index].isLeafedThrough { return }
    let known = contents[index].timeline.knownEnd(from: date)
    guard let end = [known, cutOff].compactMap(\.self).min() else { return }
    noteReach(end.timeIntervalSince(date), index)
    let moment = Instant(date: end)
    guard let current = entries.lastIndex(where: { $0.date <= moment }) ?? entries.indices.first else { return }
    var first = current
    // An archive of the same content has the same bytes: the flag has no effect at the present moment.
    if end > date && entries[current].date != moment {
      first = current + 1
      var beyond = entries[current]
      beyond.date = moment
      entries.insert(beyond, at: first)
    }
    // The entries after it are compiled nevertheless: the panel shows the one that holds at the time.
    for position in first..<entries.count { entries[position].isBeyondReach = true }
  }

  private func noteReach(_ seconds: TimeInterval, _ index: Int) {
    if terms.page.detailOf != nil { return }
    // An entry without room may begin at any date.
    sink.note(reach: min(max(0, seconds), ComingHours.seconds), in: scene.slots[index].identifier)
  }
}
