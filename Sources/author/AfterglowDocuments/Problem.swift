/// One fault of a document, with the information to correct it: the position, what was expected, what was found, and
/// the nearest valid name if there is one.
public struct Problem: Error, Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The path as given by the user.
  public var file: String
  /// Counted from 1; 0 = the file as a whole.
  public var line: Int
  /// Counted from 1, in Unicode scalars.
  public var column: Int
  /// `expected …, found …; did you mean "…"?`
  public var message: String
  /// Path of the key that must be changed in the configuration that names the file; empty = the fault is in the file.
  public var keys: [String]

  public init(file: String, line: Int = 0, column: Int = 0, message: String, keys: [String] = []) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.keys = keys
  }

  /// `file:line:column: message`, as compilers write it, so that editors can jump there.
  public var description: String {
    line == 0 ? "\(file): \(message)" : "\(file):\(line):\(column): \(message)"
  }

  /// Orders by file, then by place.
  public static func < (a: Problem, b: Problem) -> Bool {
    (a.file, a.line, a.column, a.message) < (b.file, b.line, b.column, b.message)
  }
}

extension Problem {
  /// The file and the fault, without what differs from one line of the file to the next.
  public var kind: String { "\(file): \(Self.kind(of: ": " + message))" }

  /// A line of a log without what differs between lines of one kind: after its first colon, numbers and quoted texts.
  public static func kind(of line: String) -> String {
    var kind: [UInt8] = []
    var isAfterName = false
    var isQuoted = false
    for byte in line.utf8 {
      if byte == UInt8(ascii: ":") { isAfterName = true }
      if isAfterName {
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if isQuoted || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { continue }
      }
      kind.append(byte)
    }
    return String(decoding: kind, as: UTF8.self)
  }
}

extension Problem {
  /// The end of the message that counts problems beyond `ProblemCollector.maximumCount`.
  fileprivate static let unlistedWords = " more problems are not listed"

  /// Whether it counts problems that are not listed.
  fileprivate var isCountOfUnlisted: Bool { line == 0 && message.hasSuffix(Self.unlistedWords) }
}

extension [Problem] {
  /// The first problem of each kind, with the number of the others: a bad file has one fault on each of its lines. Where
  /// not all problems of a file are listed, that is the least number.
  public var summarized: [Problem] {
    let shortened = Set(
      Dictionary(grouping: self, by: \.file).filter { _, problems in
        problems.count >= ProblemCollector.maximumCount || problems.contains(where: \.isCountOfUnlisted)
      }.keys)
    var places: [String: Int] = [:]
    var found: [(problem: Problem, otherCount: Int)] = []
    for problem in self {
      if let place = places[problem.kind] {
        found[place].otherCount += 1
      } else {
        places[problem.kind] = found.count
        found.append((problem, 0))
      }
    }
    return found.map { problem, otherCount in
      guard otherCount > 0 else { return problem }
      var problem = problem
      let bound = shortened.contains(problem.file) ? "at least " : ""
      problem.message += " (and \(bound)\(otherCount) more \(otherCount == 1 ? "line" : "lines") like this)"
      return problem
    }
  }
}

/// Collects problems, so that a user sees all of them at once. Not thread-safe.
public final class ProblemCollector {
  /// Maximum number of problems that are stored; further ones are only counted, so that a broken document of a megabyte
  /// does not produce a report of ten.
  public static let maximumCount = 200

  /// In the order in which they were found, including duplicates.
  public private(set) var problems: [Problem] = []
  private var dropped = 0
  /// Whether further problems are only counted.
  public var isFull: Bool { problems.count >= Self.maximumCount }

  public init() {}

  /// Whether no problem was found.
  public var isEmpty: Bool { problems.isEmpty }

  /// Stores a problem, or counts it beyond `maximumCount`.
  public func add(_ problem: Problem) {
    if problems.count < Self.maximumCount {
      problems.append(problem)
    } else {
      dropped += 1
    }
  }

  /// Counts problems that are not listed.
  public func drop(_ count: Int) { dropped += count }

  /// Without duplicates, by file and position; a last line counts those beyond the limit.
  public var sorted: [Problem] {
    var result = Array(Set(problems)).sorted()
    if dropped > 0, let file = problems.last?.file {
      result.append(Problem(file: file, message: "\(dropped)\(Problem.unlistedWords)"))
    }
    return result
  }
}
