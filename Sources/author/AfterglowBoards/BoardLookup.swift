import AfterglowDocuments
import AfterglowSources
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
  public var names: [String] { Set(roots.flatMap(Self.boards)).sorted() }

  private static func boards(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/board.yaml") }
  }

  /// The board that was meant by a misspelt name or path: one in the same folder, or one that can be given by its name.
  private func nearest(to nameOrPath: String) -> String? {
    // A number is a value in a board's place, and no slip of another number.
    if Double(nameOrPath) != nil { return nil }
    let name = nameOrPath.split(separator: "/").last.map(String.init) ?? nameOrPath
    let path = nameOrPath.hasSuffix("/") ? String(nameOrPath.dropLast()) : nameOrPath
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let neighbours = Self.boards(in: folder.isEmpty ? "." : folder).sorted()
    return NearestName.find(name, among: neighbours + names).map { neighbours.contains($0) ? folder + $0 : $0 }
  }

  func problem(_ nameOrPath: String) -> Problem {
    if FileManager.default.fileExists(atPath: nameOrPath) {
      return Problem(file: nameOrPath, message: "expected a board's folder, found a file; give its folder")
    }
    let hint = nearest(to: nameOrPath).map { "; did you mean \"\($0)\"?" } ?? ""
    let known =
      names.isEmpty
      ? "a board's folder (none can be given by its name: \(roots.joined(separator: ", ")) hold no board)"
      : "a board's folder or the name of one (\(names.joined(separator: ", ")))"
    return Problem(file: nameOrPath, message: "expected \(known), found nothing\(hint)")
  }

  /// The problem of a board's runtime folder that is given in place of the board's own folder; nil for other folders.
  public static func problem(withRuntimeFolder path: String) -> Problem? {
    guard !FileManager.default.fileExists(atPath: path + "/board.yaml"),
      let note = try? DocumentFile.read(path + "/board", kind: .settings)
    else { return nil }
    let board = String(decoding: note, as: UTF8.self).trimmingCharacters(in: .newlines)
    guard board.hasPrefix("/"), isFolder(board) else { return nil }
    return Problem(
      file: path, message: "expected a board's folder, found the runtime folder of \(board); name that board instead")
  }

  /// The problem of a folder of boards that is given in place of one of them; nil for other folders.
  static func problem(withFolderOfBoards path: String) -> Problem? {
    guard !FileManager.default.fileExists(atPath: path + "/board.yaml"), let first = boards(in: path).min() else {
      return nil
    }
    let board = (path.hasSuffix("/") ? path : path + "/") + first
    return Problem(
      file: path, message: "expected a board's folder, found a folder of boards; name one of them, such as \(board)")
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
