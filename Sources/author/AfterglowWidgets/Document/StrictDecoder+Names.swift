import Afterglow
import AfterglowDocuments

extension StrictDecoder {
  /// A list of families by their names.
  mutating func families(_ key: String) -> [WidgetFamily]? {
    names(key, of: "family", WidgetFamily.allCases.map { ($0.rawValue, $0) })
  }

  /// A list of at least one of a few names, as the values paired with them.
  ///
  /// - Parameter thing: what a name is of, for messages.
  mutating func names<T>(_ key: String, of thing: String, _ choices: [(name: String, value: T)]) -> [T]? {
    let expected = "one of \(choices.map(\.name).joined(separator: ", "))"
    let names = choices.map(\.name)
    func remedy(_ node: DocumentNode) -> String {
      node.text.flatMap { NearestName.find($0, among: names) }.map { "; did you mean \"\($0)\"?" } ?? ""
    }
    let found = values(key, of: expected, maximumCount: choices.count, remedy: remedy) { node -> T? in
      guard case .scalar(let text, _) = node.value else { return nil }
      return choices.first { $0.name == text }?.value
    }
    if found?.isEmpty == true { fail(key, "expected at least one \(thing), found none") }
    return found?.compactMap(\.self)
  }
}
