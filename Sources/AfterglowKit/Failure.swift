import AfterglowDocuments

/// The program's exit status (sysexits.h where it has a number).
package enum ExitStatus: Int32 {
  case ok = 0
  /// A difference from an expected picture, problems of a board, a degraded board, a violation of a panel's rules, or
  /// content or a widget's program that ended a process.
  case differs = 1
  case usage = 64
  case badInput = 65
  case unavailable = 69
  case cannotCreate = 73
  case inputOutput = 74
  /// Another process is using it; it may be free later.
  case busy = 75

  /// For `--help`.
  package static let help = """
    EXIT STATUS
      0   done
      1   the picture differs, problems were found, the board is degraded, a panel's
        rules were violated, a widget's program crashed, or its content ended the
        process that composed it
      64  wrong usage
      65  wrong input
      69  something that is needed is not there
      73  a file cannot be written
      74  reading or writing failed
      75  the board is run by another process already
    """
}

/// The error of all commands: the message, line by line, and the exit status.
package struct Failure: Error {
  package var status: ExitStatus
  package var lines: [String]
  /// The problems behind the lines, if they are about files.
  package private(set) var problems: [Problem] = []

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    lines = [message]
  }

  /// A name that is none of several.
  ///
  /// - Parameters:
  ///   - what: what it should name, such as `widget`.
  ///   - names: the names that there are, in the order in which they are listed.
  package init(unknown what: String, _ name: String, among names: [String]) {
    let hint = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    self.init(.usage, "there is no \(what) \"\(name)\"; expected one of \(names.joined(separator: ", "))\(hint)")
  }

  package init(_ status: ExitStatus, lines: [String]) {
    self.status = status
    self.lines = lines
  }

  /// Problems in documents, in the form that editors can jump to.
  package init(_ problems: [Problem]) {
    status = .badInput
    self.problems = problems
    lines = problems.map(\.description)
  }
}
