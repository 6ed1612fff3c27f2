import AfterglowBoards
import AfterglowCompiler
import AfterglowSources
import Foundation

/// What a board shows, for other programs.
package struct BoardListing: Sendable {
  /// A widget of the scene.
  package struct Widget: Codable, Equatable, Sendable {
    /// Unique in the scene.
    package var name: String
    package var kind: String
    /// As in scene.yaml.
    package var family: String
    /// The source of the content, without anything secret.
    package var sources: [String]

    package init(name: String, kind: String, family: String, sources: [String]) {
      self.name = name
      self.kind = kind
      self.family = family
      self.sources = sources
    }
  }

  /// The board's name for users.
  package var board = ""
  package var widgets: [Widget] = []
  /// By the widgets' names.
  package var reloads: [String: WidgetReloads] = [:]
  /// Equal sources are one.
  package var requests: [SourceRequest] = []
  /// The names of the scene's pages; empty for one page.
  package var pages: [String] = []
  /// The actions that the scene names.
  package var actions: [OwnerAction] = []
  /// The places that a touch may change by ticking tasks off, by the widgets' names.
  package var tickPlaces: [String: ContentSource] = [:]
  /// Why the last action of a touch of a widget failed, by the widgets' names.
  package var touchFailures: [String: String] = [:]
  /// What may not be composed.
  package var setAside: [SetAsideContent] = []
  /// Errors of the board's files, which keep an older scene on the panel.
  package var refused: [String] = []

  package init() {}

  package init(_ folder: BoardFolder, name: String) {
    board = name
    pages = folder.scene.paging.others.isEmpty ? [] : folder.scene.paging.names
    actions = folder.scene.actions
    setAside = folder.setAside.values.sorted { $0.subject.slot < $1.subject.slot }
    widgets = folder.scene.allWidgets.map { item in
      Widget(
        name: item.identifier, kind: item.kind, family: item.family.rawValue,
        sources: folder.sources(of: item).map(\.source.publicName))
    }
    for item in folder.scene.allWidgets { tickPlaces[item.identifier] = folder.tickPlace(of: item) }
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
package final class SharedListing: @unchecked Sendable {
  private let lock = NSLock()
  private var current = BoardListing()

  package init() {}

  package var value: BoardListing {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  /// Replaces the listing, but for what touches of its widgets have led to.
  package func replace(_ listing: BoardListing) {
    let names = Set(listing.widgets.map(\.name))
    lock.withLock {
      let failures = current.touchFailures.filter { names.contains($0.key) }
      current = listing
      current.touchFailures = failures
    }
  }

  /// Notes the errors of the board's files.
  package func note(refused: [String]) { lock.withLock { current.refused = refused } }

  /// Notes why the action of a touch of a widget failed; nil = it succeeded.
  package func note(touchFailure: String?, of widget: String) {
    lock.withLock { current.touchFailures[widget] = touchFailure }
  }
}
