import AfterglowCore
import AfterglowKit
import Foundation
import Testing

@testable import AfterglowDaemon

/// The file of a run's lines.
@Suite struct RunLogTests {
  private let instant = Instant(milliseconds: 1_795_255_200_000)

  @Test func `a line has its date once, and its severity`() {
    let (date, time) = (TimeText.localDate(instant), TimeText.localTime(instant))
    #expect(RunLog.dated(.news, "stopped", at: instant) == "\(date) \(time)  stopped")
    #expect(RunLog.dated(.news, "09:41:00  tick: 3 px changed", at: instant) == "\(date) 09:41:00  tick: 3 px changed")
    #expect(RunLog.dated(.log(.warning), "a\nb", at: instant) == "\(date) \(time)  warning: a\\nb")
    #expect(RunLog.dated(.complaint, "a:b:c", at: instant) == "\(date) \(time)  a:b:c")
  }

  @Test func `lines from before its file is known are in it, and its size is bounded`() throws {
    let folder = try RunFolder()
    let path = folder.path("run/run.log")
    let log = RunLog()
    log.add(.news, "early", at: instant)
    log.begin(path)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("  early\n"))
    let long = String(repeating: "x", count: 1_000)
    for _ in 0..<400 { log.add(.news, long, at: instant) }
    func size(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
    let limit = RunLog.maximumByteCount + 2_000
    #expect(try size(path) < limit && size(path + RunLog.asideMark) < limit)
    // A folder that was removed and made again.
    try FileManager.default.removeItem(atPath: folder.path("run"))
    log.add(.news, "lost", at: instant)
    try FileManager.default.createDirectory(atPath: folder.path("run"), withIntermediateDirectories: true)
    log.add(.news, "late", at: instant)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("  late\n"))
  }
}
