import AfterglowKit
import Foundation

/// Output folder of a simulation. Files of anything else, and pictures of an earlier simulation, are never mixed with its
/// output.
enum SimulationFolder {
  private static let shownCount = 3

  /// Makes the folder, and removes the pictures of an earlier simulation.
  ///
  /// - Throws: `Failure` for a folder that has files and is no simulation's; `FileFailure`.
  static func prepare(_ path: String) throws {
    try Files.makeFolder(path)
    let entries = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    guard entries.contains(SimulationFile.events.rawValue) else {
      let others = entries.filter { !$0.hasPrefix(".") }
      if others.isEmpty { return }
      let names = others.prefix(shownCount).joined(separator: ", ") + (others.count > shownCount ? ", …" : "")
      throw Failure(
        .cannotCreate,
        "\(path) already holds files that are not a simulation's (\(names)), and nothing is mixed with them; choose "
          + "another folder for --out")
    }
    for name in entries where name.wholeMatch(of: #/frame-\d{6,}\.png/#) != nil {
      let frame = path + "/" + name
      guard unlink(frame) == 0 else { throw FileFailure(operation: .write, path: frame, code: errno) }
    }
  }
}
