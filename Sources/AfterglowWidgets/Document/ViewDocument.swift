import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// A widget written as data: a view for each family, for some a simplified one too, and values for its preview
/// (docs/data-widgets.md).
struct ViewDocument: Sendable {
  let displayName: String
  let description: String
  /// In the order of `WidgetFamily`, at least one.
  let families: [WidgetFamily]
  let preview: [String: EntryValue]
  /// Files of fonts that its views name.
  let fonts: Set<String>
  /// What is wrong with those, while the views stand.
  let fontProblems: [Problem]
  private let makers: [WidgetFamily: ViewMaker]
  /// The views from afar, of families for which the file has one.
  private let simplified: [WidgetFamily: ViewMaker]

  /// Reads a file of at most 256 KiB.
  ///
  /// - Throws: `DocumentError` with every problem.
  init(path: String) throws(DocumentError) {
    try self.init(bytes: DocumentFile.bytes(path, kind: .settings), file: path)
  }

  /// For a file that cannot be read: empty views in every family.
  static let unreadable = ViewDocument(families: WidgetFamily.allCases)

  private init(families: [WidgetFamily]) {
    displayName = "Document"
    description = ""
    fonts = []
    fontProblems = []
    preview = [:]
    makers = [:]
    simplified = [:]
    self.families = families
  }

  init(bytes: [UInt8], file: String) throws(DocumentError) {
    let problems = ProblemCollector()
    guard var root = StrictDecoder.open(bytes: bytes, file: file, problems: problems) else {
      throw DocumentError(problems: problems.sorted)
    }
    displayName = root.text("displayName", maximumCount: 40) ?? "Document"
    description = root.text("description", maximumCount: 120) ?? ""
    var sample: [String: EntryValue] = [:]
    if var part = root.mapping("preview") { sample = part.entryValues() }
    preview = sample
    let reader = ViewReader(folder: URL(fileURLWithPath: file).deletingLastPathComponent())
    let makers = Self.views("families", required: "a view for each family", of: &root, reader)
    let simplified = Self.views("simplified", of: &root, reader) ?? [:]
    for family in WidgetFamily.allCases where simplified[family] != nil && makers?[family] == nil {
      root.fail("simplified", "expected families that \"families\" has too, found \(family.rawValue)")
    }
    root.finish()
    guard problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    fonts = reader.fonts
    fontProblems = reader.fontProblems
    self.makers = makers ?? [:]
    self.simplified = simplified
    families = WidgetFamily.allCases.filter { makers?[$0] != nil }
  }

  /// A mapping of views by family; nil where the file has none.
  private static func views(
    _ key: String, required: String? = nil, of root: inout StrictDecoder, _ reader: ViewReader
  ) -> [WidgetFamily: ViewMaker]? {
    guard var part = root.mapping(key, required: required) else { return nil }
    var makers: [WidgetFamily: ViewMaker] = [:]
    for family in WidgetFamily.allCases {
      guard let node = part.node(family.rawValue) else { continue }
      makers[family] = reader.view(node, in: part, path: "\(key).\(family.rawValue)") ?? { _ in AnyView(EmptyView()) }
    }
    part.finish()
    if part.keys.isEmpty { root.fail(key, "expected at least one family, found none") }
    return makers
  }

  /// The view of a family; the host keeps its margins.
  func view(_ family: WidgetFamily, _ detail: LevelOfDetail = .default, in scope: ViewScope) -> AnyView {
    let maker = (detail == .simplified ? simplified[family] : nil) ?? makers[family]
    return maker.map { $0(scope) } ?? AnyView(EmptyView())
  }

  /// The forms that a family has.
  private func details(of family: WidgetFamily) -> [LevelOfDetail] {
    simplified[family] == nil ? [.default] : [.default, .simplified]
  }

  /// Values that views use and an entry does not have, each once, and views whose number exceeds all bounds.
  func problems(with values: ValuesDocument, from dataFile: String, file: String) -> [Problem] {
    var found: [Problem] = []
    var told: Set<String> = []
    var budget = 50 * ViewLedger.maximumViewCount
    for entry in values.entries where budget > 0 {
      for (family, detail) in families.flatMap({ family in details(of: family).map { (family, $0) } }) {
        let scope = ViewScope(values: entry.values)
        _ = view(family, detail, in: scope)
        budget -= scope.ledger.viewCount
        for path in scope.ledger.missing where told.insert(path.name).inserted {
          found.append(Self.problem(path, entry, dataFile, file))
        }
        if scope.ledger.isOverdrawn {
          found.append(
            Problem(
              file: file,
              message: "expected at most \(ViewLedger.maximumViewCount) views in \(family.rawValue) once lists are "
                + "filled, found more; \"limit\" bounds a forEach"))
          return found
        }
      }
    }
    return found
  }

  /// Files of the pictures that any entry shows in `family`, as far as views are bounded.
  func pictures(in family: WidgetFamily, with values: ValuesDocument, folder: URL?) -> Set<String> {
    var found: Set<String> = []
    var budget = 50 * ViewLedger.maximumViewCount
    for entry in values.entries where budget > 0 {
      for detail in details(of: family) {
        let scope = ViewScope(values: entry.values, folder: folder)
        _ = view(family, detail, in: scope)
        budget -= scope.ledger.viewCount
        found.formUnion(scope.ledger.pictures)
      }
    }
    return found
  }

  private static func problem(
    _ path: ValuePath, _ entry: ValuesDocument.Entry, _ dataFile: String, _ file: String
  ) -> Problem {
    let from = entry.date.map { " in the entry of \($0.formatted(.iso8601))" } ?? ""
    let found = path.value(in: entry.values) == nil ? "none" : "one of another kind"
    let hint =
      found == "none"
      ? NearestName.find(path.name, among: entry.values.keys.sorted()).map { "; did you mean \"\($0)\"?" } ?? "" : ""
    return Problem(
      file: file, line: path.position.line, column: path.position.column,
      message: "expected a value \"\(path.name)\" in \(dataFile)\(from), found \(found)\(hint)")
  }
}
