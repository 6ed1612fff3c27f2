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

  /// Whether the content of a file is read as a table.
  func isTable(_ file: String) -> Bool { format == .csv || file.lowercased().hasSuffix(".csv") }

  /// - Throws: `DocumentError` with every path that does not lead on.
  func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> ValuesDocument {
    let (root, table) = try content(bytes, file: file)
    let problems = ProblemCollector()
    var values: [String: EntryValue] = [:]
    func value(_ node: DocumentNode) -> EntryValue? {
      EntryValue(node) { problems.add(Problem(file: file, line: $0.line, column: $0.column, message: $1)) }
    }
    for (name, path) in paths {
      do throws(Problem) {
        let nodes = try path.all(in: root, file: file)
        values[name] = path.isList ? .list(nodes.compactMap(value)) : value(nodes[0])
      } catch {
        problems.add(table.map { Self.fault(error, of: path, named: name, in: $0, file: file) } ?? error)
      }
    }
    if paths.isEmpty, case .object(let all)? = value(root) { values = all }
    guard problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    var document = ValuesDocument(policy: .never, entries: [ValuesDocument.Entry(values: values)])
    if let table { complete(&document, with: table, file: file) }
    return document
  }

  private func content(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> (root: DocumentNode, table: CSVTable?) {
    do throws(Problem) {
      guard isTable(file) else { return try (DocumentNode.json(bytes, file: file), nil) }
      let table = try CSVTable(bytes, file: file)
      return (Self.node(table), table)
    } catch {
      throw DocumentError(problems: [error])
    }
  }

  /// Adds the columns, the faults and the limits of a table.
  private func complete(_ document: inout ValuesDocument, with table: CSVTable, file: String) {
    document.columns = table.header
    document.problems =
      Self.headerFaults(table, file: file) + Self.formulaFaults(table, file: file) + table.problems
    func advise(_ message: String) {
      document.advice.append(Problem(file: file, line: table.headerLine, column: 1, message: message))
    }
    if let title = table.title {
      advise(
        "line \(table.headerLine) is read as the names of the columns, and \"\(title.prefix(40))\" above it as a title, "
          + "which is left out")
    }
    if table.rows.isEmpty {
      document.emptiness = "the table has no rows"
      advise("the table has no rows, so that the view shows none; if it should have some, write them below this line")
    }
    guard table.isShortened || table.rows.count > Self.maximumRowCount else { return }
    let limit = "\(Self.maximumRowCount) rows"
    // A view that has the whole list may count and add.
    if !paths.isEmpty && paths.values.allSatisfy(\.isFromEnd) {
      document.remark = ReadingCompleteness.remark(on: "the table", beyond: limit)
    } else {
      document.completeness = .cut(limit: limit)
    }
  }

  /// The problem of a path that does not lead on in a table: at the path in the scene, or at the row that lacks the cell.
  private static func fault(
    _ fault: Problem, of path: JSONPath, named name: String, in table: CSVTable, file: String
  ) -> Problem {
    func inScene(_ message: String) -> Problem { Problem(file: file, message: message, keys: ["values", name]) }
    let (written, source) = (path.text.prefix(60), URL(fileURLWithPath: file).lastPathComponent)
    guard path.firstName == "rows" else {
      let (wanted, columns) = (path.firstName ?? "", table.header.filter { !$0.isEmpty })
      let column = columns.first { $0 == wanted } ?? NearestName.find(wanted, among: columns) ?? columns.last ?? wanted
      return inScene(
        "expected \"rows\", the list of a table's rows, first in \"\(written)\"; for the last row of \(source) write "
          + "$.rows[-1]\(JSONPath.step(to: column))")
    }
    if let column = path.innerNames.first(where: { !table.header.contains($0) }) {
      return table.absence(of: column, keys: ["values", name], file: file)
    }
    if table.rows.isEmpty { return table.noRows(file: file) }
    guard let row = table.rows.first(where: { $0.line == fault.line }) else {
      let step = path.lastName.map(JSONPath.step) ?? ""
      let isColumn = !step.isEmpty && path.text == "$.rows" + step
      return inScene(
        isColumn
          ? "expected a row of \(source) in \"\(written)\"; for the last one write $.rows[-1]\(step)"
          : "\(source): \(fault.message)")
    }
    guard row.isUnderstood, let column = path.lastName, let index = table.header.firstIndex(of: column) else {
      return fault
    }
    let cell = row.cell(index)?.trimmedBlanks ?? ""
    let found = cell.isEmpty ? "an empty cell" : "an error of a spreadsheet's formula (\"\(cell.prefix(40))\")"
    return Problem(
      file: file, line: row.line, column: 1,
      message: "expected a value in the column \"\(column.prefix(40))\"\(path.isList ? ", in any row" : "") for "
        + "\"\(written)\", found \(found)")
  }

  /// The problems of a table's first line: names that are there twice, and a title or values in the place of names.
  private static func headerFaults(_ table: CSVTable, file: String) -> [Problem] {
    var known: Set<String> = []
    let again = table.header.first { !$0.isEmpty && !known.insert($0).inserted }
    var faults = [again.flatMap { table.repetition(of: $0, file: file) }].compactMap(\.self)
    func fail(_ message: String) {
      faults.append(Problem(file: file, line: table.headerLine, column: 1, message: message))
    }
    let (names, remedy) = (table.header.filter { !$0.isEmpty }, table.headerRemedy(for: "value"))
    let first = (names.first ?? "").prefix(40)
    // Text in one column may have such marks as well, but not the same number in each row.
    let counts = table.rows.prefix(4).map { row in
      table.header.count == 1
        ? row.cell(0)?.count { $0 == ";" || $0 == "\t" } ?? 0 : min(1, row.cells.dropFirst().count { !$0.isEmpty })
    }
    if names.count == 1, counts.count > 1, counts[0] > 0, Set(counts).count == 1 {
      fail(
        "the line \"\(first)\" has one cell, and the next one several; if it is a title, remove it, so that the names of the "
          + "columns are in the first line")
    } else if !remedy.isEmpty {
      fail("expected names of columns, found a row that begins with \"\(first)\"\(remedy)")
    }
    return faults
  }

  /// The problem of the first cell with an error of a formula.
  private static func formulaFaults(_ table: CSVTable, file: String) -> [Problem] {
    for row in table.rows.suffix(maximumRowCount) {
      guard let cell = row.cells.lazy.map(\.trimmedBlanks).first(where: TableDates.isFormulaError) else { continue }
      let message =
        "the cell \"\(cell.prefix(40))\" is an error of a spreadsheet's formula, and is read as empty; correct the formula"
      return [Problem(file: file, line: row.line, column: 1, message: message)]
    }
    return []
  }

  /// `{rows: [{column: cell}]}`; numbers are numbers, and an empty cell or an error of a formula is none. Of columns with one
  /// name the first one is read. A row that is not understood stays in its place, without cells: a path to one of them is
  /// reported, and no other row is mistaken for it.
  private static func node(_ table: CSVTable) -> DocumentNode {
    func node(_ value: DocumentNode.Value, _ line: Int) -> DocumentNode {
      DocumentNode(value: value, position: DocumentPosition(line: line, column: 1))
    }
    var known: Set<String> = []
    let isRead = table.header.map { known.insert($0).inserted }
    let rows = table.rows.suffix(maximumRowCount).map { row in
      let members = zip(zip(table.header, isRead), row.cells).compactMap { column, cell -> DocumentNode.Member? in
        let (name, isFirst) = column
        let text = cell.trimmingCharacters(in: .whitespaces)
        if !isFirst || text.isEmpty || TableDates.isFormulaError(text) { return nil }
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
