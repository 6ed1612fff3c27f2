import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowEngine
import AfterglowLight
import AfterglowWidgets
import Foundation
import Testing

@testable import AfterglowBoards

private var repository: String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .path
}

@Suite struct BoardFolderTests {
  @Test func `the shortest board has safe defaults`() throws {
    let (folder, problems) = load()
    #expect(problems == [])
    let board = try #require(folder).board
    #expect(board.record.displayKind == DisplayKind.virtualFramebuffer.rawValue)
    #expect(board.record.pixelFormat == PixelFormat.xrgb8888.rawValue)
    #expect(board.record.clockTrust == ClockTrust.synchronised.rawValue)
    #expect(board.record.lightSource == LightSourceKind.none.rawValue)
    #expect(board.record.isEmissive == 1)
    #expect(board.record.minimumRefreshIntervalMs == 0 && board.record.flashesInDark == 0)
    #expect(board.record.archiveBankByteCount == 1024 * 1024)
    #expect(board.record.light == LightSettings())
    #expect(board.record.dimming == DimmingSettings())
  }

  @Test func `a calibration reaches the record`() throws {
    let text = goodBoard + "\nlight: {sensor: iio, device: apds9960, calibration: {channel: clear, luxPerCount: 0.24}}"
    let record = try #require(load(board: text).folder).board.record
    #expect(record.sensor.intensityChannel == 1)
    #expect(record.sensor.microluxPerCount == 240_000)
  }

  @Test func `an external light reaches the record`() throws {
    let record = try #require(load(board: goodBoard + "\nlight: {sensor: external, validFor: 90}").folder).board.record
    #expect(record.lightSource == LightSourceKind.external.rawValue)
    #expect(record.sensor.externalValidMs == 90_000)
    let plain = try #require(load(board: goodBoard + "\nlight: {sensor: external}").folder).board.record
    #expect(plain.sensor.externalValidMs == 600_000)
  }

  @Test func `a distance reaches the record`() throws {
    func sensor(_ text: String) throws -> SensorSettings {
      try #require(load(board: goodBoard + "\ndistance: \(text)").folder).board.record.sensor
    }
    let iio = try sensor(
      "{sensor: iio, device: vl53l0x, simplified: {enter: 1.8, leave: 1.25, enterHold: 5, leaveHold: 1}}")
    #expect(iio.distanceKind == .iio)
    #expect([iio.simplifiedEnter, iio.simplifiedLeave] == [1800, 1250])
    #expect([iio.simplifiedEnterHoldMs, iio.simplifiedLeaveHoldMs] == [5000, 1000])
    #expect(try sensor("{sensor: constant, metres: 2.5}").distanceMm == 2500)
    #expect(try sensor("{sensor: external, validFor: 30}").externalDistanceValidMs == 30_000)
    let counts = try sensor("{sensor: proximity, simplified: {enter: 20, leave: 60}}")
    #expect(counts.distanceKind == .counts)
    #expect([counts.simplifiedEnter, counts.simplifiedLeave] == [20, 60])
    #expect(try #require(load(board: goodBoard).folder).board.record.sensor == SensorSettings())
  }

  @Test func `every key reaches the record`() throws {
    let text =
      goodBoard + """

        rotation: 270
        pixelFormat: rgb565
        light:
          sensor: trace
          file: lux.csv
          night: {enter: 1, leave: 3.5, enterHold: 20, leaveHold: 8, minimumStay: 60}
          alwaysOn: {enter: 10, leave: 20, enterHold: 1, leaveHold: 2, minimumStay: 3}
          filterTimeConstant: 1.5
          peakLuminance: 300
          nightLuminance: 2
          alwaysOnLuminance: 0.25
          dimming:
            dayLuminance: 200
            dimLuminance: 12.5
            fullAt: 800
            minimumLevel: 3
            scale: perceptual
            followsLight: false
            monitor: auto
            monitorFloor: 0.3
        clock: {trust: rtc}
        memory: {archive: 2048}
        refresh: {minimumInterval: 60, inDark: normal}
        """
    let folder = try #require(load(board: text).folder)
    let record = folder.board.record
    #expect(record.rotation == Rotation.clockwise270.rawValue)
    #expect(record.pixelFormat == PixelFormat.rgb565.rawValue)
    #expect(record.lightSource == LightSourceKind.trace.rawValue)
    #expect(folder.panelScene().strings[.lightSourcePath].hasSuffix("/lux.csv"))
    #expect(
      record.light.night
        == LightThreshold(
          enterMillilux: 1000, leaveMillilux: 3500, enterHoldMs: 20_000, leaveHoldMs: 8000, minimumStayMs: 60_000))
    #expect(record.light.alwaysOn.leaveMillilux == 20_000)
    #expect(record.light.filterTimeConstantMs == 1500)
    #expect(record.light.peakMillinits == 300_000)
    #expect(record.light.nightMillinits == 2000)
    #expect(record.light.alwaysOnPermille == 250)
    #expect(record.dimming.dayMillinits == 200_000 && record.dimming.dimMillinits == 12_500)
    #expect(record.dimming.fullMillilux == 800_000 && record.dimming.minimumLevel == 3)
    #expect(record.dimming.monitorFloorPermille == 300 && folder.board.strings[.monitor] == "auto")
    #expect(record.dimming.scale == LevelScale.perceptual.rawValue && record.dimming.followsLight == 0)
    #expect(record.clockTrust == ClockTrust.always.rawValue)
    #expect(record.archiveBankByteCount == 2 * 1024 * 1024)
    #expect(record.minimumRefreshIntervalMs == 60_000 && record.flashesInDark == 1)
  }

  @Test func `an unknown key of a scene is answered with every key, and clock may be a widget's`() {
    let names = SceneSettings.keys.map { "\"" + $0 + "\"" }.joined(separator: ", ")
    let problems = load(scene: goodScene + "\nclock: {face: solar}").problems
    #expect(problems == ["scene.yaml:7:1: expected one of \(names), found \"clock\""])
  }

  @Test(arguments: [
    (
      "size: {width: 800, height: 480}", "size: {width: 20000, height: 480}",
      "board.yaml:3:15: expected a whole number from 1 to 16384 px for \"size.width\", found 20000"
    ),
    (
      "size: {width: 800, height: 480}", "size: {width: 0, height: 0}",
      "board.yaml:3:15: expected a whole number from 1 to 16384 px for \"size.width\", found 0"
    ),
    (
      "size: {width: 800, height: 480}", "size: {width: 16000, height: 16000}",
      "board.yaml:3:7: expected at most 64 megapixels, found 16000×16000 px, 245 megapixels"
    ),
    ("154.1", "0", "board.yaml:4:23: expected a number from 5 to 5000 mm for \"physicalSize.width\", found 0"),
    (
      "virtual-framebuffer", "virtual-framebufer",
      "board.yaml:2:17: expected one of drm, framebuffer, auto, epaper, virtual-framebuffer, epaper-simulated "
        + "for \"display.kind\", found \"virtual-framebufer\"; did you mean \"virtual-framebuffer\"?"
    ),
    (
      "kind: virtual-framebuffer", "kind: epaper-simulated, panel: waveshare-2in13-v4",
      "board.yaml:3:7: expected 122×250 px on the panel waveshare-2in13-v4, found 800×480 px after rotation; "
        + "\"size\" may be left out"
    ),
    (
      "name: Test", "name: Test\nrotation: -90",
      "board.yaml:2:11: expected one of 0, 90, 180, 270 for \"rotation\", found -90; rotation is clockwise: write 270"
    ),
    (
      "name: Test", "name: Test\nrotation: 450",
      "board.yaml:2:11: expected one of 0, 90, 180, 270 for \"rotation\", found 450; rotation is clockwise: write 90"
    ),
    (
      "name: Test", "nam: Test",
      "board.yaml:1:1: expected \"name\" (a name for people), found nothing"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: constant}",
      "board.yaml:2:8: expected \"lux\" in \"light\" (0 to 200000 lx, for the constant sensor), found nothing"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: constant, lux: 300000}",
      "board.yaml:2:32: expected a number from 0 to 200000 lx for \"light.lux\", found 300000"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, lux: 3}",
      "board.yaml:2:28: expected \"light.lux\" only with \"sensor: constant\", found it with another sensor"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, calibration: {channel: clear, luxPerCount: 0.2}}",
      "board.yaml:2:36: expected \"light.calibration\" only with \"sensor: iio\", found it with another sensor"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: iio, calibration: {channel: blue, luxPerCount: 0.2}}",
      "board.yaml:2:45: expected one of clear, both, white, green, plain for \"light.calibration.channel\", found \"blue\""
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: iio, calibration: {channel: both, luxPerCount: 0}}",
      "board.yaml:2:64: expected a number from 1e-06 to 1000 lx for \"light.calibration.luxPerCount\", found 0"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: iio, validFor: 60}",
      "board.yaml:2:32: expected \"light.validFor\" only with \"sensor: external\", found it with another sensor"
    ),
    (
      "name: Test", "name: Test\ndistance: {sensor: constant}",
      "board.yaml:2:11: expected \"metres\" in \"distance\" (0.1 to 100 m), found nothing"
    ),
    (
      "name: Test", "name: Test\ndistance: {sensor: external, metres: 2}",
      "board.yaml:2:38: expected \"distance.metres\" only with \"sensor: constant\", found it with another sensor"
    ),
    (
      "name: Test", "name: Test\ndistance: {sensor: iio, simplified: {enter: 2, leave: 2}}",
      "board.yaml:2:55: expected \"distance.simplified.leave\" below \"enter\": it ends when the viewer approaches"
    ),
    (
      "name: Test", "name: Test\ndistance: {sensor: proximity, simplified: {enter: 60, leave: 20}}",
      "board.yaml:2:62: expected \"distance.simplified.leave\" above \"enter\": counts grow as the viewer approaches"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, peakLuminance: 100, dimming: {dayLuminance: 101}}",
      "board.yaml:2:67: expected \"light.dimming.dayLuminance\" at most \"light.peakLuminance\", 100 cd/m²"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, dimming: {dayLuminance: 50, dimLuminance: 60}}",
      "board.yaml:2:65: expected \"light.dimming.dimLuminance\" at most white by day, 50 cd/m², found 60 cd/m²"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, dimming: {monitor: i2c-3}}",
      "board.yaml:2:42: expected auto, none or an I2C bus such as /dev/i2c-3 for \"light.dimming.monitor\", found "
        + "\"i2c-3\""
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, dimming: {monitor: true}}",
      "board.yaml:2:42: expected auto, none or an I2C bus such as /dev/i2c-3 for \"light.dimming.monitor\", found true; "
        + "write \"monitor: auto\""
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, dimming: {monitor: \"off\"}}",
      "board.yaml:2:42: expected auto, none or an I2C bus such as /dev/i2c-3 for \"light.dimming.monitor\", found off; "
        + "write \"monitor: none\""
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, night: {enter: 5, leave: 5}}",
      "board.yaml:2:48: expected \"light.night.leave\" above \"light.night.enter\", found enter 5 lx and leave 5 lx"
    ),
    (
      "name: Test", "name: Test\nclock: {trust: rct}",
      "board.yaml:2:16: expected one of synchronised, rtc, always for \"clock.trust\", found \"rct\"; "
        + "did you mean \"rtc\"?"
    ),
    (
      "name: Test", "name: Test\nmemory: {archive: 1}",
      "board.yaml:2:19: expected a whole number from 64 to 65536 KiB for \"memory.archive\", found 1"
    ),
    (
      "name: Test", "name: Test\nmemory: {working: 300}",
      "board.yaml:2:10: expected only the key \"archive\", found \"working\""
    ),
    (
      "name: Test", "name: Test\nzone: Europe/Lisbon",
      "board.yaml:2:1: expected \"zone\" in scene.yaml, found it in this file"
    ),
    (
      "name: Test", "name: Test\nrefresh: {minimumInterval: 0}",
      "board.yaml:2:28: expected a number from 1 to 86400 s for \"refresh.minimumInterval\", found 0"
    ),
  ])
  func `what a board cannot be is refused`(part: String, replacement: String, expected: String) {
    let (folder, problems) = load(board: goodBoard.replacing(part, with: replacement))
    #expect(folder == nil)
    #expect(problems.contains(expected), "\(problems)")
  }

  @Test(arguments: [
    (
      "  - kind: clock\n", "  - {kind: clok}\n",
      "scene.yaml:5:12: expected one of \(WidgetGallery.builtIn.kinds.joined(separator: ", ")) for \"widgets[0].kind\", found \"clok\"; did you mean \"clock\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: tides}\n",
      "scene.yaml:5:12: expected one of \(WidgetGallery.builtIn.kinds.joined(separator: ", ")) for \"widgets[0].kind\", "
        + "found \"tides\"; `afterglow widgets add` adds the widgets of a package"
    ),
    (
      "  - kind: clock\n", "  - {kind: value, configuration: {file: d.json, value: 21.5, unit: °C}}\n",
      "scene.yaml:5:56: expected a path that begins with \"$\" for \"configuration.value\", found \"21.5\"; a path leads to a "
        + "value in the file or source, and a number that stays is the text of \"kind: note\""
    ),
    (
      "  - kind: clock\n", "  - {kind: document, configuration: {view: w.yaml, file: d.json, values: {level: 3}}}\n",
      "scene.yaml:5:82: expected a path that begins with \"$\" for \"configuration.values.level\", found \"3\"; a path leads "
        + "to a value in the file or source, and a number that stays is the text of \"kind: note\""
    ),
    (
      "  - kind: clock\n", "  - {kind: value, configuration: {file: d.json, path: $.t}}\n",
      "scene.yaml:5:49: expected one of \"column\", \"dates\", \"decimals\", \"detail\", \"file\", \"history\", \"source\", "
        + "\"symbol\", \"title\", \"unit\", \"value\" in \"configuration\", found \"path\""
    ),
    (
      "  - kind: clock\n",
      "  - {kind: news, configuration: {source: \"https://a.org/x.xml\", every: 60}}\n",
      "scene.yaml:5:65: expected one of \"file\", \"source\", \"sources\" in \"configuration\", "
        + "found \"every\"; write \"source: {url: https://a.org/x.xml, every: 60}\""
    ),
    (
      "  - kind: clock\n", "  - {kind: calendar, configuration: {file: \"htp://a.org/x.ics\"}}\n",
      "scene.yaml:5:44: expected a path or an address such as https://example.org/data.json for "
        + "\"configuration.file\", found \"htp://a.org/x.ics\"; did you mean \"http://\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: news, configuration: {file: \"https://a.org/x.xml\"}}\n",
      "scene.yaml:5:40: expected a path for \"configuration.file\", found \"https://a.org/x.xml\"; an address belongs to "
        + "\"source\""
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, family: medium}\n",
      "scene.yaml:5:27: expected one of \(WidgetFamily.allCases.map(\.rawValue).joined(separator: ", ")) for "
        + "\"widgets[0].family\", found \"medium\"; did you mean \"systemMedium\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, config: {hour: 24}}\n",
      "scene.yaml:5:19: expected one of \"actions\", \"appearance\", \"at\", \"configuration\", \"details\", \"dithering\", "
        + "\"family\", \"kind\", \"mounting\", \"name\", \"scale\", \"texture\", found \"config\"; did you mean \"configuration\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, style: analogue}\n",
      "scene.yaml:5:19: expected \"style\" under \"configuration\", found it in \"widgets[0]\""
    ),
    (
      "context: standBy", "context: standBy\nlight: {sensor: iio}",
      "scene.yaml:2:1: expected \"light\" in board.yaml, found it in this file"
    ),
    (
      "zone: Europe/Lisbon", "zone: Europe/Lisbn",
      "scene.yaml:2:7: expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"Europe/Lisbn\"; "
        + "did you mean \"Europe/Lisbon\"?"
    ),
    (
      "zone: Europe/Lisbon", "zone: America/Lisbon",
      "scene.yaml:2:7: expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"America/Lisbon\"; "
        + "did you mean \"Europe/Lisbon\"?"
    ),
    (
      "zone: Europe/Lisbon", "zone: BST",
      "scene.yaml:2:7: expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"BST\"; "
        + "did you mean \"Europe/London\"?"
    ),
    (
      "zone: Europe/Lisbon", "zone: W. Europe Standard Time",
      "scene.yaml:2:7: expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"W. Europe Standard Time\"; "
        + "did you mean \"Europe/Berlin\"?"
    ),
    (
      "zone: Europe/Lisbon", "zone: pacific daylight time",
      "scene.yaml:2:7: expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"pacific daylight time\"; "
        + "did you mean \"America/Los_Angeles\"?"
    ),
    (
      "zone: Europe/Lisbon", "zone: EDT",
      "scene.yaml:2:7: expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"EDT\"; "
        + "did you mean \"America/New_York\"?"
    ),
    (
      "locale: en-GB", "locale: qqx-1",
      "scene.yaml:3:9: expected a language tag such as en-GB or de for \"locale\", found \"qqx-1\""
    ),
    (
      "context: standBy", "context: standby",
      "scene.yaml:1:10: expected one of standBy, home, todayView, notificationCenter, lockScreen, desktop, carPlay, smartStack, "
        + "watchFace, surface for \"context\", found \"standby\"; did you mean \"standBy\"?"
    ),
    (
      "  - kind: clock\n  - kind: clock", "  - kind: clock",
      "scene.yaml:5:3: expected exactly 2 widgets, as standBy shows two systemSmall widgets side by side, or a clock with "
        + "a face alone, found 1"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {face: solr}}\n",
      "scene.yaml:5:41: expected one of thin, rounded, analogue, solar, world, agenda, words, seconds, "
        + "slab, quarters, almanac for \"configuration.face\", found \"solr\"; did you mean \"solar\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, family: systemLarge}\n",
      "scene.yaml:5:27: context \"standBy\" does not support systemLarge: standBy takes systemSmall, not "
        + "systemLarge (docs/rules.md: T1); systemLarge goes into home, todayView, notificationCenter, desktop, surface"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {stile: digital}}\n",
      "scene.yaml:5:35: expected one of \"calendar\", \"date\", \"face\", \"hour\", \"seconds\", \"style\", \"zone\" in \"configuration\", "
        + "found \"stile\"; did you mean \"style\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {style: digtal}}\n",
      "scene.yaml:5:42: expected one of digital, inline, analogue for \"configuration.style\", found \"digtal\"; "
        + "did you mean \"digital\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {hour: 12}}\n",
      "scene.yaml:5:41: expected one of automatic, 24 for \"configuration.hour\", found \"12\""
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {zone: 7}}\n",
      "scene.yaml:5:41: expected text for \"configuration.zone\", found \"7\"; put it in quotes"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {zone: Europe/Lisbn}}\n",
      "scene.yaml:5:41: expected a time zone such as Europe/Lisbon for \"configuration.zone\", found \"Europe/Lisbn\"; "
        + "did you mean \"Europe/Lisbon\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {zone: Tokyo Standard Time}}\n",
      "scene.yaml:5:41: expected a time zone such as Europe/Lisbon for \"configuration.zone\", found \"Tokyo Standard "
        + "Time\"; did you mean \"Asia/Tokyo\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {zone: PST}}\n",
      "scene.yaml:5:41: expected a time zone such as Europe/Lisbon for \"configuration.zone\", found \"PST\"; "
        + "did you mean \"America/Los_Angeles\"?"
    ),
    (
      "  - kind: clock\n",
      "  - {kind: worldClock, configuration: {cities: [{zone: Asia/Tokyo}, {name: Lisbon, zone: Europe/Lisbn}]}}\n",
      "scene.yaml:5:90: expected a time zone such as Asia/Tokyo for \"configuration.cities[1].zone\", "
        + "found \"Europe/Lisbn\"; did you mean \"Europe/Lisbon\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: worldClock, configuration: {cities: [{zone: Asia/Tokyo, nme: Kyoto}]}}\n",
      "scene.yaml:5:68: expected one of \"name\", \"zone\" in \"configuration.cities[0]\", found \"nme\"; "
        + "did you mean \"name\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: worldClock, configuration: {cities: [{name: Kyoto}]}}\n",
      "scene.yaml:5:49: a value is required for \"configuration.cities[0].zone\", found nothing"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: {seconds: 1}}\n",
      "scene.yaml:5:44: expected true or false for \"configuration.seconds\", found \"1\"; write true"
    ),
    (
      "  - kind: clock\n", "  - {kind: worldClock, configuration: {cities: [Tokyo, London]}}\n",
      "scene.yaml:5:49: expected a mapping such as {zone: America/New_York} for \"configuration.cities[0]\", "
        + "found \"Tokyo\""
    ),
    (
      "  - kind: clock\n", "  - {kind: photos, configuration: {every: 7.5}}\n",
      "scene.yaml:5:43: expected a whole number for \"configuration.every\", found \"7.5\""
    ),
    (
      "  - kind: clock\n", "  - {kind: note, configuration: {text: Buy milk, bread and eggs}}\n",
      "scene.yaml:5:50: expected one of \"file\", \"source\", \"symbol\", \"text\", \"title\" in \"configuration\", "
        + "found \"bread and eggs\"; put text that contains a comma in quotes"
    ),
    (
      "  - kind: clock\n", "  - {kind: note, configuration: {text: hello, titel: }}\n",
      "scene.yaml:5:47: expected one of \"file\", \"source\", \"symbol\", \"text\", \"title\" in \"configuration\", "
        + "found \"titel\"; did you mean \"title\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: news, configuration: {source: {url: \"https://a.org\", qurey: {a: b}}}}\n",
      "scene.yaml:5:65: unknown key \"qurey\" in \"configuration.source\"; did you mean \"query\"?"
    ),
    (
      "  - kind: clock\n", "  - {kind: news, configuration: {source: {secret: work}}}\n",
      "scene.yaml:5:43: unknown key \"secret\" in \"configuration.source\"; write {url: {secret: NAME}}"
    ),
    (
      "  - kind: clock\n",
      "  - {kind: news, configuration: {source: {url: \"https://a.org\", headers: {Authorization: Basic}}}}\n",
      "scene.yaml:5:90: expected {secret: NAME} for \"configuration.source.headers.Authorization\", found text; "
        + "a scene keeps no secret"
    ),
    (
      "  - kind: clock\n", "  - {kind: clock, configuration: 7}\n",
      "scene.yaml:5:34: expected a mapping of keys to values for \"configuration\", found \"7\""
    ),
    (
      "context: standBy", "context: standBy\nwallpaper: {picture: hills.jpg}",
      "scene.yaml:2:12: expected no \"wallpaper\" in standBy, which is black; home, todayView, notificationCenter, "
        + "lockScreen, desktop, surface have one"
    ),
    (
      "context: standBy", "context: home\nwallpaper: {picture: \"https://a.org/hills.jpg\"}",
      "scene.yaml:2:22: expected a file's path for \"wallpaper.picture\", found an address; download the picture into the "
        + "board's folder"
    ),
    (
      "context: standBy", "context: home\nwallpaper: {picture: ~/Pictures/hills.jpg}",
      "scene.yaml:2:22: expected a file's path for \"wallpaper.picture\", found \"~/Pictures/hills.jpg\"; write the whole "
        + "path, as \"~\" is not replaced"
    ),
    (
      "locale: en-GB", "locale: en-GB\nplace: {name: Leeds, latitude: 53.8, longitude: -1.55, country: UK}",
      "scene.yaml:4:65: expected two capital letters of ISO 3166 such as PT for \"place.country\", found \"UK\"; did you "
        + "mean \"GB\"?"
    ),
    (
      "context: standBy", "context: home\nwallpaper: {crop: best}",
      "scene.yaml:2:12: expected \"color\" in \"wallpaper\" (a colour such as \"#1B2735\", or a \"picture\" such as "
        + "evening.jpg), found nothing"
    ),
    (
      "context: standBy", "context: home\nwallpaper: {color: navy}",
      "scene.yaml:2:20: expected a colour such as \"#FF9F0A\" for \"color\", found \"navy\"; write its code, with two "
        + "hexadecimal digits each for red, green and blue"
    ),
    (
      "context: standBy", "context: home\nwallpaper: {color: \"#102030\", crop: center}",
      "scene.yaml:2:37: expected \"crop\" only beside a \"picture\", found it alone"
    ),
    (
      "context: standBy", "context: home\nwallpaper: {picture: hills.jpg, bottom: \"#102030\"}",
      "scene.yaml:2:41: expected \"color\" beside \"bottom\", which it passes into, found none"
    ),
    (
      "context: standBy", "context: surface\nsurface: {mounting: recessed, vertical: false}",
      "scene.yaml:2:21: expected elevated on a panel that lies, which has no wall to be let into (rule 60)"
    ),
    (
      "context: standBy", "context: surface\nsurface: {mounting: recessed, frameWidth: 8}",
      "scene.yaml:2:43: expected no frame on a recessed widget: frames belong to elevated ones (rule 61)"
    ),
  ])
  func `what a scene cannot be is refused`(part: String, replacement: String, expected: String) {
    let (folder, problems) = load(scene: goodScene.replacing(part, with: replacement))
    #expect(folder == nil)
    #expect(problems.contains(expected), "\(problems)")
  }

  @Test(arguments: [
    ("rss", "news"), ("todo", "reminders"), ("picture", "photos"), ("text", "note"), ("forecast", "weather"),
    ("ical", "calendar"), ("Temperature", "value"), ("timer", "countdown"), ("CPU", "system"),
  ])
  func `an everyday name of a widget is answered with its kind`(name: String, kind: String) {
    let (_, problems) = load(scene: goodScene.replacing("  - kind: clock\n", with: "  - {kind: \(name)}\n"))
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.hasSuffix("found \"\(name)\"; did you mean \"\(kind)\"?") == true, "\(problems)")
  }

  @Test func `a wallpaper's colour that cannot be read is one problem`() {
    let wallpaper = "wallpaper: {color: navy, bottom: \"#102030\"}"
    let scene = goodScene.replacing("context: standBy", with: "context: home\n" + wallpaper)
    let problems = load(scene: scene).problems
    #expect(problems.count == 1 && problems.first?.contains("found \"navy\"") == true, "\(problems)")
  }

  @Test func `a key of a source without its value is reported without advice on quotes`() {
    let source = "  - {kind: news, configuration: {source: {push: }}}\n"
    let (_, problems) = load(scene: goodScene.replacing("  - kind: clock\n", with: source))
    let words = "expected text for \"configuration.source.push\", found nothing"
    #expect(problems.contains { $0.hasSuffix(words) }, "\(problems)")
  }

  @Test(arguments: [
    (
      "{width: 53.1, height: 29.9}",
      "found 53.1×29.9 for 1920×1080 px, 918 pixels per inch; if it is in centimetres, write \"physicalSize: {width: 531, "
        + "height: 299}\""
    ),
    // A television of 32 inches.
    (
      "{width: 70.8, height: 39.9}",
      "found 70.8×39.9 for 1920×1080 px, 689 pixels per inch; if it is in centimetres, write \"physicalSize: {width: 708, "
        + "height: 399}\""
    ),
    (
      "{width: 9.5, height: 5.4}",
      "found 9.5×5.4 for 1920×1080 px, 5133 pixels per inch; if it is in inches, write \"physicalSize: {width: 241.3, "
        + "height: 137.2}\""
    ),
  ])
  func `a physical size in another unit is questioned`(size: String, words: String) throws {
    let board = goodBoard.replacing("{width: 800, height: 480}", with: "{width: 1920, height: 1080}")
    let (folder, problems) = load(board: board.replacing("{width: 154.1, height: 85.9}", with: size))
    #expect(problems == [])
    let found = try #require(folder)
    let advice = try #require(found.advice.first)
    #expect(advice.file.hasSuffix("/board.yaml") && advice.line == 4 && advice.column == 15)
    #expect(advice.message == "expected millimetres for \"physicalSize\", " + words)
  }

  @Test(arguments: [
    (
      "light: {sensor: constant, lux: 300, schedule: [PERIOD]}", "5:48",
      "add \"decides: always\", or write \"sensor: none\""
    ),
    (
      "light: {sensor: constant, lux: 0.5, schedule: [PERIOD, decides: darker]}", "5:48",
      "its mode is not darker than the one of that light"
    ),
    ("light: {sensor: constant, lux: 300, schedule: [PERIOD, decides: darker]}", "", ""),
    ("light: {sensor: constant, lux: 300, schedule: [PERIOD, decides: always]}", "", ""),
    ("light: {sensor: none, schedule: [PERIOD]}", "", ""),
    ("refresh: {inDark: normal}", "5:1", "\"refresh\" has no effect on a screen"),
  ])
  func `settings of a board that have no effect are advised on`(line: String, place: String, words: String) throws {
    let period = "{mode: night, from: \"22:00\", to: \"06:00\""
    let written = line.replacing("PERIOD", with: period).replacing("]", with: "}]")
    let (folder, problems) = load(board: goodBoard + "\n" + written)
    #expect(problems == [])
    let advice = try #require(folder).advice
    guard !words.isEmpty else { return #expect(advice == []) }
    #expect(advice.count == 1 && advice.first?.message.contains(words) == true, "\(advice)")
    #expect(advice.first.map { "\($0.line):\($0.column)" } == place)
  }

  @Test func `a program in a build folder finds the boards of its checkout`() {
    let program = "/home/me/afterglow/.build/x86_64-unknown-linux-gnu/release"
    #expect(BoardLookup.checkout(of: program) == "/home/me/afterglow/boards")
    #expect(BoardLookup.checkout(of: "/usr/local/bin") == nil)
  }

  @Test(arguments: [
    (
      "{width: 480, height: 800}", "{width: 154.1, height: 85.9}",
      "pixels would be 3 times as wide as they are high; swap width and height in \"physicalSize\" or in \"size\""
    ),
    (
      "{width: 800, height: 480}", "{width: 85.9, height: 154.1}",
      "pixels would be 3 times as high as they are wide; swap width and height in \"physicalSize\" or in \"size\""
    ),
    (
      "{width: 800, height: 800}", "{width: 180, height: 90}",
      "pixels would be 2 times as wide as they are high; measure the lit area for \"physicalSize\""
    ),
  ])
  func `pixels that are far from square are questioned`(pixels: String, size: String, words: String) throws {
    let board = goodBoard.replacing("{width: 800, height: 480}", with: pixels)
    let (folder, problems) = load(board: board.replacing("{width: 154.1, height: 85.9}", with: size))
    #expect(problems == [])
    let found = try #require(folder)
    let advice = try #require(found.advice.first)
    #expect(advice.file.hasSuffix("/board.yaml") && advice.line == 4 && advice.column == 15)
    #expect(advice.message == words)
  }

  @Test(arguments: [
    ("clock", "\"clock\"; write \"kind: clock\""), ("kind:note", "\"kind:note\"; write a space after the colon"),
  ])
  func `an item that is no widget is reported once`(item: String, found: String) {
    let problems = load(scene: "context: home\nwidgets:\n  - \(item)\n").problems
    #expect(
      problems == ["scene.yaml:3:5: expected a mapping of keys to values for \"widgets[0]\", found \(found)"])
  }

  private static let nearlyRight: [(part: String, other: String, expected: String)] = [
    (
      "85.9", "3.38",
      "board.yaml:4:38: expected a number from 5 to 5000 mm for \"physicalSize.height\", found 3.38; 3.38 inches are 85.9 "
        + "mm, and 3.38 cm are 33.8 mm"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, night: {enter: 20}}",
      "board.yaml:2:38: expected \"light.night.leave\" above \"light.night.enter\", found enter 20 lx and leave 5 lx (the "
        + "default)"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: none, night: {enter: 20, leave: 30}}",
      "board.yaml:2:38: expected \"light.alwaysOn.enter\" at or above \"light.night.enter\", as it comes first when it "
        + "gets dark, found alwaysOn.enter 15 lx (the default) and night.enter 20 lx"
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: bh1750}",
      "board.yaml:2:17: expected one of none, iio, constant, trace, external for \"light.sensor\", found \"bh1750\"; for a "
        + "sensor of the kernel write \"sensor: iio\" and \"device: bh1750\""
    ),
    (
      "name: Test", "name: Test\nlight: {sensor: iio, device: /dev/i2c-1}",
      "board.yaml:2:30: expected a sensor's name such as bh1750 for \"light.device\", found \"/dev/i2c-1\", a path; `cat "
        + "/sys/bus/iio/devices/*/name` lists the names"
    ),
    (
      "name: Test", "name: Test\ndistance: {sensor: iio, device: 0x29}",
      "board.yaml:2:33: expected a sensor's name such as bh1750 for \"distance.device\", found \"0x29\", an address on a "
        + "bus; `cat /sys/bus/iio/devices/*/name` lists the names"
    ),
    (
      "name: Test", "name: Test\nclock: always",
      "board.yaml:2:8: expected a mapping of keys to values for \"clock\", found \"always\"; write \"clock: {trust: "
        + "always}\""
    ),
    (
      "name: Test", "name: Test\nlight: 300",
      "board.yaml:2:8: expected a mapping of keys to values for \"light\", found \"300\""
    ),
  ]

  @Test(arguments: nearlyRight)
  func `what was meant is named`(part: String, other: String, expected: String) {
    let (folder, problems) = load(board: goodBoard.replacing(part, with: other))
    #expect(folder == nil && problems.contains(expected), "\(problems)")
  }

  @Test func `an unknown context hides no other problem`() {
    let scene = """
      context: standby2
      widgets:
        - kind: clok
        - {kind: calendar, configuration: {fil: a.ics}}
      zon: Europe/Lisbon

      """
    let problems = load(scene: scene).problems
    for words in [
      "scene.yaml:1:10: expected one of ", "scene.yaml:3:11: expected one of ", "scene.yaml:4:38: ",
      "scene.yaml:5:1: expected one of ",
    ] { #expect(problems.contains { $0.hasPrefix(words) }, "\(words): \(problems)") }
    #expect(problems.count == 4, "\(problems)")
  }

  @Test func `a wallpaper without its key is answered with the mapping`() {
    let scene = "context: home\nwallpaper: dunes.jpg\nwidgets:\n  - kind: clock\n"
    #expect(
      load(scene: scene).problems.contains(
        "scene.yaml:2:12: expected a mapping of keys to values for \"wallpaper\", found \"dunes.jpg\"; write "
          + "\"wallpaper: {picture: dunes.jpg}\""))
  }

  @Test func `a dense panel is no mistake`() throws {
    let watch = goodBoard.replacing("{width: 154.1, height: 85.9}", with: "{width: 42, height: 25.2}")
    #expect(try #require(load(board: watch).folder).advice == [])
  }

  @Test func `a scene of a thousand widgets is refused at once`() {
    let scene = "widgets:\n" + String(repeating: "  - kind: clock\n", count: 1000)
    let (folder, problems) = load(scene: scene)
    #expect(folder == nil)
    #expect(problems == ["scene.yaml:2:3: expected at most 64 widgets in \"widgets\", found 1000"])
  }

  @Test func `problems of all files are reported together`() {
    let scene = goodScene.replacing("  - kind: clock\n  - kind: clock", with: "  - kind: weather\n  - kind: value")
    let (_, problems) = load(
      board: goodBoard.replacing("480", with: "0"), scene: scene,
      files: ["forecast.json": "{\"latitude\": 1", "timeline.json": "{\"kind\": \"value\"}"])
    #expect(problems.contains { $0.hasPrefix("board.yaml:") })
    #expect(problems.contains { $0.hasPrefix("forecast.json:1:15: expected \",\" or \"}\"") })
    #expect(problems.contains { $0.hasPrefix("timeline.json:1:1: expected \"entries\"") })
  }

  @Test func `a widget whose configuration has a fault reports no fault of its files`() {
    let widget = "  - kind: value\n    configuration: {file: t.json, value: a.b}"
    let scene = goodScene.replacing("  - kind: clock\n  - kind: clock", with: "  - kind: clock\n" + widget)
    let (_, problems) = load(scene: scene, files: ["t.json": "{\"a\": {\"b\": 1}}"])
    #expect(problems.count == 1, "\(problems)")
    #expect(
      problems.first?.hasSuffix(
        ": expected a path that begins with \"$\" for \"configuration.value\", found \"a.b\"; write $.a.b") == true,
      "\(problems)")
  }

  @Test func `a context that is misspelled is one problem, whatever depends on it`() {
    let scene = goodScene.replacing(
      "context: standBy", with: "context: hom\nappearance: dark\nwallpaper: {color: \"#102030\"}"
    ).replacing("  - kind: clock\n", with: "  - {kind: clock, family: systemLarge, at: {column: 1, row: 1}}\n")
    let (folder, problems) = load(scene: scene)
    #expect(folder == nil)
    #expect(problems.count == 1 && problems.first?.contains("did you mean \"home\"?") == true, "\(problems)")
  }

  @Test func `a board with broken content is still a board`() {
    let scene = goodScene.replacing("  - kind: clock\n  - kind: clock", with: "  - kind: clock\n  - kind: value")
    let (folder, problems) = load(scene: scene)
    #expect(folder != nil)
    let remedy = "\"value\" reads this file unless its \"configuration\" names a \"file\" or a \"source\""
    #expect(problems == ["scene.yaml:6:5: timeline.json: the file does not exist; \(remedy)"])
  }

  /// A wallpaper's picture is content: it is watched, and reported with its position if it is missing.
  @Test func `a missing wallpaper is reported with its place`() throws {
    let scene = goodScene.replacing("context: standBy", with: "context: home\nwallpaper: {picture: hills.jpg}")
    let folder = try #require(load(scene: scene).folder)
    #expect(folder.watchedPaths.contains { $0.hasSuffix("/hills.jpg") && $0.hasPrefix(folder.path) })
    let compiled = try SceneCompiler().compile(folder.panelScene(), at: Date(timeIntervalSince1970: 1_795_262_400))
    #expect(compiled.diagnostics.count == 1)
    let diagnostic = try #require(compiled.diagnostics.first).description
    #expect(diagnostic.hasPrefix(folder.scenePath + ":2:22: error: the wallpaper's picture"))
    #expect(diagnostic.contains("hills.jpg") && diagnostic.contains("there is no such file or folder"))
  }

  /// Every folder of `boards`, so that a new one needs no change here.
  private static let shipped =
    ((try? FileManager.default.contentsOfDirectory(atPath: repository + "/boards")) ?? [])
    .filter { FileManager.default.fileExists(atPath: repository + "/boards/\($0)/board.yaml") }.sorted()

  @Test func `the shipped boards are found, and the page of boards lists each`() throws {
    #expect(Self.shipped.count >= 10)
    let page = try String(contentsOfFile: repository + "/docs/boards.md", encoding: .utf8)
    for name in Self.shipped {
      #expect(page.contains("[\(name)](../boards/\(name))"), "\(name) is missing at the top of docs/boards.md")
    }
  }

  @Test(arguments: shipped)
  func `the shipped boards have no problems`(name: String) throws {
    // No board needs its display to be compiled.
    let (folder, problems) = BoardFolder.load(
      name, lookup: BoardLookup(roots: [repository + "/boards"]), kernel: KernelDisplays(root: "/nonexistent"),
      at: examined)
    #expect(problems == [])
    let scene = try #require(folder).panelScene()
    if scene.context == .standBy {
      let second = name == "epaper-7in5-v2" ? "clock 2" : "weather"
      #expect(scene.slots.map(\.identifier) == ["clock", second])
    }
    let archive = try SceneCompiler().compile(scene, at: Date(timeIntervalSince1970: 1_795_262_400)).archive
    // The memory that the renderer reserves: the picture in 32 bits, both banks, and at most two more megabytes.
    let board = try archive.withUnsafeBytes { try Archive.validate($0).board }
    let picture = Int(board.widthPx) * Int(board.heightPx) * 4
    let banks = 2 * Int(board.archiveBankByteCount)
    #expect(archive.count <= Int(board.archiveBankByteCount))
    #expect(Engine.workingByteCount(for: board) <= picture + banks + 2 << 20)
  }

  @Test func `a board is found by its name and missed with a hint`() {
    let lookup = BoardLookup(roots: [repository + "/boards"])
    #expect(lookup.names.contains("bedside-clock") && lookup.names.contains("rpi-fb-tft-480x320"))
    #expect(lookup.find("epaper-2in13-v4") == repository + "/boards/epaper-2in13-v4")
    #expect(
      BoardFolder.load("epaper-2in13-v", lookup: lookup).problems.map(\.description) == [
        "epaper-2in13-v: expected a board's folder or the name of one (\(lookup.names.joined(separator: ", "))), "
          + "found nothing; did you mean \"epaper-2in13-v4\"?"
      ])
  }

  @Test(arguments: ["bedside-clok", "bedside-clok/"])
  func `a board in the folder of a misspelt path is meant`(_ name: String) {
    let path = repository + "/boards/"
    let problems = BoardFolder.load(path + name, lookup: BoardLookup(roots: [])).problems
    #expect(problems.count == 1)
    #expect(problems[0].message.hasSuffix("; did you mean \"\(path)bedside-clock\"?"), "\(problems)")
  }

  @Test func `a folder of boards is answered with one of them`() {
    for path in [repository + "/boards", repository + "/boards/"] {
      let found = BoardFolder.load(path, lookup: BoardLookup(roots: [])).problems.map(\.message)
      #expect(
        found == [
          "expected a board's folder, found a folder of boards; name one of them, such as \(repository)/boards/bedside-clock"
        ])
    }
  }

  @Test func `a runtime folder in a board's place is answered with the board`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "runtime-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let board = repository + "/boards/bedside-clock"
    func messages() -> [String] { BoardFolder.load(folder.path).problems.map(\.message) }
    #expect(messages().contains("the file does not exist"))
    try Data("\(board)\n".utf8).write(to: folder.appending(path: "board"))
    #expect(
      messages() == ["expected a board's folder, found the runtime folder of \(board); name that board instead"])
    // A folder of this name may be a board's own file.
    try Data(goodBoard.utf8).write(to: folder.appending(path: "board.yaml"))
    #expect(!messages().contains { $0.contains("runtime folder") })
  }

  @Test func `the locale follows the system's variables`() {
    #expect(SystemLocale.locale(environment: ["LANG": "de_DE.UTF-8"]).identifier == "de_DE")
    #expect(SystemLocale.locale(environment: ["LANG": "de_DE", "LC_TIME": "pt_PT"]).identifier == "pt_PT")
    #expect(SystemLocale.locale(environment: ["LANG": "C.UTF-8"]).identifier == "en_US")
    #expect(SystemLocale.locale(environment: [:]).identifier == "en_US")
  }

  @Test func `a locale's name of a hundred letters is none`() {
    let long = "de" + String(repeating: "-abcdefgh", count: 11)
    #expect(long.count > 100 && SystemLocale.locale(forTag: long) == nil)
    #expect(SystemLocale.locale(environment: ["LANG": long.replacing("-", with: "_")]).identifier == "en_US")
    #expect(SystemLocale.locale(forTag: "sl-Latn-IT-rozaj-biske")?.identifier == "sl_Latn_IT_rozaj_biske")
    let scene = goodScene.replacing("locale: en-GB", with: "locale: \(long.prefix(40))")
    #expect(load(scene: scene).problems.contains { $0.contains("expected a language tag such as en-GB or de") })
  }
}
