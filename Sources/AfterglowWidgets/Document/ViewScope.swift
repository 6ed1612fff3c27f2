import Afterglow
import AfterglowDocuments
import Foundation

/// Makes a view once its values are known.
typealias ViewMaker = @Sendable (ViewScope) -> AnyView

/// The context in which a view written as data is made for one entry.
struct ViewScope {
  var values: [String: EntryValue]
  /// Relative paths of pictures are relative to it.
  var folder: URL?
  var ledger = ViewLedger()

  /// The value of this name; where the entry has none, nil, and the name is noted.
  func value(_ path: ValuePath) -> EntryValue? {
    let value = path.value(in: values)
    if value == nil { ledger.note(path) }
    return value
  }

  func number(_ path: ValuePath) -> Double? {
    guard let value = value(path) else { return nil }
    if case .number(let number, _) = value { return number }
    ledger.note(path)
    return nil
  }
}

/// Counts the views made for one entry, and notes the values that are missing.
final class ViewLedger {
  /// The most views of one entry: `forEach` multiplies, so they are bounded before layout.
  static let maximumViewCount = 4000

  private(set) var viewCount = 0
  /// Names without a usable value, in the order they were met.
  private(set) var missing: [ValuePath] = []

  var isOverdrawn: Bool { viewCount > Self.maximumViewCount }

  /// Counts a view.
  ///
  /// - Returns: whether it may be made.
  func spend() -> Bool {
    viewCount += 1
    return !isOverdrawn
  }

  /// Files of pictures that views show.
  private(set) var pictures: Set<String> = []

  func note(picture path: String) { pictures.insert(path) }

  func note(_ path: ValuePath) { if !missing.contains(path) { missing.append(path) } }
}

/// The name of a value, such as `temperature`, `room.temperature` or `hours.0`.
struct ValuePath: Hashable, Sendable {
  let parts: [String]
  /// The place in the file where a view uses it.
  let position: DocumentPosition

  var name: String { parts.joined(separator: ".") }

  /// nil when the text is not a valid name.
  init?(_ text: some StringProtocol, at position: DocumentPosition) {
    let parts = String(text).split(separator: Character("."), omittingEmptySubsequences: false).map(String.init)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }
    guard isName, parts.count <= 8, text.count <= 120 else { return nil }
    self.parts = parts
    self.position = position
  }

  func value(in values: [String: EntryValue]) -> EntryValue? {
    var value = values[parts[0]]
    for part in parts.dropFirst() {
      switch value {
      case .object(let members): value = members[part]
      case .list(let items): value = Int(part).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: return nil
      }
    }
    return value
  }
}
