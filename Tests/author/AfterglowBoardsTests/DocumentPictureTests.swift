import Afterglow
import AfterglowCompiler
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowBoards

private let item = "  - {kind: document, configuration: {view: w.yaml, file: v.json}}\n"

/// A PNG of one pixel.
private let dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

private func small(_ view: String) -> String { "families:\n  systemSmall: \(view)\n" }

private func loaded(_ view: String, _ values: String = "{}") -> (folder: BoardFolder?, problems: [String]) {
  load(scene: "widgets:\n  - kind: clock\n" + item, files: ["w.yaml": small(view), "v.json": values])
}

/// The sources of pictures, each once.
private func sources(_ view: String, _ values: String = "{}") throws -> [SourceRequest] {
  var seen: Set<String?> = []
  return try #require(loaded(view, values).folder).sources.filter { seen.insert($0.source.key).inserted }
}

/// Pictures of the web and of values in documents (docs/data-widgets.md, Pictures).
@Suite struct DocumentPictureTests {
  @Test func `a picture of the web is a source that only a picture may replace`() throws {
    let found = try sources("{image: \"https://covers.example.org/{id}.png?size=2\"}", #"{"id": "a/b &c"}"#)
    let request = try #require(found.first)
    #expect(found.count == 1)
    #expect(request.source == ContentSource(text: "https://covers.example.org/a/b%20%26c.png?size=2"))
    #expect(request.maximumByteCount == 4 << 20 && request.pauseSeconds == 86_400 && request.isPassing)
    let picture = try #require(Data(base64Encoded: dot))
    #expect(request.refusal(of: Array(picture)) == nil)
    for bytes in [Array("<html>".utf8), Array(picture.prefix(45)), []] {
      #expect(request.refusal(of: bytes) != nil, "\(bytes.count) bytes")
    }
    #expect(try sources("{image: \"https://a.org/cam.jpg\", every: 300}").map(\.pauseSeconds) == [300])
    #expect(try sources("{image: cam.jpg}").isEmpty)
  }

  @Test func `the file of a picture of the web is watched`() throws {
    let view = "{image: \"https://a.org/cam.jpg\"}"
    let key = try #require(try sources(view).first?.source.key)
    #expect(try #require(loaded(view).folder).contentPaths.contains(SourceFolder.standard.content(key)))
  }

  @Test func `a value names an address of the listed hosts only`() throws {
    let view = "{image: \"{p}\", hosts: [I.example.org, \"b.org:8443\"]}"
    for address in ["https://i.example.org/1.png", "http://I.EXAMPLE.org/1.png", "https://b.org:8443/x?y=1"] {
      #expect(try sources(view, "{\"p\": \"\(address)\"}").map(\.source) == [ContentSource(text: address)])
    }
    for address in [
      "https://evil.org/1.png", "https://i.example.org:8080/1.png", "https://user@i.example.org/1.png",
      "https://i.example.org.evil.org/", "https://evil.org#i.example.org/", "https://b.org/x", "https:///x",
    ] {
      let found = loaded(view, "{\"p\": \"\(address)\"}")
      #expect(try #require(found.folder).sources.isEmpty, "\(address)")
      #expect(found.problems.contains { $0.contains("expected i.example.org or b.org:8443") }, "\(found.problems)")
    }
  }

  @Test(arguments: [
    (#"{"p": "https://a.org/b.png"}"#, "found a.org; list it under \"hosts\""),
    (#"{"p": "data:image/gif;base64,R0lGODlh"}"#, "expected a PNG or JPEG as data:image/png;base64,… from values"),
    (#"{"p": "data:image/png;base64,"}"#, "expected a PNG or JPEG as"), (#"{"q": 1}"#, "expected a value \"p\""),
  ]) func `what a value holds in place of a picture is reported`(values: String, message: String) {
    let found = loaded("{image: \"{p}\"}", values).problems
    #expect(found.count == 1 && found[0].hasPrefix("w.yaml:2:") && found[0].contains(message), "\(found)")
  }

  @Test(
    arguments: [
      ("{image: \"htps://a.org/b.png\"}", "did you mean \"https://\"?"),
      ("{image: \"https://a.org/ö.png\"}", "write %C3%B6"),
      ("{image: \"https://me@a.org/b.png\"}", "expected an address without a user"),
      ("{image: b.png, every: 60}", "expected \"every\" only with a picture of the web"),
      ("{image: b.png, hosts: [a.org]}", "expected \"hosts\" only with an address that a value decides"),
      (
        "{image: \"https://a.org/{p}\", hosts: [a.org]}", "expected \"hosts\" only with an address that a value decides"
      ),
      ("{image: \"{p}\", hosts: [a/b]}", "a host such as covers.example.org"),
      ("{image: \"https://a.org/b.png\", every: 5}", "expected a whole number from 60 to 604800 s"),
    ] as [(String, String)])
  func `an address that cannot be fetched is reported with its place`(view: String, message: String) {
    let found = loaded(view, #"{"p": "x"}"#).problems
    #expect(found.count == 1 && found[0].hasPrefix("w.yaml:2:") && found[0].contains(message), "\(found)")
  }

  @Test func `pictures are fetched for the present entry and later ones, within a bound`() throws {
    let view = "{image: \"https://a.org/{p}.png\"}"
    let dated = ["08", "09", "12"].map { "{\"date\": \"2026-11-21T\($0):00:00Z\", \"p\": \"\($0)\"}" }
    let values = "{\"policy\": \"never\", \"entries\": [\(dated.joined(separator: ", "))]}"
    #expect(
      try sources(view, values).map(\.source.publicName) == ["https://a.org/09.png", "https://a.org/12.png"])
    let many = "{\"l\": [\((1...30).map { "\"\($0)\"" }.joined(separator: ", "))]}"
    let list = "{vstack: [{forEach: l, content: {image: \"https://a.org/{item}.png\"}}]}"
    #expect(try sources(list, many).count == 24)
    #expect(loaded(list, many).problems.contains { $0.contains("expected at most 24 pictures of the web at once") })
  }

  @Test func `a value may be a picture`() throws {
    let values = "{\"p\": \"data:image/png;base64,\(dot)\"}"
    #expect(loaded("{image: \"{p}\"}", values).problems == [])
    #expect(try pictures("{image: \"{p}\"}", values) == ["picture"])
  }

  @Test func `a picture of the web is shown once it has come, and a plain shape before`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = SourceFolder(root: root)
    try SourceFolder.$standard.withValue(folder) {
      let source = ContentSource(text: "https://www.a.org/b.png")
      let key = try #require(source.key)
      #expect(try pictures("{image: \"https://www.a.org/b.png\"}", "{}") == [])
      try FileManager.default.createDirectory(atPath: folder.folder(key), withIntermediateDirectories: true)
      try #require(Data(base64Encoded: dot)).write(to: URL(fileURLWithPath: folder.content(key)))
      #expect(try pictures("{image: \"https://www.a.org/b.png\", contentMode: fill}", "{}") == ["a.org"])
    }
  }

  /// The names of the pictures that a widget shows on a panel.
  private func pictures(_ view: String, _ values: String) throws -> [String] {
    try compile("  - kind: clock\n" + item, files: ["w.yaml": small(view), "v.json": values]).layout.nodes
      .filter { $0.slot == "document" && $0.kind == "picture" }.map { $0.name ?? "" }
  }
}
