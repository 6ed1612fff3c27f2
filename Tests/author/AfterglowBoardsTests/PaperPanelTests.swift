import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import Foundation
import Testing

@testable import AfterglowBoards

/// E-paper panels by name, and as files of a board's folder.
@Suite struct PaperPanelTests {
  private static let board = "name: Test\ndisplay: {kind: epaper-simulated, panel: glass.yaml}\n"

  private func load(file: String, rest: String = "") -> (folder: BoardFolder?, problems: [String]) {
    AfterglowBoardsTests.load(board: Self.board + rest, files: ["glass.yaml": file])
  }

  @Test func `every shipped panel is one that its controller accepts`() throws {
    #expect(PaperPanels.shipped.count == 8)
    for choice in PaperPanels.shipped {
      #expect(throws: Never.self, "\(choice.name)") { _ = try AnyController(choice.panel) }
      // A fifth of a millimetre for each pixel, give or take.
      let pitch = choice.widthMm / Double(choice.panel.widthPx)
      #expect((0.13...0.25).contains(pitch), "\(choice.name)")
      #expect(abs(pitch - choice.heightMm / Double(choice.panel.heightPx)) < 0.01, "\(choice.name)")
    }
  }

  @Test func `a file that names its controller alone is its first shipped panel`() throws {
    for (name, controller) in PaperPanelFile.controllers {
      let (folder, problems) = load(file: "controller: \(name)")
      #expect(problems == [])
      #expect(try #require(folder).board.record.panel == PaperPanels.standard(controller).panel)
    }
  }

  @Test func `each key of a file reaches the record`() throws {
    let (folder, problems) = load(
      file: """
        controller: uc8179
        size: {width: 640, height: 384}
        physicalSize: {width: 163.2, height: 97.9}
        glass: old
        booster: 17 17 38 17
        drive: 3F 3F
        commonVoltage: "30"
        refreshLimit: 25
        """)
    #expect(problems == [])
    let board = try #require(folder).board
    let panel = board.record.panel
    #expect(panel.size == PixelSize(width: 640, height: 384) && board.geometry.widthPx == 640)
    #expect(panel.glass == 0 && panel.booster == 0x1717_3817 && panel.drive == 0x3F3F && panel.commonVoltage == 0x30)
    #expect(panel.refreshLimitMs == 25_000)
    let solomon = try #require(
      load(
        file: """
          controller: ssd1680
          border: "01"
          sources: "00"
          resetSettle: 30
          resetPulse: 5
          waveforms: sent
          """
      ).folder
    ).board.record.panel
    #expect(solomon.border == 1 && solomon.sources == 0 && solomon.resetSettleMs == 30 && solomon.resetPulseMs == 5)
    #expect(solomon.glass == 1)
    let warm = try #require(load(file: "controller: ssd1683\nfastTemperature: 90").folder).board.record.panel
    #expect(warm.fastTemperature == 90)
  }

  @Test func `greys are the board's or the panel file's, where the panel has them`() throws {
    func panel(_ display: String, file: String = "controller: uc8179\ngreys: 4") -> (PaperPanel?, [String]) {
      let (folder, problems) = AfterglowBoardsTests.load(
        board: "name: Test\ndisplay: {kind: epaper-simulated, \(display)}\n", files: ["glass.yaml": file])
      return (folder?.board.record.panel, problems)
    }
    for name in ["waveshare-4in2-v2", "waveshare-7in5-v2"] {
      let (found, problems) = panel("panel: \(name), greys: 4")
      #expect(problems == [] && found?.greys == 4 && found?.format == .gray2)
      #expect(panel("panel: \(name)").0?.format == .mono1)
    }
    #expect(panel("panel: glass.yaml").0?.greys == 4)
    #expect(panel("panel: glass.yaml, greys: 2").0?.greys == 0)
    #expect(panel("panel: glass.yaml", file: "controller: ssd1683\ngreys: 4").0?.format == .gray2)
    for name in ["waveshare-7in5-v2-old", "waveshare-2in13-v4", "waveshare-7in3-e6"] {
      let problems = panel("panel: \(name), greys: 4").1
      let words = "expected \"greys: 2\" for the panel \(name), or a panel that has four greys (waveshare-2in9-v2, "
      #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
    }
    for (file, place) in [
      ("controller: uc8179\nglass: old\ngreys: 4", "3:8"), ("controller: ssd1680\ngreys: 4", "2:8"),
    ] {
      let problems = panel("panel: glass.yaml", file: file).1
      let words = "glass.yaml:\(place): expected \"greys: 2\" for the panel glass.yaml, or a panel that has four greys "
      #expect(problems.count == 1 && problems[0].hasPrefix(words), "\(problems)")
    }
    #expect(panel("panel: waveshare-4in2-v2, greys: 3").1.count == 1)
  }

  @Test(arguments: [
    (
      "controller: ucc8179",
      "glass.yaml:1:13: expected one of ssd1680, ssd1683, uc8179, spectra6 for \"controller\", found \"ucc8179\"; did"
    ),
    (
      "controller: ssd1681",
      "glass.yaml:1:13: expected one of ssd1680, ssd1683, uc8179, spectra6 for \"controller\", found \"ssd1681\"; a "
        + "name with another digit or suffix is another controller, which is not supported"
    ),
    (
      "glass: old",
      "glass.yaml:1:1: expected \"controller\" (one of ssd1680, ssd1683, uc8179, spectra6), found nothing"
    ),
    ("controller: uc8179\nborder: \"05\"", "glass.yaml:2:1: expected one of "),
    (
      "controller: uc8179\nbooster: 27 27 27 27",
      "glass.yaml:2:10: expected 17 17 28 17 or 17 17 38 17 for \"booster\" with the controller uc8179, as other values "
        + "could harm the glass, found 27 27 27 27"
    ),
    (
      "controller: uc8179\nbooster: 17 17", "glass.yaml:2:10: expected 4 hexadecimal bytes such as \"17 17 28 17\" for "
    ),
    (
      "controller: ssd1680\nborder: C0",
      "glass.yaml:2:9: expected 00 to 07 for \"border\" with the controller ssd1680, as other values could harm the glass, "
        + "found C0"
    ),
    ("controller: ssd1680\nsources: \"01\"", "glass.yaml:2:10: expected 00 or 80 for \"sources\" with the controller"),
    ("controller: uc8179\ndrive: 17 17", "glass.yaml:2:8: expected 28 17 or 3F 3F for \"drive\" with the controller"),
    ("controller: uc8179\ncommonVoltage: \"40\"", "glass.yaml:2:16: expected 12 to 30 for \"commonVoltage\" with the"),
    ("controller: spectra6\nframeClock: \"04\"", "glass.yaml:2:13: expected 02, 03 or 08 for \"frameClock\" with the"),
    (
      "controller: ssd1683\nrefreshLimit: 60",
      "glass.yaml:2:15: expected 10 to 30 s for \"refreshLimit\" with the controller ssd1683, as other values could harm "
        + "the glass, found 60"
    ),
    (
      "controller: ssd1683\nrefreshLimit: 2s",
      "glass.yaml:2:15: expected 10 to 30 s for \"refreshLimit\" with the controller ssd1683, as other values could harm "
        + "the glass, found \"2s\""
    ),
    (
      "controller: ssd1683\nrefreshLimit: -1e9",
      "glass.yaml:2:15: expected 10 to 30 s for \"refreshLimit\" with the controller ssd1683"
    ),
    ("controller: ssd1680\nresetPulse: 2.5", "glass.yaml:2:13: expected 1 to 50 ms for \"resetPulse\" with the"),
    ("controller: ssd1683\nfastTemperature: 25", "glass.yaml:2:18: expected 90 to 110 °C for \"fastTemperature\""),
    (
      "controller: ssd1680\nsize: {width: 200, height: 200}\nphysicalSize: {width: 20, height: 20}",
      "glass.yaml:2:15: expected a whole number from 8 to 176 px with the controller ssd1680 for \"size.width\", found 200"
    ),
    (
      "controller: uc8179\nsize: {width: 640, height: 1200}\nphysicalSize: {width: 20, height: 20}",
      "glass.yaml:2:28: expected a whole number from 2 to 600 px with the controller uc8179 for \"size.height\", found 1200"
    ),
    (
      "controller: uc8179\nsize: {width: 641, height: 384}\nphysicalSize: {width: 20, height: 20}",
      "glass.yaml:2:7: expected a multiple of 8 px for \"size.width\", as rows of the controller uc8179 are whole bytes, "
        + "found 641"
    ),
    (
      "controller: ssd1680\nsize: {width: 152, height: 296}",
      "glass.yaml:1:1: expected \"physicalSize\" (width and height of the lit area in mm"
    ),
  ]) func `what a controller must not get is refused at its key`(file: String, expected: String) {
    let (folder, problems) = load(file: file)
    #expect(folder == nil)
    #expect(problems.contains { $0.hasPrefix(expected) }, "\(problems)")
  }

  @Test func `the ranges of messages are those of the controllers`() {
    func problem(_ controller: String, _ key: String, _ value: Double) -> String? {
      let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
      return load(file: "controller: \(controller)\n\(key): \(number)").problems.first
    }
    let ranges: [(String, String, Double, Double, String, Double)] = [
      ("ssd1680", "refreshLimit", 10, 30, "s", 0.001), ("ssd1683", "refreshLimit", 10, 30, "s", 0.001),
      ("uc8179", "refreshLimit", 10, 30, "s", 0.001), ("spectra6", "refreshLimit", 40, 90, "s", 0.001),
      ("ssd1680", "resetSettle", 10, 200, "ms", 1), ("ssd1683", "resetSettle", 10, 500, "ms", 1),
      ("ssd1680", "resetPulse", 1, 50, "ms", 1), ("ssd1683", "resetPulse", 1, 500, "ms", 1),
      ("ssd1683", "fastTemperature", 90, 110, "°C", 1),
    ]
    for (controller, key, least, most, unit, step) in ranges {
      #expect(problem(controller, key, least) == nil && problem(controller, key, most) == nil, "\(controller) \(key)")
      for value in [least - step, most + step] {
        let words = "expected \(Int(least)) to \(Int(most)) \(unit) for \"\(key)\" with "
        let message = problem(controller, key, value)
        #expect(message?.contains(words) == true, "\(message ?? "none")")
      }
    }
  }

  @Test func `the page names the controllers of every key`() throws {
    let page = try String(contentsOf: Schema.folder.appending(path: "docs/boards.md"), encoding: .utf8)
    let start = try #require(page.range(of: "#### Panels as files"))
    let lines = page[start.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("|") }
    var controllers: [String: String] = [:]
    for line in lines.prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { continue }
      for key in cells[0].split(separator: ", ") { controllers[String(key).replacing("`", with: "")] = cells[2] }
    }
    // `size` has the first two.
    for value in PresetValue.allCases where value != .width && value != .height {
      let names = PaperController.allCases.filter { $0.range(of: value) != nil }.map { "`\($0.traits.key)`" }
      let isOfAll = names.count == PaperController.allCases.count
      #expect(controllers["\(value.name)"] == (isOfAll ? "all" : names.joined(separator: ", ")), "\(value.name)")
    }
  }

  @Test(arguments: [
    ("{width: 16.32, height: 9.79}", "if it is in centimetres, write \"physicalSize: {width: 163.2, height: 97.9}\""),
    ("{width: 97.9, height: 163.2}", "swap width and height in \"physicalSize\" or in \"size\""),
    ("{width: 163.2, height: 97.9}", ""),
  ]) func `the physical size of a panel file is questioned like a board's`(size: String, words: String) throws {
    let (folder, problems) = load(file: "controller: uc8179\nphysicalSize: \(size)")
    #expect(problems == [])
    let advice = try #require(folder).advice.filter { $0.file.hasSuffix("/glass.yaml") }
    guard !words.isEmpty else { return #expect(advice == []) }
    #expect(advice.count == 1 && advice[0].line == 2 && advice[0].column == 15, "\(advice)")
    #expect(advice.first?.message.contains(words) == true, "\(advice)")
  }

  @Test func `a missing file is reported, and a file is watched`() throws {
    #expect(AfterglowBoardsTests.load(board: Self.board).problems.contains { $0.contains("glass.yaml") })
    let folder = try #require(load(file: "controller: ssd1683").folder)
    #expect(folder.watchedPaths.contains { $0.hasSuffix("/glass.yaml") })
  }
}
