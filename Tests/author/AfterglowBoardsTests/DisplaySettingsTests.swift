import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowBoards

private func board(_ display: String, _ rest: String = "") -> String {
  """
  name: Test
  display: {\(display)}
  size: {width: 1920, height: 1080}
  physicalSize: {width: 531, height: 299}
  \(rest)
  """
}

private let paper = """
  name: Test
  display: {kind: epaper, panel: waveshare-2in13-v4, bus: /dev/spidev0.0, lines: {chip: gpiochip0, dataCommand: 25, reset: 17, busy: 24}}
  size: {width: 250, height: 122}
  physicalSize: {width: 48.55, height: 23.71}
  rotation: 90
  """

/// `display`, `backlight`, `input` and the sensor of a board with real hardware.
@Suite struct DisplaySettingsTests {
  @Test func `every key of a screen reaches the record`() throws {
    let text = board(
      "kind: drm, device: /dev/dri/card1, connector: HDMI-A-1, mode: 1920x1080@50",
      "backlight: 10-0045\ninput: /dev/input/event2\nlight: {sensor: iio, device: veml7700}\npixelFormat: rgb565")
    let (folder, problems) = load(board: text)
    #expect(problems == [])
    let board = try #require(folder).board
    #expect(board.record.displayKind == DisplayKind.drm.rawValue)
    #expect(board.record.pixelFormat == PixelFormat.rgb565.rawValue)
    #expect(board.record.lightSource == LightSourceKind.iio.rawValue)
    #expect(board.record.isEmissive == 1)
    let strings = try #require(folder).panelScene().strings
    #expect(strings[.displayPath] == "/dev/dri/card1")
    #expect(strings[.connector] == "HDMI-A-1")
    #expect(strings[.mode] == "1920x1080@50")
    #expect(strings[.backlight] == "10-0045")
    #expect(strings[.input] == "/dev/input/event2")
    #expect(strings[.lightSourcePath] == "veml7700")
  }

  @Test func `a virtual panel of six inks emits no light and is not moved against burn-in`() throws {
    let (folder, problems) = load(board: board("kind: virtual-framebuffer", "pixelFormat: spectra6"))
    #expect(problems == [])
    let record = try #require(folder).board.record
    #expect(record.pixelFormat == PixelFormat.spectra6.rawValue)
    #expect(record.isEmissive == 0)
    #expect(record.wear == (try #require(load(board: paper).folder)).board.record.wear)
  }

  @Test func `a screen that says nothing more takes what is there`() throws {
    for (kind, expected) in [("drm", DisplayKind.drm), ("framebuffer", .framebuffer), ("auto", .automatic)] {
      let (folder, problems) = load(board: board("kind: \(kind)", "pixelFormat: auto"))
      #expect(problems == [])
      let board = try #require(folder).board
      #expect(board.record.displayKind == expected.rawValue)
      #expect(board.record.pixelFormat == PixelFormat.xrgb8888.rawValue)
      #expect(board.strings[.displayPath] == "" && board.strings[.connector] == "" && board.strings[.mode] == "")
      #expect(board.strings[.backlight] == "auto")
      #expect(board.strings[.input] == "")
    }
  }

  @Test func `inputs go by name as well and modes may be interlaced`() throws {
    let text = board("kind: auto, mode: 1920x1080i@50", "input: Goodix Capacitive TouchScreen")
    let strings = try #require(load(board: text).folder).board.strings
    #expect(strings[.input] == "Goodix Capacitive TouchScreen" && strings[.mode] == "1920x1080i@50")
  }

  @Test func `virtual panels have no backlight unless they name one`() throws {
    #expect(try #require(load().folder).board.strings[.backlight] == "")
    #expect(try #require(load(board: goodBoard + "\nbacklight: hil").folder).board.strings[.backlight] == "hil")
    let led = "/sys/class/leds/panel"
    #expect(try #require(load(board: goodBoard + "\nbacklight: \(led)").folder).board.strings[.backlight] == led)
    #expect(try #require(load(board: board("kind: drm", "backlight: none")).folder).board.strings[.backlight] == "")
  }

  @Test func `the lines of an ink panel reach the record`() throws {
    let (folder, problems) = load(board: paper.replacing("busy: 24", with: "busy: 24, power: 18"))
    #expect(problems == [])
    let board = try #require(folder).board
    #expect(board.record.displayKind == DisplayKind.epaper.rawValue)
    #expect(board.record.isEmissive == 0)
    #expect(board.record.pixelFormat == PixelFormat.mono1.rawValue)
    #expect(board.strings[.displayPath] == "/dev/spidev0.0")
    #expect(board.strings[.lineChip] == "gpiochip0")
    let record = board.record
    #expect([record.dataCommandLine, record.resetLine, record.busyLine, record.powerLine] == [25, 17, 24, 18])
    #expect(try #require(load(board: paper).folder).board.record.powerLine == -1)
    // A Raspberry Pi's header needs no chip name.
    #expect(
      try #require(load(board: paper.replacing("chip: gpiochip0, ", with: "")).folder).board.strings[.lineChip] == "")
  }

  @Test func `pins of the header that the SPI bus uses are advised on`() throws {
    let text = """
      name: Test
      display: {kind: epaper, panel: waveshare-7in5-v2, lines: {dataCommand: 22, reset: 11, busy: 18}}
      """
    let advice = try #require(load(board: text).folder).advice
    #expect(
      advice.map(\.message) == [
        "expected a free line for \"display.lines.reset\", found 11, which is SCLK of the SPI bus; BCM numbers count, and "
          + "pin 11 of the header is BCM 17"
      ])
    #expect(advice.first.map { "\($0.line):\($0.column)" } == "2:83")
    // Another bus or chip has other lines.
    for other in ["bus: /dev/spidev1.0, lines: {", "lines: {chip: gpiochip4, "] {
      #expect(try #require(load(board: text.replacing("lines: {", with: other)).folder).advice == [])
    }
  }

  @Test func `a virtual panel of inks is paper`() throws {
    for (format, isEmissive) in [("mono1", UInt8(0)), ("spectra6", 0), ("gray8", 1), ("xrgb8888", 1)] {
      let text = board("kind: virtual-framebuffer", "pixelFormat: \(format)")
      #expect(try #require(load(board: text).folder).board.record.isEmissive == isEmissive, "\(format)")
    }
  }

  @Test func `an e-paper panel needs nothing but its name`() throws {
    let text = "name: Test\ndisplay: {kind: epaper, panel: waveshare-7in5-v2}"
    let (folder, problems) = load(board: text)
    #expect(problems == [])
    let board = try #require(folder).board
    #expect(board.geometry.widthPx == 800 && board.geometry.heightPx == 480)
    #expect(board.geometry.widthMm == 163.2 && board.geometry.heightMm == 97.92)
    #expect(board.record.panel == UC8179.Preset.inch7in5V2.panel)
    #expect(board.record.pixelFormat == PixelFormat.mono1.rawValue)
    // Waveshare's HAT, on the first SPI device of a Raspberry Pi.
    let (record, hat) = (board.record, LinesPart.hat)
    #expect(record.dataCommandLine == hat.dataCommand && record.resetLine == hat.reset)
    #expect(record.busyLine == hat.busy && record.powerLine == hat.power)
    #expect(board.strings[.displayPath] == "" && board.strings[.lineChip] == "")
    let turned = try #require(load(board: text + "\nrotation: 270").folder).board.geometry
    #expect(turned.widthPx == 480 && turned.heightPx == 800 && turned.widthMm == 97.92)
  }

  @Test func `one word makes a simulated panel a real one`() throws {
    let simulated = paper.replacing("kind: epaper", with: "kind: epaper-simulated")
    #expect(load(board: simulated).problems == [])
    let board = try #require(load(board: simulated).folder).board
    #expect(board.record.displayKind == DisplayKind.simulatedEPaper.rawValue)
    // The SPI device is no socket.
    #expect(board.strings[.displayPath] == "")
  }

  @Test func `a recording is beside the board`() throws {
    let text = paper.replacing("bus: /dev/spidev0.0", with: "record: wires.jsonl")
    let folder = try #require(load(board: text).folder)
    #expect(
      folder.panelScene().strings[.recording] == FilePath.of("wires.jsonl", in: URL(fileURLWithPath: folder.path)))
  }

  struct Refusal: Sendable {
    var text: String
    var expected: String

    init(_ text: String, _ expected: String) {
      self.text = text
      self.expected = expected
    }
  }

  private static let keys: [Refusal] = [
    Refusal(
      board("kind: framebuffer, connector: HDMI-A-1"),
      "board.yaml:2:30: expected \"display.connector\" only with \"kind: drm\" or \"kind: auto\", found it with "
        + "\"kind: framebuffer\""
    ),
    Refusal(
      board("kind: auto, device: /dev/dri/card0"),
      "board.yaml:2:23: expected \"display.device\" only with \"kind: drm\" or \"kind: framebuffer\", found it with "
        + "\"kind: auto\""
    ),
    Refusal(
      board("kind: drm, path: /tmp/panel"),
      "board.yaml:2:22: expected \"display.path\" only with \"kind: virtual-framebuffer\" or "
        + "\"kind: epaper-simulated\", found it with \"kind: drm\""
    ),
    Refusal(
      board("kind: drm, lines: {chip: x}"),
      "board.yaml:2:22: expected \"display.lines\" only with \"kind: epaper\" or \"kind: epaper-simulated\", "
        + "found it with \"kind: drm\""
    ),
    Refusal(
      board("kind: drm, conector: HDMI-A-1"),
      "board.yaml:2:22: expected one of \"bus\", \"connector\", \"device\", \"greys\", \"kind\", \"lines\", \"mode\", \"panel\", "
        + "\"path\", \"record\", found \"conector\"; did you mean \"connector\"?"
    ),
  ]

  private static let names: [Refusal] = [
    Refusal(
      board("kind: drm, device: card1"),
      "board.yaml:2:30: expected a device such as /dev/dri/card0 for \"display.device\", found \"card1\"; did you mean "
        + "\"/dev/dri/card1\"?"
    ),
    Refusal(
      board("kind: drm, device: /dev/fb0"),
      "board.yaml:2:30: expected a device such as /dev/dri/card0 for \"display.device\", found \"/dev/fb0\"; did you "
        + "mean \"kind: framebuffer\"?"
    ),
    Refusal(
      board("kind: drm, device: /dev/dri/renderD128"),
      "board.yaml:2:30: expected a card such as /dev/dri/card0 for \"display.device\", found \"/dev/dri/renderD128\", "
        + "which computes pictures and shows none"
    ),
    Refusal(
      board("kind: drm, connector: HDMI-1"),
      "board.yaml:2:33: expected a connector such as HDMI-A-1, DSI-1 or DP-1 for \"display.connector\", found "
        + "\"HDMI-1\"; did you mean \"HDMI-A-1\"?"
    ),
    Refusal(
      board("kind: drm, connector: dsi"),
      "board.yaml:2:33: expected a connector such as HDMI-A-1, DSI-1 or DP-1 for \"display.connector\", found "
        + "\"dsi\"; did you mean \"DSI-1\"?"
    ),
    Refusal(
      board("kind: drm, mode: 1920x1080 50Hz"),
      "board.yaml:2:28: expected a mode such as 1920x1080 or 1920x1080@50 for \"display.mode\", found "
        + "\"1920x1080 50Hz\""
    ),
  ]

  private static let values: [Refusal] = [
    Refusal(
      board("kind: drm, mode: 1280x720@50"),
      "board.yaml:2:22: expected a mode of 1920x1080 for a board of 1920×1080 px, found \"mode: 1280x720@50\"; "
        + "did you mean \"mode: 1920x1080@50\"?"
    ),
    Refusal(
      board("kind: drm, mode: 1920x1080", "rotation: 270"),
      "board.yaml:2:22: expected a mode of 1080x1920 for a board of 1920×1080 px, as \"rotation\" swaps the sides, "
        + "found \"mode: 1920x1080\"; did you mean \"size: {width: 1080, height: 1920}\"?"
    ),
    Refusal(
      board("kind: drm", "pixelFormat: mono1"),
      "board.yaml:5:14: expected auto, xrgb8888, argb8888 or rgb565 for \"pixelFormat\" of a screen, found \"mono1\""
    ),
    Refusal(
      board("kind: drm", "backlight: /sys/class/backlight/10-0045"),
      "board.yaml:5:12: expected auto, none or a name in /sys/class/backlight for \"backlight\", found "
        + "\"/sys/class/backlight/10-0045\"; did you mean \"10-0045\"?"
    ),
    Refusal(
      board("kind: drm", "backlight: /sys/class/backlight/10-0045/brightness"),
      "board.yaml:5:12: expected auto, none or a name in /sys/class/backlight for \"backlight\", found "
        + "\"/sys/class/backlight/10-0045/brightness\"; did you mean \"10-0045\"?"
    ),
    Refusal(
      board("kind: drm", "backlight: /sys/class/leds/panel/brightness"),
      "board.yaml:5:12: expected auto, none or a name in /sys/class/backlight for \"backlight\", found "
        + "\"/sys/class/leds/panel/brightness\"; did you mean \"/sys/class/leds/panel\"?"
    ),
    Refusal(
      board("kind: drm", "backlight: true"),
      "board.yaml:5:12: expected auto, none or a name in /sys/class/backlight for \"backlight\", found true; write "
        + "\"backlight: auto\""
    ),
    Refusal(
      board("kind: drm", "input: \"true\""),
      "board.yaml:5:8: expected auto, none, a device such as /dev/input/event0 or its name for \"input\", found true; "
        + "write \"input: auto\""
    ),
    Refusal(
      board("kind: drm", "input: no"),
      "board.yaml:5:8: expected auto, none, a device such as /dev/input/event0 or its name for \"input\", found no; "
        + "write \"input: none\""
    ),
    Refusal(
      board("kind: drm", "input: /sys/class/input/event1"),
      "board.yaml:5:8: expected auto, none, a device such as /dev/input/event0 or its name for \"input\", found "
        + "\"/sys/class/input/event1\"; did you mean \"/dev/input/event1\"?"
    ),
    Refusal(
      board("kind: drm", "input: /etc/hosts"),
      "board.yaml:5:8: expected auto, none, a device such as /dev/input/event0 or its name for \"input\", found "
        + "\"/etc/hosts\""
    ),
    Refusal(
      board("kind: drm", "backlight: 80%"),
      "board.yaml:5:12: expected auto, none or a name in /sys/class/backlight for \"backlight\", found \"80%\"; "
        + "\"light.dimming.dayLuminance\" sets how bright white is by day, in cd/m²"
    ),
    Refusal(
      board("kind: drm", "backlight: 50"),
      "board.yaml:5:12: expected auto, none or a name in /sys/class/backlight for \"backlight\", found \"50\"; "
        + "\"light.dimming.dayLuminance\" sets how bright white is by day, in cd/m²"
    ),
    Refusal(
      board("kind: drm", "input: event3"),
      "board.yaml:5:8: expected auto, none, a device such as /dev/input/event0 or its name for \"input\", found \"event3\"; "
        + "did you mean \"/dev/input/event3\"?"
    ),
    Refusal(
      board("kind: drm", "light: {sensor: constant, lux: 3, device: bh1750}"),
      "board.yaml:5:43: expected \"light.device\" only with \"sensor: iio\", found it with another sensor"
    ),
  ]

  private static let inks: [Refusal] = [
    Refusal(
      paper.replacing("bus: /dev/spidev0.0", with: "bus: spidev0.0"),
      "board.yaml:2:57: expected a device such as /dev/spidev0.0 for \"display.bus\", found \"spidev0.0\"; "
        + "did you mean \"/dev/spidev0.0\"?"
    ),
    Refusal(
      paper.replacing("panel: waveshare-2in13-v4, ", with: ""),
      "board.yaml:2:10: expected \"panel\" in \"display\" (the panel's name, such as waveshare-7in5-v2, or a file), "
        + "found nothing"
    ),
    Refusal(
      paper.replacing("panel: waveshare-2in13-v4", with: "panel: waveshare-2in13"),
      "board.yaml:2:32: expected \(PaperPanels.names.joined(separator: ", ")) or a YAML file of the folder for "
        + "\"display.panel\", found \"waveshare-2in13\"; did you mean \"waveshare-2in13-v4\"?"
    ),
    Refusal(
      paper.replacing("panel: waveshare-2in13-v4", with: "panel: waveshare-4in2b-v2"),
      "board.yaml:2:32: expected \(PaperPanels.names.joined(separator: ", ")) or a YAML file of the folder for "
        + "\"display.panel\", found \"waveshare-4in2b-v2\"; a name with another digit or suffix is another panel, which is "
        + "not supported"
    ),
    Refusal(
      paper.replacing("panel: waveshare-2in13-v4", with: "panel: Waveshare 2.13 inch V4"),
      "board.yaml:2:32: expected \(PaperPanels.names.joined(separator: ", ")) or a YAML file of the folder for "
        + "\"display.panel\", found \"Waveshare 2.13 inch V4\"; did you mean \"waveshare-2in13-v4\"?"
    ),
    Refusal(
      paper.replacing("panel: waveshare-2in13-v4", with: "panel: waveshare 2.13 v3"),
      "board.yaml:2:32: expected \(PaperPanels.names.joined(separator: ", ")) or a YAML file of the folder for "
        + "\"display.panel\", found \"waveshare 2.13 v3\"; a name with another digit or suffix is another panel, which is "
        + "not supported"
    ),
    Refusal(
      paper.replacing("panel: waveshare-2in13-v4", with: "panel: wavshare_2in13_v4"),
      "board.yaml:2:32: expected \(PaperPanels.names.joined(separator: ", ")) or a YAML file of the folder for "
        + "\"display.panel\", found \"wavshare_2in13_v4\"; did you mean \"waveshare-2in13-v4\"?"
    ),
    Refusal(
      paper.replacing("busy: 24", with: "bsy: 24"),
      "board.yaml:2:80: expected \"busy\" in \"display.lines\" (a whole number from 0 to 1023), found nothing"
    ),
    Refusal(
      paper.replacing("busy: 24", with: "busy: 17"),
      "board.yaml:2:132: expected a line of its own for \"display.lines.busy\", found 17, which is \"reset\""
    ),
    Refusal(
      paper + "\npixelFormat: xrgb8888",
      "board.yaml:6:14: expected auto or mono1, the only format of this e-paper panel, found \"xrgb8888\""
    ),
    Refusal(
      paper + "\nbacklight: auto",
      "board.yaml:6:12: expected \"backlight: none\" on e-paper, which has no light, found \"auto\""
    ),
    Refusal(
      paper + "\nbacklight: 50",
      "board.yaml:6:12: expected \"backlight: none\" on e-paper, which has no light, found \"50\""
    ),
    Refusal(
      paper.replacing("rotation: 90", with: "rotation: 0"),
      "board.yaml:3:7: expected 122×250 px on the panel waveshare-2in13-v4, found 250×122 px after rotation; did you "
        + "mean \"rotation: 90\" or \"size: {width: 122, height: 250}\"?"
    ),
    Refusal(
      paper.replacing("{width: 250, height: 122}", with: "{width: 122, height: 250}"),
      "board.yaml:3:7: expected 122×250 px on the panel waveshare-2in13-v4, found 250×122 px after rotation; did you "
        + "mean \"size: {width: 250, height: 122}\" or \"rotation: 0\"?"
    ),
  ]

  @Test(arguments: keys + names + values + inks)
  func `what the hardware cannot be is refused at its place`(refusal: Refusal) {
    let (folder, problems) = load(board: refusal.text)
    #expect(folder == nil)
    #expect(problems.contains(refusal.expected), "\(problems)")
  }
}
