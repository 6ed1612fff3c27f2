import AfterglowCore
import AfterglowLight

/// Explains why a mode began, in a sentence with the board's limits.
struct DecisionText {
  let settings: LightSettings

  /// - Parameter before: the previous state; nil at the start.
  func why(_ now: LightReport, before: LightReport?) -> String {
    switch now.reason {
    case .nothing: "light was never known, and no period of the schedule holds"
    case .heldLight: "the sensor gives no reading; the last one holds"
    case .schedule: "a period of the schedule holds"
    case .presence: "presence was detected"
    case .override: "it was asked for"
    case .light: light(now, before: before)
    }
  }

  /// How far colours dim always-on for the room.
  static func dimming(_ now: LightReport) -> String? {
    guard let white = now.alwaysOnMillinits else { return nil }
    return "in \(now.room.map { "\(lux($0)) lx" } ?? "the light that was known last") white has "
      + "\(decimal(Int64(white + 50) / 100 * 100)) cd/m²"
  }

  private func light(_ now: LightReport, before: LightReport?) -> String {
    let room = now.room.map { "\(Self.lux($0)) lx" } ?? "light"
    guard let before, before.reason == .light, before.mode != now.mode else {
      return "\(room) in the room\(returned(from: before))"
    }
    let isDarker = now.mode.rank > before.mode.rank
    // The limit of the outer of the passed thresholds: where red ends, or begins. Fluctuating light has a longer hold
    // time.
    let threshold = max(now.mode.rank, before.mode.rank) == 2 ? settings.night : settings.alwaysOn
    let limit = isDarker ? threshold.enterMillilux : threshold.leaveMillilux
    let hold = isDarker ? threshold.enterHoldMs : threshold.leaveHoldMs
    return "\(room): at or \(isDarker ? "below" : "above") \(Self.decimal(Int64(limit))) lx for at "
      + "least \(Self.decimal(Int64(hold))) s"
  }

  private func returned(from before: LightReport?) -> String {
    switch before?.reason {
    case .schedule: ", and no period of the schedule decides any more"
    case .presence: ", and presence has expired"
    case .override: ", and the override has ended"
    case .heldLight: ": the sensor reads again"
    default: ": the first reading decides at once"
    }
  }

  /// With as many digits as are significant.
  static func lux(_ illuminance: Illuminance) -> String {
    let millilux = illuminance.millilux
    if millilux >= 100_000 { return "\((millilux + 500) / 1000)" }
    return millilux >= 10_000 ? decimal((millilux + 50) / 100 * 100) : decimal((millilux + 5) / 10 * 10)
  }

  /// Thousandths as a decimal number without trailing zeros.
  static func decimal(_ thousandths: Int64) -> String {
    var text = "\(thousandths / 1000)"
    let rest = thousandths % 1000
    if rest == 0 { return text }
    text += "." + String(rest + 1000).dropFirst()
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }
}
