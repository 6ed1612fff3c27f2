import Foundation

/// The first bytes of a program, from which the kernel decides how to run it.
struct ScriptStart {
  private static let byteCount = 256
  private let path: String
  private let bytes: [UInt8]

  /// - Returns: nil if the file cannot be read, which says nothing of whether it can be run.
  init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path),
      let start = try? (file.read(upToCount: Self.byteCount) ?? Data())
    else {
      return nil
    }
    self.path = path
    bytes = Array(start)
  }

  /// Why the kernel cannot run it as a script; nil for a program, and for a script that it can run.
  var fault: String? {
    if bytes.isEmpty { return "the program \(path) is empty" }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF, 0x23, 0x21]) {
      return "the program \(path) has a mark of UTF-8 (BOM) before its #!; save it without one"
    }
    guard bytes.starts(with: [0x23, 0x21]) else {
      let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [9, 10, 12, 13].contains($0) }
      return isText
        ? "the program \(path) is a text without #! in its first line; begin it with the program that runs it, such as "
          + "#!/bin/sh or #!/usr/bin/env python3" : nil
    }
    return faultOfInterpreter
  }

  private var faultOfInterpreter: String? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: bytes[2..<end], as: UTF8.self)
    // `env -S` skips the end of the line.
    if line.unicodeScalars.last == "\r", !line.contains(" -S") {
      return
        "the program \(path) has lines that end in CR LF, so that the name of its interpreter does too; convert it: "
        + "sed -i 's/\\r$//' \(path)"
    }
    let interpreter = line.split { $0 == " " || $0 == "\t" }.first.map(String.init) ?? ""
    guard interpreter.hasPrefix("/"), access(interpreter, X_OK) != 0 else { return nil }
    let reason = errno == ENOENT ? "does not exist" : "this user may not run"
    return
      "the program \(path) names \(interpreter) in its first line, which \(reason); install it, or correct the line"
  }
}

/// The remedy for a program that does not exist, where its name shows what was meant.
enum ProgramHint {
  /// - Parameter program: a path, or a name that is in no folder of `PATH`.
  /// - Returns: the remedy, such as `; write program and arguments as separate items: [curl, -s]`; an empty text where none
  ///   is known.
  static func of(_ program: String) -> String {
    if program.contains(/(^|\/)~\/|\$[A-Z{]/) {
      return "; \"~\" and variables are not replaced: write the whole path"
    }
    let words = rest(of: program).split(separator: " ").map(String.init)
    guard words.count > 1 else { return "" }
    let items = words.map { $0.contains(where: { ":,#[]{}\"'".contains($0) }) ? "\"\($0)\"" : $0 }
    return "; write the program and its arguments as separate items: [\(items.joined(separator: ", "))]"
  }

  /// The rest of a path after the last of its folders that exists.
  private static func rest(of program: String) -> Substring {
    var rest = program[...]
    for slash in program.indices.reversed() where program[slash] == "/" {
      var status = stat()
      let folder = String(program[...slash])
      guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      rest = program[program.index(after: slash)...]
      break
    }
    return rest
  }
}
