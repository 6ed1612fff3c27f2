import AfterglowServer
import Foundation

/// Shortens this machine's paths in what is sent over the network: they name its users and its folders. The path of a board's
/// file begins at the board's folder, another one of this user's with `~`.
struct PathVeil: Sendable {
  private struct Prefix: Sendable {
    /// As in JSON, with a slash at its end.
    var path: [UInt8]
    var shown: [UInt8]
  }

  /// The longest first.
  private let prefixes: [Prefix]

  /// - Parameter paths: of boards, scenes and packages, from whose folders on they are shown.
  init(_ paths: [String], home: String = NSHomeDirectory()) {
    let folders = paths.map { URL(fileURLWithPath: $0).standardizedFileURL.deletingLastPathComponent().path }
    let all = folders.map { (path: $0, shown: "") } + [(path: home, shown: "~/")]
    prefixes = all.filter { $0.path.hasPrefix("/") && $0.path.utf8.count > 1 }
      .map { Prefix(path: Self.json($0.path + "/"), shown: Array($0.shown.utf8)) }
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
        let prefix = prefixes.first(where: { document[index...].starts(with: $0.path) })
      {
        result += prefix.shown
        index += prefix.path.count
      } else {
        result.append(document[index])
        index += 1
      }
    }
    return result
  }

  /// Whether a slash behind this byte goes on with a path.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x80...0xFF: true
    default: false
    }
  }
}
