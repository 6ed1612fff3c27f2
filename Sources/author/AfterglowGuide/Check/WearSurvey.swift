import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowPreview

/// Estimates how an always-on picture would wear a panel that shows it for years (docs/rules.md, Burn-in).
struct WearSurvey {
  /// Fraction of pixels that are not black, × 1000.
  let litPermille: Int
  /// Side in pixels of the largest square with at least half of the picture's maximum brightness: the width of its
  /// widest strokes.
  let thickestPx: Int

  /// Lit pixels that an always-on picture should not exceed, × 1000 (docs/rules.md, Burn-in).
  static let mostLitPermille = 100
  /// A lit area thicker than this fraction (1/20) of the panel's shorter side counts as an area, not a stroke.
  static let areaShare = 20

  init(_ picture: PanelPicture) {
    func level(_ pixel: UInt32) -> UInt32 { max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255) }
    let levels = picture.pixels.map(level)
    let half = (levels.max() ?? 0) / 2
    litPermille = levels.count { $0 > 0 } * 1000 / max(1, levels.count)
    // For each pixel, the largest lit square of which it is the last corner.
    var above = [Int](repeating: 0, count: picture.width + 1)
    var largest = 0
    for y in 0..<picture.height {
      var row = [Int](repeating: 0, count: picture.width + 1)
      for x in 0..<picture.width where levels[y * picture.width + x] > half {
        row[x + 1] = 1 + min(row[x], above[x], above[x + 1])
        largest = max(largest, row[x + 1])
      }
      above = row
    }
    thickestPx = largest
  }

  /// A message for the board's owner, with the setting that it is about.
  struct Notice {
    let subject: SceneSubject
    let message: String
  }

  /// Messages for the board's owner; empty if there are none.
  func notices(_ board: BoardRecord) -> [Notice] {
    var notices: [Notice] = []
    func add(_ subject: SceneSubject, _ message: String) { notices.append(Notice(subject: subject, message: message)) }
    if litPermille > Self.mostLitPermille {
      add(
        .sceneKey("widgets"),
        "always-on lights \(litPermille / 10) % of the pixels; expected at most \(Self.mostLitPermille / 10) %, or the "
          + "panel wears: draw strokes instead of fills at reduced luminance")
    }
    let shorter = Int(min(board.widthPx, board.heightPx))
    if thickestPx > max(8, shorter / Self.areaShare) {
      add(
        .sceneKey("widgets"),
        "always-on keeps an area of \(thickestPx)×\(thickestPx) px lit; expected strokes of at most "
          + "\(max(8, shorter / Self.areaShare)) px: bright areas that stand still burn in")
    } else if board.wear.orbitPx > 0 && thickestPx > Int(board.wear.orbitPx) {
      add(
        .boardKey("wear.orbit"),
        "always-on has strokes of \(thickestPx) px, and wear.orbit is \(board.wear.orbitPx) px: what lies in their middle "
          + "is lit all the time; set wear.orbit to \(thickestPx) px or more")
    }
    return notices
  }
}
