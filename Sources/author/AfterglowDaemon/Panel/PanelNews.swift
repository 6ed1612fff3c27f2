import AfterglowCore
import AfterglowEngine
import AfterglowKit
import AfterglowLight
import AfterglowLinux
import Foundation

/// Finds what has changed in a guard's messages about its panel, and describes it.
package struct PanelNews {
  private var display = ""
  private var dimming = ""
  private var hasBegun = false

  package init() {}

  /// The sentence about where the picture is; nil if that has not changed.
  package mutating func display(_ name: String) -> String? {
    guard !name.isEmpty, name != display else { return nil }
    display = name
    return "the picture is on \(name)"
  }

  /// The sentence about what dims the panel; nil if neither that nor the level has changed, and for files.
  package mutating func dimming(_ message: ControlMessage, isInFile: Bool) -> String? {
    if isInFile && message.text.hasPrefix("colours") || message.text == dimming { return nil }
    dimming = message.text
    let nits = (Double(message.value) / 1000).formatted(
      .number.precision(.significantDigits(1...3)).locale(Locale(identifier: "en_US_POSIX")))
    return "dimmed by \(message.text): white is at most \(nits) cd/m²"
  }

  /// Whether an update is written: in a journal, which is kept on disk, not what is shown each minute.
  mutating func isWorthALine(_ message: ControlMessage, inJournal: Bool) -> Bool {
    defer { hasBegun = true }
    let rare = UpdateCause.night | UpdateCause.stale | UpdateCause.clockStep | UpdateCause.clockTrust
    return !inJournal || !hasBegun || message.causes & rare != 0
  }

  /// One line for each update.
  package static func update(_ message: ControlMessage) -> String {
    let mode = message.isNight ? ", night" : message.isAlwaysOn ? ", always-on" : ""
    let isNews = message.causes & (UpdateCause.night | UpdateCause.luminance) != 0
    let reason = LightReason(rawValue: message.reason).map { isNews ? ", " + ReasonText.short($0) : "" } ?? ""
    let next = TimeText.due(
      Instant(milliseconds: message.nextRealtimeMs), now: Instant(milliseconds: message.realtimeMs))
    return "\(CauseText.joined(message.causes))\(mode)\(reason): \(message.pixelsChanged) px changed; next \(next)"
  }
}
