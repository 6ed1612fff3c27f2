import AfterglowSources
import Foundation
import Testing

@testable import AfterglowFetch

/// The past of a number, kept while its source is read.
@Suite struct SampleKeeperTests {
  private func samples(_ rig: FetchRig) -> [SampleKeeper.Sample] {
    SampleKeeper.read(rig.folder.samples(page().key!, "n"))
  }

  private func follow(_ rig: FetchRig, every: Int = 60) {
    var request = SourceRequest(page(), limitBytes: 1 << 20, everySeconds: every) { _ in nil }
    request.samples = [SampleRequest(name: "n") { Double(String(decoding: $0, as: UTF8.self)) }]
    rig.fetcher.follow([request])
  }

  private func step(_ rig: FetchRig, _ body: String) {
    rig.attempt(200, "", body)
    rig.time.nowMs += 60_000
  }

  @Test func `a sample is taken at each change, and what held until then holds in the past`() throws {
    let rig = try FetchRig()
    follow(rig)
    let start = (rig.time.nowMs + rig.time.offsetMs) / 1000
    for value in ["1", "1", "1", "1", "1", "1", "1", "9"] { step(rig, value) }
    #expect(samples(rig).map { $0.seconds - start } == [0, 360, 420])
    #expect(samples(rig).map(\.value) == [1, 1, 9])
    // As after a power cut.
    rig.restart()
    follow(rig)
    for value in ["9", "5"] { step(rig, value) }
    #expect(samples(rig).first?.value == 1 && samples(rig).last?.value == 5)
  }

  @Test func `a clock that is behind takes nothing away and adds nothing until it is trusted`() throws {
    let rig = try FetchRig()
    follow(rig)
    for value in 1...20 { step(rig, "\(value)") }
    let before = samples(rig)
    rig.time.isTrusted = false
    rig.time.offsetMs -= 9 * 3_600_000
    for value in 21...40 { step(rig, "\(value)") }
    #expect(rig.content(page()) == "40" && samples(rig) == before)
    rig.time.isTrusted = true
    rig.time.offsetMs += 9 * 3_600_000
    step(rig, "41")
    #expect(samples(rig).prefix(before.count - 1) == before.prefix(before.count - 1) && samples(rig).last?.value == 41)
  }

  @Test func `a week of changes is a day of bounded samples`() throws {
    var kept: [SampleKeeper.Sample] = []
    for minute in 0..<(7 * 1440) {
      SampleKeeper.add(.init(seconds: Int64(minute * 60), value: Double(minute)), to: &kept)
    }
    #expect((250...600).contains(kept.count), "\(kept.count)")
    #expect(kept.last?.seconds == Int64((7 * 1440 - 1) * 60))
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
    let length = kept.last!.seconds - kept[0].seconds
    #expect((86_400...87_300).contains(length), "\(length)")
  }

  @Test func `a clock that was ahead leaves nothing of the future, and a broken file is begun anew`() throws {
    var kept: [SampleKeeper.Sample] = [.init(seconds: 100, value: 1), .init(seconds: 9_000_000, value: 2)]
    SampleKeeper.add(.init(seconds: 500, value: 3), to: &kept)
    #expect(kept == [.init(seconds: 100, value: 1), .init(seconds: 500, value: 3)])
    let rig = try FetchRig()
    follow(rig)
    step(rig, "1")
    try "nonsense\n,,\n7\n".write(toFile: rig.folder.samples(page().key!, "n"), atomically: true, encoding: .utf8)
    step(rig, "2")
    #expect(samples(rig).map(\.value) == [2])
    step(rig, "no number")
    #expect(samples(rig).map(\.value) == [2])
  }
}
