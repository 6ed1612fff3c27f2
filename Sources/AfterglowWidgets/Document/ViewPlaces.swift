import Afterglow
import AfterglowDocuments

/// What a view file says about the places where its widget stands, as `disfavoredLocations` and `supportedMountingStyles` do
/// in Swift.
struct ViewPlaces: Sendable {
  /// The families that do not suit a location.
  private(set) var disfavored: [(location: WidgetLocation, families: [WidgetFamily])] = []
  private(set) var mountingStyles = WidgetMountingStyle.allCases

  /// Of a file that says nothing about them.
  init() {}

  /// - Parameter families: those that the file has; none if they cannot be read.
  init(_ root: inout StrictDecoder, families: some Collection<WidgetFamily>) {
    mountingStyles =
      root.names(
        "supportedMountingStyles", of: "style", WidgetMountingStyle.allCases.map { ($0.rawValue, $0) })
      ?? mountingStyles
    guard var part = root.mapping("disfavoredLocations") else { return }
    for location in WidgetLocation.all {
      guard let unsuited = part.families(location.name) else { continue }
      for family in unsuited where !families.isEmpty && !families.contains(family) {
        part.fail(location.name, "expected families that \"families\" has too, found \(family.rawValue)")
      }
      disfavored.append((location, unsuited))
    }
    part.finish()
  }
}

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
    let found = values(key, of: expected, maximumCount: choices.count) { node -> T? in
      guard case .scalar(let text, _) = node.value else { return nil }
      return choices.first { $0.name == text }?.value
    }
    if found?.isEmpty == true { fail(key, "expected at least one \(thing), found none") }
    return found?.compactMap(\.self)
  }
}
