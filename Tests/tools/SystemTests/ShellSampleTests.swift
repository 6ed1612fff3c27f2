import Foundation
import Testing

/// Every command that a page shows: its grammar, and that the programs, targets, files and options it names exist.
@Suite struct ShellSampleTests {
  struct Sample: CustomTestStringConvertible {
    let page: String
    let text: String
    var testDescription: String { "\(page): \(text.split(separator: "\n").first ?? "")" }
  }

  static let samples: [Sample] = (RepositoryText.pages + ["hil/README.md"]).flatMap { page -> [Sample] in
    let text = (try? RepositoryText.read(page)) ?? ""
    return text.matches(of: #/(?m)^```sh\n([\s\S]*?)^```/#).map { Sample(page: page, text: String($0.1)) }
  }

  /// Commands of a sample, with continued lines joined and comments left out.
  private static func commands(_ sample: Sample) -> [String] {
    sample.text.replacing("\\\n", with: " ").split(separator: "\n").map { line in
      String(line.replacing(#/(^|\s)#.*$/#, with: "")).trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }

  @Test func `pages show commands`() { #expect(Self.samples.count > 20) }

  @Test(arguments: samples)
  func `the shell can read it`(sample: Sample) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-n", "-c", sample.text]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    #expect(
      process.terminationStatus == 0,
      "\(sample.testDescription): \(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))"
    )
  }

  @Test func `targets of make exist`() throws {
    let makefiles = try (["Makefile"] + RepositoryText.files(in: "make", ["mk"])).map(RepositoryText.read).joined()
    let targets = Set(
      makefiles.matches(of: #/(?m)^([a-z][a-z0-9_-]*(?: [a-z][a-z0-9_-]*)*):(?!=)/#).flatMap {
        $0.1.split(separator: " ").map(String.init)
      })
    var count = 0
    for sample in Self.samples {
      for command in Self.commands(sample) {
        for use in command.matches(of: #/(?:^|&& |sudo )make((?: +[^&|;]+)?)/#) {
          let words = use.1.split(separator: " ").filter {
            !$0.contains("=") && !$0.hasPrefix("-") && !$0.hasPrefix("'")
          }
          for word in words where word.wholeMatch(of: #/[a-z][a-z0-9_-]*/#) != nil && word != "afterglow" {
            count += 1
            #expect(targets.contains(String(word)), "\(sample.page): make \(word)")
          }
        }
      }
    }
    #expect(count > 5)
  }

  @Test func `options of afterglow exist`() throws {
    let program = try CommandLineProgram()
    var helps: [String: String] = [:]
    var count = 0
    for sample in Self.samples {
      for command in Self.commands(sample) {
        for use in command.matches(of: #/(?:^|[|&] |sudo |/)afterglow ([a-z]+)([^|&]*)/#) {
          let name = String(use.1)
          if helps[name] == nil {
            let result = try program.run(["help", name])
            #expect(result.status == 0, "\(sample.page): afterglow \(name) does not exist")
            helps[name] = result.output
          }
          for option in use.2.matches(of: #/(?:^|\s)(--[a-z][a-z-]*)/#) {
            count += 1
            #expect(helps[name]?.contains(option.1) == true, "\(sample.page): afterglow \(name) has no \(option.1)")
          }
        }
      }
    }
    #expect(count > 10)
  }
}
