import Afterglow
import AfterglowDocuments
import Foundation

/// How values are found in what any service gives: by paths in JSON, or as the rows of CSV.
struct ValuesQuery: Hashable, Sendable {
  /// How the content is written.
  enum Format: String, ConfigurationChoice {
    /// JSON or YAML, and as a file with that ending CSV.
    case automatic
    /// A table with a header: its rows are the list `rows`, oldest first.
    case csv
  }

  var format: Format
  /// By the names that the view uses; empty: those of the content.
  var paths: [String: JSONPath] = [:]

  /// The most recent rows of a table that are kept.
  static let maximumRowCount = 1000
  static let maximumPathCount = 64

  /// - Throws: `ConfigurationError` for a path that is none.
  init(format: Format, values: [String: String]) throws(ConfigurationError) {
    self.format = format
    guard values.count <= Self.maximumPathCount else {
      throw ConfigurationError(
        path: ["values"], message: "expected at most \(Self.maximumPathCount) values, found \(values.count)")
    }
    for (name, text) in values { paths[name] = try JSONPath(text, at: ["values", name]) }
  }

  /// Whether the content is not a document of values as it is.
  func applies(to file: String) -> Bool { !paths.isEmpty || isTable(file) }

  private func isTable(_ file: String) -> Bool { format == .csv || file.lowercased().hasSuffix(".csv") }

  /// - Throws: `DocumentError` with the place where a path does not lead on.
  func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> ValuesDocument {
    let problems = ProblemCollector()
    do throws(Problem) {
      let table = try isTable(file) ? CSVTable(bytes, file: file) : nil
      let root = if let table { Self.node(table) } else { try DocumentNode.json(bytes, file: file) }
      var values: [String: EntryValue] = [:]
      func value(_ node: DocumentNode) -> EntryValue? {
        EntryValue(node) { problems.add(Problem(file: file, line: $0.line, column: $0.column, message: $1)) }
      }
      for (name, path) in paths {
        let nodes = try path.all(in: root, file: file)
        values[name] = path.isList ? .list(nodes.compactMap(value)) : value(nodes[0])
      }
      if paths.isEmpty, case .object(let all)? = value(root) { values = all }
      guard problems.isEmpty else { throw problems.sorted[0] }
      var document = ValuesDocument(
        policy: .never, entries: [ValuesDocument.Entry(values: values)], problems: table?.problems ?? [])
      if let table, table.isShortened || table.rows.count > Self.maximumRowCount {
        let limit = "\(Self.maximumRowCount) rows"
        // A view that has the whole list may count and add.
        if !paths.isEmpty && paths.values.allSatisfy(\.isFromEnd) {
          document.remark = ReadingCompleteness.remark(on: "the table", beyond: limit)
        } else {
          document.completeness = .cut(limit: limit)
        }
      }
      return document
    } catch {
      throw DocumentError(problems: [error])
    }
  }

  /// `{rows: [{column: cell}]}`; numbers are numbers, and an empty cell or an error of a formula is none. A row that is not
  /// understood stays in its place, without cells: a path to one of them is reported, and no other row is mistaken for it.
  private static func node(_ table: CSVTable) -> DocumentNode {
    func node(_ value: DocumentNode.Value, _ line: Int) -> DocumentNode {
      DocumentNode(value: value, position: DocumentPosition(line: line, column: 1))
    }
    let rows = table.rows.suffix(maximumRowCount).map { row in
      let members = zip(table.header, row.cells).compactMap { name, cell -> DocumentNode.Member? in
        let text = cell.trimmingCharacters(in: .whitespaces)
        if text.isEmpty || TableDates.isFormulaError(text) { return nil }
        let number = table.number(text)
        return DocumentNode.Member(
          key: name, keyPosition: DocumentPosition(line: 1, column: 1),
          value: node(.scalar(number ?? text, isQuoted: number == nil), row.line))
      }
      return node(.mapping(members), row.line)
    }
    let list = DocumentNode.Member(
      key: "rows", keyPosition: DocumentPosition(line: 1, column: 1), value: node(.sequence(rows), 1))
    return node(.mapping([list]), 1)
  }
}
