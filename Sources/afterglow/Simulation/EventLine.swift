import AfterglowArchive
import AfterglowCore
import AfterglowEngine

/// One presented update as a line of `events.jsonl`:
///
///     {"t":"2026-10-24T22:01:00.000Z","cause":"tick","night":false,"alwaysOn":false,"variant":"fullColor",
///      "damage":[[96,140,310,180]],"pixelsChanged":1234,"frame":"frame-000002.png"}
///
/// `cause` joins several with `+`; `damage` lists x, y, width and height in pixels of the panel; `frame` is null when the
/// picture was not kept.
enum EventLine {
  static func text(_ report: borrowing UpdateReport, frame: String?) -> String {
    var rectangles: [String] = []
    for index in 0..<report.damage.count {
      let rect = report.damage[index]
      rectangles.append("[\(rect.x0),\(rect.y0),\(rect.width),\(rect.height)]")
    }
    return "{\"t\":\"\(TimeText.utc(report.moment.realtime))\",\"cause\":\"\(CauseText.joined(report.causes))\","
      + "\"night\":\(report.isNight),\"alwaysOn\":\(report.isLuminanceReduced),"
      + "\"variant\":\"\(VariantText.name(report.variantKey))\",\"damage\":[\(rectangles.joined(separator: ","))],"
      + "\"pixelsChanged\":\(report.pixelsChanged),\"frame\":\(frame.map { "\"\($0)\"" } ?? "null")}\n"
  }
}
