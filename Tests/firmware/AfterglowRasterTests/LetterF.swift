import AfterglowCore
import AfterglowRaster
import TestSupport

/// A picture that no turn or mirror leaves as it was.
enum LetterF {
  static func canvas() -> Canvas {
    let canvas = Canvas(3, 5)
    canvas.paint { painter in
      painter.fillRectangle(rect(0, 0, 1, 5), .solid(.white))
      painter.fillRectangle(rect(1, 0, 3, 1), .solid(.white))
      painter.fillRectangle(rect(1, 2, 2, 3), .solid(.white))
    }
    return canvas
  }

  static let turned: [(Rotation, PixelPattern)] = [
    (
      .none,
      """
      ###
      #..
      ##.
      #..
      #..
      """
    ),
    (
      .clockwise90,
      """
      #####
      ..#.#
      ....#
      """
    ),
    (
      .clockwise180,
      """
      ..#
      ..#
      .##
      ..#
      ###
      """
    ),
    (
      .clockwise270,
      """
      #....
      #.#..
      #####
      """
    ),
  ]
}
