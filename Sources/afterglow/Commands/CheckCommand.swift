import AfterglowBoards
import AfterglowCore
import AfterglowDocuments
import ArgumentParser

/// `afterglow check BOARD...`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List every problem in boards, scenes and timelines.",
    discussion: """
      Each problem is one line, file:line:column and what was expected. A board without problems is also compiled as \
      of now, so that one that does not fit its memory budget is found here and not on the panel, and held against what the \
      guide for widgets lets a machine test: sizes of text, margins, the amount in a small widget, words, contrast by day, in \
      always-on and at night, what is told by colour alone, writing in pictures, small targets. Such advice names its rule (docs/widgets.md) and is no error.

      EXAMPLES
        afterglow check bedside-clock
        afterglow check boards/bedside-clock boards/ink-clock

      \(ExitStatus.help)
      """)

  @Argument(help: "Boards: folders, or names under boards/.")
  var boards: [String]

  func run() throws {
    try reporting {
      var count = 0
      for board in boards { count += check(board) }
      if count > 0 {
        Report.say(
          "\(count) \(count == 1 ? "problem" : "problems") in \(boards.count == 1 ? boards[0] : "\(boards.count) boards")"
        )
        throw ExitCode(ExitStatus.differs.rawValue)
      }
    }
  }

  /// Says what is wrong with one board and how many things.
  private func check(_ argument: String) -> Int {
    do {
      let source = try BoardSource(argument)
      let problems = source.problems()
      for problem in problems { Report.say(problem.description) }
      if !problems.isEmpty { return problems.count }
      let board = try source.compile(at: .now)
      board.notices.forEach(Report.say)
      if board.record.isEmissive != 0 {
        for notice in NightJudge.notices(board.record.light, board.record.legibility) {
          Report.say("\(source.name): \(notice)")
        }
      }
      for finding in try guide(board) { Report.say("\(source.name): \(finding.description)") }
      try surveyWear(board).forEach(Report.say)
      let errors = board.compiled.diagnostics.filter { $0.severity == .error }.count
      if errors == 0 {
        Report.say("\(source.name): no problems; \(board.summary); \(board.budgetText); \(board.memoryText)")
      }
      return errors
    } catch let failure as Failure {
      for line in failure.lines { Report.say(line) }
      return failure.lines.count
    } catch {
      Report.say("\(argument): \(error)")
      return 1
    }
  }

  /// What the guide for widgets advises against, as the board shows now.
  private func guide(_ board: CompiledBoard) throws -> [GuideFinding] {
    let day = try StillFrame(board, at: .now, lux: nil, override: .day)
    let dim = board.record.isEmissive == 0 ? nil : try StillFrame(board, at: .now, lux: nil, override: .alwaysOn)
    let night = board.record.isEmissive == 0 ? nil : try StillFrame(board, at: .now, lux: nil, override: .night)
    return try GuideLinter(board: board).findings(day: day, alwaysOn: dim, night: night)
  }

  /// How the panel is worn by what always-on shows now; paper is not.
  private func surveyWear(_ board: CompiledBoard) throws -> [String] {
    if board.record.isEmissive == 0 { return [] }
    let picture = try StillFrame(board, at: .now, lux: nil, override: .alwaysOn).picture
    return WearSurvey(picture).notices(board.record).map { "\(board.name): \($0)" }
  }
}
