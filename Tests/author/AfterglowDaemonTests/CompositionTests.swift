import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowDaemon

/// The effects of a change to a board's files, step by step: no thread, no wait.
@Suite struct CompositionTests {
  private let folder: RunFolder

  init() throws {
    folder = try RunFolder()
    let repository = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardized
    try FileManager.default.copyItem(
      at: repository.appending(path: "boards/bedside-clock/board.yaml"),
      to: folder.folder.appending(path: "board/board.yaml"))
    try folder.write(Self.scene, to: "board/scene.yaml")
    try folder.write(document(0), to: "board/value.json")
  }

  private static let scene =
    "context: standBy\nwidgets: [{kind: clock}, {kind: value, configuration: {file: value.json}}]\n"

  private func document(_ value: Int) -> String {
    #"{"kind": "value", "policy": "never", "entries": [{"date": "2026-01-01T08:00:00Z", "value": \#(value)}]}"#
  }

  /// The reports since the last call, one word each.
  private final class News {
    var words: [String] = []

    func take() -> [String] {
      defer { words = [] }
      return words
    }
  }

  private func compose(_ news: News) throws -> Composition {
    try Composition(
      BoardSource(folder.path("board")), ledger: folder.path("state/reloads.json"), pace: ReadingPace(restMs: 0)
    ) {
      switch $0 {
      case .listing: break
      case .composed(_, let scene): news.words.append(scene.reason)
      case .refused: news.words.append("refused")
      case .warning(let text, _): news.words.append(text)
      case .cleared(let subject, _): news.words.append("\(subject) is well")
      }
    }
  }

  /// The time now and `ms` later.
  private func later(_ ms: Int64 = 10_000) -> AuthorMoment {
    let now = AuthorMoment.now
    return AuthorMoment(bootMs: now.bootMs + ms, wall: now.wall(atBootMs: now.bootMs + ms))
  }

  @Test func `an unrelated file compiles nothing, one that the scene names does`() throws {
    let news = News()
    let composition = try compose(news)
    #expect(news.take().last == "start")
    for name in ["notes.txt", "a-5.txt", "scene.yaml.bak", "z"] { try folder.write("x", to: "board/\(name)") }
    composition.step(later())
    #expect(news.take() == [])
    for value in 1...3 {
      try folder.write(document(value), to: "board/value.json")
      // The longest pause between readings.
      composition.step(later(Int64(value + 1) * 10_000))
      #expect(news.take() == ["files changed"])
    }
    composition.step(later(50_000))
    #expect(news.take() == [])
  }

  @Test func `content that has not come yet is no line of the log, content that is missing is`() throws {
    let source = "source: {push: later-\(UInt32.random(in: 0...UInt32.max))}, value: $"
    try folder.write(
      "context: standBy\nwidgets:\n  - {name: heat, kind: value, configuration: {\(source)}}\n"
        + "  - {name: level, kind: value, configuration: {file: none.json}}\n", to: "board/scene.yaml")
    var notices: [String] = []
    let composition = try Composition(
      BoardSource(folder.path("board")), ledger: folder.path("state/reloads.json"), pace: ReadingPace(restMs: 0)
    ) { if case .composed(_, let scene) = $0 { notices += scene.notices.map(\.text) } }
    #expect(notices.contains { $0.contains("none.json") }, "\(notices)")
    #expect(!notices.contains { $0.contains("no content yet") || $0.contains("heat") }, "\(notices)")
    withExtendedLifetime(composition) {}
  }

  @Test func `files that cannot be used are reported, and used once they can`() throws {
    let news = News()
    let composition = try compose(news)
    try folder.write("context: [", to: "board/scene.yaml")
    composition.step(later())
    #expect(news.take().last == "refused")
    try folder.write(Self.scene, to: "board/scene.yaml")
    composition.step(later(20_000))
    #expect(news.take() == ["files changed"])
    composition.compile("asked for", .now)
    #expect(news.take() == ["asked for"])
  }

  @Test func `a first scene that cannot be used is reported, and the next one that can is composed`() throws {
    let news = News()
    try folder.write("context: [", to: "board/scene.yaml")
    let composition = try compose(news)
    #expect(news.take() == ["refused"])
    try folder.write(Self.scene, to: "board/scene.yaml")
    composition.step(later(20_000))
    #expect(news.take() == ["files changed"])
  }
}
