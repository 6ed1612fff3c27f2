import Foundation

/// The symbols of a program, which only debuggers and backtraces read. They are more than half of what Swift builds.
enum ProgramSymbols {
  /// Programs that remove them, from binutils and from LLVM.
  private static let tools = ["strip", "llvm-strip"]

  /// Removes the symbols of a program's file. Without a tool for it, and of a script, nothing changes.
  static func remove(from program: URL) {
    guard isBinary(program), let tool else { return }
    let stripped = program.deletingLastPathComponent().appendingPathComponent(".stripped")
    let process = Process()
    process.executableURL = tool
    process.arguments = ["--strip-all", "-o", stripped.path, program.path]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    defer { try? FileManager.default.removeItem(at: stripped) }
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
    guard process.terminationStatus == 0, access(stripped.path, X_OK) == 0 else { return }
    try? FileManager.default.removeItem(at: program)
    try? FileManager.default.moveItem(at: stripped, to: program)
  }

  private static func isBinary(_ program: URL) -> Bool {
    let file = try? FileHandle(forReadingFrom: program)
    defer { try? file?.close() }
    return (try? file?.read(upToCount: 4)) == Data([0x7F, 0x45, 0x4C, 0x46])
  }

  private static var tool: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } + ["/usr/bin"]
    let paths = tools.flatMap { name in folders.map { folder in "\(folder)/\(name)" } }
    return paths.first { access($0, X_OK) == 0 }.map { URL(fileURLWithPath: $0) }
  }
}
