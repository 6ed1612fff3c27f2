import AfterglowCore

#if canImport(Glibc)
  import Glibc
#endif

/// One measured row: a value, its base of comparison, a limit, and the check of its output.
struct Row {
  var name: String
  var value: Double
  var unit = "µs"
  /// The divisor of `value`: the memcpy of its 32-bit frame in the same run, or the base named by `baseName`; nil =
  /// none.
  var base: Double?
  var baseName = "memcpy"
  /// Maximum ratio, or value if there is no base; nil = only reported. Times have none, because other load on the
  /// machine affects them.
  var limit: Double?
  /// The fault found by the output check; nil = correct.
  var fault: String?
  /// Why there is no value.
  var skipped: String?

  var ratio: Double? { base.map { value / $0 } }
}

extension Row {
  init(_ name: String, _ time: (value: Double, base: Double), fault: String?) {
    self.init(name: name, value: time.value, base: time.base, fault: fault)
  }

  /// Instructions of a program from start to exit.
  init(counting words: [String], _ name: String, limit: Double?) {
    self.init(name: name, value: 0, unit: "", limit: limit)
    if !InstructionCounts.isInstalled {
      skipped = "valgrind is not installed"
    } else if let count = InstructionCounts.ofProgram(words) {
      value = count
    } else {
      fault = "it failed under callgrind"
    }
  }
}

/// What `--help` prints.
let benchHelp = """
  USAGE: afterglow-bench [WORD] [--no-gate]

  Measures what Afterglow claims, and prints one row for each claim: a table first, then lines of JSON. Times are reported
  next to a memcpy of the same run and have no limits. Counts of instructions, bytes and calls have limits. Exits with
  status 1 if a count misses its limit, or if something that was measured is wrong.

  WORD       measure only the rows whose name contains this word
  --no-gate  report the counts that miss their limits, and exit with status 0
  --help     print this text

  valgrind counts the instructions. The firmware's rows need the variable AFTERGLOW_FIRMWARE_X86_64. `make bench` sets up
  both (BENCH_ARGUMENTS='ink' for some rows).
  """

/// The panels whose frames are measured.
let benchPanels = [
  (size: PixelSize(width: 800, height: 480), label: "800x480"), (PixelSize(width: 1920, height: 1080), "1080p"),
]

/// Collects rows, prints a table and one JSON object per line, and returns whether all passed.
struct Bench {
  /// Limits are enforced; off with --no-gate. Wrong output always fails.
  let isGating: Bool
  /// Only rows whose name contains this.
  let filter: String?
  private(set) var rows: [Row] = []
  /// Whether this process only counts the instructions of rows.
  let isCounting: Bool
  private var counts: InstructionCounts.Answer?

  init(arguments: [String]) {
    isGating = !arguments.contains("--no-gate")
    isCounting = arguments.contains(InstructionCounts.option)
    filter = arguments.dropFirst().first { !$0.hasPrefix("-") }
  }

  /// The first option that the program does not have; nil = it has all of them.
  static func unknownOption(in arguments: [String]) -> String? {
    arguments.dropFirst().first { $0.hasPrefix("-") && !["--no-gate", InstructionCounts.option].contains($0) }
  }

  /// A row with the instructions that `body` takes after a warm-up.
  ///
  /// - Parameters:
  ///   - amount: how many of `unit` it processes, such as pixels.
  ///   - limit: instructions per unit.
  mutating func count(
    _ what: String, a unit: String, per amount: Int64 = 1, limit: Double, _ body: () -> Void
  ) {
    let name = "\(what), instructions a\("aeiou".contains(unit.prefix(1)) ? "n" : "") \(unit)"
    if !wants(name) { return }
    if isCounting {
      body()
      InstructionCounts.count(body)
      return print(name)
    }
    let answer = counts ?? InstructionCounts.ofRows(filter: filter)
    counts = answer
    var row = Row(name: name, value: 0, unit: "", limit: limit)
    switch answer {
    case .counts(let counts):
      row.value = (counts[name] ?? 0) / Double(amount)
      if counts[name] == nil { row.fault = "it was not counted" }
    case .skipped(let reason): row.skipped = reason
    case .failed(let reason): row.fault = reason
    }
    rows.append(row)
  }

  func wants(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }

  mutating func add(_ row: Row) {
    if wants(row.name) && !isCounting { rows.append(row) }
  }

  /// Times a body together with a memcpy of a frame of 32-bit pixels, the unit of all ratios: in ten alternating
  /// stretches of copies and runs, so that other load on the machine affects both. Medians over the stretches of their
  /// medians, in microseconds.
  static func beside(_ size: PixelSize, _ count: Int = 101, _ body: () -> Void) -> (value: Double, base: Double) {
    let copy = FrameCopy(size)
    var values: [Double] = []
    var bases: [Double] = []
    for _ in 0..<10 {
      bases.append(median(11, copy.run))
      values.append(median(count / 10 | 1, body))
    }
    return (middle(values), middle(bases))
  }

  /// Median of `count` runs in microseconds after a warm-up.
  ///
  /// - Parameter check: examines the output of a run; not timed.
  static func median(_ count: Int, _ body: () -> Void, check: () -> Void = {}) -> Double {
    for _ in 0..<3 { body() }
    var times: [Double] = []
    for _ in 0..<count {
      times.append(elapsed(body))
      check()
    }
    return middle(times)
  }

  static func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Prints everything. Returns 1 if a row's output was wrong or exceeded its limit.
  func finish() -> Int32 {
    print(Bench.columns("what", "figure", "", "against", "", "ratio", "limit", ""))
    for row in rows { print(line(row)) }
    let memcpy = Bench.median(101, FrameCopy(PixelSize(width: 800, height: 480)).run)
    for row in rows { print(json(row, memcpy)) }
    let isWrong = rows.contains { $0.fault != nil }
    return isWrong || (isGating && rows.contains { isOver($0) }) ? 1 : 0
  }

  private func isOver(_ row: Row) -> Bool {
    guard let limit = row.limit, row.skipped == nil else { return false }
    return (row.ratio ?? row.value) > limit
  }

  private func line(_ row: Row) -> String {
    if let reason = row.skipped { return Bench.columns(row.name, "skipped: \(reason)", "", "", "", "", "", "") }
    return Bench.columns(
      row.name, Bench.text(row.value), row.unit, row.base.map(Bench.text) ?? "", row.base == nil ? "" : row.baseName,
      row.ratio.map(Bench.text) ?? "", row.limit.map(Bench.text) ?? "", verdict(row))
  }

  private func verdict(_ row: Row) -> String {
    if let fault = row.fault { return "WRONG: \(fault)" }
    return isOver(row) ? "over its limit" : "ok"
  }

  /// `memcpyUs` is for the row's own frame if it has one, otherwise for that of 800×480.
  private func json(_ row: Row, _ memcpy: Double) -> String {
    var text = "{\"name\":\"\(row.name)\""
    if let reason = row.skipped { return text + ",\"skipped\":\"\(reason)\"}" }
    text += ",\"value\":\(Bench.text(row.value)),\"unit\":\"\(row.unit)\""
    let isMemcpy = row.base != nil && row.baseName == "memcpy"
    text += ",\"memcpyUs\":\(Bench.text(isMemcpy ? row.base! : memcpy))"
    if let base = row.base, !isMemcpy { text += ",\"against\":\"\(row.baseName)\",\"base\":\(Bench.text(base))" }
    if let ratio = row.ratio { text += ",\"ratio\":\(Bench.text(ratio))" }
    if let limit = row.limit { text += ",\"limit\":\(Bench.text(limit))" }
    return text + ",\"correct\":\(row.fault == nil),\"withinLimit\":\(!isOver(row))}"
  }

  private static func text(_ value: Double) -> String {
    let thousandths = Int64((value * 1000).rounded())
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  private static func columns(_ cells: String...) -> String {
    let widths = [58, 13, 5, 11, 8, 9, 9, 1]
    var line = ""
    for (cell, width) in zip(cells, widths) {
      line += cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return line
  }
}

/// Two frames, and the copying of one to the other.
final class FrameCopy {
  private let count: Int
  private let from: UnsafeMutablePointer<UInt32>
  private let to: UnsafeMutablePointer<UInt32>

  init(_ size: PixelSize) {
    count = Int(size.area)
    from = .allocate(capacity: count)
    to = .allocate(capacity: count)
    from.initialize(repeating: 1, count: count)
    to.initialize(repeating: 2, count: count)
  }

  deinit {
    from.deallocate()
    to.deallocate()
  }

  func run() { memcpy(to, from, count * 4) }
}

/// Microseconds since a fixed moment.
func microseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
}

/// Microseconds that `body` takes.
func elapsed(_ body: () -> Void) -> Double {
  let start = microseconds()
  body()
  return microseconds() - start
}
