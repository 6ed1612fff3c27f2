import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// Tasks that are ticked off where they come from: in files, by programs, and at an account of a real server.
@Suite struct TaskTickTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ticks-\(UUID().uuidString)").path

  /// 2026-11-21T08:00:00Z.
  private static let now = Date(timeIntervalSince1970: 1_795_248_000)

  private func inFolder<Result>(_ body: () throws -> Result) throws -> Result {
    try FileManager.default.createDirectory(atPath: folder + "/secrets", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body()
  }

  /// Why a task cannot be ticked off; nil = it was.
  private func failure(
    _ place: ContentSource, _ identity: String, isDone: Bool = true, by transport: any FetchTransport = LiveTransport()
  ) -> String? {
    let run = ActionRun(
      transport: transport, secrets: SecretFiles(folders: [folder + "/secrets"]), userAgent: "Afterglow/test")
    do throws(FetchFailure) {
      try run.tick(TaskTick(place: place, identity: identity, isDone: isDone), now: Self.now)
      return nil
    } catch {
      return error.description
    }
  }

  // MARK: files

  @Test func `a file is replaced as a whole, behind its link and with its permissions`() throws {
    try inFolder {
      let path = folder + "/tasks.yaml"
      let text = "# mine\nreminders:\n  - title: Rent\n  - title: Bins\n"
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o640])
      try FileManager.default.createSymbolicLink(atPath: folder + "/link.yaml", withDestinationPath: path)
      #expect(failure(ContentSource(.file(folder + "/link.yaml")), "~1\nBins\n\n") == nil)
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == text + "    done: true\n")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let link = try FileManager.default.attributesOfItem(atPath: folder + "/link.yaml")
      #expect(attributes[.posixPermissions] as? Int == 0o640 && link[.type] as? FileAttributeType == .typeSymbolicLink)
      #expect(failure(ContentSource(.file(path)), "=gone") == TaskEdit.missing)
      #expect(failure(ContentSource(.file(folder + "/none.yaml")), "=gone") == "the file does not exist")
    }
  }

  /// Lets another program write the file after it was read.
  private final class OtherWriter {
    var texts: [String]
    init(_ texts: [String]) { self.texts = texts }

    func write(_ path: String) {
      if !texts.isEmpty { try? texts.removeFirst().write(toFile: path, atomically: true, encoding: .utf8) }
    }
  }

  private func outcome(_ path: String, _ other: OtherWriter) -> String? {
    let file = TaskFile(path: path) { path throws(Problem) in
      let bytes = try DocumentFile.read(path, kind: .calendar)
      other.write(path)
      return bytes
    }
    do throws(FetchFailure) {
      try file.apply(TaskEdit(identity: "~1\nBins\n\n", isDone: true, stamp: ""))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a file that another program changes meanwhile keeps that change`() throws {
    try inFolder {
      let path = folder + "/tasks.yaml"
      try "reminders:\n  - title: Bins\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(outcome(path, OtherWriter(["reminders:\n  - title: New\n  - title: Bins\n"])) == nil)
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == "reminders:\n  - title: New\n  - title: Bins\n    done: true\n")
      // One that never stops, and one that removes the task.
      try "reminders:\n  - title: Bins\n".write(toFile: path, atomically: true, encoding: .utf8)
      let busy = OtherWriter((0..<9).map { "reminders:\n  - title: Bins\n  - title: \"\($0)\"\n" })
      #expect(outcome(path, busy)?.contains("again and again") == true)
      #expect(outcome(path, OtherWriter(["reminders: []\n"])) == TaskEdit.missing)
      let left = try String(contentsOfFile: path, encoding: .utf8)
      #expect(left == "reminders: []\n")
    }
  }

  @Test func `touches of two widgets with one file at the same time are all noted`() throws {
    try inFolder {
      let path = folder + "/tasks.yaml"
      let count = 8
      let titles = (0..<count).map { "  - title: Task \($0)\n" }
      try ("reminders:\n" + titles.joined()).write(toFile: path, atomically: true, encoding: .utf8)
      DispatchQueue.concurrentPerform(iterations: count) { number in
        let edit = TaskEdit(identity: "~1\nTask \(number)\n\n", isDone: true, stamp: "")
        try? TaskFile(path: path).apply(edit)
      }
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == "reminders:\n" + titles.map { $0 + "    done: true\n" }.joined())
    }
  }

  @Test func `a file in a folder that the author may not write is left alone, with the place of the remedy`() throws {
    // The kernel's folder takes no file of any user.
    let file = TaskFile(path: "/sys/tasks.yaml") { _ in Array("reminders:\n  - title: Bins\n".utf8) }
    var words = ""
    do throws(FetchFailure) {
      try file.apply(TaskEdit(identity: "~1\nBins\n\n", isDone: true, stamp: ""))
    } catch {
      words = error.description
    }
    #expect(words.contains("/sys/tasks.yaml cannot be written") && words.contains("docs/actions.md"), "\(words)")
  }

  @Test func `a file that changes while the new one is written is not replaced`() throws {
    try inFolder {
      let path = folder + "/tasks.yaml"
      try "old".write(toFile: path, atomically: true, encoding: .utf8)
      var draft: String?
      let isReplaced = try FileReplacement.replace(path, with: Array("new".utf8), isDurable: true) {
        draft = try? String(contentsOfFile: FileReplacement.draft(of: path), encoding: .utf8)
        return false
      }
      let (left, names) = try (
        String(contentsOfFile: path, encoding: .utf8), FileManager.default.contentsOfDirectory(atPath: folder)
      )
      #expect(!isReplaced && draft == "new" && left == "old" && names.sorted() == ["secrets", "tasks.yaml"])
    }
  }

  // MARK: programs

  @Test func `a program has the identifier as one argument, which is never an option`() {
    // It says what it was given.
    let words = ["sh", "-c", "printf '%s|' \"$@\" >&2; exit 1", "sh", "done"]
    let place = ContentSource(.command(words + [TaskIdentity.mark, TaskTick.valueMark]))
    let said = "the program sh ended with status 1; it said: "
    #expect(failure(place, "=7; rm -rf /") == said + "done|7; rm -rf /|on|")
    #expect(failure(place, "=7", isDone: false) == said + "done|7|off|")
    #expect(failure(place, "=--all")?.contains("hyphen") == true)
    // With a mark it is another character, and the same first byte.
    #expect(failure(place, "=-\u{301}a")?.contains("hyphen") == true)
    #expect(failure(place, "~1\nBins\n\n")?.contains("no \"id\"") == true)
    let plain = ContentSource(.command(["true", TaskIdentity.mark]))
    #expect(failure(plain, "=7") == nil)
    #expect(failure(plain, "=7", isDone: false)?.contains("{value}") == true)
  }

  // MARK: accounts

  /// Lets a test act before a request of one method.
  private final class Interfering: FetchTransport {
    private let live = LiveTransport()
    private let act: (FetchJob) -> Void
    private(set) var jobs: [FetchJob] = []

    init(_ act: @escaping (FetchJob) -> Void = { _ in }) { self.act = act }

    func start(_ job: FetchJob) {
      jobs.append(job)
      act(job)
      live.start(job)
    }
    func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] { live.wait(timeoutMs: timeoutMs) }
    func cancel(_ identifier: Int64) { live.cancel(identifier) }
  }

  private func account(_ server: RadicaleServer) throws -> ContentSource {
    setenv("no_proxy", "127.0.0.1,localhost,afterglow.invalid", 1)
    _ = FileManager.default.createFile(
      atPath: folder + "/secrets/dav", contents: Data((RadicaleServer.password + "\n").utf8),
      attributes: [.posixPermissions: 0o600])
    var address = WebAddress(url: .plain(server.url + "/"))
    (address.user, address.password) = (RadicaleServer.user, "dav")
    return ContentSource(.calendars(CalendarAccount(address: address)))
  }

  private static func household() throws -> RadicaleServer {
    let server = try RadicaleServer()
    try server.make("/ana/family/", name: "Family", color: "#FF9500FF", components: ["VEVENT", "VTODO"])
    try server.put("/ana/family/rent", "VTODO", "DUE;VALUE=DATE:20261125", "SUMMARY:Rent", "X-NOTE:kept")
    try server.put("/ana/family/rents", "VTODO", "SUMMARY:Rent of others")
    try server.put("/ana/family/bins", "VTODO", "DTSTART:20261121T080000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Bins")
    return server
  }

  @Test func `an account's task is done at its server, and open again`() throws {
    try inFolder {
      let server = try Self.household()
      let place = try account(server)
      let transport = Interfering()
      #expect(failure(place, "=rent", by: transport) == nil)
      let done = try server.text("/ana/family/rent")
      for line in [
        "STATUS:COMPLETED", "COMPLETED:20261121T080000Z", "PERCENT-COMPLETE:100", "LAST-MODIFIED:20261121T080000Z",
        "SEQUENCE:1", "X-NOTE:kept",
      ] { #expect(done.contains(line), "\(done)") }
      let put = try #require(transport.jobs.last)
      #expect(put.method == "PUT" && put.headers.contains { $0.hasPrefix("If-Match: \"") })
      #expect(transport.jobs.filter { $0.method == "PUT" }.count == 1)
      #expect(failure(place, "=rent", isDone: false) == nil)
      let open = try server.text("/ana/family/rent")
      #expect(open.contains("STATUS:NEEDS-ACTION") && !open.contains("COMPLETED:2026"))
      let others = try server.text("/ana/family/rents")
      #expect(!others.contains("STATUS"))
    }
  }

  @Test func `a task that was changed elsewhere meanwhile stays as it was changed`() throws {
    try inFolder {
      let server = try Self.household()
      let place = try account(server)
      let transport = Interfering { job in
        if job.method == "PUT" { try? server.put("/ana/family/rent", "VTODO", "SUMMARY:Rent and water") }
      }
      #expect(failure(place, "=rent", by: transport)?.hasPrefix("the task was changed elsewhere") == true)
      let left = try server.text("/ana/family/rent")
      #expect(left.contains("Rent and water") && !left.contains("COMPLETED"))
    }
  }

  @Test func `a repeating task, one that is gone and a wrong password are refused with their reasons`() throws {
    try inFolder {
      let server = try Self.household()
      let place = try account(server)
      let transport = Interfering()
      #expect(failure(place, "=bins", by: transport)?.hasPrefix("the task repeats") == true)
      #expect(failure(place, "=ren", by: transport) == TaskEdit.missing)
      #expect(transport.jobs.allSatisfy { $0.method != "PUT" })
      try "gu3ss\n".write(toFile: folder + "/secrets/dav", atomically: false, encoding: .utf8)
      let words = failure(place, "=rent")
      #expect(words == "it answered 401 (it wants a password or token)")
    }
  }

  // MARK: a service by a script

  /// Answers each request at once.
  private final class Answering: FetchTransport {
    private let answer: (FetchJob) -> (status: Int, headers: String, body: String)
    private(set) var jobs: [FetchJob] = []

    init(_ answer: @escaping (FetchJob) -> (status: Int, headers: String, body: String)) { self.answer = answer }

    func start(_ job: FetchJob) { jobs.append(job) }
    func cancel(_ identifier: Int64) {}
    func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] {
      let (status, headers, body) = answer(jobs.last!)
      let head = "HTTP/1.1 \(status) X\r\n" + headers
      return [(jobs.last!.identifier, .answer(status: status, headers: head, body: Array(body.utf8)))]
    }
  }

  /// A service with one calendar, whose task has an address and a version, and is sent with another version.
  private func service(_ uid: String, at href: String = "/cal/a", listed: String, sent: String) -> Answering {
    let task = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:\(uid)\r\nSUMMARY:A\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    func multi(_ href: String, _ properties: String) -> (Int, String, String) {
      (
        207, "",
        #"<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>"#
          + "<d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
          + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"
      )
    }
    return Answering { job in
      switch job.method {
      case "PROPFIND":
        multi(
          "/cal/",
          "<d:resourcetype><c:calendar/></d:resourcetype><c:supported-calendar-component-set>"
            + #"<c:comp name="VTODO"/></c:supported-calendar-component-set>"#)
      case "REPORT":
        multi(href, "<d:getetag>\(listed)</d:getetag><c:calendar-data><![CDATA[\(task)]]></c:calendar-data>")
      case "GET": (200, "ETag: \(sent)\r\n", task)
      default: (204, "", "")
      }
    }
  }

  private let scripted = ContentSource(
    .calendars(CalendarAccount(address: WebAddress(url: .plain("https://dav.example.org/cal/")))))

  @Test(
    arguments: [
      ("\"7\"", "\"7-gzip\"", "\"7\""), ("\"7\"", "W/\"7\"", "\"7\""), ("", "\"7\"", "\"7\""), ("7", "\"7\"", "\"7\""),
      ("W/\"7\"", "W/\"7\"", nil), ("", "", nil),
    ] as [(String, String, String?)])
  func `a task is changed under the version that its account compares`(listed: String, sent: String, version: String?) {
    let transport = service("a", listed: listed, sent: sent)
    let words = failure(scripted, "=a", by: transport)
    let put = transport.jobs.last { $0.method == "PUT" }
    #expect(put.map { $0.headers.contains("If-Match: \(version ?? "")") } == version.map { _ in true })
    #expect(words?.contains("does not number") == (version == nil ? true : nil), "\(words ?? "")")
  }

  @Test func `an object of another version than the listed one is left alone`() {
    let transport = service("a", listed: "\"7\"", sent: "\"6\"")
    #expect(failure(scripted, "=a", by: transport)?.hasPrefix("the task was changed elsewhere") == true)
    #expect(transport.jobs.allSatisfy { $0.method != "PUT" })
  }

  @Test func `an answer that names a task of another host causes no request there`() {
    let transport = service("a", at: "https://other.example.com/a", listed: "\"7\"", sent: "\"7\"")
    #expect(failure(scripted, "=a", by: transport) == TaskEdit.missing)
    #expect(!transport.jobs.isEmpty && transport.jobs.allSatisfy { $0.url.hasPrefix("https://dav.example.org/") })
  }

  @Test func `a UID of any signs stays a text in the request`() {
    let uid = "<\u{338}b>&\u{301}\"'"
    let transport = service(uid, listed: "\"7\"", sent: "\"7\"")
    #expect(failure(scripted, "=" + uid, by: transport) == nil)
    let report = transport.jobs.first { $0.method == "REPORT" }.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    // By bytes: as characters these signs are one with the marks behind them.
    let wanted = Array("octet\">&lt;\u{338}b&gt;&amp;\u{301}\"'</C:text-match>".utf8)
    #expect(Data(report.utf8).range(of: Data(wanted)) != nil, "\(report)")
  }
}
