import AfterglowKit
import Foundation

/// A clone of Afterglow, with which widgets are compiled.
enum AfterglowClone {
  /// - Throws: `Failure` where the option names none.
  static func named(_ option: String) throws(Failure) -> URL {
    let folder = URL(fileURLWithPath: (option as NSString).expandingTildeInPath).standardizedFileURL
    if isClone(folder) { return folder }
    throw Failure(
      .badInput, "--afterglow \(option): expected a folder with Afterglow's Package.swift, found none")
  }

  /// The clone that a folder has next to it or that this program or this folder is in; nil = there is none.
  static func find(beside parent: URL) -> URL? {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    let here = FileManager.default.currentDirectoryPath
    let folders = [parent.appendingPathComponent("afterglow")] + parents(of: program) + parents(of: here)
    return folders.first(where: isClone)
  }

  private static func isClone(_ folder: URL) -> Bool {
    let manifest = (try? Files.read(folder.path + "/Package.swift", limit: 1 << 20)) ?? []
    return String(decoding: manifest, as: UTF8.self).contains(".library(name: \"Afterglow\"")
  }

  /// The folders around a file, the nearest first.
  private static func parents(of path: String) -> [URL] {
    var folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    var all: [URL] = []
    while folder.path != "/" {
      all.append(folder)
      folder.deleteLastPathComponent()
    }
    return all
  }
}
