import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import Foundation

/// The messages between the author and its composing process. Both sides are the same program. The process checks the
/// version nevertheless, because an update may replace the program between two starts.
enum ComposingMessage {
  static let version = 4

  /// The author's first message. The archive that was shown last comes with it, if there is one.
  struct Start: Codable {
    var version = ComposingMessage.version
    var product = ProductVersion.text
    /// Folder of the board.
    var folder: String
    var isVirtual: Bool
    /// Control socket of a service's guard; nil = the run has its own guard.
    var controlSocket: String?
    /// Contents that the process must not compose.
    var setAside: [SetAsideContent]
    /// Why everything but clocks is set aside; nil = it is not.
    var precaution: String?
    /// Whether the process checks content only while it composes nothing.
    var isOneByOne: Bool
    /// Why the process compiles its first scene.
    var reason: String
  }

  /// A later message of the author.
  enum Order: Codable {
    case compile(String)
    case confirmed(String)
    case nextFace
    case end
  }

  /// A message of the process.
  enum Report: Codable {
    /// A scene. The archive comes with the message.
    case composed(ComposedScene)
    case refused([String])
    case warning(String, about: String)
    case cleared(String, words: String)
    case listing(Listing)
  }

  /// The author's question whether a source's content can be read. The content comes with it as a descriptor.
  struct Check: Codable {
    /// Number of the question. It keeps a late answer from being taken for the answer to a later question.
    var number: UInt64
    /// Key of the source.
    var key: String
    var byteCount: Int
  }

  /// The answer to a `Check`.
  struct Verdict: Codable, Equatable {
    /// Number of the question.
    var number: UInt64 = 0
    /// Why the content is not stored; nil = the process can read it.
    var refusal: ContentRefusal?
    /// Values of the samples that the author keeps of this content, by their names.
    var samples: [String: Double] = [:]
  }

  /// A board's listing without the readers of its sources, which stay in the process.
  struct Listing: Codable {
    /// A source that the author keeps up to date.
    struct Source: Codable {
      var source: ContentSource
      var limitBytes: Int
      var everySeconds: Int?
      /// Names of the samples that the author keeps of the content.
      var samples: [String]
      /// Whether the author removes the content soon after no widget needs it.
      var isPassing: Bool
    }

    var board: String
    var widgets: [BoardListing.Widget]
    var reloads: [String: WidgetReloads]
    var sources: [Source]
    var setAside: [SetAsideContent]
    var pages: [String]
    var actions: [OwnerAction]
    var tickPlaces: [String: ContentSource]
    var trustsClock: Bool

    init(_ listing: BoardListing, trustsClock: Bool) {
      board = listing.board
      widgets = listing.widgets
      reloads = listing.reloads
      sources = listing.requests.map {
        Source(
          source: $0.source, limitBytes: $0.limitBytes, everySeconds: $0.everySeconds, samples: $0.samples.map(\.name),
          isPassing: $0.isPassing)
      }
      setAside = listing.setAside
      pages = listing.pages
      actions = listing.actions
      tickPlaces = listing.tickPlaces
      self.trustsClock = trustsClock
    }

    /// The listing with readers that ask the process.
    func listing(_ checker: ContentChecker) -> BoardListing {
      var listing = BoardListing()
      listing.board = board
      listing.widgets = widgets
      listing.reloads = reloads
      listing.setAside = setAside
      listing.pages = pages
      listing.actions = actions
      listing.tickPlaces = tickPlaces
      listing.requests = sources.map { source in
        let reader = RemoteReader(key: source.source.key ?? "", checker: checker)
        var request = SourceRequest(
          source.source, judge: { reader.refusal(of: $0) }, limitBytes: source.limitBytes,
          everySeconds: source.everySeconds)
        request.samples = source.samples.map { name in SampleRequest(name: name) { _ in reader.sample(name) } }
        request.isPassing = source.isPassing
        return request
      }
      return listing
    }
  }

  static func data(_ message: some Encodable) -> Data { (try? JSONEncoder().encode(message)) ?? Data() }

  static func message<T: Decodable>(_ type: T.Type, _ data: Data) -> T? { try? JSONDecoder().decode(type, from: data) }
}

/// A scene that the process has composed, without its archive.
struct ComposedScene: Codable {
  /// A message to the user with its severity.
  struct Notice: Codable {
    var severity: String
    var text: String
  }

  /// Why the scene was composed.
  var reason: String
  /// Size of the archive.
  var byteCount: Int
  var contentHash: UInt64
  /// Date of the next reload, in ms since 1970; nil = never.
  var nextReloadMs: Int64?
  var notices: [Notice]
  var summary: String
  var isTried = false
  var isRoutine = false
  /// How soon the author saves the archive; nil = it need not.
  var urgency: ArchiveKeeper.Urgency?
  /// Contents of the scene that are set aside.
  var setAside: [SetAsideContent]
  /// Orders for the author at touches of the archive's regions.
  var touches = TouchTable()
}

extension ComposedScene.Notice {
  init(_ diagnostic: Diagnostic) { self.init(severity: diagnostic.severity.rawValue, text: diagnostic.message) }

  var diagnostic: Diagnostic { Diagnostic(Diagnostic.Severity(rawValue: severity) ?? .warning, slot: nil, text) }
}
