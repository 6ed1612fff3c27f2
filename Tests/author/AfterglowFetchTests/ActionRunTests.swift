import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// Requests and programs of actions, which are attempted once.
@Suite struct ActionRunTests {
  private let secrets = FileManager.default.temporaryDirectory.path + "/secrets-\(UUID().uuidString)"

  /// Answers each job at once.
  private final class Answering: FetchTransport {
    let outcome: FetchOutcome
    private(set) var jobs: [FetchJob] = []
    private var waiting: [Int64] = []

    init(_ outcome: FetchOutcome) { self.outcome = outcome }

    func start(_ job: FetchJob) {
      jobs.append(job)
      waiting.append(job.identifier)
    }

    func cancel(_ identifier: Int64) {}

    func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] {
      defer { waiting = [] }
      return waiting.map { ($0, outcome) }
    }
  }

  private func answer(_ status: Int) -> Answering { Answering(.answer(status: status, headers: "", body: [])) }

  private func send(_ address: WebAddress, _ transport: Answering, body: String = "") -> FetchFailure? {
    let run = ActionRun(transport: transport, secrets: SecretFiles(folders: [secrets]), userAgent: "Afterglow/test")
    do throws(FetchFailure) {
      try run.request(address, method: "POST", body: body, isJSON: body.hasPrefix("{"), timeoutSeconds: 7)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a request is sent once with its secrets, its body and its limit`() throws {
    try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: secrets) }
    _ = FileManager.default.createFile(
      atPath: secrets + "/home", contents: Data("abc".utf8), attributes: [.posixPermissions: 0o600])
    var address = WebAddress(url: .plain("https://home.example.org/api"))
    address.bearer = "home"
    address.query = ["state": .plain("a b&c")]
    let transport = answer(204)
    #expect(send(address, transport, body: #"{"on": true}"#) == nil)
    let job = try #require(transport.jobs.first)
    #expect(transport.jobs.count == 1 && job.method == "POST" && job.timeoutSeconds == 7)
    #expect(job.url == "https://home.example.org/api?state=a%20b%26c")
    #expect(job.headers == ["Authorization: Bearer abc", "Content-Type: application/json"])
    #expect(job.body == Array(#"{"on": true}"#.utf8))
  }

  @Test(arguments: [301, 302, 307, 400, 401, 404, 500, 503])
  func `nothing but success is success, and no redirect is followed`(status: Int) {
    let transport = answer(status)
    #expect(send(WebAddress(url: .plain("https://example.org")), transport) != nil)
    #expect(transport.jobs.count == 1 && transport.jobs[0].headers == ["Content-Length: 0"])
  }

  @Test func `without its secret nothing is sent, and no message has one`() {
    var address = WebAddress(url: .secret("door"))
    address.bearer = "home"
    let transport = answer(200)
    let failure = send(address, transport)
    #expect(transport.jobs.isEmpty)
    #expect(failure?.description.hasPrefix("expected the secret \"door\"") == true)
  }

  @Test func `a program that fails is a failure`() {
    let transport = Answering(.failure(.program("the program a ended with status 3", lastWords: "no lamp")))
    let run = ActionRun(transport: transport, secrets: SecretFiles(folders: []), userAgent: "")
    var words = ""
    do throws(FetchFailure) {
      try run.program(["a", "b; c", "/etc/x"], named: ["b; c"], timeoutSeconds: 2)
    } catch {
      words = error.description
    }
    #expect(words == "the program a ended with status 3; it said: no lamp")
    #expect(transport.jobs.map(\.kind) == [.program(["a", "b; c", "/etc/x"])])
    #expect(transport.jobs.map(\.namingArguments) == [["b; c"]])
  }
}
