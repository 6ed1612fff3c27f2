import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview
import AfterglowSources
import Foundation

/// The messages to and from a process that composes. Both sides are the same program; the version is checked
/// nevertheless, because an update may replace it between two starts.
enum ComposingMessage {
  static let version = 2

  /// The first message to it, with the last good archive if something is set aside.
  struct Start: Codable {
    var version = ComposingMessage.version
    var product = ProductVersion.text
    var folder: String
    var isVirtual: Bool
    /// Of a service's guard; nil = the run has its own.
    var controlSocket: String?
    var setAside: [SetAsideContent]
    /// Why everything but clocks is set aside; nil = it is not.
    var precaution: String?
    /// The dates of what widgets show, by their names, in ms since 1970.
    var pictures: [String: Int64]
    /// Content is checked only while nothing is composed.
    var isOneByOne: Bool
    /// Why the first scene is compiled.
    var reason: String
  }

  /// Later messages to it.
  enum Order: Codable {
    case compile(String)
    case confirmed(String)
    case nextFace
    case end
  }

  /// What it reports.
  enum Report: Codable {
    /// With the archive.
    case composed(ComposedScene)
    case refused([String])
    case warning(String, about: String)
    case cleared(String, words: String)
    case listing(Listing)
  }

  /// What is asked of its reader, with the content as a descriptor.
  struct Check: Codable {
    /// Of the question: an answer that comes too late is not taken for another one's.
    var number: UInt64
    /// Of the source.
    var key: String
    var byteCount: Int
  }

  /// What its reader says.
  struct Verdict: Codable, Equatable {
    /// Of the question.
    var number: UInt64 = 0
    /// Why the content is not stored; nil = the process can read it.
    var refusal: ContentRefusal?
    /// By the names of the samples that are kept of it.
    var samples: [String: Double] = [:]
  }

  /// A board's listing without the readers of its sources.
  struct Listing: Codable {
    struct Source: Codable {
      var source: ContentSource
      var limitBytes: Int
      var everySeconds: Int?
      var samples: [String]
    }

    var board: String
    var widgets: [BoardListing.Widget]
    var reloads: [String: WidgetReloads]
    var sources: [Source]
    var trustsClock: Bool

    init(_ listing: BoardListing, trustsClock: Bool) {
      board = listing.board
      widgets = listing.widgets
      reloads = listing.reloads
      sources = listing.requests.map {
        Source(
          source: $0.source, limitBytes: $0.limitBytes, everySeconds: $0.everySeconds, samples: $0.samples.map(\.name))
      }
      self.trustsClock = trustsClock
    }

    /// The listing with readers that ask the process.
    func listing(_ checker: ContentChecker) -> BoardListing {
      var listing = BoardListing()
      listing.board = board
      listing.widgets = widgets
      listing.reloads = reloads
      listing.requests = sources.map { source in
        let reader = RemoteReader(key: source.source.key ?? "", checker: checker)
        var request = SourceRequest(
          source.source, judge: { reader.refusal(of: $0) }, limitBytes: source.limitBytes,
          everySeconds: source.everySeconds)
        request.samples = source.samples.map { name in SampleRequest(name: name) { _ in reader.sample(name) } }
        return request
      }
      return listing
    }
  }

  static func data(_ message: some Encodable) -> Data { (try? JSONEncoder().encode(message)) ?? Data() }

  static func message<T: Decodable>(_ type: T.Type, _ data: Data) -> T? { try? JSONDecoder().decode(type, from: data) }
}

/// A scene as it was composed, without its archive.
struct ComposedScene: Codable {
  /// A message to the user with its severity.
  struct Notice: Codable {
    var severity: String
    var text: String
  }

  var reason: String
  var byteCount: Int
  var contentHash: UInt64
  /// In ms since 1970.
  var nextReloadMs: Int64?
  var notices: [Notice]
  var summary: String
  var isTried = false
  var isRoutine = false
  /// How soon it is to be saved; nil = it need not be.
  var urgency: ArchiveKeeper.Urgency?
  /// What is set aside in it.
  var setAside: [SetAsideContent]
}

extension ComposedScene.Notice {
  init(_ diagnostic: Diagnostic) { self.init(severity: diagnostic.severity.rawValue, text: diagnostic.message) }

  var diagnostic: Diagnostic { Diagnostic(Diagnostic.Severity(rawValue: severity) ?? .warning, slot: nil, text) }
}
