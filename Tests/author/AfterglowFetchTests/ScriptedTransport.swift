import AfterglowFetch
import AfterglowSources
import Foundation

/// A transport whose answers a test gives, and clocks that it sets.
final class ScriptedTransport: FetchTransport {
  private(set) var started: [FetchJob] = []
  private(set) var cancelled: [Int64] = []
  private(set) var waits: [Int64] = []
  private var outcomes: [(identifier: Int64, outcome: FetchOutcome)] = []

  func start(_ job: FetchJob) { started.append(job) }
  func cancel(_ identifier: Int64) { cancelled.append(identifier) }

  func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] {
    waits.append(timeoutMs)
    defer { outcomes = [] }
    return outcomes
  }

  /// Answers the newest job at the next wait.
  func answer(_ outcome: FetchOutcome) { outcomes.append((started.last!.identifier, outcome)) }

  func answer(_ outcome: FetchOutcome, to job: FetchJob) { outcomes.append((job.identifier, outcome)) }

  func answer(_ status: Int, _ headers: String = "", _ body: String = "") {
    answer(.answer(status: status, headers: "HTTP/1.1 \(status) X\r\n" + headers, body: Array(body.utf8)))
  }
}

/// Both clocks, moved by hand.
final class HandClock: @unchecked Sendable {
  var nowMs: Int64 = 5_000
  /// Wall clock minus monotonic clock.
  var offsetMs: Int64 = 1_795_000_000_000
  var isTrusted = true

  var clock: FetchClock {
    FetchClock(
      monotonicMs: { self.nowMs }, wallMs: { self.nowMs + self.offsetMs }, isTrusted: { self.isTrusted })
  }
}

/// A fetcher on a script, in a folder of its own.
final class FetchRig {
  let folder: SourceFolder
  let transport = ScriptedTransport()
  let time = HandClock()
  let secrets: String
  var random = 0.0
  private(set) var fetcher: SourceFetcher!

  init(_ sources: ContentSource..., check: @escaping SourceRequest.Check = { _ in nil }) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("fetch-\(UUID().uuidString)").path
    folder = SourceFolder(root: root + "/sources")
    secrets = root + "/secrets"
    try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    restart()
    fetcher.follow(sources.map { SourceRequest($0, limitBytes: 1 << 20, check: check) })
  }

  deinit { try? FileManager.default.removeItem(atPath: (folder.root as NSString).deletingLastPathComponent) }

  /// As after a new start of the program; nothing is followed.
  func restart() {
    fetcher = SourceFetcher(
      folder: folder, secrets: SecretFiles(folders: [secrets]), transport: transport, clock: time.clock,
      userAgent: "Afterglow/test", random: { [unowned self] in random })
  }

  func secret(_ name: String, _ text: String, mode: Int = 0o600) {
    _ = FileManager.default.createFile(
      atPath: secrets + "/" + name, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
  }

  @discardableResult
  func turn() -> [SourceFetcher.Event] { fetcher.turn(maximumWaitMs: 60_000) }

  /// One attempt from its start to its end.
  @discardableResult
  func attempt(_ status: Int, _ headers: String = "", _ body: String = "") -> [SourceFetcher.Event] {
    turn()
    transport.answer(status, headers, body)
    return turn()
  }

  func content(_ source: ContentSource) -> String? {
    source.key.flatMap { FileManager.default.contents(atPath: folder.content($0)) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The time until the next attempt, in ms: the wait of a turn that has nothing to do.
  var pauseMs: Int64 {
    _ = fetcher.turn(maximumWaitMs: .max)
    return transport.waits.last!
  }
}

func page(_ url: String = "https://example.org/data.json") -> ContentSource { ContentSource(text: url) }

extension FetchJob {
  var headers: [String] { if case .web(_, let headers) = kind { headers } else { [] } }
  var url: String { if case .web(let url, _) = kind { url } else { "" } }
}
