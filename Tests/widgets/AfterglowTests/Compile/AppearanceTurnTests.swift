import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Scenes that change between light and dark by themselves.
@Suite struct AppearanceTurnTests {
  private let hour = 3600.0

  private func scene(_ appearance: WidgetAppearance, turns: AppearanceTurns? = nil) -> PanelScene {
    let widget = PlainWidget(provider: PlainProvider(words: ["one", "two", "three"], spacing: 3600)) { entry in
      Text(entry.words).font(.title)
    }
    var scene = testScene([widget], widthPx: 320, heightPx: 240, zone: "UTC")
    scene.context = .home
    scene.style.appearance = appearance
    scene.appearanceTurns = turns
    return scene
  }

  private let daily = AppearanceTurns.daily(light: 7 * 60, dark: 13 * 60 + 30, in: TimeZone(identifier: "UTC")!)

  /// Widgets, their entries and the wallpaper; before the change, after it and around it, and a week on.
  @Test(arguments: [0, 1.49, 1.5, 1.51, 2.5, 18.9, 19, 19.1, 25.6, 144, 167] as [Double])
  func `each moment shows what the appearance of that moment shows`(_ hours: Double) throws {
    let turning = try SceneCompiler().compile(scene(.dark, turns: daily), at: noon)
    #expect(turning.diagnostics.isEmpty)
    let date = noon + hours * hour
    let timeOfDay = (12 + hours).truncatingRemainder(dividingBy: 24)
    let expected: WidgetAppearance = (7..<13.5).contains(timeOfDay) ? .light : .dark
    let fixed = try SceneCompiler().compile(scene(expected), at: noon)
    #expect(try shown(turning, at: date) == shown(fixed, at: date))
    let other = try SceneCompiler().compile(scene(expected == .light ? .dark : .light), at: noon)
    #expect(try shown(turning, at: date) != shown(other, at: date))
  }

  @Test(arguments: [ModeOverride.night, .alwaysOn]) func `in the dark there is one appearance`(mode: ModeOverride)
    throws
  {
    let turning = try SceneCompiler().compile(scene(.dark, turns: daily), at: noon)
    let fixed = try SceneCompiler().compile(scene(.dark), at: noon)
    for hours in [0, 2.2, 20] as [Double] {
      let date = noon + hours * hour
      #expect(try shown(turning, override: mode, at: date) == shown(fixed, override: mode, at: date))
    }
  }

  @Test func `the author is asked again long before the changes end, and paper does not change`() throws {
    let turning = try SceneCompiler().compile(scene(.dark, turns: daily), at: noon)
    let reload = try #require(turning.nextReload)
    #expect(reload > noon + 24 * hour && reload <= noon + Double(AppearanceTurns.horizonDays - 2) * 24 * hour)
    var paper = scene(.dark, turns: daily)
    paper.geometry = PanelGeometry(widthPx: 250, heightPx: 122, widthMm: 48, heightMm: 23)
    paper.board.becomePaper(widthPx: 250, heightPx: 122)
    var still = paper
    still.appearanceTurns = nil
    #expect(try SceneCompiler().compile(paper, at: noon).archive == SceneCompiler().compile(still, at: noon).archive)
  }

  @Test func `entries and changes are merged by their dates`() {
    func date(_ hours: Double) -> Date { noon + hours * hour }
    let turns = [(0, WidgetAppearance.dark), (2, .light), (5, .dark)].map {
      AppearanceTurn(date: date($0.0), appearance: $0.1)
    }
    let steps = WidgetStep.steps([date(-1), date(2), date(3)], turns)
    let expected: [(Double, Int, WidgetAppearance)] = [
      (-1, 0, .dark), (2, 1, .light), (3, 2, .light), (5, 2, .dark),
    ]
    #expect(
      steps == expected.map { WidgetStep(date: date($0), form: WidgetStep.Form(position: $1, appearance: $2)) })
    #expect(WidgetStep.steps([], turns).isEmpty)
    #expect(WidgetStep.steps([date(0)], [turns[0]]).count == 1)
    // Documents and widgets may name the end of time, and dates beyond it.
    let last = [Date.distantFuture, Date.distantFuture + 86_400]
    #expect(WidgetStep.steps([date(-1)] + last, turns).suffix(2).map(\.date) == last)
    #expect(WidgetStep.steps([date(0), last[1]], [turns[0]]).map(\.form.position) == [0, 1])
  }

  @Test func `local times follow the clocks`() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    // 2026-03-28T12:00Z: the night after it has no 02:30.
    let date = Date(timeIntervalSince1970: 1_774_699_200)
    let turns = AppearanceTurns.daily(light: 2 * 60 + 30, dark: 20 * 60, in: berlin).upcoming(from: date)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = berlin
    let clock = turns.dropFirst().prefix(4).map { turn in
      let parts = calendar.dateComponents([.day, .hour, .minute], from: turn.date)
      return [parts.day!, parts.hour!, parts.minute!]
    }
    #expect(turns.first?.appearance == .light && turns.first?.date == date)
    #expect(turns.dropFirst().prefix(4).map(\.appearance) == [.dark, .light, .dark, .light])
    #expect(
      clock[0] == [28, 20, 0] && clock[1].prefix(2) == [29, 3] && clock[2] == [29, 20, 0] && clock[3] == [30, 2, 30])
    #expect(turns.count == 15)
  }
}
