import Foundation
import TestSupport
import Testing

/// The scripts of `make` that need neither a build nor packages.
@Suite struct MakeScriptTests {
  let folder: URL

  init() throws { folder = try temporaryFolder() }

  private static let notice = "The first build takes an hour on two cores"
  private static let step = "[1/2] Compiling Core Arena.swift"
  private static let longStep = "[2/2] Compiling \(String(repeating: "Module", count: 30))"
  /// The first line of an error, which is longer than a line of the terminal.
  private static let fault = "/\(String(repeating: "folder/", count: 30))View.swift:3:5: error: cannot find 'a'"
  /// The lines that the compiler prints.
  private static let printed = [step, longStep, fault, " 3 |   a", ""]

  /// Runs make/build.sh with a compiler that prints two steps and an error, and exits with `status`.
  ///
  /// - Parameters:
  ///   - product: a file that exists after the first build.
  ///   - screen: the terminal that receives the output; nil = none.
  private func build(
    product: String, status: Int32, on screen: CommandLineTerminalTests.Screen? = nil
  ) throws -> (status: Int32, text: String) {
    let compiler = folder.appending(path: "swift")
    let script = """
      echo '\(Self.step)'
      echo '\(Self.longStep)'
      echo "\(Self.fault)" >&2
      echo ' 3 |   a' >&2
      exit \(status)
      """
    try script.write(to: compiler, atomically: true, encoding: .utf8)
    let run = try FinishedProgram(
      ["/bin/bash", HouseRulesTests.root.path + "/make/build.sh", product, Self.notice, "/bin/sh", compiler.path],
      environment: FinishedProgram.environment(with: ["TERM": "xterm"]), on: screen?.near)
    return (run.status, screen?.text ?? run.text)
  }

  @Test func `without a terminal a first build says how long it takes and prints its lines`() throws {
    let outcome = try build(product: folder.path + "/none", status: 3)
    let lines = outcome.text.components(separatedBy: "\n")
    #expect(lines.first?.hasPrefix("\(Self.notice); this machine has ") == true, "\(outcome.text)")
    #expect(Array(lines.dropFirst()) == Self.printed)
    #expect(outcome.status == 3)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `in a terminal the steps of a first build share one line, and its errors are whole`() throws {
    let screen = try CommandLineTerminalTests.Screen()
    let outcome = try build(product: folder.path + "/none", status: 3, on: screen)
    let clear = "\r\u{1B}[K"
    let lines = outcome.text.replacing("\r\n", with: "\n").components(separatedBy: "\n")
    // The part of a line that is left was written after the line was cleared last.
    let left = lines.map { $0.components(separatedBy: clear).last ?? "" }
    #expect(left.first?.hasPrefix("\(Self.notice); this machine has ") == true, "\(outcome.text)")
    #expect(Array(left.dropFirst()) == [Self.fault, " 3 |   a", ""])
    let steps = lines.flatMap { $0.components(separatedBy: clear) }.filter { $0.contains(#/^\d+:\d\d  \[\d\/2\] /#) }
    #expect(steps.contains { $0.hasSuffix("  \(Self.step)") }, "\(outcome.text)")
    // The terminal has 100 columns, of which the last one stays empty.
    #expect(steps.contains { $0.contains("  [2/2] ") && $0.count == 99 }, "\(outcome.text)")
    #expect(steps.allSatisfy { $0.count < 100 }, "\(outcome.text)")
    #expect(outcome.status == 3)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a later build prints its lines alone, also in a terminal`() throws {
    let product = folder.path + "/product"
    try Data().write(to: URL(fileURLWithPath: product))
    let outcome = try build(product: product, status: 0)
    #expect(outcome.text == Self.printed.joined(separator: "\n") && outcome.status == 0)
    let screen = try CommandLineTerminalTests.Screen()
    let shown = try build(product: product, status: 1, on: screen)
    #expect(shown.text == Self.printed.joined(separator: "\r\n") && shown.status == 1)
    try FileManager.default.removeItem(at: folder)
  }

  private func typeCycles(_ arguments: [String]) throws -> FinishedProgram {
    try FinishedProgram(["python3", HouseRulesTests.root.path + "/make/type-cycles.py"] + arguments)
  }

  @Test func `files that name each other's types are a cycle`() throws {
    let room = folder.appending(path: "wing/Room")
    try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
    for (name, text) in [
      // In a circle: by an interpolation, an extension and a nested type.
      (
        "A",
        "struct First {}\nlet all: (D?, E?, F?, G?)\nlet text = \"\\(a.joined(separator: \", \")) \\(Second.shared)\"\n"
      ),
      ("A+Part", "extension First {\n  enum Part { case one }\n}\n"),
      ("B", "struct Second { static let shared = 1 }\nextension Third {}\n"),
      ("C", "struct Third { var part: First.Part }\n"),
      // Outside, because no type of the circle is named: a comment, literals, a member, a parameter of the function.
      ("D", "// First\nstruct D { let word = \"First\", pattern = #/\"First/# }\n"),
      ("E", "struct E { let other = Other.First.self }\n"),
      ("F", "struct F { func make<First: P>(_ first: First) {} }\n"),
      // Two files declare the name.
      ("G", "struct G { let first: First }\n"),
      ("H", "struct G { let first: First }\n"),
      // No type of the circle needs this one.
      ("I", "struct I { let third: Third }\n"),
    ] {
      try text.write(to: room.appending(path: "\(name).swift"), atomically: true, encoding: .utf8)
    }
    let found = try typeCycles(["--sources", folder.path, "--most", "4"])
    #expect(
      found.text == """
           4 of  10 files  Room

        largest cycle, of Room:
          wing/Room/A+Part.swift
          wing/Room/A.swift
          wing/Room/B.swift
          wing/Room/C.swift

        """)
    #expect(found.status == 0)
    #expect(try typeCycles(["--sources", folder.path, "--most", "3"]).status == 1)
    try FileManager.default.removeItem(at: folder)
  }

  /// The files of a cycle can only be understood together.
  @Test func `the largest type cycle has at most 80 files`() throws {
    let found = try typeCycles(["--most", "80"])
    #expect(found.status == 0 && found.text.contains("largest cycle, of "), "\(found.text)")
  }
}
