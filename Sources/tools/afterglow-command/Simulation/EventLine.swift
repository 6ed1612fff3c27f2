import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowKit

/// One presented update as a line of `events.jsonl`:
///
///     {"t":"2026-10-24T22:01:00.000Z","cause":"tick","night":false,"alwaysOn":false,"variant":"fullColor",
///      "entries":{"clock":"2026-10-24T22:00:00.000Z","weather":"2026-10-24T22:00:00.000Z"},
///      "damage":[[96,140,310,180]],"pixelsChanged":1234,"luminance":3.214,"frame":"frame-000002.png"}
///
/// `cause` joins several with `+`; `entries` has the date of the entry that each widget shows, null for a placeholder;
/// `damage` lists x, y, width and height in pixels of the panel; `luminance` is the mean of the whole panel in cd/m², null
/// if the panel does not emit light; `frame` is null if the picture was not saved.
enum EventLine {
  static func text(_ report: borrowing UpdateReport, entries: String, nits: Double?, frame: String?) -> String {
    var rectangles: [String] = []
    for index in 0..<report.damage.count {
      let rect = report.damage[index]
      rectangles.append("[\(rect.x0),\(rect.y0),\(rect.width),\(rect.height)]")
    }
    let luminance = nits.map { "\(($0 * 1e4).rounded() / 1e4)" } ?? "null"
    var line =
      "{\"t\":\"\(TimeText.utc(report.moment.realtime))\",\"cause\":\"\(CauseText.joined(report.causes))\","
    line += "\"night\":\(report.isNight),\"alwaysOn\":\(report.isLuminanceReduced),"
    line += "\"variant\":\"\(VariantText.name(report.variantKey))\",\"entries\":\(entries),"
    line += "\"damage\":[\(rectangles.joined(separator: ","))],"
    line += "\"pixelsChanged\":\(report.pixelsChanged),\"luminance\":\(luminance),"
    return line + "\"frame\":\(frame.map { "\"\($0)\"" } ?? "null")}\n"
  }
}
