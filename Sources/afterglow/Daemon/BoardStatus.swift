import AfterglowPreview
import AfterglowSources
import Foundation

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
