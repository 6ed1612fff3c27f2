import AfterglowCore

#if canImport(Glibc)
  import Glibc
#endif

/// One measured row: a time beside a memcpy of the same frame in the same run, a limit, and a check of its own output.
struct Row {
  var name: String
  var microseconds: Double
  /// Of the 32-bit frame's memcpy; nil when the row has no frame.
  var memcpyMicroseconds: Double?
  /// Largest allowed ratio; nil = only reported.
  var limit: Double?
  /// What the output check found wrong; nil = right.
  var fault: String?

  var ratio: Double? { memcpyMicroseconds.map { microseconds / $0 } }
}

/// Collects rows, prints a table and one JSON object a line, and says whether all held.
struct Bench {
  /// Limits count; off with --no-gate. Wrong output always fails.
  let isGating: Bool
  /// Only rows whose name contains this.
  let filter: String?
  private(set) var rows: [Row] = []

  init(arguments: [String]) {
    isGating = !arguments.contains("--no-gate")
    filter = arguments.dropFirst().first { !$0.hasPrefix("-") }
  }

  func wants(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }

  mutating func add(_ row: Row) {
    if wants(row.name) { rows.append(row) }
  }

  /// Median of `count` runs in microseconds after a warm-up.
  static func median(_ count: Int = 101, warmUp: Int = 5, _ body: () -> Void) -> Double {
    for _ in 0..<warmUp { body() }
    var times: [Double] = []
    for _ in 0..<count {
      let start = nanoseconds()
      body()
      times.append(Double(nanoseconds() - start) / 1000)
    }
    times.sort()
    return times[count / 2]
  }

  /// Copies a frame of 32-bit pixels: the unit of all ratios.
  static func memcpyMicroseconds(_ size: PixelSize) -> Double {
    let count = Int(size.area)
    let from = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    let to = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    defer {
      from.deallocate()
      to.deallocate()
    }
    from.initialize(repeating: 1, count: count)
    to.initialize(repeating: 2, count: count)
    return median { memcpy(to, from, count * 4) }
  }

  private static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Prints everything; 1 when a row's output was wrong or missed its limit.
  func finish() -> Int32 {
    print(Bench.columns("what", "µs", "memcpy µs", "ratio", "limit", ""))
    for row in rows {
      print(
        Bench.columns(
          row.name, Bench.text(row.microseconds), row.memcpyMicroseconds.map(Bench.text) ?? "",
          row.ratio.map(Bench.text) ?? "", row.limit.map(Bench.text) ?? "", verdict(row)))
    }
    for row in rows { print(json(row)) }
    let isWrong = rows.contains { $0.fault != nil }
    return isWrong || (isGating && rows.contains { isOver($0) }) ? 1 : 0
  }

  private func isOver(_ row: Row) -> Bool {
    guard let limit = row.limit else { return false }
    return (row.ratio ?? row.microseconds) > limit
  }

  private func verdict(_ row: Row) -> String {
    if let fault = row.fault { return "WRONG: \(fault)" }
    return isOver(row) ? "over its limit" : "ok"
  }

  private func json(_ row: Row) -> String {
    var text = "{\"name\":\"\(row.name)\",\"us\":\(Bench.text(row.microseconds))"
    if let base = row.memcpyMicroseconds { text += ",\"memcpyUs\":\(Bench.text(base))" }
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
    let widths = [38, 12, 12, 10, 10, 1]
    var line = ""
    for (cell, width) in zip(cells, widths) {
      line += cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return line
  }
}
