import AfterglowCore
import Testing

@testable import afterglow_renderer

@Suite struct RoomInputsTests {
  @Test func `a drumming finger is one presence, unless it wakes the panel`() {
    var inputs = RoomInputs(light: nil)
    inputs.notePresence(isWaking: false, nowMs: 10_000)
    inputs.notePresence(isWaking: false, nowMs: 10_500)
    #expect(inputs.presences == 1)
    inputs.notePresence(isWaking: true, nowMs: 10_600)
    #expect(inputs.presences == 2)
    inputs.notePresence(isWaking: false, nowMs: 11_600)
    #expect(inputs.presences == 3)
  }

  @Test func `what an author sets holds for as long as it says`() {
    var inputs = RoomInputs(light: nil)
    #expect(inputs.nextDueMs == .max)
    let said = Reading.value(Illuminance(millilux: 4_000))
    inputs.light.take(said, validForMs: 500, defaultMs: .max, atMs: 1_000)
    #expect(inputs.light.reading == said && inputs.nextDueMs == 1_500)
    let isOver = inputs.light.hasExpired(atMs: 1_500)
    #expect(isOver && inputs.light.reading == .absent)
  }

  @Test func `a value without a duration of its own holds as long as the board says, and an absent one ends it`() {
    var inputs = RoomInputs(light: Illuminance(millilux: 9))
    #expect(inputs.light.reading == .value(Illuminance(millilux: 9)) && inputs.nextDueMs == .max)
    inputs.light.take(.unknown, validForMs: 0, defaultMs: 2_000, atMs: 1_000)
    #expect(inputs.light.reading == .unknown && inputs.nextDueMs == 3_000)
    inputs.light.take(.absent, validForMs: 500, defaultMs: 2_000, atMs: 1_000)
    #expect(inputs.light.reading == .absent && inputs.nextDueMs == .max)
    inputs.distance.take(.value(5), validForMs: .max, defaultMs: .max, atMs: 1_000)
    #expect(inputs.nextDueMs == .max)
  }
}
