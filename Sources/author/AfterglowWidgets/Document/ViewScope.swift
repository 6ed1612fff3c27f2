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
  /// The date of the entry.
  var now: Date
  /// The date at which the values were written; nil if they have no file.
  var updated: Date?
  /// Of the scene, for days and for dates without a zone.
  var calendar = Calendar(identifier: .gregorian)
  /// The scene's locale, for numbers in joined text and the order of words.
  var locale = Locale(identifier: "en_US")
  var facts = ViewFacts()
  var ledger = ViewLedger()
  /// Names that a `forEach` around the view gives its items.
  var itemNames: [String] = []
  /// The names of the columns of the table that the values are from; empty for other content.
  var columns: [String] = []

  /// Notes a value that is missing, or why the one that is there does not suit.
  func note(_ path: ValuePath, because reason: @autoclosure () -> String? = nil) {
    ledger.note(path) { ViewLedger.Note(values: values, itemNames: itemNames, reason: reason()) }
  }

  /// The words for the names that are there in place of one that is not, with the nearest.
  static func foundWords(_ names: [String], like name: String) -> String {
    let near = NearestName.find(name, among: names).map { "; did you mean \"\($0.prefix(40))\"?" } ?? ""
    let list = names.prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return "found \(list.isEmpty ? "none" : list)\(near)"
  }

  /// The items of a list; what is none is noted.
  func items(_ list: ViewExpression) -> [EntryValue] {
    guard let value = list.value(in: self) else { return [] }
    if case .list(let items) = value { return items }
    note("expected a list \"\(list.text)\", found \(value.kind)", list.path, at: list.position)
    return []
  }

  /// The name of an item in computations on lists, and in those of charts.
  static let itemName = "item"
}

/// How a widget is shown.
struct ViewFacts: Hashable, Sendable {
  var family = WidgetFamily.systemSmall
  var detail = LevelOfDetail.default
  var mode = WidgetRenderingMode.fullColor
  var appearance = ColorScheme.dark
  var isLuminanceReduced = false

  /// Every way in which a host may show a family at one level of detail.
  static func all(_ family: WidgetFamily, _ detail: LevelOfDetail) -> [ViewFacts] {
    var found: [ViewFacts] = []
    for mode in [WidgetRenderingMode.fullColor, .accented, .vibrant] {
      for appearance in [ColorScheme.dark, .light] {
        for isLuminanceReduced in [false, true] {
          found.append(
            ViewFacts(
              family: family, detail: detail, mode: mode, appearance: appearance,
              isLuminanceReduced: isLuminanceReduced))
        }
      }
    }
    return found
  }
}

/// What does not suit in a computation, which no name of a value says.
struct ViewFault: Hashable, Sendable {
  /// The expected value, and behind ", found " the one that is there.
  var message: String
  var position: DocumentPosition
  /// Whether the file of the values lacks it, which the message does not name.
  var isOfValues = false

  /// - Parameters:
  ///   - file: the view's file.
  ///   - dataFile: the name of the file of the values.
  func problem(_ file: String, from dataFile: String) -> Problem {
    let parts = message.split(separator: ", found ", maxSplits: 1)
    let isNamed = isOfValues && parts.count == 2
    return Problem(
      file: file, line: position.line, column: position.column,
      message: isNamed ? "\(parts[0]) in \(dataFile), found \(parts[1])" : message)
  }
}

/// Counts the views and computations made for one entry, and notes values that are missing or do not suit.
final class ViewLedger {
  /// The most views of one entry: `forEach` multiplies, so they are bounded before layout.
  static let maximumViewCount = 4000
  /// The most parts of expressions that are evaluated for one entry, and items of lists that they go through.
  static let maximumComputationCount = 200_000

  private(set) var viewCount = 0
  private(set) var computationCount = 0
  /// Names without a usable value, in the order they were met.
  private(set) var missing: [ValuePath] = []
  private(set) var notes: [ValuePath: Note] = [:]
  private(set) var faults: [ViewFault] = []
  /// Remarks on texts that are valid, and hardly meant.
  private(set) var remarks: [ViewFault] = []
  /// The first instant at which a computation with `now()` comes out otherwise.
  private(set) var turn: Date?

  /// What was made and computed, in views.
  var cost: Int { viewCount + computationCount / 20 }
  /// What all entries of a document together may cost before layout.
  static let costOfAll = 50 * maximumViewCount

  var isOverdrawn: Bool { viewCount > Self.maximumViewCount }
  var isExhausted: Bool { computationCount > Self.maximumComputationCount }

  /// Counts parts of computations.
  ///
  /// - Returns: whether they may be evaluated.
  func compute(_ count: Int = 1) -> Bool {
    computationCount += count
    return !isExhausted
  }

  func note(turn date: Date) { turn = turn.map { min($0, date) } ?? date }

  func note(_ fault: ViewFault) { if !faults.contains(fault) && faults.count < 50 { faults.append(fault) } }

  func remark(_ fault: ViewFault) { if !remarks.contains(fault) && remarks.count < 50 { remarks.append(fault) } }

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

  /// Most pictures of the web that one entry shows.
  static let maximumWebPictureCount = 24
  /// In the order in which views name them.
  private(set) var webPictures: [WebPicture] = []

  /// - Returns: whether the picture may be shown.
  func note(_ picture: WebPicture) -> Bool {
    if webPictures.contains(where: { $0.source == picture.source }) { return true }
    guard webPictures.count < Self.maximumWebPictureCount else { return false }
    webPictures.append(picture)
    return true
  }

  func note(_ path: ValuePath, _ note: () -> Note) {
    guard notes[path] == nil else { return }
    missing.append(path)
    notes[path] = note()
  }

  /// The values among which a name was looked up, and why the value that was found does not suit; nil for none.
  struct Note {
    var values: [String: EntryValue]
    var itemNames: [String]
    var reason: String?
  }
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

  func value(in values: [String: EntryValue]) -> EntryValue? { values[parts[0]]?.inner(parts.dropFirst()) }
}

extension EntryValue {
  /// The value at a path of members and numbers of items; nil where it does not lead on.
  func inner(_ parts: some Sequence<String>) -> EntryValue? {
    var value: EntryValue? = self
    for part in parts {
      switch value {
      case .object(let members): value = members[part]
      case .list(let items): value = Int(part).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: return nil
      }
    }
    return value
  }
}
