import Foundation

/// Why a source gives nothing, as far as the panel shows it.
public enum ContentTrouble: String, Codable, CaseIterable, Sendable {
  /// It wants a secret that is not there, or refuses the one that is.
  case signIn
  /// It refuses access.
  case noAccess
  case notFound
  /// No server answers.
  case noConnection
  /// The source answers with something other than a calendar.
  case notCalendar
  /// The reader refuses the source's content.
  case notReadable
  /// Anything else: a fault of the server, or of this machine.
  case notAvailable
}

/// Content that has not come, and what the panel shows of the reason.
public struct ContentAbsence: Equatable, Sendable {
  public var trouble: ContentTrouble
  /// The source's name for viewers.
  public var name: String
  /// The date from which the panel shows the reason.
  public var date: Date

  public init(_ trouble: ContentTrouble, name: String, from date: Date) {
    self.trouble = trouble
    self.name = name
    self.date = date
  }
}
