import AfterglowArchive
import AfterglowCore
import AfterglowDocuments
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowBoards
@testable import AfterglowCompiler

/// `input` of a board (docs/boards.md, Input).
@Suite struct InputSettingsTests {
  private static let actions = """

    actions:
      - {name: lamp, mode: night}
      - {name: blinds, command: [./blinds, "{value}"], value: {from: 0, to: 100}}
    """

  private func loaded(_ input: String) -> (folder: BoardFolder?, problems: [String]) {
    load(board: "\(goodBoard)\n\(input)\n", scene: goodScene + Self.actions)
  }

  private func board(_ input: String) throws -> BoardSettings {
    let (folder, problems) = loaded(input)
    #expect(problems == [])
    return try #require(folder).board
  }

  // MARK: Device

  @Test(
    arguments: [
      ("input: auto", "auto"), ("input: none", ""), ("input: /dev/input/event3", "/dev/input/event3"),
      ("input: {device: auto}", "auto"), ("input: {device: none}", ""), ("input: {device: Touch 2}", "Touch 2"),
      ("input: {invertX: true}", "auto"), ("", ""),
    ] as [(String, String)])
  func `a device is a word or a key of the mapping`(text: String, device: String) throws {
    let board = try board(text)
    #expect(board.strings[.input] == device && board.keys.isEmpty)
  }

  @Test func `without keys and calibration a mapping is the word`() throws {
    let word = try board("input: auto")
    let mapping = try board("input: {device: auto}")
    #expect(word.strings == mapping.strings && word.record.isIdentical(to: mapping.record))
    #expect(word.strings[.calibration] == "")
  }

  // MARK: Keys

  static let effects: [(String, KeyEffect)] = [
    ("activate", .activate), ("nextControl", .nextControl), ("previousControl", .previousControl),
    ("nextPage", .nextPage), ("previousPage", .previousPage), ("dismiss", .dismiss), ("nothing", .nothing),
    ("lamp", .action),
  ]

  @Test(arguments: effects) func `each effect of a key is read`(name: String, effect: KeyEffect) throws {
    let key = try #require(board("input: {keys: {KEY_PROG1: \(name)}}").keys.first)
    #expect(key.bound == BoundKey(code: 148, effect: effect, action: effect == .action ? name : ""))
  }

  @Test(
    arguments: [
      ("KEY_ESC", 1), ("KEY_PROG1", 148), ("KEY_PROG4", 203), ("BTN_0", 256), ("BTN_A", 304), ("KEY_OK", 352),
      ("BTN_TRIGGER_HAPPY40", 743), ("148", 148), ("\"767\"", 767), ("1", 1),
    ] as [(String, Int)])
  func `a key has the kernel's name or number`(name: String, code: Int) throws {
    let keys = try board("input: {keys: {\(name): nextPage}}").keys
    #expect(keys.map { Int($0.code) } == [code])
  }

  static let mistakes: [(String, String)] = [
    (
      "input: {keys: {KEY_PROGG1: lamp}}",
      "5:16: expected a key of the kernel such as KEY_PROG1 or BTN_0, or its number, in \"input.keys\", found "
        + "\"KEY_PROGG1\"; did you mean \"KEY_PROG1\"?"
    ),
    (
      "input: {keys: {prog1: lamp}}",
      "5:16: expected a key of the kernel such as KEY_PROG1 or BTN_0, or its number, in \"input.keys\", found \"prog1\"; "
        + "did you mean \"KEY_PROG1\"?"
    ),
    (
      "input: {keys: {768: lamp}}", "5:16: expected a key's number from 1 to 767 in \"input.keys\", found 768"
    ),
    (
      "input: {keys: {KEY_1: nextpage}}",
      "5:23: expected activate, nextControl, previousControl, nextPage, previousPage, dismiss, nothing or an action of "
        + "scene.yaml (lamp, blinds) for \"input.keys.KEY_1\", found \"nextpage\"; did you mean \"nextPage\"?"
    ),
    (
      "input: {keys: {KEY_1: lmap}}",
      "5:23: expected activate, nextControl, previousControl, nextPage, previousPage, dismiss, nothing or an action of "
        + "scene.yaml (lamp, blinds) for \"input.keys.KEY_1\", found \"lmap\"; did you mean \"lamp\"?"
    ),
    (
      "input: {keys: {BTN_A: lamp, BTN_SOUTH: lamp}}",
      "5:29: expected each key once in \"input.keys\", found \"BTN_SOUTH\" again; \"BTN_A\" on line 5 is the same key, "
        + "number 304"
    ),
    (
      "input: {keys: {KEY_1: }}",
      "5:16: expected activate, nextControl, previousControl, nextPage, previousPage, dismiss, nothing or an action of "
        + "scene.yaml for \"input.keys.KEY_1\", found nothing"
    ),
    (
      "input: {keys: {KEY_1: 5}}",
      "5:23: expected text for \"input.keys.KEY_1\", found the number 5; put it in quotes"
    ),
    (
      "input: {device: none, keys: {KEY_1: lamp}}",
      "5:29: expected a \"device\" with \"input.keys\", found none; write \"device: auto\""
    ),
    (
      "input: {keys: {KEY_1: lamp}, invert: true}",
      "5:30: expected one of \"calibration\", \"device\", \"invertX\", \"invertY\", \"keys\", \"swapAxes\", found "
        + "\"invert\"; did you mean \"invertX\"?"
    ),
    (
      "input: {calibration: [1, 0, 0, 0, 1]}",
      "5:22: expected six numbers for \"input.calibration\", such as [0, 1, 0, -1, 0, 1], found 5"
    ),
    (
      "input: {calibration: 0 1 0 -1 0 1}",
      "5:22: expected a list of six numbers for \"input.calibration\", found \"0 1 0 -1 0 1\"; "
        + "write [0, 1, 0, -1, 0, 1]"
    ),
    (
      "input: {calibration: [1, 2, 0, 2, 4, 0]}",
      "5:22: expected a matrix that keeps both directions for \"input.calibration\", found one that maps the panel to a "
        + "line"
    ),
    (
      "input: {calibration: [1000, 0, 1000, 0, 1, 0], invertX: true}",
      "5:22: expected a smaller \"input.calibration\", found numbers beyond ±1000 with the axes inverted"
    ),
    (
      "input: {device: event0}",
      "5:17: expected auto, none, a device such as /dev/input/event0 or its name for \"input.device\", found \"event0\"; "
        + "did you mean \"/dev/input/event0\"?"
    ),
    ("input: {swapAxes: yes}", "5:19: expected true or false for \"input.swapAxes\""),
    (
      "input: [auto]", "5:8: expected text for \"input\""
    ),
  ]

  @Test(arguments: mistakes) func `a mistake is reported with its place and remedy`(text: String, message: String) {
    let (folder, problems) = loaded(text)
    #expect(folder == nil)
    #expect(problems.count == 1 && problems[0].hasPrefix("board.yaml:\(message)"), "\(problems)")
  }

  @Test func `an action that needs a value cannot be that of a key`() {
    let problems = loaded("input: {keys: {KEY_1: blinds}}").problems
    #expect(problems.count == 1 && problems[0].contains("\"blinds\" needs a value"), "\(problems)")
  }

  @Test func `more keys than an archive has room for are refused`() throws {
    let keys = (1...17).map { "\($0): nextPage" }
    let full = try board("input: {keys: {\(keys.prefix(16).joined(separator: ", "))}}")
    #expect(full.keys.count == ArchiveLimits.boundKeys && KeyBindings.capacity == ArchiveLimits.boundKeys)
    let problems = loaded("input: {keys: {\(keys.joined(separator: ", "))}}").problems
    #expect(problems.count == 1 && problems[0].contains("expected at most 16 keys"), "\(problems)")
  }

  @Test func `the schema permits what is read`() throws {
    let texts = [
      "input: auto", "input: {device: auto, keys: {KEY_PROG1: lamp}, calibration: [0, 1, 0, -1, 0, 1], swapAxes: true}",
    ]
    let schema = try Schema("board")
    for text in texts + ["input: {calibration: [1]}", "input: {turned: true}"] {
      let problems = ProblemCollector()
      let root = try #require(
        StrictDecoder.open(bytes: Array("\(goodBoard)\n\(text)".utf8), file: "board.yaml", problems: problems))
      #expect((schema.mismatch(root.whole) == nil) == texts.contains(text), "\(text)")
    }
  }

  // MARK: Calibration

  /// Three rows of three numbers.
  private struct Matrix {
    var rows: [[Double]]

    static func * (left: Matrix, right: Matrix) -> Matrix {
      Matrix(
        rows: left.rows.map { row in
          (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * right.rows[$1][column] } }
        })
    }

    func applied(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let out = rows.map { $0[0] * x + $0[1] * y + $0[2] }
      return (out[0], out[1])
    }

    static let one = Matrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    static let swap = Matrix(rows: [[0, 1, 0], [1, 0, 0], [0, 0, 1]])
    static let mirrorX = Matrix(rows: [[-1, 0, 1], [0, 1, 0], [0, 0, 1]])
    static let mirrorY = Matrix(rows: [[1, 0, 0], [0, -1, 1], [0, 0, 1]])
  }

  /// Settings of a random touch screen, and the matrix that they mean.
  private func random(_ numbers: inout SeededNumbers) -> (yaml: String, matrix: Matrix) {
    let written = (0..<6).map { _ in Double(Int64(numbers.next() % 2_001) - 1_000) / 1_000 }
    let flags = (0..<3).map { _ in numbers.next() % 2 == 0 }
    var matrix = Matrix(rows: [Array(written[0..<3]), Array(written[3..<6]), [0, 0, 1]])
    if flags[0] { matrix = matrix * .swap }
    if flags[1] { matrix = matrix * .mirrorX }
    if flags[2] { matrix = matrix * .mirrorY }
    let list = written.map { "\($0)" }.joined(separator: ", ")
    let yaml = "input: {calibration: [\(list)], swapAxes: \(flags[0]), invertX: \(flags[1]), invertY: \(flags[2])}"
    return (yaml, matrix)
  }

  private func settings(_ yaml: String) -> BoardSettings? {
    BoardFolder.settings(in: Array("\(goodBoard)\n\(yaml)\n".utf8), file: "board.yaml").settings
  }

  @Test func `axes that are exchanged and mirrored come before the matrix`() throws {
    var numbers = SeededNumbers(seed: 45)
    var count = 0
    for _ in 0..<200 {
      let (yaml, matrix) = random(&numbers)
      guard let text = settings(yaml)?.strings[.calibration], !text.isEmpty else { continue }
      count += 1
      let found = text.split(separator: " ").compactMap { Double($0) }
      let expected = matrix.rows[0] + matrix.rows[1]
      #expect(found.count == 6 && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-8 }, "\(yaml): \(text)")
    }
    #expect(count > 190, "few random matrices are degenerate")
  }

  @Test(
    arguments: [
      ("swapAxes: true", "0 1 0 1 0 0"), ("invertX: true", "-1 0 1 0 1 0"), ("invertY: true", "1 0 0 0 -1 1"),
      ("swapAxes: true, invertX: true", "0 1 0 -1 0 1"), ("swapAxes: false", "1 0 0 0 1 0"),
      ("calibration: [0, 1, 0, -1, 0, 1]", "0 1 0 -1 0 1"), ("calibration: [1, 0, 0, 0, 1, 0]", "1 0 0 0 1 0"),
      ("calibration: [1.07, 0, -0.035, 0, 1e0, 0.0000001]", "1.07 0 -0.035 0 1 0.0000001"),
    ] as [(String, String)])
  func `a calibration is stored as udev's property`(keys: String, text: String) throws {
    #expect(try board("input: {\(keys)}").strings[.calibration] == text)
  }

  /// Where the scene shows what the panel, as it is built, has at a place; all in parts of the sides.
  private static let turns: [(Rotation, Matrix)] = [
    (.none, .one), (.clockwise90, Matrix(rows: [[0, 1, 0], [-1, 0, 1], [0, 0, 1]])),
    (.clockwise180, Matrix(rows: [[-1, 0, 1], [0, -1, 1], [0, 0, 1]])),
    (.clockwise270, Matrix(rows: [[0, -1, 1], [1, 0, 0], [0, 0, 1]])),
  ]

  @Test(arguments: 0..<4) func `a finger is where an independent product of the matrices has it`(turn: Int) throws {
    let (rotation, turned) = Self.turns[turn]
    let surface = TouchSurface(
      sizePx: PixelSize(width: 800, height: 480), widthMicrometres: 160_000, heightMicrometres: 96_000,
      rotation: rotation)
    var traits = DeviceTraits()
    traits.absoluteAxes = 3
    traits.keys.insert(EventCode.touch)
    (traits.x, traits.y) = (AxisRange(minimum: 0, maximum: 4_095), AxisRange(minimum: -10, maximum: 2_037))
    var numbers = SeededNumbers(seed: UInt64(100 + turn))
    for _ in 0..<150 {
      let (yaml, matrix) = random(&numbers)
      guard let text = settings(yaml)?.strings[.calibration], !text.isEmpty else { continue }
      let calibration = try CalibrationMatrix(parsing: Array(text.utf8).span)
      var decoder = DeviceDecoder(traits, number: 0, surface: surface, calibration: calibration, state: DeviceState())
      let raw = (x: Int32(numbers.next() % 4_096), y: Int32(numbers.next() % 2_048) - 10)
      var packet = InputPacket()
      for (type, code, value) in [(UInt16(3), UInt16(0), raw.x), (3, 1, raw.y), (1, EventCode.touch, 1), (0, 0, 0)] {
        let event = InputEvent(at: MonotonicInstant(milliseconds: 5), type: type, code: code, value: value)
        _ = decoder.take(event, into: &packet)
      }
      guard packet.count == 1, case .contact(let contact) = packet[0] else {
        Issue.record("expected one contact")
        continue
      }
      let place = (turned * matrix).applied((Double(raw.x) + 0.5) / 4_096, (Double(raw.y) + 10.5) / 2_048)
      let (x, y) = (place.x * 160_000, place.y * 96_000)
      let isNear = abs(Double(contact.position.x) - x) < 3 && abs(Double(contact.position.y) - y) < 3
      #expect(isNear, "\(yaml): \(raw) at \(contact.position), expected \(x), \(y)")
    }
  }
}
