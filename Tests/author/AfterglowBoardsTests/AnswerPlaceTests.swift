import Afterglow
import AfterglowCompiler
import Foundation
import Testing

@testable import AfterglowBoards

/// The character that stands in a test's text where the answer must point. It is removed before the text is read.
private let mark: Character = "‸"

/// Files of the boards below, by their names.
private let content: [String: String] = [
  "t.ics": "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:t\r\nSUMMARY:Water\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
  "c.ics": "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:c\r\nDTSTART:20261121T120000Z\r\nSUMMARY:Tea\r\nEND:VEVENT\r\n"
    + "END:VCALENDAR\r\n",
  "u.json": #"{"v": 1.5, "units": {"v": "bar"}, "message": "Hello"}"#,
  "r.yaml": "reminders: [{title: Weed, list: Garden}]\n",
  "k.csv": "Month;Cost;Note\n2026-10;12,5;\n2026-11;14;late\n",
  "cost.yaml": "description: See.\nfamilies:\n  systemSmall:\n    text: \"{cost}\"\n",
  "w.yaml": "description: See.\nfamilies:\n  systemSmall:\n    text: \"{level}\"\n",
  "f.json": """
  {"latitude": 41.16, "longitude": -8.62, "utc_offset_seconds": 0, "hourly": {
    "time": ["2026-11-21T15:00", "2026-11-21T16:00", "2026-11-21T17:00", "2026-11-21T18:00"],
    "temperature_2m": [14, 13, 12, 11], "weather_code": [0, 0, 0, 0]}}
  """,
]

/// The text of a scene whose only widget has this configuration.
private func scene(_ kind: String, _ configuration: String) -> String {
  """
  context: home
  zone: Europe/Lisbon
  locale: en-GB
  widgets:
    - kind: \(kind)
      family: systemSmall
      configuration: \(configuration)

  """
}

/// Each answer about a board's files names the line and the column of the key or value that must be changed.
@Suite struct AnswerPlaceTests {
  /// Loads a board of which one file has the mark, and expects one answer at the mark, with these words.
  private func check(
    _ words: String, at file: String, _ marked: String, board: String = goodBoard, scene: String = goodScene,
    isWhole: Bool = false
  ) throws {
    let parts = marked.split(separator: mark, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "\(marked)")
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let place = "\(file):\(lines.count):\((lines.last?.unicodeScalars.count ?? 0) + 1): "
    var files = content.merging(["board.yaml": board, "scene.yaml": scene], uniquingKeysWith: { _, own in own })
    files[file] = parts.joined()
    let (folder, problems) = load(
      board: files["board.yaml"] ?? board, scene: files["scene.yaml"] ?? scene, files: files)
    let path = (folder?.path ?? "") + "/"
    let answers = problems + (folder?.advice ?? []).map { $0.description.replacing(path, with: "") }
    let found = answers.filter { $0.contains(words) }
    #expect(found.count == 1 && found.first?.hasPrefix(place) == true, "\(place)\(words): \(answers)")
    // No other answer is about a file as a whole.
    let others = answers.filter { !$0.contains(words) }
    #expect(isWhole || others.allSatisfy { $0.contains(#/^[^: ]+:\d+:\d+: /#) && !$0.contains(":1:1: ") }, "\(answers)")
  }

  @Test(arguments: [
    ("clock", "{face: ‸solr}", "for \"configuration.face\""),
    ("clock", "{date: true, ‸stile: digital}", "found \"stile\""),
    ("clock", "\n      seconds: true\n      zone: ‸Europe/Lisbn", "for \"configuration.zone\""),
    ("clock", "{hour: ‸12}", "for \"configuration.hour\""),
    ("weather", "{file: f.json, units: ‸imperal}", "for \"configuration.units\""),
    ("weather", "{file: f.json, details: [wind, ‸humidty]}", "for \"configuration.details[1]\""),
    ("moon", "{‸phase: full}", "unknown key \"phase\" in \"configuration\"; there is nothing to configure"),
    ("value", "{file: u.json, value: ‸21.5}", "is the text of \"kind: note\""),
    ("value", "{file: u.json, value: $.v, decimals: ‸9}", "for \"configuration.decimals\""),
    ("value", "{file: u.json, title: ‸Tank}", "expected \"value\" or \"column\" with \"title\""),
    ("calendar", "{file: \"\", layout: ‸weekly}", "for \"configuration.layout\""),
    (
      "calendar", "{sources: [c.ics, {file: t.ics, color: ‸pinkish}]}", "for \"configuration.sources[1].color\""
    ),
    ("reminders", "{file: r.yaml, ‸lst: Garden}", "found \"lst\""),
    ("news", "{source: {url: \"https://a.org/x.xml\", ‸evry: 60}}", "unknown key \"evry\""),
    ("news", "{sources: [{url: \"https://a.org/x.xml\", color: ‸red}]}", "news have none of their own"),
    (
      "calendar", "\n      source:\n        url: https://a.org/x.ics\n        calendars: ‸[Family]",
      "expected \"calendars\" with caldav"
    ),
    ("system", "{disk: ‸home}", "for \"configuration.disk\""),
    ("system", "{temperature: ‸kelvin}", "for \"configuration.temperature\""),
    ("photos", "{every: ‸2}", "for \"configuration.every\""),
    (
      "worldClock", "{cities: [{zone: Asia/Tokyo}, {name: Kyoto, zone: ‸Asia/Kioto}]}",
      "for \"configuration.cities[1].zone\""
    ),
    ("countdown", "{date: ‸soon}", "for \"configuration.date\""),
    ("countdown", "{date: 2027-01-05, symbol: ‸hourglas}", "for \"configuration.symbol\""),
    ("note", "{text: Hello, ‸colour: red}", "found \"colour\""),
    ("document", "{view: w.yaml, file: u.json, values: {level: ‸3}}", "for \"configuration.values.level\""),
    (
      "document", "{view: cost.yaml, file: k.csv, values: {cost: ‸'$.rows[-1].Csot'}}",
      "expected a column \"Csot\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did you mean \"Cost\"?"
    ),
    (
      "document", "{view: cost.yaml, file: k.csv, values: {cost: ‸$.Cost}}",
      "for the last row of k.csv write $.rows[-1].Cost"
    ),
    (
      "document", "{view: cost.yaml, file: k.csv, values: {cost: ‸$.rows.Cost}}",
      "expected a row of k.csv in \"$.rows.Cost\"; for the last one write $.rows[-1].Cost"
    ),
    ("document", "{view: cost.yaml, file: k.csv, values: {cost: ‸'$.rows[9].Cost'}}", "k.csv: expected an item 9 in"),
    (
      "value", "{file: k.csv, column: ‸Csot}",
      "expected a column \"Csot\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did you mean \"Cost\"?"
    ),
    ("value", "{file: k.csv, column: Cost, dates: ‸Moth}", "; did you mean \"Month\"?"),
    ("clock", "{style: analogue, seconds: ‸yes}", "for \"configuration.seconds\", found \"yes\"; write true"),
    ("clock", "{‸family: systemLarge}", "; \"family\" belongs to the widget, next to \"kind\""),
    ("weather", "{file: f.json, ‸place: Porto}", "; \"place\" belongs to the scene, outside of \"widgets\""),
    ("moon", "{‸place: Porto}", "; \"place\" belongs to the scene, outside of \"widgets\""),
    ("photos", "{every: ‸30 min}", "found \"30 min\"; write the number alone"),
    ("worldClock", "{cities: ‸{zone: Asia/Tokyo}}", "found a mapping; begin each item with \"- \""),
  ]) func `a fault of a widget's configuration stands at its key or value`(
    kind: String, configuration: String, words: String
  ) throws { try check(words, at: "scene.yaml", scene(kind, configuration)) }

  @Test(arguments: [
    ("clock", "{seconds: ‸true}", "\"seconds\" has no effect on this clock"),
    ("clock", "{face: thin, calendar: ‸c.ics}", "\"calendar\" has no effect on this clock"),
    ("clock", "\n      date: true\n      zone: ‸Etc/GMT-3", "is 3 h ahead of UTC"),
    ("clock", "{face: ‸solar}", "expected the scene's \"place\""),
    ("worldClock", "{cities: [{zone: Asia/Tokyo}, {zone: ‸EST}]}", "is 5 h behind UTC in summer too"),
    ("countdown", "{date: 2027-01-05, from: ‸2027-02-01}", "is not before its \"date\""),
    ("note", "{text: ‸'Now ${temperature}'}", "\"${temperature}\" in \"text\" is shown as it is written"),
    ("note", "{text: Hello, title: ‸'At {{ name }}'}", "\"{{ name }}\" in \"title\" is shown as it is written"),
    ("note", "{file: u.json, text: ‸message}", "the note shows the whole JSON"),
    ("note", "{file: ‸u.json}", "the note shows the whole JSON"),
    ("value", "{file: u.json, value: $.v, unit: ‸units.v}", "is shown as the unit itself"),
    ("value", "{file: u.json, value: $.v, title: ‸'At {{ name }}'}", "in \"title\" is shown as it is written"),
    ("reminders", "{file: r.yaml, list: ‸Gardn}", "did you mean \"Garden\"?"),
    ("system", "{disk: ‸/nonexistent/usb}", "/nonexistent/usb does not exist on this machine"),
    ("calendar", "{file: ‸t.ics}", "show them with \"kind: reminders\""),
    (
      "calendar", "{sources: [{file: c.ics, name: Family}, {name: Tasks, file: ‸t.ics}]}",
      "show them with \"kind: reminders\""
    ),
  ]) func `advice on a widget's configuration stands at its value`(
    kind: String, configuration: String, words: String
  ) throws { try check(words, at: "scene.yaml", scene(kind, configuration)) }

  @Test(arguments: [
    ("calendar", "{sources: [c.ics, {name: Tasks, file: ‸gone.ics}]}", "gone.ics: the file does not exist"),
    ("value", "{file: u.json, value: $.v, history: ‸gone.csv}", "gone.csv: the file does not exist"),
    ("document", "{view: ‸gone.yaml}", "gone.yaml: the file does not exist"),
    ("photos", "{folder: ‸gone}", "gone"),
    ("news", "{file: ‸gone.xml}", "gone.xml: the file does not exist"),
    ("document", "{view: ‸csot.yaml}", "csot.yaml: the file does not exist; did you mean \"cost.yaml\"?"),
    ("document", "{view: cost.yaml, file: ‸K.json}", "K.json: the file does not exist, but \"k.csv\" does"),
    ("value", "{file: ‸data/u.json, value: $.v}", "; there is no folder \"data\": create it, or correct its name"),
  ]) func `a missing file is reported where it is named, in a list too`(
    kind: String, configuration: String, words: String
  ) throws { try check(words, at: "scene.yaml", scene(kind, configuration)) }

  @Test(arguments: [
    ("zone: ‸EST\nwidgets:\n  - kind: clock\n", "is 5 h behind UTC in summer too"),
    ("locale: ‸en_UK\nwidgets:\n  - kind: clock\n", "did you mean \"en-GB\"?"),
    ("zone: ‸Europe/Lisbn\nwidgets:\n  - kind: clock\n", "expected an IANA time zone"),
    (
      "zone: Europe/Lisbon\nplace:\n  name: Porto\n  latitude: ‸-8.61\n  longitude: 41.15\nwidgets:\n  - kind: clock\n",
      "did you swap latitude and longitude?"
    ),
    (
      "zone: Europe/Lisbon\nplace: {name: Porto, latitude: 41.15, longitude: ‸8.61}\nwidgets:\n  - kind: clock\n",
      "south and west are negative"
    ),
    (
      "zone: America/New_York\nplace:\n  name: New York\n  latitude: 40.71\n  longitude: ‸74.01\nwidgets:\n"
        + "  - kind: clock\n",
      "west is negative"
    ),
    (
      "zone: ‸Europe/Lisbon\nplace: {name: Tokyo, latitude: 35.68, longitude: 139.69}\nwidgets:\n  - kind: clock\n",
      "9 hours away; write \"zone: Asia/Tokyo\""
    ),
    ("place: ‸Porto\nwidgets:\n  - kind: clock\n", "did you mean \"place: {name: Porto"),
    ("place: {name: A, latitude: ‸91, longitude: 0}\nwidgets:\n  - kind: clock\n", "for \"place.latitude\""),
    ("place: ‸{name: A, latitude: 1}\nwidgets:\n  - kind: clock\n", "expected \"longitude\" in \"place\""),
    ("grid: {columns: ‸0, rows: 2}\nwidgets:\n  - kind: clock\n", "for \"grid.columns\""),
    ("typeSize: ‸huge\nwidgets:\n  - kind: clock\n", "for \"typeSize\""),
    ("tint: ‸\"#FF0000\"\nwidgets:\n  - kind: clock\n", "beside \"tint\""),
    ("appearance: ‸auto\nwidgets:\n  - kind: clock\n", "expected \"place\" beside \"appearance: auto\""),
    ("wallpaper: {color: ‸navy}\nwidgets:\n  - kind: clock\n", "expected a colour such as"),
    ("host: ‸Telephone 99\nwidgets:\n  - kind: clock\n", "expected a device such as"),
    ("‸tnt: red\nwidgets:\n  - kind: clock\n", "found \"tnt\""),
    ("grid: ‸3x2\nwidgets:\n  - kind: clock\n", "found \"3x2\"; write \"grid: {columns: 3, rows: 2}\""),
    ("widgets:\n  - kind: clock\n    at: ‸[2, 1]\n", "found a list; write \"at: {column: 2, row: 1}\""),
    (
      "place: ‸41.15, -8.61\nwidgets:\n  - kind: clock\n",
      "write \"place: {name: Home, latitude: 41.15, longitude: -8.61}\""
    ),
    (
      "place: {name: A, latitude: ‸41.15°, longitude: 0}\nwidgets:\n  - kind: clock\n", "found \"41.15°\"; write 41.15"
    ),
    (
      "place:\n  name: A\n  latitude: ‸41,15\n  longitude: 0\nwidgets:\n  - kind: clock\n",
      "found \"41,15\"; write 41.15"
    ),
    ("widgets:\n  ‸kind: clock\n", "found a mapping; begin each item with \"- \""),
    ("tint: ‸orange\nwidgets:\n  - kind: clock\n", "found \"orange\"; write its code"),
    ("wallpaper: {color: ‸FF9F0A}\nwidgets:\n  - kind: clock\n", "found \"FF9F0A\"; write \"#FF9F0A\""),
    ("wallpaper: {color: ‸'#F90'}\nwidgets:\n  - kind: clock\n", "found \"#F90\"; write \"#FF9900\""),
    (
      "wallpaper: {color: ‸'#ff9f0a80'}\nwidgets:\n  - kind: clock\n",
      "write \"#FF9F0A\", as no colour here is transparent"
    ),
    (
      "appearance: {light: ‸'7:00', dark: '20:00'}\nwidgets:\n  - kind: clock\n", "found \"7:00\"; write \"07:00\""
    ),
    (
      "widgets:\n  - ‸kind: news\n",
      "news.xml: the file does not exist; \"news\" reads this file unless its \"configuration\" names a \"file\" or a "
        + "\"source\""
    ),
    ("widgets:\n  - ‸kind: document\n", "unless its \"configuration\" names a \"view\""),
    ("widgets:\n  - kind: ‸clok\n", "did you mean \"clock\"?"),
    ("widgets:\n  - kind: clock\n    family: ‸small\n", "for \"widgets[0].family\""),
    ("widgets:\n  - kind: clock\n    at: {column: ‸99, row: 1}\n", "for \"widgets[0].at.column\""),
    ("widgets:\n  - kind: clock\n    scale: ‸90\n", "expected \"scale\" only in the context surface"),
    ("widgets:\n  - {kind: clock, name: a}\n  - {kind: clock, name: ‸a}\n", "expected a name that no other widget has"),
    (
      "zone: Europe/Lisbon\nplace: {name: Leixões, latitude: 35.68, longitude: -8.6}\nwidgets:\n"
        + "  - kind: weather\n    configuration:\n      file: ‸f.json\n",
      "km away"
    ),
    (
      "zone: Asia/Riyadh\nplace: {name: Riyadh, latitude: 24.7, longitude: 46.7}\nwidgets:\n"
        + "  - kind: calendar\n    configuration: {file: \"\", holidays: ‸automatic}\n",
      "expected a supported country"
    ),
    (
      "zone: Asia/Riyadh\nplace: {name: Riyadh, latitude: 24.7, longitude: 46.7}\nwidgets:\n"
        + "  - ‸kind: calendar\n    configuration: {file: \"\"}\n",
      "expected a supported country"
    ),
  ]) func `an answer about a key of a scene stands at its value`(text: String, words: String) throws {
    try check(words, at: "scene.yaml", "context: home\n" + text)
  }

  @Test(arguments: [
    ("virtual-framebuffer", "‸virtual-framebufer", "for \"display.kind\""),
    ("800", "‸0", "for \"size.width\""),
    ("{width: 800, height: 480}", "‸800 x 480 px", "write \"size: {width: 800, height: 480}\""),
    ("154.1", "‸154.1 mm", "for \"physicalSize.width\", found \"154.1 mm\"; write 154.1"),
    ("154.1", "‸15.4 cm", "found \"15.4 cm\"; write the number alone, in mm"),
    (
      "name: Test",
      "name: Test\nlight:\n  sensor: none\n  schedule:\n    - {mode: night, from: ‸\"22.30\", to: \"06:00\"}",
      "found \"22.30\"; write \"22:30\""
    ),
    ("{width: 154.1, height: 85.9}", "‸{width: 15.41, height: 8.59}", "in centimetres"),
    ("name: Test", "name: Test\nrotation: ‸45", "for \"rotation\""),
    (
      "name: Test", "name: Test\nlight:\n  sensor: none\n  night:\n    enter: 5\n    leave: ‸5",
      "expected \"light.night.leave\" above"
    ),
    (
      "name: Test", "name: Test\nlight:\n  sensor: none\n  night: {enter: 3}\n  alwaysOn: {leave: 30, enter: ‸2}",
      "expected \"light.alwaysOn.enter\" at or above"
    ),
    ("name: Test", "name: Test\nlight:\n  sensor: trace\n  file: ‸gone.csv", "\"light.file\""),
    ("name: Test", "name: Test\nmemory: {archive: ‸1}", "for \"memory.archive\""),
    ("name: Test", "name: Test\nwear: {orbit: ‸none}", "for \"wear.orbit\""),
    ("name: Test", "name: Test\nclock: {trust: ‸rct}", "for \"clock.trust\""),
    ("name: Test", "name: Test\n‸refresh: {inDark: normal}", "\"refresh\" has no effect on a screen"),
    ("name: Test", "name: Test\n‸zone: Europe/Lisbon", "expected \"zone\" in scene.yaml"),
  ]) func `an answer about a key of a board stands at its key or value`(
    part: String, replacement: String, words: String
  ) throws { try check(words, at: "board.yaml", goodBoard.replacing(part, with: replacement)) }

  @Test(arguments: [
    ("controller: ssd1683\nrefreshLimit: ‸60\n", "expected 10 to 30 s for \"refreshLimit\""),
    ("controller: ‸ucc8179\n", "for \"controller\""),
    ("controller: uc8179\nphysicalSize: ‸{width: 16.32, height: 9.79}\n", "in centimetres"),
  ]) func `an answer about a panel file stands at its value`(text: String, words: String) throws {
    let board = "name: Test\ndisplay: {kind: epaper-simulated, panel: glass.yaml}\n"
    try check(words, at: "glass.yaml", text, board: board)
  }

  @Test(arguments: [
    (
      "value", "{file: n.json}", "n.json",
      #"{"kind": "value", "policy": ‸"atend", "entries": [{"date": "2026-11-21T08:00Z", "value": 1}]}"#,
      "did you mean \"atEnd\"?"
    ),
    ("reminders", "{file: n.yaml}", "n.yaml", "reminders:\n  - title: Weed\n    due: ‸soon\n", "reminders[0].due"),
    ("reminders", "{file: n.yaml}", "n.yaml", "reminders:\n  - title: Weed\n    ‸dew: soon\n", "found \"dew\""),
    (
      "document", "{view: n.yaml}", "n.yaml", "families:\n  systemSmall:\n    text: ‸\"{a +}\"\n",
      "expected a value's name, a number or a text"
    ),
    (
      "document", "{view: n.yaml}", "n.yaml",
      "families:\n  systemSmall:\n    vstack:\n      - text: a\n        opacity: ‸2\n",
      "expected a number from 0 to 1"
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml",
      "families:\n  systemSmall:\n    forEach: rows\n    as: row\n    content: {text: ‸\"{row.Csot}\"}\n",
      "expected a value \"row.Csot\" in k.csv, found none; did you mean \"row.Cost\"?"
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml",
      "families:\n  systemSmall:\n    forEach: rows\n    as: row\n    content: {text: ‸\"{row.Note}\"}\n",
      "expected a value \"row.Note\" in k.csv, found an empty cell; for a substitute write \"row.Note ?? 0\" or"
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml", "families:\n  systemSmall:\n    text: ‸\"{Cost}\"\n",
      "in k.csv, found none; \"Cost\" is a column: show its rows with \"forEach: rows\" as \"{item.Cost}\", or name the "
        + "last row's in the scene's \"values\" as \"Cost: $.rows[-1].Cost\""
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml",
      "families:\n  systemSmall:\n    chart: {values: rows, y: ‸Csot}\n",
      "expected a member \"Csot\" in the items of \"rows\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did you mean "
        + "\"Cost\"?"
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml",
      "families:\n  systemSmall:\n    chart: {values: rows, y: Cost, x: ‸Moth}\n",
      "expected a member \"Moth\" in the items of \"rows\" in k.csv, found"
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml",
      "families:\n  systemSmall:\n    chart: {values: rows, y: ‸Note}\n",
      "expected a number in the column \"Note\" of \"rows\" in k.csv, found none"
    ),
    (
      "document", "{view: n.yaml, file: k.csv}", "n.yaml",
      "families:\n  systemSmall:\n    text: ‸\"{sum(rows, 'Csot')}\"\n",
      "expected a member \"Csot\" for sum in \"sum(rows, 'Csot')\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did you "
        + "mean \"Cost\"?"
    ),
    (
      "document", "{view: cost.yaml, file: n.csv, values: {cost: '$.rows[-1].Cost'}}", "n.csv",
      "Household costs;;\n‸Month;Cost;Note\n2026-10;12,5;\n",
      "line 2 is read as the names of the columns, and \"Household costs\" above it as a title, which is left out"
    ),
    (
      "document", "{view: cost.yaml, file: n.csv, values: {cost: '$.rows[-1].Cost'}}", "n.csv",
      "Month;Cost;Note\n2026-09;11;\n‸2026-10;;\n", "for \"$.rows[-1].Cost\", found an empty cell"
    ),
    (
      "document", "{view: cost.yaml, file: n.txt, values: {cost: '$.rows[-1].Cost'}}", "n.txt",
      "‸Month;Cost;Note\n2026-10;12,5;\n", "expected JSON or YAML, found a table; read it with \"format: csv\""
    ),
    ("value", "{file: n.csv, column: Cost}", "n.csv", "‸Month;Cost;Note\n", "the table has no rows yet"),
    (
      "value", "{file: n.json, value: $.temprature}", "n.json", #"‸{"temperature": 21.5}"#,
      "; did you mean \"$.temperature\"?"
    ),
  ]) func `an answer about a document stands at its key or value`(
    kind: String, configuration: String, file: String, text: String, words: String
  ) throws { try check(words, at: file, text, scene: scene(kind, configuration)) }

  @Test(
    arguments: [
      (
        "chart: {values: rows, y: Cost, series: [{y: ‸Csot}]}",
        "expected a member \"Csot\" in the items of \"rows\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did you mean"
      ),
      (
        "chart: {values: rows, y: Cost, x: Month, series: [{y: Cost, x: ‸Moth}]}",
        "expected a member \"Moth\" in the items of \"rows\" in k.csv, found"
      ),
      (
        "chart: {values: rows, y: Cost, series: [{values: rows, y: ‸Note}]}",
        "expected a number in the column \"Note\" of \"rows\" in k.csv, found none"
      ),
      (
        "chart: {values: ‸\"sort(rows, 'Csot')\", y: Cost}",
        "expected a member \"Csot\" for sort in \"sort(rows, 'Csot')\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did"
      ),
      (
        "chart: {values: \"sort(rows, 'Month')\", y: ‸Csot}",
        "expected a member \"Csot\" in the items of \"sort(rows, 'Month')\" in k.csv, found \"Month\", \"Cost\", \"Note\""
      ),
      (
        "forEach: ‸\"where(rows, item.Csot > 3)\"\n    content: {text: a}",
        "expected a member \"Csot\" for where in \"where(rows, item.Csot > 3)\" in k.csv, found \"Month\""
      ),
      ("text: ‸\"{join(rows, ' ', 'Csot')}\"", "expected a member \"Csot\" for join in"),
      (
        "text: ‸\"{first(rows).Csot}\"",
        "expected a member \"Csot\" in \"first(rows).Csot\" in k.csv, found \"Month\", \"Cost\", \"Note\"; did you mean"
      ),
      (
        "text: ‸\"{first(rows).Note}\"",
        "expected a member \"Note\" in \"first(rows).Note\" in k.csv, found an empty cell; for a substitute write"
      ),
    ] as [(String, String)])
  func `an answer about a computed list or a further series stands at its name`(view: String, words: String) throws {
    let text = "families:\n  systemSmall:\n    \(view)\n"
    try check(words, at: "n.yaml", text, scene: scene("document", "{view: n.yaml, file: k.csv}"))
  }

  @Test func `an answer about a forecast stands at its value`() throws {
    let forecast = try #require(content["f.json"]).replacing("41.16", with: "‸152.5")
    try check("for \"latitude\", found 152.5", at: "f.json", forecast, scene: scene("weather", "{file: f.json}"))
  }

  /// Answers about a file as a whole, which stand at its beginning on purpose: no key of it is the one to be changed.
  @Test(arguments: [
    ("scene.yaml", "‸context: home\n", "expected \"widgets\""),
    ("scene.yaml", "‸# nothing\n", "expected a mapping of keys to values, found nothing"),
    ("scene.yaml", "‸- kind: clock\n", "expected a mapping of keys to values, found a list"),
    (
      "board.yaml",
      "‸display: {kind: virtual-framebuffer}\nsize: {width: 800, height: 480}\n"
        + "physicalSize: {width: 154.1, height: 85.9}\n", "expected \"name\""
    ),
    (
      "board.yaml", "‸name: Test\ndisplay: {kind: virtual-framebuffer}\nphysicalSize: {width: 154.1, height: 85.9}\n",
      "expected \"size\""
    ),
    ("n.json", "‸{\"kind\": \"value\"}", "expected \"entries\""),
    ("n.json", "‸{\"at\": \"x\", \"temperature\": 54.5}", "name a value in it, such as \"value: $.temperature\""),
    ("n.json", "‸time,level\n2026-11-21T08:00:00Z,5\n", "found a table"),
  ]) func `an answer about a file as a whole stands at its beginning`(
    file: String, text: String, words: String
  ) throws { try check(words, at: file, text, scene: scene("value", "{file: n.json}"), isWhole: true) }

  @Test func `the key of a mapping that is written more than 64 times is reported`() throws {
    let (some, two) = (String(repeating: "zone: Etc/UTC\n", count: 64), "zone: Etc/UTC\nzone: Etc/UTC\n")
    let text = "context: home\n\(some)‸\(two)widgets:\n  - kind: clock\n"
    try check("found more than 64 repeated keys", at: "scene.yaml", text)
  }

  @Test func `each source stands where the scene names it`() throws {
    let text = """
      context: home
      place: {name: Porto, latitude: 41.15, longitude: -8.61}
      zone: Europe/Lisbon
      widgets:
        - kind: news
          configuration:
            sources:
              - a.xml
              - https://a.example/feed.xml
              - {name: B, url: "https://b.example/feed.xml"}
        - kind: value
          configuration: {value: $.v, source: {push: boiler}, history: "https://c.example/past.csv"}
        - kind: weather

      """
    let folder = try #require(load(scene: text, files: ["a.xml": "<rss><channel/></rss>"]).folder)
    let places = folder.placesOfSources
    func place(_ host: String) -> Set<String> {
      Set(places.filter { $0.key.contains(host) }.map { "\($0.value.line):\($0.value.column)" })
    }
    #expect(place("a.example") == ["9:11"] && place("b.example") == ["10:11"])
    #expect(place("push-boiler") == ["12:41"] && place("c.example") == ["12:66"])
    #expect(place("open-meteo") == ["13:5"])
  }

  @Test func `a key that is not set stands at what is around it`() throws {
    let board = goodBoard + "\nlight: {sensor: none}\n"
    let origin = try #require(load(board: board).folder).panelScene().origin
    func place(_ subject: SceneSubject) -> String {
      origin.place(of: subject).map { "\(URL(fileURLWithPath: $0.file).lastPathComponent):\($0.line):\($0.column)" }
        ?? "none"
    }
    #expect(place(.sceneKey("zone")) == "scene.yaml:2:7" && place(.sceneKey("widgets")) == "scene.yaml:5:3")
    #expect(place(.sceneKey("surface.mounting")) == "scene.yaml:1:1")
    #expect(place(.boardKey("light.sensor")) == "board.yaml:5:17")
    #expect(place(.boardKey("light.nightLuminance")) == "board.yaml:5:8")
    #expect(place(.boardKey("wear.orbit")) == "board.yaml:1:1")
  }
}
