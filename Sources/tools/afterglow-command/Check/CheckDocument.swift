import AfterglowGuide
import Foundation

/// The output of `check --json` (docs/boards.md). Keys are never omitted: unknown values are null.
struct CheckDocument: Encodable {
  let findings: [CheckFinding]

  private enum Key: String, CodingKey {
    case errors, warnings, advice, findings
    case board, severity, rule, file, line, column, widget, message
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: Key.self)
    let count = CheckCount(findings)
    try root.encode(count.errors, forKey: .errors)
    try root.encode(count.warnings, forKey: .warnings)
    try root.encode(count.advice, forKey: .advice)
    var list = root.nestedUnkeyedContainer(forKey: .findings)
    for finding in findings {
      var item = list.nestedContainer(keyedBy: Key.self)
      let place = finding.place
      let hasLine = place.map { $0.line > 0 } ?? false
      try item.encode(finding.board, forKey: .board)
      try item.encode(finding.severity.rawValue, forKey: .severity)
      try item.encode(finding.rule, forKey: .rule)
      try item.encode(place?.file, forKey: .file)
      try item.encode(hasLine ? place?.line : nil, forKey: .line)
      try item.encode(hasLine ? place?.column : nil, forKey: .column)
      try item.encode(finding.widget, forKey: .widget)
      try item.encode(finding.message, forKey: .message)
    }
  }

  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
