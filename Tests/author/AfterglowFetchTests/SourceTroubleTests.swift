import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// What panels show of sources that give nothing.
@Suite struct SourceTroubleTests {
  private let source = page()

  private func record(_ source: ContentSource, _ rig: FetchRig) throws -> SourceRecord {
    let key = try #require(source.key)
    return try #require(SourceRecord(path: rig.folder.record(key)))
  }

  @Test func `the status of an answer is a trouble, which is written down and told once`() throws {
    let troubles: [(Int, ContentTrouble)] = [
      (401, .signIn), (407, .signIn), (403, .noAccess), (404, .notFound), (410, .notFound), (500, .notAvailable),
      (503, .notAvailable), (418, .notAvailable),
    ]
    for (status, trouble) in troubles {
      let rig = try FetchRig(source)
      let told = SourceFetcher.Event.troubled(key: source.key!)
      #expect(rig.attempt(status).contains(told), "\(status)")
      #expect(try record(source, rig).trouble == trouble, "\(status)")
      rig.time.nowMs += rig.pauseMs
      #expect(!rig.attempt(status).contains(told), "\(status)")
    }
  }

  @Test func `every failure is a trouble`() {
    let troubles: [(FetchFailure, ContentTrouble)] = [
      (.noName(host: "a"), .noConnection), (.timedOut(seconds: 30), .noConnection),
      (.certificate(host: "a", words: "b"), .noConnection), (.webPage, .notReadable), (.refused("a"), .notReadable),
      // A large calendar is a calendar.
      (.tooLarge(limitKiB: 1), .notAvailable), (.headersTooLarge(limitKiB: 1), .notAvailable),
      (.notHTTP(words: "a"), .notAvailable), (.redirects(count: 5), .notFound), (.badAddress("a"), .notFound),
      (.secret("a"), .signIn), (.cut(byteCount: 1), .notAvailable), (.program("a", lastWords: ""), .notAvailable),
    ]
    for (failure, trouble) in troubles { #expect(failure.trouble == trouble, "\(failure)") }
  }

  @Test func `of content that is there only a lost account is told`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "", "{}")
    for (status, isTold) in [(503, false), (404, false), (401, true), (401, false), (503, true), (200, false)] {
      rig.time.nowMs += rig.pauseMs
      let events = rig.attempt(status, "", status == 200 ? "{}" : "")
      #expect(events.contains(.troubled(key: source.key!)) == isTold, "\(status)")
    }
    #expect(try record(source, rig).trouble == nil)
  }

  @Test func `a missing secret is told without a request`() throws {
    var address = WebAddress(url: .plain("https://a.org/x"))
    address.bearer = "missing"
    address.query = ["key": .secret("other")]
    let source = ContentSource(.web(address))
    #expect(source.secretNames == ["missing", "other"])
    let rig = try FetchRig(source)
    rig.secret("other", "key")
    #expect(rig.turn().contains(.troubled(key: source.key!)))
    #expect(rig.transport.started.isEmpty)
    #expect(try record(source, rig).trouble == .signIn)
    let secrets = SecretFiles(folders: [rig.secrets])
    #expect(secrets.problem("missing")?.hasPrefix("expected the secret \"missing\" in ") == true)
    #expect(secrets.problem("other") == nil)
  }

  @Test func `a failure that began with a wrong clock began by the right one`() throws {
    let rig = try FetchRig(source)
    rig.turn()
    let began = rig.time.nowMs
    rig.transport.answer(503)
    rig.turn()
    #expect(try record(source, rig).failingSinceMs == began + rig.time.offsetMs)
    rig.time.nowMs += 1_000
    rig.time.offsetMs += 9 * 3_600_000
    #expect(rig.turn().contains(.troubled(key: source.key!)))
    #expect(try record(source, rig).failingSinceMs == began + rig.time.offsetMs)
  }
}
