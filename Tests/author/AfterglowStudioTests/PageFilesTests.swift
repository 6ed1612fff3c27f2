import AfterglowServer
import Foundation
import Testing

@testable import AfterglowStudio

/// The page's files as they are served.
@Suite struct PageFilesTests {
  private let files = PageFiles()

  private func get(_ path: String, _ fields: [String: String] = [:]) -> HTTPAnswer? {
    var head = HTTPHead(method: "GET", path: path)
    for (name, value) in fields { head[name] = value }
    return files.answer(to: head)
  }

  @Test func `the page weighs at most 300 KB, and is the folder's files`() throws {
    #expect(files.byteCount <= 300_000, "\(files.byteCount)")
    let folder = StudioRig.repository.appending(path: "Sources/author/CStudioPage/page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == files.names)
    for name in names {
      #expect(try get("/\(name)")?.body == Array(Data(contentsOf: folder.appending(path: name))), "\(name)")
    }
    #expect(get("/")?.body == get("/index.html")?.body)
    #expect(get("/no.js") == nil && get("/../Package.swift") == nil && get("//index.html") == nil)
  }

  @Test func `an unchanged file is not sent again`() throws {
    let mark = try #require(get("/app.js")?.fields["ETag"])
    #expect(get("/app.js", ["if-none-match": mark])?.status == 304)
    #expect(get("/style.css", ["if-none-match": mark])?.status == 200)
  }

  /// A desk's page of 1280 px has 320 px at 400 %, and 640 px at 200 %. `make test-page` looks at the page itself.
  @Test func `no part of the page is wider than an enlarged page`() throws {
    let style = String(decoding: try #require(get("/style.css")).body, as: UTF8.self)
    let widths = style.matches(of: #/[{;]\s*(?:min-)?width:\s*([0-9.]+)px/#).map { Double($0.1) ?? .infinity }
    #expect(widths.count > 15 && widths.allSatisfy { $0 <= 320 }, "\(widths)")
    // Panel and inspector are one column there.
    #expect(style.contains(#/@media \(max-width: 1000px\) \{\s*body \{ grid-template: [^;]*\/ minmax\(0, 1fr\);/#))
    #expect(String(decoding: try #require(get("/")).body, as: UTF8.self).contains("content=\"width=device-width"))
  }

  /// Nothing of the page works around its own policy, and nothing comes from elsewhere.
  @Test func `there are no scripts and styles in the document, and no addresses of other places`() throws {
    let page = String(decoding: try #require(get("/")).body, as: UTF8.self)
    let policy = try #require(get("/")?.fields["Content-Security-Policy"])
    #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
    #expect(!page.contains("<style") && !page.contains("style=") && !page.contains("onclick"))
    for script in page.matches(of: #/<script[^>]*>/#) { #expect(script.output.contains("src=")) }
    for name in files.names {
      let text = String(decoding: try #require(get("/\(name)")).body, as: UTF8.self)
      let addresses = text.matches(of: #/https?:\/\/[^\s'"`)]*/#).map { String($0.output) }
      #expect(addresses.allSatisfy { $0.hasPrefix("http://www.w3.org/") }, "\(name): \(addresses)")
      for module in text.matches(of: #/from '\.\/([^']+)'/#) {
        #expect(files.names.contains(String(module.1)), "\(name)")
      }
    }
  }
}
