import AfterglowCore
import AfterglowFetch
import AfterglowPreview
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowDaemon

/// The author's whole work on clocks that the test moves: a month without a network, a day of changes, a day at rest.
@Suite struct LongRunTests {
  /// A network whose servers all say the same number, if it is there.
  private final class Network: FetchTransport {
    var isUp = true
    var value = 0
    private(set) var waitMs: Int64 = 0
    private(set) var requestCount = 0
    private var outcomes: [(identifier: Int64, outcome: FetchOutcome)] = []

    func start(_ job: FetchJob) {
      requestCount += 1
      guard isUp, case .web(_, let headers) = job.kind else {
        // As the resolver says it, or a router that is there.
        let failure: FetchFailure =
          requestCount % 5 == 0 ? .noConnection(host: job.hostName, words: "no route") : .noName(host: job.hostName)
        outcomes.append((job.identifier, .failure(failure)))
        return
      }
      let tag = "\"\(value)\""
      let isKnown = headers.contains("If-None-Match: " + tag)
      outcomes.append(
        (
          job.identifier,
          .answer(
            status: isKnown ? 304 : 200, headers: "HTTP/1.1 \(isKnown ? 304 : 200) X\r\nETag: \(tag)\r\n",
            body: isKnown ? [] : Array("\(value)".utf8))
        ))
    }

    func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] {
      waitMs = timeoutMs
      defer { outcomes = [] }
      return outcomes
    }

    func cancel(_ identifier: Int64) {}
  }

  private final class Rig {
    let folder: RunFolder
    let network = Network()
    let time = HandTime()
    private var listing = BoardListing()
    private var keeper: ArchiveKeeper!
    private var saving: ArchiveSaving!
    private var archive: ArchiveFile?
    private let sources: SourceFolder
    private var fetcher: SourceFetcher!
    private var composition: Composition!
    private var reporter: StatusReporter!
    private(set) var lines: [String] = []
    private(set) var compileCount = 0
    private(set) var isRefused = false

    init(scene: String, board: String = "bedside-clock") throws {
      folder = try RunFolder()
      sources = SourceFolder(root: folder.path("state/sources"))
      let repository = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
      try FileManager.default.copyItem(
        at: repository.appending(path: "boards/\(board)/board.yaml"),
        to: folder.folder.appending(path: "board/board.yaml"))
      try folder.write(scene, to: "board/scene.yaml")
      let time = time
      reporter = StatusReporter(nowMs: { time.moment.bootMs }, { [unowned self] _, line in lines.append(line) })
      try begin()
    }

    /// As after a new start of the program.
    func begin() throws {
      composition = nil
      let time = time
      fetcher = SourceFetcher(
        folder: sources, secrets: SecretFiles(folders: []), transport: network,
        clock: FetchClock(monotonicMs: { time.moment.bootMs }, wallMs: { time.moment.wall.milliseconds }),
        userAgent: "Afterglow/test")
      try SourceFolder.$standard.withValue(sources) {
        let source = try BoardSource(folder.path("board"))
        keeper = ArchiveKeeper(paths: folder.paths(socket: "service"), ticker: { time.moment })
        saving = ArchiveSaving(keeper)
        composition = try Composition(
          source, ledger: folder.path("state/reloads.json"), pace: ReadingPace(restMs: 0), ticker: { time.moment }
        ) { [unowned self] in take($0) }
        fetcher.follow(source.sources)
      }
    }

    private func take(_ news: Composition.News) {
      switch news {
      case .composed(let bytes, let scene):
        if composition != nil { compileCount += 1 }
        archive = try? ArchiveFile(bytes, contentHash: scene.contentHash)
        saving.note(scene.urgency, isTried: scene.isTried)
      case .refused: isRefused = true
      case .warning(let text, let subject): reporter.warn(text, about: subject)
      case .cleared(let subject, let words): reporter.clear(subject, words)
      case .listing(let found, _): listing = found
      }
    }

    private func take(_ news: Composer.News) {
      switch news {
      case .warning(let text, let subject): reporter.warn(text, about: subject)
      case .cleared(let subject, let words): reporter.clear(subject, words)
      case .ready, .failed, .compiled, .refused: break
      }
    }

    /// When something is due.
    private var dueMs: Int64 { min(composition.nextDeadlineMs(time.moment), saving.dueMs ?? .max) }

    /// Lets time pass from one thing that is due to the next.
    ///
    /// - Parameter each: called after each step.
    func run(_ ms: Int64, each: () -> Void = {}) {
      let end = time.moment.bootMs + ms
      SourceFolder.$standard.withValue(sources) {
        while time.moment.bootMs < end {
          let events = fetcher.turn(maximumWaitMs: 3_600_000)
          for event in events {
            if let news = SourceKeeper.news(of: event) { take(news) }
            if case .recovered(let key, _) = event { composition.confirmed(key, time.moment) }
          }
          // As the composer wakes: for a file, for a word of the sources, and when something is due.
          let isNews = events.contains { if case .failed = $0 { false } else { true } }
          if isNews || dueMs <= time.moment.bootMs {
            composition.step(time.moment)
            if let archive { saving.keepIfDue(archive) { take($0) } }
            each()
          }
          if !events.isEmpty { continue }
          let next = dueMs - time.moment.bootMs
          time.pass(min(max(1, min(next, network.waitMs)), end - time.moment.bootMs))
        }
      }
    }

    var reloads: [WidgetReloads] { listing.reloads.sorted { $0.key < $1.key }.map(\.value) }

    var status: BoardStatus { BoardStatus(listing, sources, wallMs: time.moment.wall.milliseconds) }

    /// Counts the bytes of files that were replaced since the last call: each is a new file.
    func written(_ known: inout [String: UInt64]) -> Int {
      var count = 0
      let root = folder.path("state")
      for name in FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [] {
        guard let status = FileMark.status(root + "/" + name, followsLinks: false), status.st_mode & S_IFMT == S_IFREG,
          known[name] != UInt64(status.st_ino)
        else { continue }
        known[name] = UInt64(status.st_ino)
        count += Int(status.st_size)
      }
      return count
    }
  }

  private static let day: Int64 = 86_400_000

  /// Four widgets, each with a server of its own.
  private static let fourSources =
    "context: lockScreen\nwidgets:\n"
    + ["one", "two", "three", "four"].map {
      "  - {name: \($0), kind: value, family: accessoryCircular, "
        + "configuration: {source: \"https://\($0).example.org/x.json\", value: $}}\n"
    }.joined()

  @Test
  func `a month without a network shows the last good content with its age, says so once, and ends soon after it`()
    throws
  {
    let rig = try Rig(scene: Self.fourSources)
    rig.network.value = 7
    rig.run(2 * 3_600_000)
    let received = rig.time.moment.wall
    #expect(rig.reloads.count == 4 && rig.reloads.allSatisfy { $0.contentAt != nil && $0.failure == nil })
    let compiles = rig.compileCount
    rig.network.isUp = false
    rig.network.value = 8
    rig.run(15 * Self.day)
    // The power was away for a moment.
    try rig.begin()
    #expect(rig.reloads.allSatisfy { $0.lastReason == .begun && $0.failure == nil })
    rig.run(15 * Self.day)
    for reloads in rig.reloads {
      let contentAt = try #require(reloads.contentAt)
      #expect(contentAt <= received && contentAt.milliseconds > received.milliseconds - 1_200_000)
      #expect(reloads.failure == nil, "the widgets have their content")
    }
    for source in rig.status.sources {
      #expect(source.failure?.isEmpty == false && source.failingSince != nil && source.byteCount == 1)
    }
    #expect(rig.lines.count <= 100, "\(rig.lines.count) lines")
    #expect(rig.compileCount - compiles <= 8, "nothing has changed")
    #expect(!rig.isRefused)
    // Attempts have become no rarer than that.
    let back = rig.time.moment.bootMs
    rig.network.isUp = true
    var recovered: Int64?
    rig.run(RetryPace.longestWithoutNetworkMs + 60_000) {
      let isNew = rig.reloads.allSatisfy { ($0.contentAt?.milliseconds ?? 0) > received.milliseconds }
      if isNew && recovered == nil { recovered = rig.time.moment.bootMs - back }
    }
    #expect(try #require(recovered) <= RetryPace.longestWithoutNetworkMs + ReloadSchedule.togetherMs)
    #expect(rig.status.sources.allSatisfy { $0.failure == nil })
    #expect(rig.lines.count <= 100)
    print(
      "a month without network: \(rig.lines.count) lines, \(rig.network.requestCount) attempts, new content after \((recovered ?? 0) / 1000) s"
    )
  }

  @Test func `at rest nothing is written, and changes each hour take less than their share of a day`() throws {
    let rig = try Rig(scene: Self.fourSources)
    var known: [String: UInt64] = [:]
    rig.run(3_600_000)
    _ = rig.written(&known)
    var rest = 0
    rig.run(Self.day) { rest += rig.written(&known) }
    #expect(rest == 0, "\(rest) bytes at rest")
    var count = 0
    for hour in 0..<24 {
      rig.network.value = 100 + hour
      rig.run(3_600_000) { count += rig.written(&known) }
    }
    let changes = rig.reloads.compactMap(\.usedCount)
    #expect(changes.allSatisfy { (24...ReloadBudget.dailyCount).contains($0) }, "\(changes)")
    #expect(count > 0 && count <= 20_000_000, "\(count) bytes")
    print("written a day: \(rest) bytes at rest, \(count) with four sources that change hourly")
  }
}
