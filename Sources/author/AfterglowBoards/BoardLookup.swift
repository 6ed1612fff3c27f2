import AfterglowDocuments
import Foundation

/// The folders in which a board given by its name is searched.
public struct BoardLookup: Sendable {
  /// Folders that contain board folders, tried in order.
  public var roots: [String]

  public init(roots: [String]) { self.roots = roots }

  /// `boards` in the working folder, those of this machine's administrator, next to the program, in the share folder of
  /// its installation, and in the system's.
  public static var standard: BoardLookup {
    let program = programFolder
    let share = program.deletingLastPathComponent().appendingPathComponent("share/afterglow/boards")
    return BoardLookup(
      roots: [
        "boards", "/etc/afterglow/boards", program.appendingPathComponent("boards").path, share.path,
        "/usr/share/afterglow/boards",
      ])
  }

  /// The standard places and the boards of the checkout in which the program was built: panels whose hardware a new board
  /// may have, wherever it is made.
  public static var hardware: BoardLookup {
    BoardLookup(roots: standard.roots + [checkout(of: programFolder.path)].compactMap(\.self))
  }

  private static var programFolder: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The boards next to the build folder that a path leads through; nil for an installed program.
  static func checkout(of program: String) -> String? {
    program.range(of: "/.build/").map { String(program[..<$0.lowerBound]) + "/boards" }
  }

  /// The folder, or nil when there is none.
  public func find(_ nameOrPath: String) -> String? {
    if Self.isFolder(nameOrPath) { return nameOrPath }
    guard !nameOrPath.isEmpty, !nameOrPath.contains("/") else { return nil }
    return place(of: nameOrPath)
  }

  /// The folder of this name in the first root that has one.
  func place(of name: String) -> String? { roots.map { $0 + "/" + name }.first(where: Self.isFolder) }

  /// Every board that can be given by name.
  public var names: [String] {
    let found = roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
        .filter { FileManager.default.fileExists(atPath: "\(root)/\($0)/board.yaml") }
    }
    return Set(found).sorted()
  }

  func problem(_ nameOrPath: String) -> Problem {
    if FileManager.default.fileExists(atPath: nameOrPath) {
      return Problem(file: nameOrPath, message: "expected a board's folder, found a file; give its folder")
    }
    let name = nameOrPath.split(separator: "/").last.map(String.init) ?? nameOrPath
    let hint = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    let known =
      names.isEmpty
      ? "a board's folder (none can be given by its name: \(roots.joined(separator: ", ")) hold no board)"
      : "a board's folder or the name of one (\(names.joined(separator: ", ")))"
    return Problem(file: nameOrPath, message: "expected \(known), found nothing\(hint)")
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
