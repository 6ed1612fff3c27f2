import Afterglow
import AfterglowCompiler
import AfterglowSources
import Foundation

/// Where the program of an added widget came from, so that it can be made again.
public struct WidgetOrigin: Codable, Hashable, Sendable {
  /// Absolute path of a package's folder, of an archive or of a program, or the URL of an archive.
  public var source: String
  /// The SHA-256 of an archive, as 64 hexadecimal digits in lower case; nil of a folder or a program.
  public var checksum: String?
  /// The folder with an archive's package; nil of a folder or a program.
  public var folder: String?
  /// Whether the program was built for debugging.
  public var isDebug: Bool

  public init(source: String, checksum: String? = nil, isDebug: Bool = false) {
    (self.source, self.checksum, self.isDebug) = (source, checksum, isDebug)
  }

  /// Where the program of an added widget came from; nil if that is not known.
  public init?(of program: URL) {
    let file = program.deletingLastPathComponent().appendingPathComponent(Self.fileName)
    guard let bytes = try? DocumentFile.read(file.path, kind: .content),
      let origin = try? JSONDecoder().decode(WidgetOrigin.self, from: Data(bytes))
    else { return nil }
    self = origin
  }

  /// In the widget's folder.
  fileprivate static let fileName = "origin.json"
}

extension WidgetRegistry {
  /// The folder of packages that were unpacked from archives.
  public var packages: URL { ownFolder(".packages") }

  /// The kinds of the widgets in the first folder.
  public var ownKinds: [String] { WidgetRegistry(roots: [roots[0]]).widgets.map(\.descriptor.kind) }

  /// Where an added widget in the first folder came from; nil if that is not known.
  public func origin(of kind: String) -> WidgetOrigin? {
    Self.isName(kind) ? WidgetOrigin(of: ownFolder(kind).appendingPathComponent("program")) : nil
  }

  /// Keeps where a widget in the first folder came from; nil = that is not known.
  ///
  /// - Throws: the error of a file operation.
  func keep(_ origin: WidgetOrigin?, of kind: String) throws {
    guard let origin else {
      try? FileManager.default.removeItem(atPath: originPath(kind))
      return
    }
    try FileReplacement.replace(originPath(kind), with: Array(JSONEncoder().encode(origin)), isDurable: false)
  }

  /// Removes packages of archives from which no widget comes any more.
  func removePackages(_ folders: [String]) {
    let used = Set(ownKinds.compactMap { origin(of: $0)?.folder })
    // The file's claims are checked before they are used.
    for folder in folders where !used.contains(folder) && folder.hasPrefix(packages.path + "/") {
      let name = URL(fileURLWithPath: folder).lastPathComponent
      if Self.isName(name) { try? FileManager.default.removeItem(at: packages.appendingPathComponent(name)) }
    }
  }

  private func originPath(_ kind: String) -> String {
    ownFolder(kind).appendingPathComponent(WidgetOrigin.fileName).path
  }

  private func ownFolder(_ name: String) -> URL {
    URL(fileURLWithPath: roots[0], isDirectory: true).appendingPathComponent(name)
  }
}
