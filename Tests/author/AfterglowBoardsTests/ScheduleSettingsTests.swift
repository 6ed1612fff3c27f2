import AfterglowArchive
import AfterglowLight
import Testing

@testable import AfterglowBoards

@Suite struct ScheduleSettingsTests {
  private func rules(_ light: String) -> (rules: LightRules?, problems: [String]) {
    let (folder, problems) = load(board: goodBoard + "\nlight: {sensor: none, \(light)}\n")
    return (folder?.board.record.rules, problems)
  }

  @Test func `a schedule is read as it is written`() throws {
    let read = rules(
      "schedule: [{mode: night, from: \"22:30\", to: \"06:30\"}, "
        + "{mode: alwaysOn, from: \"20:00\", to: \"22:30\", days: [sun, mon, sat], decides: darker}, "
        + "{mode: day, from: \"18:00\", to: \"20:00\", days: [wed], decides: always}], wakeFor: 12.5, ownLight: 1.5")
    let rules = try #require(read.rules, "\(read.problems)")
    #expect(rules.schedule.count == 3)
    let periods = (0..<3).map { rules.schedule.periods[$0] }
    #expect(
      periods == [
        SchedulePeriod(startMinute: 1350, endMinute: 390, days: 127, mode: .night, rule: .unknownLight),
        SchedulePeriod(startMinute: 1200, endMinute: 1350, days: 1 | 2 | 64, mode: .alwaysOn, rule: .darker),
        SchedulePeriod(startMinute: 1080, endMinute: 1200, days: 8, mode: .day, rule: .always),
      ])
    #expect(rules.wakeMs == 12_500)
    #expect(rules.ownMillilux == 1_500)
  }

  @Test func `a period may last to midnight, and all day`() throws {
    let read = rules(
      "schedule: [{mode: night, from: \"22:30\", to: \"00:00\", days: [mon]}, "
        + "{mode: alwaysOn, from: \"00:00\", to: \"24:00\", days: [tue]}]")
    let rules = try #require(read.rules, "\(read.problems)")
    #expect(rules.schedule.periods[0].endMinute == 1440)
    #expect(rules.schedule.periods[1].startMinute == 0 && rules.schedule.periods[1].endMinute == 1440)
  }

  @Test func `by default there is no schedule, and half a minute of waking`() throws {
    let rules = try #require(rules("lux: null").rules)
    #expect(rules.isSame(as: LightRules()))
    #expect(rules.schedule.count == 0 && rules.wakeMs == 30_000 && rules.ownMillilux == 0)
  }

  @Test(arguments: [
    (
      "{mode: night, from: \"22:30\", to: \"06:30\"}, {mode: alwaysOn, from: \"06:00\", to: \"07:00\"}",
      "expected a period that overlaps no earlier one, found 06:00 to 07:00, which overlaps \"light.schedule[0]\" on line "
        + "5, 22:30 to 06:30"
    ),
    // Across the end of the week.
    (
      "{mode: night, from: \"22:30\", to: \"06:30\", days: [sat]}, "
        + "{mode: alwaysOn, from: \"06:00\", to: \"07:00\", days: [sun]}",
      "expected a period that overlaps no earlier one, found 06:00 to 07:00, which overlaps \"light.schedule[0]\" on line "
        + "5, 22:30 to 06:30"
    ),
    (
      "{mode: night, from: \"22:30\", to: \"22:30\"}",
      "expected another time than \"from\"; a whole day is from \"00:00\" to \"24:00\""
    ),
    (
      "{mode: night, from: \"24:00\", to: \"06:00\"}",
      "expected a time of day such as \"22:30\" for \"light.schedule[0].from\", found \"24:00\""
    ),
    (
      "{mode: night, from: \"9:00\", to: \"06:00\"}",
      "expected a time of day such as \"22:30\" for \"light.schedule[0].from\", found \"9:00\"; write \"09:00\""
    ),
    ("{mode: night, from: \"22.30\", to: \"06:00\"}", "found \"22.30\"; write \"22:30\""),
    ("{mode: night, from: 2230, to: \"06:00\"}", "found \"2230\"; write \"22:30\""),
    ("{mode: night, from: 22h, to: \"06:00\"}", "found \"22h\"; write \"22:00\""),
    ("{mode: night, from: \"10:30 PM\", to: \"06:00\"}", "found \"10:30 PM\"; write \"22:30\""),
    ("{mode: night, from: 12am, to: \"06:00\"}", "found \"12am\"; write \"00:00\""),
    ("{mode: night, from: 13pm, to: \"06:00\"}", "found \"13pm\""),
    ("{mode: night, from: dusk, to: \"06:00\"}", "found \"dusk\""),
    (
      "{mode: night, from: \"22:60\", to: \"06:00\"}",
      "expected a time of day such as \"22:30\" for \"light.schedule[0].from\", found \"22:60\""
    ),
    (
      "{mode: nigth, from: \"22:00\", to: \"06:00\"}",
      "expected one of day, alwaysOn, night for \"light.schedule[0].mode\", found \"nigth\"; did you mean \"night\"?"
    ),
    (
      "{mode: night, from: \"22:00\", to: \"06:00\", days: [mo]}",
      "expected one of sun, mon, tue, wed, thu, fri, sat for \"light.schedule[0].days[0]\", found \"mo\"; did you "
        + "mean \"mon\"?"
    ),
    (
      "{mode: night, from: \"22:00\", to: \"06:00\", days: [Sat, Sunday]}",
      "for \"light.schedule[0].days[0]\", found \"Sat\"; did you mean \"sat\"?"
    ),
    ("{mode: night, from: \"22:00\", to: \"06:00\", days: [weekend]}", "found \"weekend\"; write [sat, sun]"),
    (
      "{mode: night, from: \"22:00\", to: \"06:00\", days: sat}",
      "expected a list of at most 7 values for \"light.schedule[0].days\", found \"sat\"; write \"days: [sat]\""
    ),
    (
      "{mode: night, from: \"22:00\", to: \"06:00\", days: [caturday]}",
      "for \"light.schedule[0].days[0]\", found \"caturday\""
    ),
    (
      "{mode: night, from: \"22:00\", to: \"06:00\", days: []}",
      "expected at least one of sun, mon, tue, wed, thu, fri, sat in \"light.schedule[0].days\""
    ),
  ])
  func `what a schedule cannot be is refused`(periods: String, expected: String) {
    let read = rules("schedule: [\(periods)]")
    #expect(read.rules == nil)
    #expect(read.problems.contains { $0.hasSuffix(expected) }, "\(read.problems)")
  }
}
