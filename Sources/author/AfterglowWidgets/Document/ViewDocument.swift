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
  let places: ViewPlaces
  private let preview: [String: EntryValue]
  /// Files of fonts that its views name.
  let fonts: Set<String>
  /// What is wrong with those, while the views stand.
  let fontProblems: [Problem]
  /// Remarks on texts that hardly mean what they say.
  let remarks: [Problem]
  let uses: ViewUses
  private let standard: [WidgetFamily: FamilyView]
  /// The views from afar, of families for which the file has one.
  private let simplified: [WidgetFamily: ViewMaker]

  /// A family's view, and where the file has it.
  private struct FamilyView: Sendable {
    let maker: ViewMaker
    let position: DocumentPosition
  }

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
    places = ViewPlaces()
    fonts = []
    fontProblems = []
    remarks = []
    preview = [:]
    uses = ViewUses()
    standard = [:]
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
    // Not read: a place for what anchors name.
    _ = root.node("shared")
    let makers = Self.views(of: &root, reader)
    let simplified = Self.views("simplified", of: &root, reader) ?? [:]
    for family in WidgetFamily.allCases where simplified[family] != nil && makers?[family] == nil {
      root.fail("simplified", "expected families that \"families\" has too, found \(family.rawValue)")
    }
    places = ViewPlaces(&root, families: (makers ?? [:]).keys)
    root.finish()
    guard problems.isEmpty else { throw DocumentError(problems: problems.sorted) }
    fonts = reader.fonts
    fontProblems = reader.fontProblems
    remarks = reader.remarks
    uses = reader.uses
    standard = Self.placed(makers ?? [:], in: root.whole)
    self.simplified = simplified
    families = WidgetFamily.allCases.filter { makers?[$0] != nil }
  }

  private static func placed(
    _ makers: [WidgetFamily: ViewMaker], in document: DocumentNode
  ) -> [WidgetFamily: FamilyView] {
    let common = document.position(of: ["view"])
    var views: [WidgetFamily: FamilyView] = [:]
    for (family, maker) in makers {
      let position = common ?? document.position(of: ["families", family.rawValue]) ?? document.position
      views[family] = FamilyView(maker: maker, position: position)
    }
    return views
  }

  /// `families`: views by family, or the names of those that show the one `view`.
  private static func views(
    of root: inout StrictDecoder, _ reader: ViewReader
  ) -> [WidgetFamily: ViewMaker]? {
    guard case .sequence? = root.node("families")?.value else {
      if root.node("view") != nil { root.fail("view", "expected \"view\" only with a list of families") }
      return views(
        "families", required: "a view for each family, or a list of families and \"view\"", of: &root, reader)
    }
    let families = root.families("families") ?? []
    let view = reader.views(&root, "view") ?? { _ in AnyView(EmptyView()) }
    return Dictionary(families.map { ($0, view) }) { first, _ in first }
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

  /// The values of previews. A text that is a computation alone, such as `"{now() + 8min}"`, is what it gives.
  func preview(at date: Date, _ calendar: Calendar) -> [String: EntryValue] {
    let scope = ViewScope(values: [:], now: date, updated: date, calendar: calendar)
    return preview.mapValues { $0.computed(in: scope) }
  }

  /// A clause about the first list that the views show and that is empty; nil = there is none.
  func emptiness(in scope: ViewScope) -> String? {
    uses.lists.lazy.compactMap { $0.emptyList(in: scope) }.first.map { "the list \"\($0.prefix(40))\" is empty" }
  }

  /// The view of a family; the host keeps its margins.
  func view(in scope: ViewScope) -> AnyView {
    let facts = scope.facts
    let maker =
      (facts.detail == .simplified ? simplified[facts.family] : nil)
      ?? standard[facts.family]?.maker
    return maker.map { $0(scope) } ?? AnyView(EmptyView())
  }

  /// The ways of being shown that make a difference to a family.
  private func forms(of family: WidgetFamily) -> [ViewFacts] {
    let details: [LevelOfDetail] = simplified[family] == nil && !uses.facts ? [.default] : [.default, .simplified]
    return details.flatMap { detail in
      uses.facts ? ViewFacts.all(family, detail) : [ViewFacts(family: family, detail: detail)]
    }
  }

  /// The first instant after `scope.now` at which a computation with the time comes out otherwise in a family.
  ///
  /// - Parameter budget: what it may take, in views.
  func turn(of family: WidgetFamily, in scope: ViewScope, budget: inout Int) -> Date? {
    var first: Date?
    for form in forms(of: family) {
      var scope = scope
      scope.facts = form
      scope.ledger = ViewLedger()
      _ = view(in: scope)
      budget -= scope.ledger.cost
      if let turn = scope.ledger.turn, turn > scope.now { first = min(first ?? turn, turn) }
    }
    return first
  }

  /// Values that views use and an entry does not have, each once, and views whose number exceeds all bounds.
  ///
  /// - Parameters:
  ///   - date: of an entry without a date.
  ///   - advice: receives remarks on what is valid and hardly meant.
  func problems(
    with values: ValuesDocument, from dataFile: String, file: String, at date: Date,
    advice: (Problem) -> Void = { _ in }
  ) -> [Problem] {
    remarks.forEach(advice)
    var found: [Problem] = []
    var told: Set<String> = []
    var budget = ViewLedger.costOfAll
    for entry in values.entries where budget > 0 {
      // A document may have a hundred thousand.
      lazy var names = entry.values.keys.sorted()
      for form in families.flatMap(forms) {
        let scope = ViewScope(
          values: entry.values, now: entry.date ?? date, updated: values.updated, facts: form, columns: values.columns)
        _ = view(in: scope)
        budget -= scope.ledger.cost
        for path in scope.ledger.missing where told.insert(path.name).inserted {
          guard let note = scope.ledger.notes[path] else { continue }
          let words = note.reason ?? path.absence(among: names + note.itemNames, in: note, columns: values.columns)
          found.append(Self.problem(path, words, entry, dataFile: dataFile, file: file))
        }
        for fault in scope.ledger.faults where told.insert(fault.message).inserted {
          found.append(fault.problem(file, from: dataFile))
        }
        for fault in scope.ledger.remarks where told.insert(fault.message).inserted {
          advice(fault.problem(file, from: dataFile))
        }
        if let excess = excess(scope.ledger, form.family, file) { return found + [excess] }
      }
    }
    return found
  }

  private func excess(_ ledger: ViewLedger, _ family: WidgetFamily, _ file: String) -> Problem? {
    guard ledger.isOverdrawn || ledger.isExhausted else { return nil }
    let limit =
      ledger.isOverdrawn
      ? "\(ViewLedger.maximumViewCount) views" : "\(ViewLedger.maximumComputationCount) steps of computations"
    let position = standard[family]?.position
    return Problem(
      file: file, line: position?.line ?? 0, column: position?.column ?? 0,
      message: "expected at most \(limit) in \(family.rawValue) once lists are filled, found more; \"limit\" bounds a "
        + "forEach")
  }

  /// Files of the pictures that any entry shows in `family`, as far as views are bounded.
  ///
  /// - Parameter date: of an entry without a date.
  func pictures(in family: WidgetFamily, with values: ValuesDocument, folder: URL?, at date: Date) -> Set<String> {
    var found: Set<String> = []
    var budget = ViewLedger.costOfAll
    for entry in values.entries where budget > 0 {
      for form in forms(of: family) {
        let scope = ViewScope(
          values: entry.values, folder: folder, now: entry.date ?? date, updated: values.updated, facts: form)
        _ = view(in: scope)
        budget -= scope.ledger.cost
        found.formUnion(scope.ledger.pictures)
      }
    }
    return found
  }

  /// The pictures of the web that the present entry and those after it show in `family`, the first of them within bounds.
  ///
  /// - Parameter date: the present, and the date of an entry without one.
  func webPictures(
    in family: WidgetFamily, with values: ValuesDocument, folder: URL?, at date: Date
  ) -> [WebPicture] {
    guard uses.web else { return [] }
    var found: [WebPicture] = []
    var budget = ViewLedger.costOfAll
    let past = values.entries.prefix { ($0.date ?? date) <= date }.count
    for entry in values.entries.dropFirst(max(0, past - 1)) {
      for form in forms(of: family) where budget > 0 && found.count < ViewLedger.maximumWebPictureCount {
        let scope = ViewScope(
          values: entry.values, folder: folder, now: max(entry.date ?? date, date), updated: values.updated, facts: form
        )
        _ = view(in: scope)
        budget -= scope.ledger.cost
        found += scope.ledger.webPictures.filter { picture in !found.contains { $0.source == picture.source } }
      }
    }
    return Array(found.prefix(ViewLedger.maximumWebPictureCount))
  }

  private static func problem(
    _ path: ValuePath, _ words: String, _ entry: ValuesDocument.Entry, dataFile: String, file: String
  ) -> Problem {
    let from = entry.date.map { " in the entry of \($0.formatted(.iso8601))" } ?? ""
    let parts = words.split(separator: ", found ", maxSplits: 1)
    let found = parts.count == 2 ? ", found \(parts[1])" : ""
    return Problem(
      file: file, line: path.position.line, column: path.position.column,
      message: "\(parts[0]) in \(dataFile)\(from)\(found)")
  }
}

extension ValuePath {
  /// The words for a value that is not there, with the name that may be meant.
  ///
  /// - Parameters:
  ///   - names: those of the values.
  ///   - note: the values among which the name was looked up.
  ///   - columns: the names of the columns of the table that the values are from.
  fileprivate func absence(among names: [String], in note: ViewLedger.Note, columns: [String]) -> String {
    if let column = parts.last, columns.contains(column), isInRow(of: note.values) {
      return "expected a value \"\(name)\", found an empty cell; for a substitute write \"\(name) ?? 0\" or "
        + "\"\(name) ?? 'none'\""
    }
    let known = columns.filter { !$0.isEmpty }
    let column = known.first { $0.lowercased() == name.lowercased() }
    let remedy =
      differenceHint(in: note.values, names) ?? hint(in: note) ?? columnHint(column, in: note.values) ?? nearest(names)
      ?? columnHint(NearestName.find(name, among: known), in: note.values) ?? minusHint
    return "expected a value \"\(name)\", found none" + (remedy ?? "")
  }

  /// Whether all but its last part leads to a mapping, as a row of a table is.
  private func isInRow(of values: [String: EntryValue]) -> Bool {
    let row = ValuePath(parts.dropLast().joined(separator: "."), at: position)?.value(in: values)
    return if case .object? = row { true } else { false }
  }

  /// The remedy for the name of a column where a value's name belongs; nil without a column.
  private func columnHint(_ column: String?, in values: [String: EntryValue]) -> String? {
    guard let column, parts.count == 1 else { return nil }
    let path = "\"\(name): $.rows[-1]\(JSONPath.step(to: column))\""
    let item = ValuePath("item.\(column)", at: position)
    let rows =
      values["rows"] == nil ? nil : item.map { "show its rows with \"forEach: rows\" as \"{\($0.name)}\", or " }
    return
      "; \"\(column.prefix(40))\" is a column: \(rows ?? "")name the last row's in the scene's \"values\" as \(path)"
  }

  /// The remedy for a subtraction from a value; nil if no value is named before a hyphen, or if a similar name has one.
  private func differenceHint(in values: [String: EntryValue], _ names: [String]) -> String? {
    let name = self.name
    let isDifference = name.indices.contains { index in
      guard name[index] == "-", let first = ValuePath(name[..<index], at: position) else { return false }
      return first.value(in: values) != nil
    }
    guard isDifference, NearestName.find(name, among: names)?.contains("-") != true else { return nil }
    return minusHint
  }

  private func nearest(_ names: [String]) -> String? {
    NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" }
  }

  private var minusHint: String? { name.contains("-") ? "; to subtract, write spaces around the minus" : nil }

  /// The words for the value at which the path ends too early; nil if its first name is none of the values.
  private func hint(in note: ViewLedger.Note) -> String? {
    guard var value = note.values[parts[0]] else { return holder(in: note) }
    for (index, part) in parts.enumerated().dropFirst() {
      let done = parts[..<index].joined(separator: ".")
      switch value {
      case .object(let members):
        if let inner = members[part] {
          value = inner
          continue
        }
        let keys = members.keys.sorted()
        if let near = NearestName.find(part, among: keys) { return "; did you mean \"\(done).\(near)\"?" }
        let list = keys.prefix(6).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
        return keys.isEmpty ? "; \"\(done)\" is empty" : "; \"\(done)\" has \(list)\(keys.count > 6 ? ", …" : "")"
      case .list(let items):
        if let number = Int(part), items.indices.contains(number) {
          value = items[number]
          continue
        }
        return "; \"\(done)\" is a list of \(items.count) items: show them with forEach, or name one, such as "
          + "\"\(done).0\""
      default: return "; \"\(done)\" is \(value.kind)"
      }
    }
    return nil
  }

  /// The mapping among the values that has a member of this name. For a path it is the item of a `forEach` that has its
  /// second name, because the first one may be that of another `forEach`.
  private func holder(in note: ViewLedger.Note) -> String? {
    guard note.values.count <= 100 else { return nil }
    let members = parts.count == 1 ? parts : Array(parts.dropFirst())
    let candidates = parts.count == 1 ? note.values.keys.sorted() : note.itemNames
    let holders = candidates.filter { key in
      if case .object(let found)? = note.values[key] { found[members[0]] != nil } else { false }
    }
    guard holders.count == 1 else { return nil }
    return "; did you mean \"\((holders + members).joined(separator: "."))\"?"
  }
}

extension EntryValue {
  fileprivate func computed(in scope: ViewScope) -> EntryValue {
    switch self {
    case .text(let text) where text.hasPrefix("{") && text.hasSuffix("}"):
      (try? ViewExpressionReader.read(String(text.dropFirst().dropLast()), at: DocumentPosition(line: 1, column: 1)))
        .flatMap { $0.value(in: scope) } ?? self
    case .list(let items): .list(items.map { $0.computed(in: scope) })
    case .object(let members): .object(members.mapValues { $0.computed(in: scope) })
    default: self
    }
  }
}
