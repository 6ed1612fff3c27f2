import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// A power cut at every byte of each file that a source's content is kept in: what is read is what was there before, or what
/// was to be there.
@Suite struct ContentPowerCutTests {
  private let source = page()
  private static let (old, new) = ("{\"a\": 1, \"of\": \"old content\"}", "{\"b\": 22, \"of\": \"the new content\"}")

  /// What the next run has of the source: its content and whether it knows it.
  private func read(_ rig: FetchRig) -> (content: String?, isComplete: Bool) {
    let (_, isComplete) = SourceStore(folder: rig.folder).load(source.key!, limitBytes: 1 << 20)
    return (rig.content(source), isComplete)
  }

  /// A file as long as a power cut left it, in the place where the program writes the next one.
  private func leave(_ bytes: some Sequence<UInt8>, at path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test func `while content is written the old one is there, afterwards the new one`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", Self.old)
    let path = rig.folder.content(source.key!)
    let bytes = Array(Self.new.utf8)
    for count in 0...bytes.count {
      try leave(bytes.prefix(count), at: FileReplacement.draft(of: path))
      #expect(read(rig) == (Self.old, true))
    }
    // What was left over does not matter, nor what a process left that is gone.
    try leave(bytes, at: FileReplacement.draft(of: path, process: 4_194_305))
    rig.restart()
    rig.fetcher.follow([SourceRequest(source, limitBytes: 1 << 20) { _ in nil }])
    rig.time.nowMs += 900_000
    rig.attempt(200, "ETag: \"b\"\r\n", Self.new)
    #expect(read(rig) == (Self.new, true))
    let files = try FileManager.default.contentsOfDirectory(atPath: rig.folder.folder(source.key!))
    #expect(files.sorted() == ["content", "record.json"])
  }

  /// The record is not waited for: it may be there in part, or as zeros.
  @Test func `of a record that is there in part nothing is believed`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", Self.old)
    let path = rig.folder.record(source.key!)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for count in 0..<whole.count {
      for rest in [0, whole.count - count] {
        try leave(whole.prefix(count) + [UInt8](repeating: 0, count: rest), at: path)
        #expect(read(rig) == (Self.old, false), "\(count) of \(whole.count) bytes")
      }
    }
    try leave(whole, at: path)
    #expect(read(rig) == (Self.old, true))
  }

  @Test func `between content and record the content is new, and is not taken for the one that is known`() throws {
    let rig = try FetchRig(source)
    rig.attempt(200, "ETag: \"a\"\r\n", Self.old)
    try leave(Self.new.utf8, at: rig.folder.content(source.key!))
    #expect(read(rig) == (Self.new, false))
  }

  @Test func `samples are those of before or of after`() throws {
    let rig = try FetchRig()
    var request = SourceRequest(source, limitBytes: 1 << 20, everySeconds: 300) { _ in nil }
    request.samples = [SampleRequest(name: "n") { Double(String(decoding: $0, as: UTF8.self)) }]
    rig.fetcher.follow([request])
    for value in 1...20 {
      rig.attempt(200, "", "\(value)")
      rig.time.nowMs += 300_000
    }
    let path = rig.folder.samples(source.key!, "n")
    let before = SampleKeeper.read(path)
    #expect(before.count >= 20)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for count in 0...bytes.count {
      try leave(bytes.prefix(count), at: FileReplacement.draft(of: path))
      #expect(SampleKeeper.read(path) == before)
    }
    rig.attempt(200, "", "21")
    #expect(SampleKeeper.read(path).last?.value == 21 && SampleKeeper.read(path).count == before.count + 1)
  }
}
