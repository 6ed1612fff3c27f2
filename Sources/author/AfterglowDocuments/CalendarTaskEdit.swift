/// Notes in a calendar that a task (VTODO, RFC 5545, section 3.6.2) is done, or open again.
struct CalendarTaskEdit {
  let uid: String
  let isDone: Bool
  /// The present in UTC.
  let stamp: String

  /// A content line with its folds.
  private struct Line {
    /// With its line break.
    var bytes: Range<Int>
    /// The name in capitals, without parameters.
    var name: String
    /// Without folds and blanks around it.
    var value: String
  }

  /// A task, with the lines of its own: those of its alarms are not.
  private struct Part {
    var begin: Line
    var lines: [Line] = []
    var end: Line?

    func first(_ name: CalendarName) -> Line? { lines.first { $0.name == name.rawValue } }

    /// Whether it stands for several days, or is one of them.
    var repeats: Bool { [CalendarName.rule, .additions, .replaced].contains { first($0) != nil } }
  }

  /// - Throws: `Problem` where the task is not in it, is there twice, or repeats.
  func applied(to bytes: [UInt8], file: String) throws(Problem) -> [UInt8] {
    let parts = Self.tasks(bytes).filter { $0.first(.uid)?.value == uid }
    guard let part = parts.first else { throw Problem(file: file, message: TaskEdit.missing) }
    guard !parts.contains(where: \.repeats) else {
      let remedy = "change it in the program that it is from"
      throw Problem(file: file, message: "the task repeats, and all its days would be done; \(remedy)")
    }
    guard parts.count == 1, let end = part.end else { throw Problem(file: file, message: TaskEdit.ambiguous) }
    let lineBreak = bytes[part.begin.bytes].suffix(2) == [0x0D, 0x0A] ? "\r\n" : "\n"
    var edits: [(range: Range<Int>, text: String)] = []
    for (name, value) in values(part) {
      let old = part.lines.filter { $0.name == name }
      let text = value.map { "\(name):\($0)\(lineBreak)" } ?? ""
      if old.isEmpty {
        edits.append((end.bytes.lowerBound..<end.bytes.lowerBound, text))
      } else {
        for (index, line) in old.enumerated() { edits.append((line.bytes, index == 0 ? text : "")) }
      }
    }
    // From the end, so that the places before stay the same; additions in their order.
    var edited = bytes
    let ordered = edits.enumerated().sorted { one, other in
      (one.element.range.lowerBound, one.offset) > (other.element.range.lowerBound, other.offset)
    }
    for (_, edit) in ordered { edited.replaceSubrange(edit.range, with: Array(edit.text.utf8)) }
    return edited
  }

  /// The new properties; nil = it has none of that name.
  private func values(_ part: Part) -> [(name: String, value: String?)] {
    let sequence = part.first(.sequence).flatMap { Int($0.value) } ?? 0
    return [
      (CalendarName.status.rawValue, isDone ? "COMPLETED" : "NEEDS-ACTION"),
      (CalendarName.completed.rawValue, isDone ? stamp : nil), ("PERCENT-COMPLETE", isDone ? "100" : "0"),
      ("LAST-MODIFIED", stamp), (CalendarName.sequence.rawValue, "\(max(0, min(sequence, Int(Int32.max) - 1)) + 1)"),
    ]
  }

  private static func tasks(_ bytes: [UInt8]) -> [Part] {
    var tasks: [Part] = []
    var current: Part?
    // Components within the task.
    var depth = 0
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let line = line(bytes, from: start) {
      start = line.bytes.upperBound
      if current == nil {
        if line.name == CalendarName.begin.rawValue, line.value.uppercased() == CalendarComponent.task.rawValue {
          (current, depth) = (Part(begin: line), 0)
        }
      } else if line.name == CalendarName.begin.rawValue {
        depth += 1
      } else if line.name == CalendarName.end.rawValue {
        depth -= 1
        if depth >= 0 { continue }
        current!.end = line
        tasks.append(current!)
        current = nil
      } else if depth == 0 {
        current!.lines.append(line)
      }
    }
    return tasks
  }

  private static func line(_ bytes: [UInt8], from start: Int) -> Line? {
    guard start < bytes.count else { return nil }
    func end(_ from: Int) -> Int { bytes[from...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }
    var stop = end(start)
    while stop < bytes.count, bytes[stop] == 0x20 || bytes[stop] == 0x09 { stop = end(stop) }
    let last = bytes[stop - 1] == 0x0A ? stop - 1 : stop
    let whole = CalendarLines.unfolded(bytes[start..<last])
    let name = whole.prefix { $0 != 0x3A && $0 != 0x3B }
    var rest = whole[name.endIndex...]
    var isQuoted = false
    while let byte = rest.first, isQuoted || byte != 0x3A {
      if byte == 0x22 { isQuoted.toggle() }
      rest = rest.dropFirst()
    }
    let value = String(decoding: rest.dropFirst(), as: UTF8.self)
    return Line(
      bytes: start..<stop, name: String(decoding: name, as: UTF8.self).uppercased(), value: Self.trimmed(value))
  }

  private static func trimmed(_ text: String) -> String {
    var view = text.unicodeScalars[...]
    while let first = view.first, first == " " || first == "\t" { view = view.dropFirst() }
    while let last = view.last, last == " " || last == "\t" { view = view.dropLast() }
    return String(view)
  }
}
