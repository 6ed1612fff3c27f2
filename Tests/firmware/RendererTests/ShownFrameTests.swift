import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux
import Testing

@testable import afterglow_renderer

/// The state of the last frame, and the light with which the next renderer starts.
@Suite struct ShownFrameTests {
  private func update(isNight: Bool, isAlwaysOn: Bool, _ reason: LightReason) -> ControlMessage {
    var message = ControlMessage(.updated)
    message.isNight = isNight
    message.isAlwaysOn = isAlwaysOn
    message.reason = reason.rawValue
    return message
  }

  private let day = Reading.value(Illuminance(millilux: 777_000))

  private func threshold(_ settings: LightThreshold) -> Reading<Illuminance> {
    .value(Illuminance(millilux: Int64(settings.enterMillilux)))
  }

  private var board: BoardRecord {
    var board = BoardRecord()
    board.isEmissive = 1
    return board
  }

  @Test func `a new renderer begins with the page that was on the panel`() {
    var shown = ShownFrame()
    #expect(shown.page == -1)
    var update = update(isNight: false, isAlwaysOn: false, .light)
    update.page = 3
    shown.note(update)
    #expect(shown.page == 3)
    shown.startOver()
    #expect(shown.page == -1)
  }

  @Test func `a renderer that follows one of the night begins in the night, whatever the sensor reports`() {
    var shown = ShownFrame()
    #expect(shown.lightToBeginWith(board, current: day) == day)
    shown.note(update(isNight: true, isAlwaysOn: true, .light))
    #expect(shown.lightToBeginWith(board, current: day) == threshold(board.light.night))
    shown.note(update(isNight: false, isAlwaysOn: true, .heldLight))
    #expect(shown.lightToBeginWith(board, current: day) == threshold(board.light.alwaysOn))
    shown.note(update(isNight: false, isAlwaysOn: false, .light))
    #expect(shown.lightToBeginWith(board, current: day) == day)
  }

  @Test func `an override, a schedule and paper go by the light as it is`() {
    var shown = ShownFrame()
    shown.note(update(isNight: true, isAlwaysOn: true, .override))
    #expect(shown.lightToBeginWith(board, current: day) == day)
    shown.note(update(isNight: true, isAlwaysOn: true, .light))
    var paper = board
    paper.isEmissive = 0
    #expect(shown.lightToBeginWith(paper, current: day) == day)
  }

  @Test func `another board has no frame yet, and stays dark`() {
    var shown = ShownFrame()
    shown.note(update(isNight: true, isAlwaysOn: true, .light))
    shown.startOver()
    #expect(!shown.isThere && shown.update == nil && shown.mode.isNight && shown.isByLight)
    shown.goBack()
    #expect(shown.isThere)
  }
}
