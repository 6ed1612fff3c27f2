import AfterglowSources
import Foundation

/// Which board a folder is. Boards whose folders have one name are told apart by where they lie.
public struct BoardIdentity: Hashable, Sendable {
  /// What people call it: the folder's name.
  public let name: String
  /// Absolute, without links.
  public let folder: String
  /// Names its files of state and of running: the name of an installed board, whose services rely on it, else the name and eight
  /// hexadecimal digits of the folder's hash.
  public let key: String

  /// - Parameters:
  ///   - folder: a board's folder; one that is gone is told by its path alone.
  ///   - installed: where boards lie whose names are unique on this machine.
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

  /// A socket's path has room for 107 bytes.
  private static let longestName = 32

  static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "root" }

  /// The hash's halves joined.
  private static func digits(of text: String) -> String {
    var hash = StableHash()
    hash.add(text)
    let digits = String(UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension BoardLookup {
  /// The places of `standard` but for the working folder's: in these a name means one folder, whoever asks.
  public static var installed: BoardLookup { BoardLookup(roots: standard.roots.filter { $0.hasPrefix("/") }) }

  /// The name by which a folder is found here; that one first by which it was called.
  func name(of canonical: String, called name: String) -> String? {
    let isHere = { (name: String) in place(of: name).map(BoardIdentity.canonical) == canonical }
    return isHere(name) ? name : names.first(where: isHere)
  }
}
