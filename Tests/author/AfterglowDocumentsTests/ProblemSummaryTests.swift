import Testing

@testable import AfterglowDocuments

/// One fault on each line of a file is one line of a log.
@Suite struct ProblemSummaryTests {
  @Test func `problems of one kind are one, with the number of the others`() {
    let many = (1...112).map {
      Problem(file: "c1.ics", line: $0, column: 1, message: "expected a date such as 20261121, found \"x\($0): y\"")
    }
    let others = [
      Problem(file: "c2.ics", line: 4, column: 1, message: "expected a date such as 20261121, found \"x\""),
      Problem(file: "c1.ics", line: 5, column: 1, message: "expected a time, found none"),
      Problem(file: "c1.ics", line: 6, column: 1, message: "expected a time, found none"),
    ]
    #expect(
      (many + others).summarized.map(\.description) == [
        "c1.ics:1:1: expected a date such as 20261121, found \"x1: y\" (and 111 more lines like this)",
        "c2.ics:4:1: expected a date such as 20261121, found \"x\"",
        "c1.ics:5:1: expected a time, found none (and 1 more line like this)",
      ])
    #expect(
      DocumentError(problems: many + others.prefix(1)).description
        == "c1.ics:1:1: expected a date such as 20261121, found \"x1: y\" (and 111 more lines like this); "
        + "c2.ics:4:1: expected a date such as 20261121, found \"x\"")
    #expect([Problem]().summarized.isEmpty)
  }

  @Test func `a number of problems that were not all counted is the least one`() {
    let problems = ProblemCollector()
    for line in 1...500 { problems.add(Problem(file: "c.ics", line: line, column: 1, message: "expected DTSTART")) }
    #expect(
      problems.sorted.summarized.map(\.description) == [
        "c.ics:1:1: expected DTSTART (and at least 199 more lines like this)",
        "c.ics: 300 more problems are not listed",
      ])
    // A reader may stop at the last one that is listed, and others count what they leave out.
    let stopped = ProblemCollector()
    for line in 1...200 { stopped.add(Problem(file: "c.csv", line: line, column: 1, message: "expected a date")) }
    let few = ProblemCollector()
    for line in 1...20 { few.add(Problem(file: "b.yaml", line: line, column: 1, message: "unknown key")) }
    few.drop(30)
    #expect(
      (stopped.sorted + few.sorted).summarized.map(\.description) == [
        "c.csv:1:1: expected a date (and at least 199 more lines like this)",
        "b.yaml:1:1: unknown key (and at least 19 more lines like this)",
        "b.yaml: 30 more problems are not listed",
      ])
  }

  @Test func `lines of one kind differ in numbers and quoted texts alone`() {
    let kind = Problem.kind(of: "c1.ics:12:1: expected 3 dates, found \"a 5\"")
    #expect(kind == Problem.kind(of: "c1.ics:7:31: expected 12 dates, found \"b\""))
    #expect(kind != Problem.kind(of: "c2.ics:12:1: expected 3 dates, found \"a 5\""))
    #expect(kind != Problem.kind(of: "c1.ics:12:1: expected 3 times, found \"a 5\""))
    #expect(Problem.kind(of: "no colon 1") == "no colon 1")
  }
}
