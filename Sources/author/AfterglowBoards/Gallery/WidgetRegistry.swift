import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import AfterglowErrors
import AfterglowSources
import AfterglowWidgets
import Foundation

/// Widgets added by users: a folder for each kind, with its program and its description.
public struct WidgetRegistry: Sendable {
  /// The folders that are searched, in order; new widgets go into the first.
  public var roots: [String]

  public init(roots: [String]) { self.roots = roots }

  /// `AFTERGLOW_WIDGETS`, this user's data folder, then the system's. Root's own is the system's, unless `XDG_DATA_HOME` names
  /// another.
  public static var standard: WidgetRegistry {
    let own = ProcessInfo.processInfo.environment["AFTERGLOW_WIDGETS"]
    if let own, own.hasPrefix("/") { return WidgetRegistry(roots: [own]) }
    let system = "/var/lib/afterglow/widgets"
    if getuid() == 0 && !DataFolder.isNamed { return WidgetRegistry(roots: [system]) }
    return WidgetRegistry(roots: [DataFolder.url("widgets").path, system])
  }

  /// Files that are written whenever a widget is added or removed, one in each folder; running boards watch them.
  public var markPaths: [String] { roots.map(Self.mark(in:)) }

  private static func mark(in root: String) -> String { root + "/.changed" }

  /// Notifies running boards that a folder's widgets have changed. If the mark cannot be written, boards notice the change when
  /// they read their files next.
  private static func noteChange(in root: String) {
    try? FileReplacement.touch(mark(in: root))
  }

  /// All that can be read; invalid folders are skipped.
  public var widgets: [ExtensionWidget] {
    var kinds: Set<String> = []
    return roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted().compactMap { name in
        let folder = URL(fileURLWithPath: root, isDirectory: true).appendingPathComponent(name)
        let file = folder.appendingPathComponent("widget.json").path
        guard let description = try? DocumentFile.read(file, kind: .content) else { return nil }
        return try? ExtensionWidget(executable: Self.program(in: folder), description: Data(description))
      }
    }.filter { kinds.insert($0.descriptor.kind).inserted }
  }

  /// Copies a program, with the resources next to it, for its widgets and replaces those of the same kind. Its widgets share
  /// one copy on disk.
  ///
  /// - Parameter origin: where the program came from, which is kept. One for debugging keeps its symbols.
  /// - Returns: their kinds, with the folder of each.
  /// - Throws: `CompileError` when the program has no widgets, or one whose kind is built in or cannot name a folder;
  ///   otherwise the error of a file operation.
  public func add(
    _ executable: URL, from origin: WidgetOrigin? = nil
  ) throws -> [(kind: String, folder: String)] {
    let found = try ExtensionWidget.widgets(of: executable)
    guard let first = found.first else {
      throw CompileError("\(executable.lastPathComponent) has no widgets in its bundle.")
    }
    let replaced = found.compactMap { self.origin(of: $0.descriptor.kind)?.folder }
    defer {
      removePackages(replaced)
      Self.noteChange(in: roots[0])
    }
    // The folder of the first widget, whose copy the others share.
    var shared: URL?
    return try found.map { widget in
      let kind = widget.descriptor.kind
      try Self.check(kind)
      let folder = URL(fileURLWithPath: roots[0], isDirectory: true).appendingPathComponent(kind)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try replaceResources(
        in: folder, by: shared ?? executable.deletingLastPathComponent(), isShared: shared != nil)
      let name = Self.programPrefix + first.descriptor.kind
      let program = folder.appendingPathComponent(name)
      try replace(program, by: shared?.appendingPathComponent(name) ?? executable, isShared: shared != nil) { fresh in
        if origin?.isDebug != true { ProgramSymbols.remove(from: fresh) }
      }
      shared = shared ?? folder
      try FileReplacement.replace(folder.path + "/widget.json", with: Array(widget.description), isDurable: false)
      try keep(origin, of: kind)
      for old in try Self.programs(in: folder) where old != program.lastPathComponent {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(old))
      }
      return (kind, folder.path)
    }
  }

  /// - Throws: `CompileError` for a kind that cannot name a folder, or that is built in.
  private static func check(_ kind: String) throws(CompileError) {
    guard isName(kind) else {
      throw CompileError("The kind “\(kind)” cannot be a folder's name; use letters, digits, . - and _.")
    }
    guard !WidgetGallery.builtIn.kinds.contains(kind) else {
      throw CompileError("“\(kind)” is a built-in widget; give yours another kind.")
    }
  }

  /// The program's name, before the kind of the first widget of its bundle: Foundation names the user defaults by it, which the
  /// widgets of a bundle share with each other and with no other program.
  private static let programPrefix = "afterglow-"

  private static func programs(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0 == "program" || $0.hasPrefix(programPrefix) && !$0.hasSuffix(".new")
    }.sorted()
  }

  /// The program of an added widget; "program" is that of an earlier version.
  private static func program(in folder: URL) -> URL {
    folder.appendingPathComponent((try? programs(in: folder))?.first ?? "program")
  }

  /// The folders `*.resources` that the package manager lays next to a program, where its `Bundle.module` looks first.
  ///
  /// - Throws: the error of a file operation.
  private func replaceResources(in folder: URL, by builds: URL, isShared: Bool) throws {
    let files = FileManager.default
    func resources(of folder: URL) throws -> [String] {
      try files.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".resources") }
    }
    let names = try resources(of: builds)
    for old in try resources(of: folder) where !names.contains(old) {
      try files.removeItem(at: folder.appendingPathComponent(old))
    }
    for name in names {
      let target = folder.appendingPathComponent(name)
      let fresh = target.appendingPathExtension("new")
      try place(builds.appendingPathComponent(name), at: fresh, isShared: isShared)
      if files.fileExists(atPath: target.path) { try files.removeItem(at: target) }
      try files.moveItem(at: fresh, to: target)
    }
  }

  /// Makes a file or folder again: where it is shared, its files are links to those of another widget. A file system without
  /// links gets copies.
  ///
  /// - Throws: the error of a file operation.
  private func place(_ source: URL, at target: URL, isShared: Bool) throws {
    let files = FileManager.default
    try? files.removeItem(at: target)
    if isShared, (try? files.linkItem(at: source, to: target)) != nil { return }
    try? files.removeItem(at: target)
    try files.copyItem(at: source, to: target)
  }

  /// Replaces the file atomically: a running program keeps the file that it was started from.
  ///
  /// - Parameter finish: is called with a copy before it takes its place; not with what is shared.
  /// - Throws: the error of a file operation.
  private func replace(
    _ target: URL, by executable: URL, isShared: Bool, _ finish: (URL) -> Void
  ) throws {
    let fresh = target.appendingPathExtension("new")
    try place(executable, at: fresh, isShared: isShared)
    if !isShared { finish(fresh) }
    guard rename(fresh.path, target.path) == 0 else {
      throw CompileError("\(target.path) cannot be written: \(ErrnoWords.sentence(errno))")
    }
  }

  /// - Throws: `CompileError` when there is none of this kind.
  public func remove(_ kind: String) throws {
    let folders = roots.map { $0 + "/" + kind }.filter { FileManager.default.fileExists(atPath: $0 + "/widget.json") }
    guard Self.isName(kind), let folder = folders.first else {
      throw CompileError("There is no added widget “\(kind)”; `afterglow widgets list` names those that there are.")
    }
    let root = WidgetRegistry(roots: [String(folder.dropLast(kind.count + 1))])
    let package = root.origin(of: kind)?.folder
    try FileManager.default.removeItem(atPath: folder)
    if let package { root.removePackages([package]) }
    Self.noteChange(in: root.roots[0])
  }

  static func isName(_ kind: String) -> Bool {
    !kind.isEmpty && kind.count <= 64 && !kind.hasPrefix(".")
      && kind.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_") }
  }
}
