import AfterglowServer
import Foundation

/// Shortens this machine's paths in what is sent over the network: they name its users and its folders. The path of a board's
/// file begins at the board's folder, that of a running panel's file at `afterglow`, and another path of this user with `~`.
struct PathVeil: Sendable {
  private struct Folder: Sendable {
    /// The path as in JSON, without a slash at its end.
    var path: [UInt8]
    /// The text shown for the folder itself, and the beginning of the path shown for a file in it.
    var name: [UInt8]
    var start: [UInt8]
  }

  /// The longest path first.
  private let folders: [Folder]

  /// - Parameters:
  ///   - paths: boards, scenes and packages, from whose folders on they are shown.
  ///   - runtime: the folder of this user's sockets.
  init(
    _ paths: [String], home: String = NSHomeDirectory(),
    runtime: String? = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
  ) {
    func url(_ path: String) -> URL { URL(fileURLWithPath: path).standardizedFileURL }
    var all = paths.map { (path: url($0).deletingLastPathComponent().path, name: ".", start: "") }
    if let runtime { all.append((path: url(runtime).path, name: ".", start: "")) }
    all.append((path: url(home).path, name: "~", start: "~/"))
    folders = all.filter { $0.path.hasPrefix("/") && $0.path.utf8.count > 1 }
      .map { Folder(path: Self.json($0.path), name: Array($0.name.utf8), start: Array($0.start.utf8)) }
      .sorted { $0.path.count > $1.path.count }
  }

  /// A text as it is inside of a JSON document.
  private static func json(_ text: String) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let quoted = (try? encoder.encode(text)) ?? Data()
    return Array(quoted.dropFirst().dropLast())
  }

  /// The same answer with shorter paths, if it is a document.
  func veiled(_ answer: HTTPAnswer) -> HTTPAnswer {
    guard answer.contentType == "application/json" else { return answer }
    var veiled = answer
    veiled.body = self.veiled(answer.body)
    return veiled
  }

  /// A JSON document with shorter paths.
  func veiled(_ document: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(document.count)
    var index = 0
    while index < document.count {
      if document[index] == 0x2F, index == 0 || !Self.isOfName(document[index - 1]),
        let folder = folders.first(where: { Self.has($0.path, at: index, document) })
      {
        index += folder.path.count
        let goesOn = index < document.count && document[index] == 0x2F
        result += goesOn ? folder.start : folder.name
        if goesOn { index += 1 }
      } else {
        result.append(document[index])
        index += 1
      }
    }
    return result
  }

  /// Whether a path is there, alone or as the beginning of another one.
  private static func has(_ path: [UInt8], at index: Int, _ document: [UInt8]) -> Bool {
    guard document[index...].starts(with: path) else { return false }
    var rest = document[(index + path.count)...]
    // A full stop ends a sentence, or belongs to a longer name.
    if rest.first == 0x2E { rest = rest.dropFirst() }
    return rest.first.map { !isOfName($0) } ?? true
  }

  /// Whether a slash behind this byte goes on with a path.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x80...0xFF: true
    default: false
    }
  }
}
