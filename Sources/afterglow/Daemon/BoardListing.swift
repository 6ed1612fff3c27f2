import AfterglowBoards
import AfterglowSources
import Foundation

/// What a board shows, for other programs.
struct BoardListing: Sendable {
  /// A widget of the scene.
  struct Widget: Encodable, Equatable, Sendable {
    /// Unique in the scene.
    var name: String
    var kind: String
    /// As in scene.yaml.
    var family: String
    /// What its content comes from, without anything secret.
    var sources: [String]
  }

  /// The board's name for users.
  var board = ""
  var widgets: [Widget] = []
  /// Equal sources are one.
  var requests: [SourceRequest] = []

  init() {}

  init(_ folder: BoardFolder, name: String) {
    board = name
    widgets = folder.scene.widgets.map { item in
      Widget(
        name: item.identifier, kind: item.kind, family: item.family.rawValue,
        sources: folder.sources(of: item).map(\.source.publicName))
    }
    var places: [String: Int] = [:]
    for request in folder.sources {
      guard let key = request.source.key else { continue }
      if let place = places[key] {
        requests[place].join(request)
      } else {
        places[key] = requests.count
        requests.append(request)
      }
    }
  }
}

/// The listing of the newest scene, for other threads.
final class SharedListing: @unchecked Sendable {
  private let lock = NSLock()
  private var current = BoardListing()

  var value: BoardListing {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}

/// What is known of a board's sources, as a document for programs.
struct BoardStatus: Encodable {
  struct Source: Encodable {
    var name: String
    /// ISO 8601; nil = nothing has been received yet.
    var receivedAt: String?
    var byteCount: Int?
    /// ISO 8601; nil = it is not asked, because it is handed over.
    var nextAt: String?
    /// One sentence; nil = the last attempt succeeded.
    var failure: String?
    /// ISO 8601.
    var failingSince: String?
  }

  var board: String
  var version = ProductVersion.text
  /// ISO 8601: when this was asked.
  var at: String
  var sources: [Source]

  init(_ listing: BoardListing, _ folder: SourceFolder, wallMs: Int64) {
    func text(_ ms: Int64) -> String { Date(timeIntervalSince1970: Double(ms) / 1000).ISO8601Format() }
    board = listing.board
    at = text(wallMs)
    sources = listing.requests.map { request in
      var source = Source(name: request.source.publicName)
      guard let key = request.source.key, let record = SourceRecord(path: folder.record(key)) else { return source }
      source.receivedAt = record.fetchedAtMs.map(text)
      source.byteCount = FileMark.status(folder.content(key), followsLinks: true).map { Int($0.st_size) }
      source.nextAt = record.nextAtMs.map(text)
      source.failure = record.failure
      source.failingSince = record.failingSinceMs.map(text)
      return source
    }
  }
}
