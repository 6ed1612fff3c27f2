import AfterglowEngine

/// Why a frame was drawn, as text.
package enum CauseText {
  /// In this order.
  private static let names: [(flag: UInt32, name: String)] = [
    (UpdateCause.start, "start"), (UpdateCause.tick, "tick"), (UpdateCause.entry, "entry"),
    (UpdateCause.stale, "stale"), (UpdateCause.night, "night"), (UpdateCause.luminance, "luminance"),
    (UpdateCause.archive, "archive"), (UpdateCause.clockStep, "clockStep"), (UpdateCause.clockTrust, "clockTrust"),
    (UpdateCause.detail, "detail"),
    (UpdateCause.orbit, "orbit"), (UpdateCause.touch, "touch"), (UpdateCause.page, "page"),
    (UpdateCause.ahead, "ahead"),
  ]

  /// `tick`, or `tick+entry` if there are several.
  package static func joined(_ flags: UInt32) -> String {
    let list = names.filter { flags & $0.flag != 0 }.map(\.name)
    return list.isEmpty ? "nothing" : list.joined(separator: "+")
  }
}
