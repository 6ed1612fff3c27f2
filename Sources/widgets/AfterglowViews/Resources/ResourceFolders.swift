import Foundation

/// Folders of resources.
enum ResourceFolders {
  /// Folders of a bundle. Without a bundle, and for the main bundle, these are the folders `*.resources` next to the program.
  static func of(_ bundle: Bundle?) -> [String] {
    isProgram(bundle) ? program : [bundle?.resourcePath ?? bundle?.bundlePath].compactMap { $0 }
  }

  /// Whether a bundle stands for the program itself.
  static func isProgram(_ bundle: Bundle?) -> Bool {
    bundle == nil || bundle?.bundlePath == Bundle.main.bundlePath
  }

  /// The folders `*.resources` next to the program, sorted by name.
  static let program: [String] = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = (program as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".resources") }.sorted().map { "\(folder)/\($0)" }
  }()

  /// Maximum number of files that are looked at in one folder.
  static let maximumFileCount = 20_000

  /// The content of a regular file.
  ///
  /// - Parameter limit: maximum size, in bytes.
  /// - Returns: nil if there is no such file, it is larger, or it cannot be read.
  static func data(_ path: String, limit: Int) -> Data? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    return FileManager.default.contents(atPath: path)
  }
}
