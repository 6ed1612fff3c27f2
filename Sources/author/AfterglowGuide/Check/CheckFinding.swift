import Afterglow
import AfterglowDocuments

/// One finding of `check`.
package struct CheckFinding: Equatable {
  /// In descending order.
  package enum Severity: String, CaseIterable {
    /// Something is not shown, or nothing is.
    case error
    /// It is shown, but not as requested.
    case warning
    /// It is shown as requested, but the guide or the panel advises against it.
    case advice
  }

  package var severity: Severity
  /// A rule of the guide for widgets (docs/rules.md); nil = none.
  package var rule: Int?
  /// As given by the user.
  package var board: String
  package var place: SourcePlace?
  /// Identifier of the slot; nil = the board or scene as a whole.
  package var widget: String?
  package var message: String

  package init(_ severity: Severity, board: String, _ message: String) {
    self.severity = severity
    self.board = board
    self.message = message
  }

  package init(_ severity: Severity, board: String, _ problem: Problem) {
    self.init(severity, board: board, problem.message)
    place = SourcePlace(file: problem.file, line: problem.line, column: problem.column)
  }

  package init(_ diagnostic: Diagnostic, board: String) {
    let severity: Severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .notice: .advice
      }
    self.init(severity, board: board, diagnostic.message)
    place = diagnostic.place
    widget = diagnostic.slot
  }

  /// `file:line:column: severity: widget: message (rule N)`.
  package var line: String {
    let head = place.map { $0.line == 0 ? $0.file : $0.description } ?? board
    return
      "\(head): \(severity.rawValue): \(widget.map { "\($0): " } ?? "")\(message)\(rule.map { " (rule \($0))" } ?? "")"
  }
}

/// The number of findings of each severity.
package struct CheckCount: Equatable {
  package var errors = 0
  package var warnings = 0
  package var advice = 0

  package init(_ findings: [CheckFinding]) {
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
    advice = findings.count { $0.severity == .advice }
  }

  /// `1 error, 2 warnings, 3 pieces of advice`, or `no problems`.
  package var text: String {
    let parts = [
      Self.text(errors, "error", "errors"), Self.text(warnings, "warning", "warnings"),
      Self.text(advice, "piece of advice", "pieces of advice"),
    ].compactMap { $0 }
    return parts.isEmpty ? "no problems" : parts.joined(separator: ", ")
  }

  private static func text(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
  }
}
