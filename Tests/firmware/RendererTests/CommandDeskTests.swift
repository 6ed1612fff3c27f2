import AfterglowDevice
import Testing

@testable import afterglow_renderer

/// The guard's check of commands that a renderer sends.
@Suite struct CommandDeskTests {
  @Test func `a command passes once, also if another renderer sends it again`() {
    var desk = CommandDesk()
    let verdicts = [10, 10, 9, 11].map { desk.admit($0, atMs: 100_000) }
    #expect(verdicts == [.passes, .known, .known, .passes])
  }

  @Test func `a number from the far future holds up no later command`() {
    var desk = CommandDesk()
    let verdicts = [Int64.max, 200_000, 100_000].map { desk.admit($0, atMs: 100_000) }
    #expect(verdicts == [.refused, .refused, .passes])
  }

  @Test func `more than eight commands without an end are refused, and those without an answer are forgotten`() {
    var desk = CommandDesk()
    var sequence: Int64 = 0
    func admit(_ desk: inout CommandDesk, atMs nowMs: Int64) -> CommandDesk.Verdict {
      sequence += 1
      return desk.admit(sequence, atMs: nowMs)
    }
    for index in 0..<8 { #expect(admit(&desk, atMs: 100_000 + Int64(index)) == .passes) }
    #expect(admit(&desk, atMs: 101_000) == .refused)
    #expect(admit(&desk, atMs: 100_007 + ActionFigures.answerMs + 1) == .passes)
    let accepted = desk.note(ActionAnswer(sequence: 1, outcome: .accepted), atMs: 0)
    #expect(!accepted, "an answer after two seconds counts")
  }

  @Test func `in the long run at most four commands a second pass`() {
    var desk = CommandDesk()
    var passed = 0
    for sequence in 1...1_000 {
      let nowMs = 100_000 + Int64(sequence) * 10
      if desk.admit(Int64(sequence), atMs: nowMs) == .passes {
        passed += 1
        _ = desk.note(ActionAnswer(sequence: Int64(sequence), outcome: .done), atMs: nowMs)
        if let answer = desk.next { desk.noteSent(answer) }
      }
    }
    #expect((40...49).contains(passed), "\(passed) commands in ten seconds")
  }

  @Test func `an answer waits until it was sent, and the last one ends its command`() {
    var desk = CommandDesk()
    _ = desk.admit(1, atMs: 0)
    #expect(desk.next == nil)
    let accepted = ActionAnswer(sequence: 1, outcome: .accepted)
    let done = ActionAnswer(sequence: 1, outcome: .done)
    let isKnown = desk.note(accepted, atMs: 0)
    #expect(isKnown && desk.next == accepted)
    desk.noteSent(accepted)
    #expect(desk.next == nil)
    _ = desk.note(done, atMs: 0)
    #expect(desk.next == done)
    let isChanged = desk.note(ActionAnswer(sequence: 1, outcome: .failed), atMs: 0)
    #expect(!isChanged && desk.next == done)
    desk.noteSent(done)
    let isStillKnown = desk.note(done, atMs: 0)
    #expect(!isStillKnown)
  }

  @Test func `an accepted command that never ends keeps its place for 22 seconds after it was last accepted`() {
    var desk = CommandDesk()
    let endMs = ActionFigures.endMs + ActionFigures.answerMs
    func accept(_ desk: inout CommandDesk, atMs nowMs: Int64) {
      for sequence in Int64(1)...8 {
        _ = desk.note(ActionAnswer(sequence: sequence, outcome: .accepted), atMs: nowMs)
        if let answer = desk.next { desk.noteSent(answer) }
      }
    }
    for sequence in Int64(1)...8 { #expect(desk.admit(sequence, atMs: 100_000) == .passes) }
    accept(&desk, atMs: 100_000)
    #expect(desk.admit(9, atMs: 100_000 + endMs) == .refused)
    accept(&desk, atMs: 110_000)
    #expect(desk.admit(10, atMs: 110_000 + endMs) == .refused)
    #expect(desk.admit(11, atMs: 110_000 + endMs + 1) == .passes)
    let isKnown = desk.note(ActionAnswer(sequence: 1, outcome: .done), atMs: 140_000)
    #expect(!isKnown, "a command without an end in time still has a place")
  }

  @Test func `commands of an author that has gone end without an effect`() {
    var desk = CommandDesk()
    _ = desk.admit(1, atMs: 0)
    _ = desk.admit(2, atMs: 0)
    _ = desk.note(ActionAnswer(sequence: 2, outcome: .done), atMs: 0)
    desk.failAll()
    var outcomes: [Int64: ActionOutcome] = [:]
    while let answer = desk.next {
      outcomes[answer.sequence] = answer.outcome
      desk.noteSent(answer)
    }
    #expect(outcomes == [1: .unavailable, 2: .done])
  }
}
