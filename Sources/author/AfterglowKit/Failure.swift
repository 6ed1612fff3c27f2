import AfterglowDocuments

/// An error for the user: its message, line by line, and what kind of error it is. Commands end with an exit status of
/// their own for each kind.
package struct Failure: Error {
  /// What kind of error it is.
  package enum Kind: CaseIterable, Sendable {
    /// A picture is not the expected one.
    case differs
    /// The request names something that there is not, or asks for what cannot be.
    case usage
    /// A file, a folder or a document is not as it must be.
    case badInput
    /// Something that is needed is not there, or does not answer.
    case unavailable
    /// A file cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// Another process is using it; it may be free later.
    case busy
  }

  package var kind: Kind
  package var lines: [String]
  /// The problems behind the lines, if they are about files.
  package private(set) var problems: [Problem] = []

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
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

  package init(_ kind: Kind, lines: [String]) {
    self.kind = kind
    self.lines = lines
  }

  /// Problems in documents, in the form that editors can jump to.
  package init(_ problems: [Problem]) {
    kind = .badInput
    self.problems = problems
    lines = problems.map(\.description)
  }
}
