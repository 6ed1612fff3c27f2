import AfterglowFetch
import AfterglowPreview
import AfterglowServer
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowDaemon

/// What other programs may ask of a run, and who may.
@Suite struct AuthorServiceTests {
  /// A service with one widget that content is handed over to.
  private final class Rig {
    let run: RunFolder
    let service: AuthorService
    private(set) var folder: SourceFolder
    private let reloads = Counter()
    var reloadCount: Int { reloads.count }

    private static let check: SourceRequest.Check = { $0.first == 0x7B ? nil : "expected {" }

    private final class Counter: @unchecked Sendable { var count = 0 }

    init(token: String? = nil) throws {
      run = try RunFolder()
      folder = SourceFolder(root: run.path("state/sources"))
      if let token {
        let isMade = FileManager.default.createFile(
          atPath: run.path("run/http-token"), contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
        try #require(isMade)
      }
      let shared = SharedListing()
      var listing = BoardListing()
      listing.board = "kitchen"
      listing.widgets = [.init(name: "value", kind: "value", family: "systemSmall", sources: ["push boiler"])]
      listing.requests = [
        SourceRequest(ContentSource(.push("boiler")), limitBytes: 100, check: Self.check),
        SourceRequest(ContentSource(text: "https://example.org/feed?key=1"), limitBytes: 100, check: Self.check),
        // Its end looks like the end of a refusal that says nothing of the content.
        SourceRequest(ContentSource(.push("diary")), limitBytes: 100) { _ in
          "it was not stored, and may be sent again"
        },
        SourceRequest(
          ContentSource(.push("busy")), judge: { _ in .unchecked("no process is there") }, limitBytes: 100,
          everySeconds: nil),
      ]
      shared.value = listing
      service = AuthorService(
        shared, folder: folder, secrets: SecretFiles(folders: [run.path("run")]), wallMs: { 1_795_000_000_000 },
        reload: { [reloads] in reloads.count += 1 })
    }

    /// The status of an answer to a request, whose body is sent if it is admitted.
    func status(
      _ method: String, _ path: String, _ fields: [String: String] = [:], body: String? = nil,
      from origin: HTTPListener.Origin = .socketFile
    ) -> Int { answer(method, path, fields, body: body, from: origin).status }

    /// The words of a refusal.
    func words(
      _ method: String, _ path: String, _ fields: [String: String] = [:],
      from origin: HTTPListener.Origin = .socketFile
    ) -> String { String(decoding: answer(method, path, fields, body: nil, from: origin).body, as: UTF8.self) }

    private func answer(
      _ method: String, _ path: String, _ fields: [String: String], body: String?, from origin: HTTPListener.Origin
    ) -> HTTPAnswer {
      var head = HTTPHead(method: method, path: path)
      for (name, value) in fields { head[name] = value }
      if let body {
        head["content-length"] = "\(body.utf8.count)"
        head.bodyByteCount = body.utf8.count
      }
      do throws(HTTPRefusal) {
        let most = try service.admit(head, from: origin)
        guard head.bodyByteCount <= most else { return HTTPAnswer(413) }
        let body = Array((body ?? "").utf8)
        let request = HTTPRequest(head, body: body, from: origin, ticket: HTTPTicket(number: 1))
        return service.answer(request) ?? HTTPAnswer(500)
      } catch {
        return error.answer
      }
    }

    func ask(_ path: String) -> HTTPAnswer? {
      service.answer(
        HTTPRequest(HTTPHead(method: "GET", path: path), from: .socketFile, ticket: HTTPTicket(number: 1)))
    }
  }

  @Test func `content is put as often as it is sent, and what cannot be read changes nothing`() throws {
    let rig = try Rig()
    let content = rig.folder.content("push-boiler")
    for _ in 0..<2 {
      #expect(rig.status("PUT", "/push/boiler", body: "{}") == 204)
      #expect(try String(contentsOfFile: content, encoding: .utf8) == "{}")
    }
    #expect(rig.status("PUT", "/push/boiler", body: "<html>") == 422)
    #expect(rig.status("PUT", "/push/boiler", body: "{" + String(repeating: " ", count: 100)) == 413)
    #expect(rig.status("PUT", "/push/boiler") == 411)
    #expect(try String(contentsOfFile: content, encoding: .utf8) == "{}")
    for name in ["other", "", "boiler/", "..%2Fboiler", "../boiler"] {
      #expect(rig.status("PUT", "/push/\(name)", body: "{}") == 404)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder.root) == ["push-boiler"])
  }

  @Test func `content that nothing could check may be sent again, and content that cannot be read may not`() throws {
    let rig = try Rig()
    #expect(rig.status("PUT", "/push/busy", body: "{}") == 503)
    #expect(rig.status("PUT", "/push/diary", body: "{}") == 422)
    #expect(!FileManager.default.fileExists(atPath: rig.folder.content("push-busy")))
  }

  @Test func `a reload is asked for once a request`() throws {
    let rig = try Rig()
    #expect(rig.status("POST", "/reload") == 202)
    #expect(rig.reloadCount == 1)
    for (method, path, status) in [
      ("GET", "/reload", 405), ("PUT", "/status", 405), ("DELETE", "/push/boiler", 405), ("GET", "/", 404),
    ] { #expect(rig.status(method, path) == status) }
    #expect(rig.status("POST", "/reload", body: "x") == 413)
    #expect(rig.reloadCount == 1)
  }

  @Test func `a request by the wrong method is answered with what curl must send`() throws {
    let rig = try Rig()
    for method in ["POST", "GET"] {
      let words = rig.words(method, "/push/boiler")
      #expect(words == "expected PUT, found \(method); with curl write -X PUT --data-binary @FILE\n")
    }
    #expect(rig.words("GET", "/reload").contains("-X POST"))
    #expect(rig.words("PUT", "/push/boiler").contains("-X PUT --data-binary @FILE"))
  }

  @Test func `a missing, a wrong and another kind of authorization have words of their own`() throws {
    let rig = try Rig(token: "long and random\n")
    func words(_ value: String?) -> String {
      var fields = ["Host": "127.0.0.1:8437"]
      fields["Authorization"] = value
      return rig.words("GET", "/status", fields, from: .loopback(port: 8437))
    }
    let cases: [(value: String?, words: String)] = [
      (nil, "a token is required;"), ("Basic dXNlcjpwYXNz", "found a user and password (Basic);"),
      ("Bearer wrong", "the token is not the secret http-token;"), ("Bearer ", "the token is empty;"),
    ]
    for (value, expected) in cases {
      let said = words(value)
      #expect(said.contains(expected) && said.contains("`Authorization: Bearer TOKEN`"), "\(said)")
      #expect(!said.contains("random") && !said.contains("wrong") && !said.contains("dXNl"), "\(said)")
    }
  }

  @Test func `the status has ages and faults, and nothing of a query`() throws {
    let rig = try Rig()
    #expect(rig.status("PUT", "/push/boiler", body: "{}") == 204)
    let body = String(
      decoding: try #require(rig.ask("/status")).body, as: UTF8.self)
    #expect(body.contains("\"receivedAt\" : \"2026-11-18T11:06:40Z\""), "\(body)")
    #expect(body.contains("\"byteCount\" : 2") && body.contains("\"board\" : \"kitchen\""))
    #expect(body.contains("https://example.org/feed\"") && !body.contains("key=1"))
    let list = try #require(rig.ask("/widgets"))
    #expect(String(decoding: list.body, as: UTF8.self).contains("\"push boiler\""))
  }

  @Test func `on loopback a request needs the token, and a host that is this machine`() throws {
    let rig = try Rig(token: "long and random\n")
    let origin = HTTPListener.Origin.loopback(port: 8437)
    let good = ["Host": "127.0.0.1:8437", "Authorization": "Bearer long and random"]
    func status(_ name: String, _ value: String?) -> Int {
      var fields = good
      fields[name] = value
      return rig.status("GET", "/status", fields, from: origin)
    }
    #expect(status("Host", "localhost:8437") == 200)
    for host in ["example.org:8437", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.example.org:8437"] {
      #expect(status("Host", host) == 421, "a page of the web may have chosen this name")
    }
    for value in [nil, "", "Bearer ", "Bearer long and randon", "Bearer long and random ", "Basic long and random"] {
      #expect(status("Authorization", value) == 401)
    }
    #expect(rig.status("POST", "/reload", ["Host": "127.0.0.1:8437"], from: origin) == 401)
    #expect(rig.reloadCount == 0)
    #expect(try Rig().status("GET", "/status", good, from: origin) == 503, "without a token nothing is answered")
  }
}
