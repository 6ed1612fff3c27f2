import Foundation
import Testing

/// A library of Tests/support/Helpers for `LD_PRELOAD`: it stands before functions of the C library.
enum PreloadLibrary {
  /// - Returns: where the compiled library is.
  static func compile(_ name: String, in folder: URL) throws -> String {
    let library = folder.appending(path: "\(name).so").path
    let source = HouseRulesTests.root.appending(path: "Tests/support/Helpers/\(name).c").path
    let compiler = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["clang", "-O1", "-shared", "-fPIC", "-o", library, source])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return library
  }
}
