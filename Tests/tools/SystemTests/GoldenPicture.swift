import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// A picture below Tests/support/Golden that was looked at when it was made.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` redraws those whose pixels differ, and fails the run nevertheless: look at them, then
/// run again.
struct GoldenPicture {
  let path: String
  private let name: String

  static var isUpdate: Bool { ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" }

  /// - Parameter name: folder and name below Tests/support/Golden, as in "frames/bedside-day".
  init(_ name: String) {
    self.name = name
    path = HouseRulesTests.root.appending(path: "Tests/support/Golden/\(name).png").path
  }

  /// - Parameter page: the name of a picture that a page shows, in docs/pictures.
  init(page: String) {
    name = "docs/pictures/\(page).png"
    path = HouseRulesTests.root.appending(path: name).path
  }

  /// Compares with the picture at `drawn`, pixel by pixel.
  func expect(_ drawn: String) throws {
    try renewIfAsked(from: drawn)
    let (fresh, golden) = (try picture(drawn), try picture(path))
    let differing = fresh.pixels.differingCount(from: golden.pixels)
    #expect(fresh.size == golden.size && differing == 0, "\(differing) pixels of \(name) differ")
  }

  func renewIfAsked(from drawn: String) throws {
    if !Self.isUpdate { return }
    if let golden = try? picture(path), try golden == picture(drawn) { return }
    let target = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.copyItem(atPath: drawn, toPath: path)
    Issue.record("\(name) was drawn anew: look at it, then run the tests again")
  }

  private func picture(_ path: String) throws -> Picture {
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { try PNG.decode($0) }
  }
}
