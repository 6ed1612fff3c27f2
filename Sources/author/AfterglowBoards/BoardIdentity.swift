import AfterglowSources
import Foundation

/// Identifies a board by its folder, also among folders of the same name.
public struct BoardIdentity: Hashable, Sendable {
  /// The folder's name, for messages.
  public let name: String
  /// Absolute, with symbolic links resolved.
  public let folder: String
  /// Part of the names of its state and runtime files: the name of an installed board, on which its services rely,
  /// otherwise the name and eight hexadecimal digits of the folder's hash.
  public let key: String

  /// - Parameters:
  ///   - folder: a board's folder; a missing one is identified by its path.
  ///   - installed: the folders in which board names are unique on this machine.
  public init(folder: String, installed: BoardLookup = .installed) {
    let path = URL(fileURLWithPath: folder).standardizedFileURL.path
    let name = Self.lastPart(of: path)
    let canonical = Self.canonical(path)
    self.name = name
    self.folder = canonical
    if let known = installed.name(of: canonical, called: name) {
      key = known
    } else {
      key = "\(name.prefix(Self.longestName))-\(Self.digits(of: canonical))"
    }
  }

  /// A socket's path is limited to 107 bytes.
  private static let longestName = 32

  static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "root" }

  /// The exclusive or of the hash's halves.
  private static func digits(of text: String) -> String {
    var hash = StableHash()
    hash.add(text)
    let digits = String(UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension BoardLookup {
  /// The roots of `standard` without the working folder's: in these a name always identifies the same folder.
  public static var installed: BoardLookup { BoardLookup(roots: standard.roots.filter { $0.hasPrefix("/") }) }

  /// The name by which a folder is found here; `name`, as which it was given, is tried first.
  func name(of canonical: String, called name: String) -> String? {
    let isHere = { (name: String) in place(of: name).map(BoardIdentity.canonical) == canonical }
    return isHere(name) ? name : names.first(where: isHere)
  }
}
