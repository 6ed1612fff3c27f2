import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import Foundation

/// All findings about one board at an instant.
package struct BoardCheck {
  package let board: String
  package private(set) var findings: [CheckFinding] = []
  /// What it shows and needs; nil if it cannot be compiled.
  package private(set) var summary: String?
  /// Names of the widgets that show a placeholder because their content has errors. Those errors are reported, and nothing
  /// else about these widgets.
  private var ailing: Set<String> = []

  /// - Parameters:
  ///   - argument: a folder or the name of one under `boards/`.
  ///   - sourceFaults: the faults that a source shows before it is asked, one sentence each.
  package init(_ argument: String, at instant: Instant, sourceFaults: (ContentSource) -> [String] = { _ in [] }) {
    board = argument
    do {
      let source = try BoardSource(argument)
      let (folder, problems) = source.load(at: instant)
      guard let folder else {
        findings = problems.map { CheckFinding(.error, board: argument, $0) }
        return
      }
      if let compiled = try compile(source, folder, problems, at: instant) {
        ailing = Set(folder.faultsOfContent.keys.filter { compiled.compiled.contents[$0]?.failure != nil })
        try look(at: compiled, at: instant)
      }
      add(source, at: instant, sourceFaults)
    } catch let failure as Failure {
      add(failure)
    } catch {
      findings.append(CheckFinding(.error, board: argument, "\(error)"))
    }
  }

  /// Of a board that is compiled, as it shows an instant.
  ///
  /// - Parameter step: called between its parts, each of which takes some hundredths of a second; what it throws ends it.
  /// - Throws: `Failure` when a frame cannot be drawn.
  package init(_ compiled: CompiledBoard, at instant: Instant, step: () throws -> Void = {}) throws {
    board = compiled.name
    try look(at: compiled, at: instant, step)
  }

  /// Compiles a board for an instant.
  ///
  /// - Returns: nil if its scene does not fit the board; the reason is reported, and what is known of its files.
  private mutating func compile(
    _ source: BoardSource, _ folder: BoardFolder, _ problems: [AfterglowDocuments.Problem], at instant: Instant
  ) throws -> CompiledBoard? {
    do {
      return try source.compile(at: instant)
    } catch let failure as Failure {
      findings += problems.map { CheckFinding(.error, board: board, $0) }
      add(failure)
      findings += folder.advice.map { CheckFinding(.advice, board: board, $0) }
      return nil
    }
  }

  private mutating func add(_ failure: Failure) {
    findings +=
      failure.problems.isEmpty
      ? failure.lines.map { line in
        let head = board + ": "
        return CheckFinding(.error, board: board, line.hasPrefix(head) ? String(line.dropFirst(head.count)) : line)
      } : failure.problems.map { CheckFinding(.error, board: board, $0) }
  }

  /// Sources that give nothing, unless a widget has said so.
  private mutating func add(
    _ board: BoardSource, at instant: Instant, _ sourceFaults: (ContentSource) -> [String]
  ) {
    var seen: Set<String> = []
    lazy var places = board.placesOfSources()
    addActions(board, sourceFaults)
    for source in board.sources.map(\.source) {
      guard let key = source.key, seen.insert(key).inserted else { continue }
      let hasContent = FileMark.status(SourceFolder.standard.content(key), followsLinks: true) != nil
      let record = SourceRecord(path: SourceFolder.standard.record(key))
      let isTold = record?.noticeDate(hasContent: hasContent).map { $0 <= Date(instant) } == true
      let missing = sourceFaults(source)
      let failures = isTold ? [record?.failure].compactMap(\.self) : []
      let severity: CheckFinding.Severity = isTold && !hasContent ? .error : .warning
      for words in missing.isEmpty ? failures : missing {
        if findings.contains(where: { $0.message.contains(words) }) { continue }
        let name = source.publicName
        let message = !name.isEmpty && words.contains(name) ? words : "\(name): \(words)"
        var finding = CheckFinding(severity, board: self.board, message)
        finding.place = places[key]
        findings.append(finding)
      }
    }
  }

  /// Faults of actions that this machine shows, such as a missing secret.
  private mutating func addActions(_ board: BoardSource, _ sourceFaults: (ContentSource) -> [String]) {
    for action in board.listing.actions {
      guard let source = action.source else { continue }
      for words in sourceFaults(source) {
        var finding = CheckFinding(.warning, board: self.board, "the action \"\(action.name)\": \(words)")
        finding.place = action.place
        findings.append(finding)
      }
    }
  }

  private mutating func look(
    at compiled: CompiledBoard, at instant: Instant, _ step: () throws -> Void = {}
  ) throws {
    findings += compiled.problems.map { CheckFinding(.error, board: board, $0) }
    findings += compiled.compiled.diagnostics.filter { !isAiling($0.slot) }.map { CheckFinding($0, board: board) }
    findings += compiled.advice.map { CheckFinding(.advice, board: board, $0) }
    if compiled.record.isEmissive != 0 {
      let place = compiled.scene.origin.place(of: .boardKey("light.nightLuminance"))
      findings += NightJudge.notices(compiled.record.light, compiled.record.legibility).map { advice($0, at: place) }
    }
    let pages = compiled.scene.pages.names.count > 1 ? compiled.pages : [compiled]
    for page in pages { try look(atPage: page, at: instant, step) }
    summary =
      "\(compiled.summary); \(compiled.budgetText); \(compiled.memoryText)"
      + (compiled.reachText.map { "; \($0)" } ?? "")
    if compiled.record.isEmissive == 0 {
      try step()
      let survey = try RefreshSurvey(compiled, from: instant)
      summary! += "; " + survey.text
      findings += PaperAdvice.found(compiled, survey).map { found in
        var finding = CheckFinding(found.severity, board: board, found.message)
        finding.place = found.place
        return finding
      }
    }
  }

  /// Adds what the guide says of a page, and for the first page the wear.
  private mutating func look(
    atPage compiled: CompiledBoard, at instant: Instant, _ step: () throws -> Void
  ) throws {
    try step()
    // The frames that the guide's rules are checked on, and from which wear is estimated; paper has no always-on.
    let dim =
      compiled.record.isEmissive == 0 ? nil : try StillFrame(compiled, at: instant, lux: nil, override: .alwaysOn)
    findings += try guide(compiled, at: instant, alwaysOn: dim, step).filter { !isAiling($0.slot) }.map { finding in
      // The host draws the texts that belong to no widget.
      let subject = finding.slot.map(SceneSubject.slot) ?? .sceneKey("context")
      var located = advice(finding.message, at: finding.place ?? compiled.scene.origin.place(of: subject))
      if finding.isWarning { located.severity = .warning }
      located.rule = finding.rule.rawValue
      located.widget = finding.slot
      return located
    }
    // A placeholder stands until the content comes, and wears nothing.
    let hasPlaceholders =
      !ailing.isEmpty || compiled.compiled.diagnostics.contains { $0.slot != nil && $0.severity == .notice }
    if let dim, !hasPlaceholders, compiled.page ?? 0 == 0 {
      findings += WearSurvey(dim.picture).notices(compiled.record).map { notice in
        advice(notice.message, at: compiled.scene.origin.place(of: notice.subject))
      }
    }
  }

  private func isAiling(_ slot: String?) -> Bool { slot.map(ailing.contains) ?? false }

  private func advice(_ message: String, at place: SourcePlace?) -> CheckFinding {
    var finding = CheckFinding(.advice, board: board, message)
    finding.place = place
    return finding
  }

  /// Findings of the guide for widgets about the board's current content.
  ///
  /// - Throws: `Failure` when a frame cannot be drawn.
  private func guide(
    _ board: CompiledBoard, at instant: Instant, alwaysOn dim: StillFrame?, _ step: () throws -> Void
  ) throws -> [GuideFinding] {
    try step()
    let day = try StillFrame(board, at: instant, lux: nil, override: .day)
    try step()
    let night = board.record.isEmissive == 0 ? nil : try StillFrame(board, at: instant, lux: nil, override: .night)
    return try GuideLinter(board: board).findings(day: day, alwaysOn: dim, night: night, step)
  }
}
