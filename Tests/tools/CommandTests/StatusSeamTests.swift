import AfterglowDevice
import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import AfterglowServer
import AfterglowSources
import Foundation
import SocketSupport
import TestSupport
import Testing

@testable import AfterglowDaemon
@testable import afterglow_command

/// What `status` and `logs` read of a guard's packets, an author's answer, and the files that runs leave.
@Suite(.serialized) struct StatusSeamTests {
  private let run: ScratchFolder
  private let moment = StatusMoment.now

  init() throws { run = try ScratchFolder(["run", "state"]) }

  // MARK: the guard

  /// A guard in this process, which has messages for its first client.
  private func withGuard(at path: String, saying messages: [ControlMessage], _ body: () throws -> Void) throws {
    let name = strdup(path)!
    defer { free(name) }
    ownUmask()
    nonisolated(unsafe) let listener = try ControlListener(path: name)
    defer { listener.close() }
    let (isEnding, hasEnded) = (Flag(), DispatchSemaphore(value: 0))
    defer {
      isEnding.set()
      hasEnded.wait()
    }
    Thread.detachNewThread {
      var client: Int32 = -1
      while !isEnding.isSet {
        if client < 0, let socket = listener.accept() {
          client = socket
          for message in messages { _ = sendPacket(message, to: client, waits: false) }
        }
        if client >= 0, case .message(let ping, _) = receivePacket(from: client), ping.kind == .ping {
          _ = sendPacket(ControlMessage(.pong, value: ping.value), to: client, waits: false)
        }
        SystemTime.sleep(milliseconds: 5)
      }
      closeDescriptor(client)
      hasEnded.signal()
    }
    try body()
  }

  private func answer(
    renderer: Int64, more: [ControlMessage] = [], _ change: (inout ControlMessage) -> Void = { _ in }
  ) throws -> GuardAnswer {
    var showing = ControlMessage(.showing)
    showing.realtimeMs = moment.wallMs
    change(&showing)
    var answer: GuardAnswer?
    try withGuard(at: run.path("guard"), saying: [ControlMessage(.hello, value: renderer), showing] + more) {
      answer = GuardAnswer(of: run.path("guard"), at: moment)
    }
    return try #require(answer)
  }

  @Test func `a renderer is the guard's child, running, stopped or ended`() throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["60"]
    try child.run()
    defer { kill(child.processIdentifier, SIGKILL) }
    let number = Int64(child.processIdentifier)
    let whole = try answer(renderer: number)
    #expect(whole.guard.state == .running && whole.guard.pid == getpid())
    #expect(whole.renderer.state == .running && whole.renderer.pid == child.processIdentifier)
    kill(child.processIdentifier, SIGSTOP)
    let deadline = Date() + 5
    while ProcessEntry(child.processIdentifier)?.isStopped != true, Date() < deadline { usleep(1_000) }
    #expect(try answer(renderer: number).renderer.state == .stopped)
    #expect(try answer(renderer: 0).renderer == .notRunning)
  }

  /// A guard in a container counts its processes from one.
  @Test func `a process that is not the guard's child is not its renderer`() throws {
    let renderer = try answer(renderer: 1).renderer
    #expect(renderer.pid == nil && renderer.state != .running, "\(renderer)")
  }

  @Test func `a guard's frame says whether the clock is trusted, and which mode decides`() throws {
    for isUntrusted in [false, true] {
      let said = try answer(renderer: 0) {
        $0.isClockUntrusted = isUntrusted
        $0.isNight = true
        $0.nextRealtimeMs = .max
      }
      let panel = try #require(said.panel)
      #expect(panel.isClockTrusted != isUntrusted && panel.mode == "night" && panel.nextFrameAt == nil)
    }
  }

  @Test func `refreshes of e-paper are counted, with those that failed`() throws {
    var record = RefreshRecord()
    (record.full, record.fast, record.partial, record.failed) = (7, 3, 40, 2)
    let panel = try #require(try answer(renderer: 0, more: [ControlMessage(record)]).panel)
    #expect(panel.refreshes == BoardReport.Refreshes(full: 7, fast: 3, partial: 40, failed: 2))
    var report = BoardReport(board: "kitchen", at: "2026-11-21T12:00:00Z")
    report.panel = panel
    #expect(StatusText.lines(report).contains("  refreshes 7 full, 3 fast, 40 partial, 2 failed"))
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
    let counts = (object?["panel"] as? [String: Any])?["refreshes"] as? [String: Int]
    #expect(counts == ["full": 7, "fast": 3, "partial": 40, "failed": 2])
    // A frame more is no news, a failure more is.
    var later = report
    later.panel?.refreshes?.partial = 41
    #expect(later.news == report.news)
    later.panel?.refreshes?.failed = 3
    #expect(later.news != report.news)
    // A screen has no counts, and a panel without failures mentions none.
    #expect(try answer(renderer: 0).panel?.refreshes == nil)
    report.panel?.refreshes = BoardReport.Refreshes(full: 1)
    #expect(StatusText.lines(report).contains("  refreshes 1 full, 0 fast, 0 partial"))
  }

  // MARK: the author

  private final class Service: HTTPService {
    private let body: HTTPAnswer
    init(_ body: HTTPAnswer) { self.body = body }
    func admit(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> Int { 0 }
    func answer(_ request: HTTPRequest) -> HTTPAnswer? { body }
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }

  private func withAuthor(in folder: String, answering body: HTTPAnswer, _ work: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let server = HTTPServer([try HTTPListener(path: folder + "/author.sock")], service: Service(body)) {
      SystemTime.boottimeMs
    }
    let (isEnding, hasEnded) = (Flag(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      while !isEnding.isSet { server.turn(maximumWaitMs: 100) }
      hasEnded.signal()
    }
    defer {
      isEnding.set()
      server.wake()
      hasEnded.wait()
    }
    try work()
  }

  @Test func `an author of another release answers, and is not said to be silent`() throws {
    try withAuthor(in: run.path("run/k"), answering: .json(["board": "kitchen"])) {
      let answer = AuthorAnswer(board: "kitchen", in: run.path("run/k"), at: moment)
      #expect(answer.author.state == .otherRelease && answer.author.pid == getpid() && answer.status == nil)
    }
    let status = BoardStatus(BoardListing(), SourceFolder(root: run.path("state")), wallMs: moment.wallMs)
    try withAuthor(in: run.path("run/k"), answering: .json(status)) {
      let answer = AuthorAnswer(board: "kitchen", in: run.path("run/k"), at: moment)
      #expect(answer.author.state == .running && answer.status == status)
    }
    let none = AuthorAnswer(board: "kitchen", in: run.path("run/none"), at: moment)
    #expect(none.author == .notRunning && none.status == nil)
  }

  @Test func `a guard that accepts no connection runs, and its silence is explained`() throws {
    let path = run.path("guard")
    let name = strdup(path)!
    defer { free(name) }
    ownUmask()
    let listener = try ControlListener(path: name)
    defer { listener.close() }
    let silent = #expect(throws: Failure.self) {
      try RunningGuard(board: "kitchen", control: path).send(ControlMessage(.ping))
    }
    #expect(silent?.lines.first?.contains("does not answer; `afterglow status` says whether") == true)
    // Connections wait until there is no room for more.
    var waiting: [Int32] = []
    defer { for descriptor in waiting { close(descriptor) } }
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue)
    repeat {
      waiting.append(socket(AF_UNIX, type, 0))
    } while waiting.count < 64 && connectRaw(waiting.last!, to: path) == 0
    #expect(waiting.count < 64)
    #expect(RunningGuard.answers(path))
    #expect(!RunningGuard.answers(run.path("none")))
  }

  // MARK: sources

  private func health(_ record: SourceRecord?, content: String?) throws -> BoardReport {
    let source = ContentSource(text: "https://example.org/feed")
    let folder = SourceFolder(root: run.path("state/sources-\(UInt32.random(in: 0...UInt32.max))"))
    let key = try #require(source.key)
    try FileManager.default.createDirectory(atPath: folder.folder(key), withIntermediateDirectories: true)
    if let record { try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: folder.record(key))) }
    if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: folder.content(key))) }
    var listing = BoardListing()
    listing.requests = [SourceRequest(source, limitBytes: 100) { _ in nil }]
    let status = BoardStatus(listing, folder, wallMs: moment.wallMs)
    var report = BoardReport(board: "kitchen", at: status.at)
    report.author = BoardReport.Program(state: .running, pid: 11)
    report.guard = BoardReport.Program(state: .running, pid: 12)
    report.renderer = BoardReport.Program(state: .running, pid: 13)
    var panel = BoardReport.Panel()
    panel.frameAt = status.at
    report.panel = panel
    report.sources = status.sources
    report.judge()
    return report
  }

  @Test func `each state of a source's files has its health`() throws {
    var received = SourceRecord(name: "example.org")
    received.fetchedAtMs = moment.wallMs - 60_000
    var failing = received
    (failing.failure, failing.failingSinceMs) = ("it answered 503", moment.wallMs - 1_000)
    var never = SourceRecord(name: "example.org")
    never.failure = "there is no secret family"
    let cases: [(record: SourceRecord?, content: String?, health: BoardReport.Health, words: String)] = [
      (received, "{}", .healthy, ""), (nil, nil, .degraded, "no content yet"),
      (SourceRecord(name: "example.org"), nil, .degraded, "no content yet"),
      (failing, "{}", .degraded, "fails: it answered 503"),
      (never, nil, .degraded, "fails and has never answered: there is no secret family"),
      // A file that a user has deleted.
      (received, nil, .degraded, "no content yet"),
    ]
    for (record, content, health, words) in cases {
      let report = try self.health(record, content: content)
      #expect(report.health == health, "\(words): \(report.problems)")
      #expect(words.isEmpty ? report.problems.isEmpty : report.problems.contains { $0.hasSuffix(words) }, "\(words)")
    }
  }

  // MARK: files that runs have left

  private func touch(_ name: String) throws {
    let path = run.path(name)
    try FileManager.default.createDirectory(atPath: Files.parent(of: path), withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path))
  }

  private func places() throws -> [StatusPlace] {
    try StatusPlace.all(
      own: run.path("run/own"), services: run.path("run/services"),
      states: [run.path("state/own"), run.path("state/all")])
  }

  @Test func `a socket that a killed author left does not stand for the service's author`() throws {
    try touch("run/services/hall-clock/control.sock")
    try touch("state/own/hall-clock/author.sock")
    let folder = run.path("state/all/hall-clock")
    #expect(try places().map(\.authorFolder) == [folder])
    try withAuthor(in: folder, answering: .json(["board": "kitchen"])) {
      let found = try places().map(\.authorFolder)
      #expect(found == [folder])
    }
  }

  /// Where XDG_RUNTIME_DIR is XDG_STATE_HOME or /run.
  @Test func `a board is found once where its folders are one`() throws {
    try touch("one/hall-clock/control.sock")
    try touch("one/hall-clock/author.sock")
    let one = run.path("one")
    let found = try StatusPlace.all(own: one, services: one, states: [one, one])
    #expect(found.map(\.authorFolder) == [one + "/hall-clock"] && found.first?.control != nil)
  }

  @Test func `the files of a run that was killed do not hide the service of the same board`() throws {
    try touch("run/own/hall-clock/control.sock")
    try FileManager.default.createDirectory(
      atPath: run.path("run/services/hall-clock"), withIntermediateDirectories: true)
    #expect(StatusPlace.reports(of: "hall-clock", among: try places()).map(\.health) == [.dead])
    let socket = run.path("run/services/hall-clock/control.sock")
    try withGuard(at: socket, saying: [ControlMessage(.hello)]) {
      let reports = StatusPlace.reports(of: "hall-clock", among: try places())
      #expect(reports.map(\.guard.state) == [.running], "\(reports)")
    }
  }

  @Test func `a board that is a service by now has its log in the journal, not in the file of an earlier run`() throws {
    try touch("run/own/hall-clock/run.log")
    try FileManager.default.createDirectory(
      atPath: run.path("run/services/hall-clock"), withIntermediateDirectories: true)
    func log() throws -> BoardLog {
      try BoardLog(of: "hall-clock", own: run.path("run/own"), services: run.path("run/services"))
    }
    if case .journal = try log() { Issue.record("no service runs") }
    try withGuard(at: run.path("run/services/hall-clock/control.sock"), saying: []) {
      if case .files = try log() { Issue.record("the service runs") }
    }
  }

  private func reader() throws -> RunLogReader {
    let board = try RunningBoard.all(withFile: \.runLog, in: [run.path("run")]).first
    return RunLogReader(try #require(board))
  }

  @Test func `a follower of a log loses no line when the file is put aside`() throws {
    try touch("run/k/run.log")
    let log = RunLog()
    log.begin(run.path("run/k/run.log"))
    func add(_ numbers: ClosedRange<Int>) {
      let filler = String(repeating: "x", count: 100)
      for number in numbers { log.add(.news, "\(filler) \(number)", at: .now) }
    }
    add(1...900)
    var reader = try reader()
    #expect(reader.last(2).compactMap { $0.split(separator: " ").last } == ["899", "900"])
    add(901...1_200)
    #expect(FileManager.default.fileExists(atPath: run.path("run/k/run.log.1")))
    #expect(reader.next().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } } == Array(901...1_200))
    #expect(reader.next().isEmpty)
    add(1_201...1_201)
    #expect(reader.next().count == 1)
  }

  @Test func `the end of a guard's long log is printed`() throws {
    try touch("run/k/run.log")
    let lines = (1...60_000).map { "line \($0)\n" }.joined()
    try Data(lines.utf8).write(to: URL(fileURLWithPath: run.path("run/k/renderer.log")))
    var reader = try reader()
    #expect(reader.last(2) == ["guard: line 59999", "guard: line 60000"])
    #expect(reader.last(1_000_000).allSatisfy { $0.hasPrefix("guard: line ") }, "a line without its beginning")
  }
}
