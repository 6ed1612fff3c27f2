import AfterglowSources
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Content that is to be feared, in every form that a panel reads: through the check that it passes on arrival, the
/// widget's provider, layout, and the emitter, to an archive. A trap anywhere ends the process, and so the test.
///
/// `make test` tries a sample; `make test-readers` tries 20,000 generated inputs and 10,000 changed files.
@Suite struct HostileContentTests {
  private static let isLong = ProcessInfo.processInfo.environment["AFTERGLOW_READERS"] != nil
  /// Of all readers together.
  private static let generatedCount = isLong ? 20_000 : 204
  private static let changedCount = isLong ? 10_000 : 102
  private static let variedCount = isLong ? 3_400 : 51

  @Test(arguments: HostileReader.allCases)
  func `generated content never hides the good part behind it, and a named share shows it`(
    _ reader: HostileReader
  ) throws {
    let share = try shownShare(reader, of: Self.generatedCount, seed: 1) { $0.generated(&$1) }
    #expect(share >= reader.leastShown.generated, "\(reader)")
  }

  @Test(arguments: HostileReader.allCases)
  func `changed bytes never hide the good part behind them, and a named share shows it`(
    _ reader: HostileReader
  ) throws {
    let share = try shownShare(reader, of: Self.changedCount, seed: 2) { $0.mutated(&$1) }
    #expect(share >= reader.leastShown.changed, "\(reader)")
  }

  @Test(arguments: HostileReader.allCases)
  func `a file of another day is shown, whatever its words are`(_ reader: HostileReader) throws {
    #expect(try shownShare(reader, of: Self.variedCount, seed: 3) { $0.varied(&$1) } == 100, "\(reader)")
  }

  @Test(arguments: HostileReader.allCases) func `content of each form is shown if nothing is wrong with it`(
    _ reader: HostileReader
  ) throws {
    let bench = try HostileBench()
    defer { bench.remove() }
    let bytes =
      reader == .photos
      ? HostileReader.pictures[0]
      : Array((reader == .note ? HostileReader.good + "\n" : reader.document(reader.realistic)).utf8)
    #expect(try bench.outcome(reader, bytes) == .shown, "\(reader)")
  }

  @Test(arguments: HostileReader.allCases.filter { $0 != .photos && $0 != .note })
  func `a good part that has lost the line break before it is not hidden`(_ reader: HostileReader) throws {
    let bench = try HostileBench()
    defer { bench.remove() }
    let (head, tail) = reader.frame
    var part = (head + reader.realistic)[...]
    while part.last?.isNewline == true { part.removeLast() }
    for joint in ["", " ", ",", "\""] {
      #expect(try bench.outcome(reader, Array((part + joint + tail).utf8)) != .hidden, "\(reader), \(joint)")
    }
  }

  /// Tries the inputs of one reader.
  ///
  /// - Parameters:
  ///   - count: of all readers, which take turns.
  ///   - make: one input from a writer with a seed of its own.
  /// - Returns: the share of inputs whose good part is shown, in percent.
  private func shownShare(
    _ reader: HostileReader, of count: Int, seed: UInt64, _ make: (HostileReader, inout HostileWriter) -> [UInt8]
  ) throws -> Int {
    var bench = try HostileBench()
    defer { bench.remove() }
    let readers = HostileReader.allCases
    let first = try #require(readers.firstIndex(of: reader))
    var tried = 0
    for index in stride(from: first, to: count, by: readers.count) {
      var writer = HostileWriter(seed: seed << 32 | UInt64(index))
      let bytes = make(reader, &writer)
      bench.note("\(seed) \(index) \(reader)", bytes)
      let outcome = try bench.outcome(reader, bytes)
      #expect(
        outcome != .hidden,
        "\(reader), input \(index) of seed \(seed): \(String(decoding: bytes.prefix(3000), as: UTF8.self))")
      bench.count(outcome)
      tried += 1
    }
    if Self.isLong { print("readers, \(reader), seed \(seed): \(bench.counts.sorted { $0.key < $1.key })") }
    return (bench.counts[HostileOutcome.shown.rawValue] ?? 0) * 100 / max(tried, 1)
  }
}

/// What became of content.
enum HostileOutcome: String {
  /// The good part is on the panel.
  case shown
  /// It is not, and the panel says that something is missing.
  case incomplete
  /// The content does not replace the last good one.
  case refused
  /// It was accepted, and the good part is missing without a word.
  case hidden
}

/// A folder with a board's files and received content, in which one input after the other is tried.
struct HostileBench {
  private let root: URL
  private let sources: SourceFolder
  private(set) var counts: [String: Int] = [:]

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    sources = SourceFolder(root: root.appending(path: "sources").path)
    try FileManager.default.createDirectory(at: root.appending(path: "photos"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: sources.folder("push-h"), withIntermediateDirectories: true)
    try Data(HostileReader.view.utf8).write(to: root.appending(path: "view.yaml"))
    try Data(HostileReader.timelineWithoutPast.utf8).write(to: root.appending(path: "timeline.json"))
    try Data(HostileReader.goodPicture).write(to: root.appending(path: "photos/good.png"))
  }

  func remove() { try? FileManager.default.removeItem(at: root) }

  mutating func count(_ outcome: HostileOutcome) { counts[outcome.rawValue, default: 0] += 1 }

  /// Leaves the input in a file, from which a crash can be tried again.
  func note(_ name: String, _ bytes: [UInt8]) {
    guard let folder = ProcessInfo.processInfo.environment["AFTERGLOW_READERS_LOG"] else { return }
    let file = URL(fileURLWithPath: folder).appending(path: root.lastPathComponent)
    try? (Data((name + "\n").utf8) + Data(bytes)).write(to: file)
  }

  func outcome(_ reader: HostileReader, _ bytes: [UInt8]) throws -> HostileOutcome {
    try SourceFolder.$standard.withValue(sources) { try tried(reader, bytes) }
  }

  private func tried(_ reader: HostileReader, _ bytes: [UInt8]) throws -> HostileOutcome {
    var configuration = reader.configuration
    let source = ConfigurationValue.object(["push": .string("h")])
    switch reader {
    case .historyLines, .historyDocument: configuration["history"] = source
    case .photos: break
    default: configuration["source"] = source
    }
    let use = WidgetUse(
      kind: reader.kind, configuration: configuration, folder: root, zone: TimeZone(identifier: "Europe/Lisbon")!)
    if reader == .photos {
      let name = bytes.starts(with: [0xFF, 0xD8]) ? "photos/first.jpg" : "photos/first.png"
      for old in ["photos/first.jpg", "photos/first.png"] {
        try? FileManager.default.removeItem(at: root.appending(path: old))
      }
      try Data(bytes).write(to: root.appending(path: name))
    } else {
      let request = try #require(WidgetGallery.builtIn.sources(of: use).first)
      if bytes.count > request.maximumByteCount || request.refusal(of: bytes, isEndKnown: false) != nil {
        return .refused
      }
      try Data(bytes).write(to: URL(fileURLWithPath: sources.content("push-h")))
    }
    return try shown(reader, use)
  }

  private func shown(_ reader: HostileReader, _ use: WidgetUse) throws -> HostileOutcome {
    let widget = try #require(WidgetGallery.builtIn.widget(use))
    let item = GalleryItem(kind: reader.kind, family: reader.family)
    let compiled = try item.compile(
      item.scene(isPreview: false, widget: widget, configuration: use.configuration, folder: root) {
        $0.board.archiveBankByteCount = 32 << 20
      })
    let slots = compiled.layout.nodes.filter { $0.slot != nil }
    if reader == .photos { return slots.contains { $0.kind == "picture" } ? .shown : .hidden }
    // A note is all that is pushed.
    if reader == .note { return .shown }
    let words = slots.compactMap(\.text).joined(separator: " ")
    if words.contains(reader.goodText) { return .shown }
    return slots.contains { $0.name == "incomplete" } ? .incomplete : .hidden
  }
}
