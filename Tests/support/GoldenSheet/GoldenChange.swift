import AfterglowCore
import AfterglowPictures
import Foundation

/// A golden picture that has changed.
struct GoldenChange {
  /// Path below the golden folder, without the extension.
  let name: String
  /// nil if the picture is new.
  let before: Picture?
  /// nil if the picture was removed.
  let after: Picture?
  /// nil unless there are two pictures of the same size.
  let difference: PictureDifference?

  /// Every picture of either folder that differs, by name.
  static func all(before: String, after: String) throws -> [GoldenChange] {
    let names = try Set(pictures(in: before)).union(pictures(in: after))
    return try names.sorted().compactMap { name in
      try GoldenChange(name, before: picture("\(before)/\(name).png"), after: picture("\(after)/\(name).png"))
    }
  }

  /// nil if both pictures are equal.
  init?(_ name: String, before: Picture?, after: Picture?) throws {
    if before == after { return nil }
    self.name = name
    self.before = before
    self.after = after
    if let before, let after, before.size == after.size {
      difference = try PNG.difference(before, after)
    } else {
      difference = nil
    }
  }

  var summary: String {
    guard let before else { return "new" }
    guard let after else { return "removed" }
    guard let difference else {
      return "\(before.size.width)×\(before.size.height) px became \(after.size.width)×\(after.size.height)"
    }
    let box = difference.bounds
    return "\(difference.differingPixels) px differ, by at most \(difference.largestDifference), within "
      + "x \(box.x0), y \(box.y0), \(box.width)×\(box.height) px"
  }

  private static func pictures(in folder: String) throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return files.filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }
  }

  private static func picture(_ path: String) throws -> Picture? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try PNG.decode([UInt8](data))
  }
}
