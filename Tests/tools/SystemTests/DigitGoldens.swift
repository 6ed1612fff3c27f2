import AfterglowCore
import AfterglowPictures
import Foundation
import PixelSupport
import Testing

/// The golden pictures of digits below Tests/support/Golden/digits.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` redraws those that differ, and fails the run nevertheless: look at them, then run again.
extension DigitReader {
  /// - Parameter renderer: draws the clock's scene in Europe/Berlin; used only to make goldens.
  init(_ renderer: ReferenceRenderer) throws {
    if GoldenPicture.isUpdate {
      try Self.update(renderer, .day, mode: .day)
      try Self.update(renderer, .dim, mode: .alwaysOn)
    }
    self.init(day: try Self.goldens(.day), dim: try Self.goldens(.dim))
  }

  private static func path(_ face: Face, _ digit: Int) -> URL {
    HouseRulesTests.root.appending(path: "Tests/support/Golden/digits/\(face.name)-\(digit).png")
  }

  private static func goldens(_ face: Face) throws -> [Picture] {
    try (0...9).map { try PNG.decode([UInt8](Data(contentsOf: path(face, $0)))) }
  }

  /// Draws 10:00 to 10:09 and keeps the last digit of each.
  private static func update(_ renderer: ReferenceRenderer, _ face: Face, mode: ModeOverride) throws {
    let ten = WeekTests.from.seconds + 10 * 3600
    for digit in 0...9 {
      _ = try renderer.draw(Instant(seconds: ten + Int64(digit) * 60), mode: mode)
      let picture = picture(of: renderer, face, cell: 3)
      let file = path(face, digit)
      if let old = FileManager.default.contents(atPath: file.path), try PNG.decode([UInt8](old)) == picture { continue }
      Issue.record("\(file.lastPathComponent) was drawn anew: look at it, then run the tests again")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(PNG.encode(picture)).write(to: file)
    }
  }
}
