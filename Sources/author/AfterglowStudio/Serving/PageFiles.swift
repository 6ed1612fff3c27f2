import AfterglowServer
import CStudioPage
import CSymbols

/// The page's files, which are part of the program.
struct PageFiles {
  private struct File {
    var answer: HTTPAnswer
    var mark: String
  }

  private var files: [String: File] = [:]
  private var pageNames: Set<String> = []

  /// What the page may load and whom it may stand in: its own files and pictures that it was sent, and no frame.
  private static let policy =
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "ttf": "font/ttf",
  ]

  init() {
    for index in 0..<ag_page_file_count() {
      let file = ag_page_files()[index]
      add(String(cString: file.name), Array(UnsafeBufferPointer(start: file.base, count: file.count)))
    }
    pageNames = Set(files.keys)
    // Asked for only where symbols are chosen.
    let font = ag_symbol_font()
    add("symbols.ttf", Array(UnsafeBufferPointer(start: font.base, count: font.count)))
  }

  private mutating func add(_ name: String, _ bytes: [UInt8]) {
    var answer = HTTPAnswer(200)
    answer.body = bytes
    answer.contentType = Self.types[name.split(separator: ".").last.map(String.init) ?? ""] ?? "text/plain"
    let mark = "\"\(String(Self.hash(bytes), radix: 16))\""
    answer.fields = [
      "ETag": mark, "Cache-Control": "no-cache", "Content-Security-Policy": Self.policy,
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    ]
    files[name] = File(answer: answer, mark: mark)
  }

  /// FNV-1a: it distinguishes versions of a file, and protects nothing.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// All bytes of the page's own files together.
  var byteCount: Int { pageNames.reduce(0) { $0 + (files[$1]?.answer.body.count ?? 0) } }
  var names: [String] { pageNames.sorted() }

  /// nil for a path that is no file's.
  func answer(to head: HTTPHead) -> HTTPAnswer? {
    let name = head.path == "/" ? "index.html" : String(head.path.dropFirst())
    guard let file = files[name] else { return nil }
    guard head["if-none-match"] == file.mark else { return file.answer }
    var answer = HTTPAnswer(304)
    answer.fields = file.answer.fields
    return answer
  }
}
