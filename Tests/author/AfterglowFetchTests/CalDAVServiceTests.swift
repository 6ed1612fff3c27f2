import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// An account's calendars and tasks, read from a real server.
@Suite struct CalDAVServiceTests {
  /// A fetcher on real sockets, with clocks that the test moves.
  private final class Rig {
    let server: RadicaleServer
    let folder: SourceFolder
    let time = HandClock()
    let transport = CountingTransport()
    private(set) var fetcher: SourceFetcher!
    let source: ContentSource

    init(_ server: RadicaleServer, path: String = "/", names: [String] = [], password: String? = nil) throws {
      setenv("no_proxy", "127.0.0.1,localhost,afterglow.invalid", 1)
      self.server = server
      let root = FileManager.default.temporaryDirectory.appendingPathComponent("caldav-\(UUID().uuidString)").path
      folder = SourceFolder(root: root + "/sources")
      try FileManager.default.createDirectory(atPath: root + "/secrets", withIntermediateDirectories: true)
      let secret = (password ?? RadicaleServer.password) + "\n"
      _ = FileManager.default.createFile(
        atPath: root + "/secrets/dav", contents: Data(secret.utf8), attributes: [.posixPermissions: 0o600])
      var address = WebAddress(url: .plain(server.url + path))
      (address.user, address.password) = (RadicaleServer.user, "dav")
      source = ContentSource(.calendars(CalendarAccount(address: address, names: names)))
      fetcher = SourceFetcher(
        folder: folder, secrets: SecretFiles(folders: [root + "/secrets"]), transport: transport, clock: time.clock,
        userAgent: "Afterglow/test", random: { 0 })
      fetcher.follow([SourceRequest(source, limitBytes: 1 << 20) { _ in nil }])
    }

    deinit { try? FileManager.default.removeItem(atPath: (folder.root as NSString).deletingLastPathComponent) }

    /// One attempt; how many requests it took.
    @discardableResult
    func attempt() -> (events: [SourceFetcher.Event], requestCount: Int) {
      let before = transport.count
      time.nowMs += 1_000_000
      var events: [SourceFetcher.Event] = []
      let deadline = ContinuousClock.now + .seconds(60)
      repeat {
        events += fetcher.turn(maximumWaitMs: 5_000)
      } while fetcher.isUnderWay && ContinuousClock.now < deadline
      return (events, transport.count - before)
    }

    var content: String {
      source.key.flatMap { FileManager.default.contents(atPath: folder.content($0)) }
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    var titles: [String] {
      content.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
    }
  }

  private final class CountingTransport: FetchTransport {
    private let live = LiveTransport()
    private(set) var count = 0
    func start(_ job: FetchJob) {
      count += 1
      live.start(job)
    }
    func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] { live.wait(timeoutMs: timeoutMs) }
    func cancel(_ identifier: Int64) { live.cancel(identifier) }
  }

  /// In the days that are read, by the clock of `HandClock`: 2026-11-18.
  private static let soon = "20261120T090000Z"

  private static func household() throws -> RadicaleServer {
    let server = try RadicaleServer()
    try server.make("/ana/family/", name: "Family", color: "#FF9500FF", components: ["VEVENT", "VTODO"])
    try server.make("/ana/work/", name: "Work, late", color: "#00f")
    try server.put("/ana/family/choir", "VEVENT", "DTSTART:\(soon)", "SUMMARY:Choir")
    try server.put("/ana/family/past", "VEVENT", "DTSTART:20200101T090000Z", "SUMMARY:Long ago")
    try server.put("/ana/family/weekly", "VEVENT", "DTSTART:20200101T090000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Bins")
    try server.put("/ana/family/rent", "VTODO", "DUE;VALUE=DATE:20261125", "SUMMARY:Rent")
    try server.put(
      "/ana/family/done", "VTODO", "STATUS:COMPLETED", "COMPLETED:20261101T080000Z", "SUMMARY:Paint the shed")
    try server.put("/ana/work/review", "VEVENT", "DTSTART:\(soon)", "SUMMARY:Review")
    return server
  }

  @Test func `the server's address alone leads to all calendars, with names and colours, in the time that is shown`()
    throws
  {
    let rig = try Rig(Self.household())
    let (events, _) = rig.attempt()
    #expect(events == [.changed(key: rig.source.key!, name: rig.server.url + "/")])
    #expect(rig.titles == ["Choir", "Rent", "Bins", "Review"])
    #expect(rig.content.components(separatedBy: "BEGIN:VCALENDAR").count == 3)
    #expect(rig.content.contains("X-WR-CALNAME:Family\r\nX-APPLE-CALENDAR-COLOR:#FF9500\r\n"))
    #expect(rig.content.contains("X-WR-CALNAME:Work\\, late\r\n"))
    #expect(rig.fetcher.records[0].failure == nil)
  }

  @Test(arguments: ["/ana/", "/ana/family/", "/.well-known/caldav"])
  func `an account's, a calendar's and the well-known address lead there too`(_ path: String) throws {
    let rig = try Rig(Self.household(), path: path)
    rig.attempt()
    #expect(rig.titles == (path == "/ana/family/" ? ["Choir", "Rent", "Bins"] : ["Choir", "Rent", "Bins", "Review"]))
  }

  @Test func `what has not changed costs one request, and of what has changed only that is read`() throws {
    let rig = try Rig(Self.household())
    rig.attempt()
    let before = rig.content
    #expect(rig.attempt().requestCount == 1)
    #expect(rig.content == before)
    try rig.server.put("/ana/work/review", "VEVENT", "DTSTART:\(Self.soon)", "SUMMARY:Review and cake")
    try rig.server.send("DELETE", "/ana/family/choir")
    try rig.server.put("/ana/family/swim", "VEVENT", "DTSTART:\(Self.soon)", "SUMMARY:Swim")
    // The list, the changes of two calendars, and what is new in each.
    let (events, count) = rig.attempt()
    #expect(count == 5)
    #expect(events.count == 1)
    #expect(Set(rig.titles) == ["Rent", "Bins", "Swim", "Review and cake"])
    // A task is done, and a calendar is gone.
    try rig.server.put("/ana/family/rent", "VTODO", "STATUS:COMPLETED", "SUMMARY:Rent")
    try rig.server.send("DELETE", "/ana/work/")
    rig.attempt()
    #expect(rig.content.contains("STATUS:COMPLETED") && !rig.content.contains("cake"))
    // After a week the days that are read have moved on.
    rig.time.nowMs += 8 * 86_400_000
    #expect(rig.attempt().requestCount == 3)
  }

  @Test func `calendars are chosen by name, and an unknown name is answered with those that there are`() throws {
    let server = try Self.household()
    let rig = try Rig(server, names: ["work, LATE"])
    rig.attempt()
    #expect(rig.titles == ["Review"])
    let other = try Rig(server, names: ["Choir"])
    other.attempt()
    #expect(
      other.fetcher.records[0].failure == "expected a calendar \"Choir\", found \"Family\", \"Work, late\"")
  }

  @Test func `a wrong password is said, and nothing of it is kept`() throws {
    let rig = try Rig(Self.household(), password: "gu3ss")
    rig.attempt()
    #expect(rig.fetcher.records[0].failure == "it answered 401 (it wants a password or token)")
    #expect(rig.content.isEmpty)
  }
}
