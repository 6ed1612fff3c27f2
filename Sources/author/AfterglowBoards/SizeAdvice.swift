import AfterglowCompiler
import AfterglowDocuments
import Foundation

/// A question about a `physicalSize` whose numbers are hardly millimetres, or whose sides do not go with `size`. Advice
/// only, because a panel may be unusual.
enum SizeAdvice {
  /// Pixels per inch from which a size is questioned, our choice: few screens of phones have more, and a 1080p television of
  /// 32 inches whose size is in centimetres has 690.
  static let mostPixelsPerInch = 500.0
  /// Pixels per inch of the panels that a board usually has.
  static let usualPixelsPerInch = 40.0...400.0

  /// Ratio of a pixel's sides from which it is reported, our choice: a 5:4 panel with exchanged sides has 1.56, and 4:3
  /// stretched to 16:9 has 1.33.
  static let mostPixelRatio = 1.5

  static func of(_ board: BoardSettings, file: String) -> Problem? {
    board.physicalSizePlace.flatMap { of(board.geometry, at: $0, file: file) }
  }

  /// - Parameter place: the position of `physicalSize` in the file.
  static func of(_ geometry: PanelGeometry, at place: DocumentPosition, file: String) -> Problem? {
    guard geometry.widthMm > 0, geometry.heightMm > 0 else { return nil }
    let density = Double(geometry.widthPx) / (geometry.widthMm / 25.4)
    guard density > mostPixelsPerInch else { return shape(geometry, place, file) }
    let (width, height) = (text(geometry.widthMm), text(geometry.heightMm))
    return Problem(
      file: file, line: place.line, column: place.column,
      message: "expected millimetres for \"physicalSize\", found \(width)×\(height) for "
        + "\(geometry.widthPx)×\(geometry.heightPx) px, \(text(density.rounded())) pixels per inch"
        + question(geometry.widthMm, geometry.heightMm, density))
  }

  /// Pixels that are far from square: after a turn of `size` the sides of `physicalSize` are easily forgotten.
  private static func shape(_ geometry: PanelGeometry, _ place: DocumentPosition, _ file: String) -> Problem? {
    let sides = Double(geometry.widthPx) / Double(geometry.heightPx)
    let ratio = geometry.widthMm / geometry.heightMm / sides
    guard max(ratio, 1 / ratio) > mostPixelRatio else { return nil }
    let exchanged = geometry.heightMm / geometry.widthMm / sides
    let isExchanged = max(exchanged, 1 / exchanged) < max(ratio, 1 / ratio)
    let words = ratio > 1 ? "as wide as they are high" : "as high as they are wide"
    return Problem(
      file: file, line: place.line, column: place.column,
      message: "pixels would be \(text(max(ratio, 1 / ratio))) times \(words); "
        + (isExchanged && sides != 1
          ? "swap width and height in \"physicalSize\" or in \"size\"" : "measure the lit area for \"physicalSize\""))
  }

  /// The size in millimetres, for each unit that makes a usual panel of it.
  private static func question(_ width: Double, _ height: Double, _ density: Double) -> String {
    [("centimetres", 10.0), ("inches", 25.4)].filter { usualPixelsPerInch.contains(density / $0.1) }.map {
      unit, millimetres in
      "; if it is in \(unit), write \"physicalSize: {width: \(text(width * millimetres)), height: "
        + "\(text(height * millimetres))}\""
    }.joined()
  }

  /// A number with one decimal place at most.
  private static func text(_ value: Double) -> String { ScalarText.format((value * 10).rounded() / 10) }
}
