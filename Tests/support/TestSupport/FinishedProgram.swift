import Foundation

/// A program that has run to its end, with everything that it has written.
public struct FinishedProgram: Sendable {
  /// Exit status, or 128 and the number of the signal that ended it.
  public let status: Int32
  /// Output and errors, in the order in which they were written; empty if a terminal received them.
  public let text: String

  /// Runs a program that reads nothing, and waits for its end.
  ///
  /// - Parameters:
  ///   - words: path of the program, or its name in `PATH`, and the arguments.
  ///   - folder: working folder; nil = that of the tests.
  ///   - environment: all variables of the program; nil = those of the tests.
  ///   - screen: the terminal that receives everything that it writes; nil = none.
  /// - Throws: an error of Foundation if no process can be started.
  public init(
    _ words: [String], in folder: URL? = nil, environment: [String: String]? = nil, on screen: FileHandle? = nil
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    if let folder { process.currentDirectoryURL = folder }
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    if let screen {
      process.standardOutput = screen
      process.standardError = screen
      try process.run()
      text = ""
    } else {
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }
}

extension FinishedProgram {
  /// The variables of the tests, and others.
  public static func environment(with others: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(others) { $1 }
  }
}
