import AfterglowLinux
import Testing

@testable import afterglow_renderer

@Suite struct RoomInputsTests {
  @Test func `a finger that drums is one person, unless it wakes the panel`() {
    var inputs = RoomInputs(millilux: nil)
    inputs.notePresence(isWaking: false, nowMs: 10_000)
    inputs.notePresence(isWaking: false, nowMs: 10_500)
    #expect(inputs.presences == 1)
    inputs.notePresence(isWaking: true, nowMs: 10_600)
    #expect(inputs.presences == 2)
    inputs.notePresence(isWaking: false, nowMs: 11_600)
    #expect(inputs.presences == 3)
  }

  @Test func `what an author tells holds for as long as it says`() {
    var inputs = RoomInputs(millilux: nil)
    #expect(inputs.nextDueMs == .max)
    var message = ControlMessage(.lux, value: 4_000)
    message.validForMs = 500
    inputs.light.take(message, limit: 10_000, defaultMs: .max, atMs: 1_000)
    #expect(inputs.light.value == 4_000 && inputs.nextDueMs == 1_500)
    let isOver = inputs.light.hasExpired(atMs: 1_500)
    #expect(isOver && inputs.light.value == nil)
  }
}
