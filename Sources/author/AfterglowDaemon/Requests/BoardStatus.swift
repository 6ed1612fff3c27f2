import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import Foundation

/// An author's widgets and sources, as a document for programs. `BoardReport` adds the processes.
package struct BoardStatus: Codable, Equatable, Sendable {
  package struct Widget: Codable, Equatable, Sendable {
    package var name: String
    package var kind: String
    /// ISO 8601: its age counts from here; nil = there is only a placeholder.
    package var contentAt: String?
    /// The words that the panel shows in place of content that has never come; nil = none.
    package var notice: String?
    /// Whether the content is invented, because the scene asks for a sample; nil = it is not.
    package var isSample: Bool?
    /// ISO 8601: when its provider was asked last.
    package var reloadedAt: String?
    package var reason: String?
    /// ISO 8601; nil = only after a change.
    package var nextAt: String?
    package var nextReason: String?
    /// Reloads of the last day that count, and how many may be in a day; nil = none counts.
    package var used: Int?
    package var budget: Int?
    /// One sentence; nil = neither its provider nor its view failed, and its content is whole.
    package var failure: String?
    /// ISO 8601.
    package var failingSince: String?
    /// One sentence; nil = nothing is to be said.
    package var warning: String?
    /// Why the last action of a touch of it failed; nil = none was performed since the start, or the last one succeeded.
    package var touchFailure: String?
    /// A clause about content that is whole and has nothing to show; nil = it has something.
    package var emptiness: String?
  }

  package struct Source: Codable, Equatable, Sendable {
    package var name: String
    /// ISO 8601; nil = nothing has been received yet.
    package var receivedAt: String?
    package var byteCount: Int?
    /// ISO 8601; nil = it is not asked, because it is handed over.
    package var nextAt: String?
    /// One sentence; nil = the last attempt succeeded.
    package var failure: String?
    /// ISO 8601.
    package var failingSince: String?
  }

  /// Content that ended a composing process. Afterglow composes it again after a change.
  package struct SetAside: Codable, Equatable, Sendable {
    /// Name of the widget.
    package var widget: String
    package var kind: String
    /// Name of the content's source.
    package var source: String
    /// One sentence.
    package var reason: String
    /// ISO 8601.
    package var since: String
  }

  package var board: String
  package var version = ProductVersion.text
  /// ISO 8601: when this was asked.
  package var at: String
  /// The socket of the guard that the author hands over to; nil = the board is not running.
  package var controlSocket: String?
  /// Empty while the board is not running.
  package var widgets: [Widget]
  package var sources: [Source]
  /// Also while the board is not running: the contents that its next run does not compose.
  package var setAside: [SetAside]
  /// Errors of the board's files, which keep an older scene on the panel.
  package var refused: [String]
  /// The names of the pages in their order; nil for a scene with one page.
  package var pages: [String]?

  package init(_ listing: BoardListing, _ folder: SourceFolder, controlSocket: String? = nil, wallMs: Int64) {
    board = listing.board
    at = Self.text(wallMs)
    self.controlSocket = controlSocket
    widgets = listing.widgets.compactMap { widget in
      listing.reloads[widget.name].map { reloads in
        var status = Widget(widget, reloads)
        status.touchFailure = listing.touchFailures[widget.name]
        return status
      }
    }
    refused = listing.refused
    pages = listing.pages.isEmpty ? nil : listing.pages
    setAside = listing.setAside.map { content in
      SetAside(
        widget: content.subject.slot, kind: content.subject.kind, source: content.subject.source,
        reason: content.reason, since: Self.text(content.sinceMs))
    }
    sources = listing.requests.map { request in
      var source = Source(name: request.source.publicName)
      guard let key = request.source.key, let record = SourceRecord(path: folder.record(key)) else { return source }
      // Content that a user has deleted is not there, whatever its record says.
      source.byteCount = FileMark.status(folder.content(key), followsLinks: true).map { Int($0.st_size) }
      if source.byteCount != nil { source.receivedAt = record.fetchedAtMs.map(Self.text) }
      source.nextAt = record.nextAtMs.map(Self.text)
      source.failure = record.failure
      source.failingSince = record.failingSinceMs.map(Self.text)
      return source
    }
  }

  /// An instant as ISO 8601, in ms since 1970; one outside of the years 1 to 9999 is the nearest of these.
  package static func text(_ ms: Int64) -> String {
    let known = max(-62_135_596_800_000, min(ms, 253_402_300_799_000))
    return Date(timeIntervalSince1970: Double(known) / 1000).ISO8601Format()
  }
}

extension BoardStatus.Widget {
  fileprivate init(_ widget: BoardListing.Widget, _ reloads: WidgetReloads) {
    func text(_ instant: Instant?) -> String? { instant.map { BoardStatus.text($0.milliseconds) } }
    name = widget.name
    kind = widget.kind
    contentAt = text(reloads.contentAt)
    notice = reloads.notice
    isSample = reloads.isInvented ? true : nil
    reloadedAt = text(reloads.lastAt)
    reason = reloads.lastReason?.rawValue
    nextAt = text(reloads.nextAt)
    nextReason = reloads.nextReason?.rawValue
    used = reloads.usedCount
    budget = reloads.usedCount == nil ? nil : ReloadBudget.dailyCount
    failure = reloads.failure
    failingSince = text(reloads.failingSince)
    warning = reloads.warning
    emptiness = reloads.emptiness
  }
}
