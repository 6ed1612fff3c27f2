import Foundation
import TestSupport
import Testing

/// The samples in the documentation comments of the widget API, compiled against the module that is tested: what is
/// renamed must not stay in a comment. Samples of pages are in `PageSampleTests` and `PageExampleTests`.
@Suite struct DocstringSampleTests {
  struct Sample {
    var path: String
    /// The number of its first line, from 1.
    var line: Int
    var code: [String]

    var text: String { code.joined(separator: "\n") }
  }

  @Test func `every sample of the widget API compiles, and one that does not is reported at its line`() throws {
    let rooms = ["AfterglowCharts", "AfterglowGeometry", "AfterglowTypesetting", "AfterglowViews"]
    let samples = try rooms.flatMap { room in
      try RepositoryText.files(in: HouseRulesTests.folder(of: room), ["swift"]).flatMap { path in
        Self.samples(in: try RepositoryText.read(path), path)
      }
    }
    #expect(samples.count > 40)
    // All in one run of the compiler, with one that proves that errors are found.
    let wrong = Sample(path: "Wrong.swift", line: 7, code: ["Text(\"9:41\").fnot(.title)"])
    let errors = try Self.errors(in: samples + [wrong])
    #expect(errors.contains { $0.hasPrefix("Wrong.swift:7:") }, "\(errors)")
    for error in errors where !error.hasPrefix("Wrong.swift:7:") { Issue.record("\(error)") }
  }

  @Test func `a sample is an indented block after an empty line or at the beginning of a comment`() {
    let text = """
      /// A title.
      ///
      ///     Text("One")
      ///       .bold()
      ///
      ///     Text("Two")
      ///
      /// - Parameter size: in points,
      ///     continued on a line that is no code.
      struct First {
        ///     Text("Three")
        func second() {}
      }
      """
    let samples = Self.samples(in: text, "File.swift")
    #expect(samples.map(\.line) == [3, 11])
    #expect(samples.map(\.text) == ["Text(\"One\")\n  .bold()\n\nText(\"Two\")\n", "Text(\"Three\")"])
  }

  /// Blocks of a comment that are indented by four more spaces, without these.
  private static func samples(in text: String, _ path: String) -> [Sample] {
    var found: [Sample] = []
    var open: Sample?
    var mayBegin = true
    for (index, line) in (text.components(separatedBy: "\n") + [""]).enumerated() {
      let comment = line.firstMatch(of: #/^ *\/\/\/ ?(.*)$/#).map { String($0.1) }
      if let comment, comment.hasPrefix("    "), open != nil || mayBegin {
        if open == nil { open = Sample(path: path, line: index + 1, code: []) }
        open?.code.append(String(comment.dropFirst(4)))
      } else if comment == "", open != nil {
        open?.code.append("")
      } else if let sample = open {
        found.append(sample)
        open = nil
      }
      mayBegin = comment == nil || comment == ""
    }
    return found
  }

  /// What the compiler reports, each with the path and the line of the comment.
  private static func errors(in samples: [Sample]) throws -> [String] {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Samples.swift")
    let parts = samples.enumerated().map { program(of: $1, number: $0) }
    try ([surroundings] + parts).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let arguments =
      ["swiftc", "-typecheck", "-parse-as-library", "-suppress-warnings", "-module-cache-path", folder.path]
      + (try moduleFlags()) + [file.path]
    let result = try run(arguments)
    return result.output.split(separator: "\n").filter { $0.contains(#/^\S+: error: /#) }.map(String.init)
  }

  /// Declarations are in a namespace of their own, so that samples may declare the same names; statements in a function.
  /// An extension and the entry point of a program can only be in the file itself.
  private static func program(of sample: Sample, number: Int) -> String {
    let code = """
      #sourceLocation(file: "\(sample.path)", line: \(sample.line))
      \(sample.text)
      #sourceLocation()
      """
    if sample.text.contains(#/(?m)^(?:@main|extension )/#) { return code }
    if sample.text.hasPrefix("struct ") || sample.text.hasPrefix("enum ") {
      return "enum Sample\(number) {\n\(code)\n}"
    }
    return """
      enum Sample\(number) {
        static func run(
          entry: TideEntry, context: TimelineProviderContext, board: BoardRecord
        ) throws -> Any? {
      \(code)
          return nil
        }
      }
      """
  }

  /// The flags with which make/docs.sh reads the built modules.
  private static func moduleFlags() throws -> [String] {
    let programs = CommandLineProgram.programs.resolvingSymlinksInPath()
    let sources = RepositoryText.root.appending(path: "Sources")
    func folders(in folder: URL) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .sorted { $0.path < $1.path }
    }
    let rooms = try folders(in: sources).flatMap { try folders(in: $0) }
    let maps = (rooms + (try folders(in: programs).filter { $0.pathExtension == "build" }))
      .map { $0.appending(path: "module.modulemap").path }.filter(FileManager.default.fileExists)
    let headers = rooms.map { $0.appending(path: "include").path }.filter(FileManager.default.fileExists)
    let libraries = try run(["pkg-config", "--cflags", "pangoft2", "libpng", "libjpeg"])
    try #require(libraries.status == 0, "\(libraries.output)")
    let system = libraries.output.split(whereSeparator: \.isWhitespace).map(String.init)
    let plugin = "\(programs.appending(path: "AfterglowMacros-tool").path)#AfterglowMacros"
    return ["-I", programs.appending(path: "Modules").path, "-load-plugin-executable", plugin]
      + (maps.map { "-fmodule-map-file=\($0)" } + headers.map { "-I\($0)" } + system).flatMap { ["-Xcc", $0] }
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let run = try FinishedProgram(arguments)
    return (run.status, run.text)
  }

  /// What the samples take for granted.
  private static let surroundings = """
    import Afterglow
    import AfterglowArchive
    import Foundation

    struct Tide: Identifiable {
      var date = Date()
      var height = 2.5
      var id: Date { date }
    }

    struct City: Identifiable {
      var name = "Lisbon"
      var id: String { name }
    }

    struct TideEntry: TimelineEntry {
      var date = Date()
      var harbour = "Lisbon"
      var metres = 2.5
      var share = 0.5
      var high = Date()
      var low = Date()
      var tides: [Tide] = []
      var cities: [City] = []
      var photo = URL(fileURLWithPath: "lake.jpg")
    }

    struct TideIntent: WidgetConfigurationIntent {
      var harbour = "Lisbon"
      init() {}
    }

    struct TideProvider: TimelineProvider, AppIntentTimelineProvider {
      func placeholder(in context: Context) -> TideEntry { TideEntry() }
      func snapshot(in context: Context) throws -> TideEntry { TideEntry() }
      func timeline(in context: Context) throws -> Timeline<TideEntry> { Timeline(entries: [], policy: .never) }
      func snapshot(for intent: TideIntent, in context: Context) throws -> TideEntry { TideEntry() }
      func timeline(for intent: TideIntent, in context: Context) throws -> Timeline<TideEntry> {
        Timeline(entries: [], policy: .never)
      }
    }

    struct TideView: View {
      let entry: TideEntry
      var body: some View { Text("Harbour") }
    }

    struct TideWidget: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "tides", provider: TideProvider()) { entry in TideView(entry: entry) }
      }
    }

    typealias MoonTideWidget = TideWidget
    """
}
