import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPictures
import AfterglowPreview
import ArgumentParser

/// `afterglow compare A.png B.png`.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two pictures pixel by pixel.",
    discussion: """
      Says how many pixels differ, in which rectangle, and by how much at most; ends with 0 if none does, and 1 \
      otherwise. Transparent parts count as black, as they are on a panel. A camera's picture never equals a frame: \
      compare what the display reads back, or a screen dump. For panels of fewer colours render the frame in the \
      board's pixel format instead of raising the tolerance.

      EXAMPLES
        afterglow compare expected.png screen.png
        afterglow compare expected.png screen.png --out difference.png
        afterglow compare expected.png screen.png --tolerance 7

      \(ExitStatus.help)
      """)

  @Argument(help: ArgumentHelp("The picture that is expected.", valueName: "expected.png"))
  var expected: String

  @Argument(help: ArgumentHelp("The picture that was found.", valueName: "found.png"))
  var found: String

  @Option(
    help: ArgumentHelp(
      "Where a picture of the difference goes, when there is one: the expected picture dimmed, in red what differs.",
      valueName: "file.png"), transform: Input.pictureFile)
  var out: String?

  @Option(
    help: "Channels (0 to 255) that differ by no more than this count as equal (default: 0).", transform: Input.whole)
  var tolerance: UInt8 = 0

  func run() throws {
    try reporting {
      let expectedPicture = try PanelPicture(pngFile: expected).asPicture
      let foundPicture = try PanelPicture(pngFile: found).asPicture
      guard expectedPicture.size == foundPicture.size else {
        throw Failure(
          .differs,
          "\(found) is not \(expected): expected \(Self.text(expectedPicture.size)), found "
            + "\(Self.text(foundPicture.size))")
      }
      let difference = try PNG.difference(expectedPicture, foundPicture, tolerance: tolerance)
      let total = expectedPicture.pixels.count
      let limit = tolerance == 0 ? "" : " by more than \(tolerance)"
      if difference.isSame {
        return Report.say("\(found) is \(expected): none of \(total) px differs\(limit)")
      }
      let box = difference.bounds
      Report.say(
        "\(found) is not \(expected): \(difference.differingPixels) of \(total) px differ\(limit), by at most "
          + "\(difference.largestDifference), all within x \(box.x0), y \(box.y0), \(box.width)×\(box.height) px")
      if let out {
        let marked = difference.picture
        let picture = PanelPicture(
          width: Int(marked.size.width), height: Int(marked.size.height), pixels: marked.pixels.map { $0 & 0xFF_FFFF })
        try Files.replace(out, with: picture.png(), isDurable: false)
        Report.say("\(out) shows where")
      }
      throw ExitCode(ExitStatus.differs.rawValue)
    }
  }

  private static func text(_ size: PixelSize) -> String { "\(size.width)×\(size.height) px" }
}
