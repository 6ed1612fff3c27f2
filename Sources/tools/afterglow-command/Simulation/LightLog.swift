import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowKit
import AfterglowLight
import AfterglowPreview
import Foundation

/// Writes `light.jsonl`: a line with the board's limits, then one for each reading and each decision:
///
///     {"board":"Bedside clock","zone":"Europe/Lisbon","night":[2,5],"alwaysOn":[15,30],
///      "filterTimeConstant":2,"peakLuminance":250,"from":"2026-11-21T20:00:00.000Z","to":"2026-11-22T06:00:00.000Z"}
///     {"t":"2026-11-21T22:14:10.000Z","mode":"night","reason":"light","lux":0.4,"room":0.41,"own":0,
///      "white":null,"why":"0.4 lx: at or below 2 lx for at least 10 s"}
///
/// `lux` is the sensor's reading, null = unknown; `room` the light that thresholds use, smoothed and without `own`, the
/// panel's own light. `white` is the luminance of white in always-on where colours follow the room's light, in cd/m²;
/// null otherwise. `why` is there where mode, reason or `white` have changed.
final class LightLog {
  private let file: LineFile
  private let words: DecisionText
  /// The scene's.
  private let zone: TimeZone
  private var last: LightReport?
  /// Changes of the mode and of always-on's luminance, for the summary at the end.
  private(set) var decisions: [(at: Instant, mode: LightMode, why: String)] = []

  /// Further changes are in the file only.
  static let maximumTold = 12

  init(folder: String, board: CompiledBoard, from: Instant, to: Instant) throws {
    let light = board.record.light
    file = try LineFile(creating: SimulationFile.light.path(in: folder))
    words = DecisionText(settings: light)
    zone = board.scene.timeZone
    func limits(_ threshold: LightThreshold) -> String {
      "[\(DecisionText.decimal(Int64(threshold.enterMillilux))),\(DecisionText.decimal(Int64(threshold.leaveMillilux)))]"
    }
    file.add(
      "{\"board\":\(JSONText.quoted(board.scene.strings[.name])),\"zone\":\(JSONText.quoted(board.scene.timeZone.identifier)),"
        + "\"night\":\(limits(light.night)),\"alwaysOn\":\(limits(light.alwaysOn)),"
        + "\"filterTimeConstant\":\(DecisionText.decimal(Int64(light.filterTimeConstantMs))),"
        + "\"peakLuminance\":\(DecisionText.decimal(Int64(light.peakMillinits))),"
        + "\"from\":\"\(TimeText.utc(from))\",\"to\":\"\(TimeText.utc(to))\"}\n")
  }

  var failure: FileFailure? { file.failure }

  func add(_ report: LightReport, at now: Instant) {
    func number(_ value: Illuminance?) -> String { value.map { DecisionText.decimal($0.millilux) } ?? "null" }
    var line =
      "{\"t\":\"\(TimeText.utc(now))\",\"mode\":\"\(report.mode.name)\","
      + "\"reason\":\"\(ReasonText.name(report.reason))\",\"lux\":\(number(report.reading)),"
      + "\"room\":\(number(report.room)),\"own\":\(number(report.own)),"
      + "\"white\":\(report.alwaysOnMillinits.map { DecisionText.decimal(Int64($0)) } ?? "null")"
    if report.mode != last?.mode || report.reason != last?.reason {
      let why = words.why(report, before: last)
      line += ",\"why\":\(JSONText.quoted(why))"
      if report.mode != last?.mode { decisions.append((now, report.mode, why)) }
    } else if report.alwaysOnMillinits != last?.alwaysOnMillinits, let why = DecisionText.dimming(report) {
      line += ",\"why\":\(JSONText.quoted(why))"
      decisions.append((now, report.mode, why))
    }
    file.add(line + "}\n")
    last = report
  }

  func flush() { file.flush() }

  /// The first changes of the mode, each with its time in the scene's zone and its reason.
  var summary: [String] {
    var lines = decisions.prefix(Self.maximumTold).map { decision in
      "  \(TimeText.zoned(decision.at, in: zone))  \(decision.mode.name): \(decision.why)"
    }
    let rest = decisions.count - lines.count
    if rest > 0 { lines.append("  and \(rest) more: see \(file.path)") }
    return lines
  }
}

/// Text inside JSON.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
