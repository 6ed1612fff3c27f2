import Foundation

/// Instructions of rows, counted by callgrind: the same on a busy and on an idle machine, and available where programs
/// may not read the processor's counters.
///
/// This program runs itself under callgrind, with --count and the same filter. Every row then runs once to warm up and
/// once in a function that callgrind recognises by name, and writes a file of totals for each; nothing is timed.
enum InstructionCounts {
  /// The result of counting.
  enum Answer {
    case counts([String: Double])
    case skipped(String)
    case failed(String)
  }

  static let option = "--count"

  /// Whether there is a program to count with.
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: valgrind) }

  /// By the names of the rows.
  static func ofRows(filter: String?) -> Answer {
    run([option] + (filter.map { [$0] } ?? [])) { folder, names in
      var counts: [String: Double] = [:]
      for (index, name) in names.enumerated() {
        guard let total = total(in: "\(folder)/out.\(index + 1)") else {
          return .failed("callgrind reports nothing for \(name)")
        }
        counts[name] = total
      }
      return .counts(counts)
    }
  }

  /// Of a program from start to exit.
  static func ofProgram(_ words: [String]) -> Double? {
    guard isInstalled, let folder = try? Folder() else { return nil }
    guard let program = folder.stripped(words[0]) else { return nil }
    let arguments =
      [valgrind, "--tool=callgrind", "--callgrind-out-file=\(folder.path)/out", program] + words.dropFirst()
    guard ChildProcess(arguments, errors: "/dev/null")?.wait().status == 0 else { return nil }
    return total(in: "\(folder.path)/out")
  }

  private static func run(
    _ arguments: [String], read: (_ folder: String, _ names: [String]) -> Answer
  ) -> Answer {
    guard isInstalled else { return .skipped("valgrind is not installed") }
    guard let folder = try? Folder() else { return .failed("no folder can be made") }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    guard let program = folder.stripped(own) else { return .skipped("strip is not installed") }
    let names = folder.path + "/names"
    let child = ChildProcess(
      [
        valgrind, "--tool=callgrind", "--callgrind-out-file=\(folder.path)/out",
        "--toggle-collect=\(countedName)", "--dump-after=\(countedName)", program,
      ] + arguments, output: names, errors: folder.path + "/errors")
    guard let child, child.wait().status == 0 else {
      let errors = (try? String(contentsOfFile: folder.path + "/errors", encoding: .utf8)) ?? ""
      return .failed("callgrind ended: \(errors.split(separator: "\n").suffix(2).joined(separator: "; "))")
    }
    let lines = (try? String(contentsOfFile: names, encoding: .utf8)) ?? ""
    return read(folder.path, lines.split(separator: "\n").map(String.init))
  }

  private static let valgrind = "/usr/bin/valgrind"

  private static func total(in path: String) -> Double? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("summary:") || line.hasPrefix("totals:") {
      if let value = line.split(separator: " ").last.flatMap({ Double($0) }) { return value }
    }
    return nil
  }

  /// Removed with the last reference.
  private final class Folder {
    let path: String

    init() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("afterglow-count-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A copy without debug information, because older versions of valgrind cannot read that of current compilers.
    func stripped(_ program: String) -> String? {
      let copy = path + "/program"
      return ChildProcess(["/usr/bin/strip", "--strip-debug", "-o", copy, program])?.wait().status == 0 ? copy : nil
    }
  }
}

/// The name by which callgrind recognises the work; one function for all rows.
private let countedName = "afterglow_work_that_is_counted"

nonisolated(unsafe) private var countedWork: () -> Void = {}

// The symbol name of the function itself: `@_cdecl` would apply it to a thunk, which nothing here calls.
/// Runs the row's work. Public and not inlined, so that callgrind sees its name.
@_silgen_name("afterglow_work_that_is_counted")
@inline(never)
public func workThatIsCounted() { countedWork() }

extension InstructionCounts {
  /// Runs `body` while callgrind counts.
  static func count(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      countedWork = body
      workThatIsCounted()
      countedWork = {}
    }
  }
}
