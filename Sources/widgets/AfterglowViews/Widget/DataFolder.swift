import Foundation

/// What lasts for a user: `afterglow` in the data folder of the user that the program runs as (XDG Base Directory
/// Specification).
package enum DataFolder {
  /// Whether `XDG_DATA_HOME` says where it is.
  package static var isNamed: Bool { folder("XDG_DATA_HOME") != nil }

  /// A folder in it, which need not exist.
  package static func url(_ name: String) -> URL {
    let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
    let data = folder("XDG_DATA_HOME") ?? home.appending(path: ".local/share")
    return data.appending(path: "afterglow/\(name)", directoryHint: .isDirectory)
  }

  /// A relative path is ignored, as the specification says.
  private static func folder(_ variable: String) -> URL? {
    ProcessInfo.processInfo.environment[variable].flatMap {
      $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil
    }
  }
}
