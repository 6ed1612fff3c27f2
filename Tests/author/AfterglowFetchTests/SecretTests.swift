import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// Secrets are read when they are needed, and are nowhere else.
@Suite struct SecretTests {
  private var source: ContentSource {
    var address = WebAddress(url: .plain("https://example.org/v1?units=metric"))
    address.query = ["appid": .secret("weather")]
    address.user = "me"
    address.password = "door"
    return ContentSource(.web(address))
  }

  @Test func `they are in the request and in no file, record, event or name`() throws {
    let rig = try FetchRig(source)
    rig.secret("weather", "s3cret &1\n")
    rig.secret("door", "pa55word")
    var events = rig.attempt(500)
    let job = rig.transport.started[0]
    #expect(job.url == "https://example.org/v1?units=metric&appid=s3cret%20%261")
    #expect(job.headers == ["Authorization: Basic " + Data("me:pa55word".utf8).base64EncodedString()])
    rig.time.nowMs += rig.pauseMs
    events += rig.attempt(200, "", "{}")
    var texts = ["\(events)", "\(rig.fetcher.records)", source.publicName, source.key!]
    let files = FileManager.default.enumerator(atPath: rig.folder.root)?.allObjects as? [String] ?? []
    #expect(files.count == 3)
    for file in files {
      texts.append(file)
      if let data = FileManager.default.contents(atPath: rig.folder.root + "/" + file) {
        texts.append(String(decoding: data, as: UTF8.self))
      }
    }
    for text in texts {
      for secret in ["s3cret", "pa55word", "units=metric"] { #expect(!text.contains(secret), "\(text)") }
    }
  }

  @Test func `one that others can read is refused, and so is none`() throws {
    let rig = try FetchRig(source)
    rig.secret("weather", "s3cret", mode: 0o640)
    rig.turn()
    #expect(rig.transport.started.isEmpty)
    #expect(rig.fetcher.records[0].failure?.contains("chmod 600") == true)
    try FileManager.default.removeItem(atPath: rig.secrets + "/weather")
    rig.time.nowMs += rig.pauseMs
    rig.turn()
    #expect(rig.fetcher.records[0].failure?.hasPrefix("expected the secret \"weather\" in ") == true)
    rig.secret("weather", "good")
    rig.secret("door", "two\nlines")
    rig.time.nowMs += rig.pauseMs
    rig.turn()
    #expect(rig.fetcher.records[0].failure?.hasPrefix("expected one line of text") == true)
    rig.secret("door", "fine")
    rig.time.nowMs += rig.pauseMs
    rig.attempt(200, "", "{}")
    #expect(rig.fetcher.records[0].failure == nil)
  }

  @Test func `a folder in the place of a secret is called one`() throws {
    let rig = try FetchRig(source)
    try FileManager.default.createDirectory(atPath: rig.secrets + "/weather", withIntermediateDirectories: true)
    rig.turn()
    #expect(
      rig.fetcher.records[0].failure == "expected a file with one line at \(rig.secrets)/weather, found a folder")
  }

  @Test func `faults of secrets are found before a source is asked`() throws {
    let rig = try FetchRig(source)
    let files = SecretFiles(folders: [rig.secrets])
    #expect(files.faults(of: source).count == 2)
    rig.secret("weather", "s3cret")
    rig.secret("door", "pa55word")
    #expect(files.faults(of: source).isEmpty)
    let hidden = ContentSource(.web(WebAddress(url: .secret("weather"))))
    let found = files.faults(of: hidden)
    #expect(found.count == 1 && found[0].contains("the secret \"weather\" holds no address"), "\(found)")
    #expect(!found.joined().contains("s3cret"))
    rig.secret("weather", "https://example.org:99999/s3cret")
    #expect(files.faults(of: hidden).first?.hasSuffix("an address whose port is not from 1 to 65535") == true)
    rig.secret("weather", "https://example.org/s3cret")
    #expect(files.faults(of: hidden).isEmpty)
  }

  @Test func `a secret address has a name without its host`() throws {
    let source = ContentSource(.web(WebAddress(url: .secret("calendar"))))
    let rig = try FetchRig(source)
    rig.secret("calendar", "https://calendar.example.org/private-123/basic.ics")
    rig.turn()
    #expect(rig.transport.started[0].hidesHost)
    rig.transport.answer(.failure(.noName(host: rig.transport.started[0].hostName)))
    let events = rig.turn()
    #expect(!"\(events)\(rig.fetcher.records)".contains("example.org"))
    #expect("\(events)".contains("the secret address"))
  }
}
