import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview

/// What `check` says of a board of e-paper: what its panel does not show, and glass that would wear out early.
struct PaperAdvice {
  /// Fewer years than this are reported: makers rate glass for as long.
  static let leastYears = 5.0

  let severity: CheckFinding.Severity
  let message: String
  var place: SourcePlace?

  static func found(_ board: CompiledBoard, _ survey: RefreshSurvey) -> [PaperAdvice] {
    let scene = board.scene
    // A page without a wallpaper of its own has the scene's.
    let others = scene.pages.names.indices.dropFirst().map(scene.onPage)
      .filter { $0.style.wallpaper != scene.style.wallpaper }
    return ([scene] + others).compactMap(wallpaper)
      + [life(survey, at: scene.origin.place(of: .sceneKey("widgets")))].compactMap { $0 }
  }

  /// The wallpaper of a page, which would hide text.
  private static func wallpaper(_ page: PanelScene) -> PaperAdvice? {
    let place: SourcePlace?
    switch page.style.wallpaper {
    case .automatic: return nil
    case .colors(let colors):
      if colors.isEmpty { return nil }
      place = page.origin.place(of: .sceneKey("wallpaper"))
    case .picture(let picture): place = picture.place
    }
    return PaperAdvice(
      severity: .warning,
      message:
        "the panel is paper, which shows no \"wallpaper\": ink behind text would hide it; remove the key, or show the "
        + "picture in a widget of kind photos",
      place: place)
  }

  private static func life(_ survey: RefreshSurvey, at place: SourcePlace?) -> PaperAdvice? {
    let record = survey.record
    guard let years = RefreshLife(refreshes: record.total, days: 1).years, years < leastYears else { return nil }
    let most = Int64(Double(RefreshLife.rated) / (leastYears * 365.25))
    return PaperAdvice(
      severity: .advice,
      message:
        "the glass would last \(RefreshLife.figure(years)) years: \(record.total) refreshes a day, of the million that it "
        + "is rated for; expected at most \(most) a day, for \(Int(leastYears)) years. Show the time in words (face: words) or "
        + "quarters (face: quarters), or add a night to light.schedule",
      place: place)
  }
}
