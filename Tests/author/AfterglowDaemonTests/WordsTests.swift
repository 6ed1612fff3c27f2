import AfterglowCore
import AfterglowEngine
import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import Foundation
import Testing

@testable import AfterglowDaemon

/// Messages to the user, and the user's requests.
@Suite struct WordsTests {
  @Test func `a folder in which nothing can be created is not called missing`() {
    #expect(
      "\(FileFailure(operation: .create, path: "/proc/k", code: ENOENT))".hasSuffix(
        "nothing can be created in /proc; choose another"))
    #expect("\(FileFailure(operation: .create, path: "/nowhere/k", code: ENOENT))".contains("its folder is missing"))
  }

  @Test func `the display and what dims it are reported when they change`() {
    var news = PanelNews()
    #expect(news.display("") == nil)
    #expect(news.display("HDMI-A-1") == "the picture is on HDMI-A-1")
    #expect(news.display("HDMI-A-1") == nil)
    var dimming = ControlMessage(.dimming, value: 23_456)
    dimming.write("the backlight")
    #expect(news.dimming(dimming, isInFile: false) == "dimmed by the backlight: white is at most 23.5 cd/m²")
    #expect(news.dimming(dimming, isInFile: false) == nil)
    var colors = ControlMessage(.dimming, value: 1_000)
    colors.write("colours")
    #expect(news.dimming(colors, isInFile: true) == nil, "a file is lit by nothing")
  }

  @Test func `an update is reported with its mode, its cause and what is next`() {
    var message = ControlMessage(.updated)
    message.causes = UpdateCause.tick
    message.isNight = true
    message.pixelsChanged = 1_234
    message.nextRealtimeMs = Instant.distantFuture.milliseconds
    let words = PanelNews.update(message)
    #expect(words.hasPrefix("tick, night: 1234 px changed; next "), "\(words)")
  }

  @Test func `a journal has the first update, and what changes the light`() {
    func message(_ causes: UInt32) -> ControlMessage {
      var message = ControlMessage(.updated)
      message.causes = causes
      return message
    }
    var news = PanelNews()
    let causes = [UpdateCause.start, UpdateCause.tick, UpdateCause.tick, UpdateCause.night]
    let inJournal = causes.map { news.isWorthALine(message($0), inJournal: true) }
    #expect(inJournal == [true, false, false, true])
    let inTerminal = news.isWorthALine(message(UpdateCause.tick), inJournal: false)
    #expect(inTerminal)
  }

  @Test func `keys mean the same in both cases, and others nothing`() {
    #expect(KeyCommand("n") == .mode(.night, called: "night") && KeyCommand("N") == KeyCommand("n"))
    #expect(KeyCommand("s") == .mode(.automatic, called: "what the light sensor says"))
    #expect(KeyCommand("p") == .power && KeyCommand("\u{3}") == .quit && KeyCommand("x") == nil)
  }

  @Test func `a problem is reported once, and its end only after a problem`() throws {
    let folder = try RunFolder()
    let reporter = folder.reporter
    reporter.clear("archive", "it can be written again")
    for _ in 0..<3 { reporter.warn("the disk is full", about: "archive") }
    reporter.clear("archive", "it can be written again")
    reporter.warn("the disk is full", about: "archive")
    #expect(folder.texts == ["the disk is full", "it can be written again", "the disk is full"])
    #expect(folder.reported.map(\.tone) == [.log(.warning), .log(.notice), .log(.warning)])
  }

  @Test func `a fault that lasts is reported once a change, one that comes and goes a few times a day`() {
    var limit = RateLimit()
    let day: Int64 = 86_400_000
    var written: [String] = []
    func warn(_ text: String, _ ms: Int64) {
      if limit.allows(text, about: "source", nowMs: ms) { written.append(text) }
    }
    // A month, in which a failure has one of two reasons.
    for minute in 0..<Int64(30 * 1_440) { warn(minute % 7 == 0 ? "no name" : "no answer", minute * 60_000) }
    #expect(written == ["no name", "no answer"])
    #expect(limit.cleared("source") && !limit.cleared("source"))
    written = []
    for minute in 0..<Int64(1_440) {
      warn("no answer", 40 * day + minute * 60_000)
      _ = limit.cleared("source")
    }
    #expect(written.count == RateLimit.dailyCount)
    warn("no answer", 41 * day + 60_000)
    #expect(written.count == RateLimit.dailyCount + 1)
  }

  @Test func `problems of the files are reported again once they were good, twenty at most`() throws {
    let folder = try RunFolder()
    let reporter = folder.reporter
    let problems = (0..<30).map { "problem \($0)" }
    reporter.refuse(problems)
    reporter.refuse(problems)
    #expect(folder.reported.filter { $0.tone == .complaint }.count == 20)
    #expect(folder.texts.last == "the last good scene stays on the panel" && folder.texts.count == 21)
    reporter.clear(StatusReporter.files)
    reporter.refuse(["problem"])
    #expect(folder.texts.count == 23)
    // As often as they are edited.
    for attempt in 0..<20 { reporter.refuse(["problem \(attempt % 2)"]) }
    #expect(folder.texts.count == 63)
  }
}
