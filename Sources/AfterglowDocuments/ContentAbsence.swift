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
  /// What it gives is no calendar.
  case notCalendar
  /// What it gives cannot be read.
  case notReadable
  /// Anything else: a fault of the server, or of this machine.
  case notAvailable
}

/// Content that has not come, and what the panel shows of the reason.
public struct ContentAbsence: Equatable, Sendable {
  public var trouble: ContentTrouble
  /// What a viewer knows the source by.
  public var name: String
  /// The date from which the panel shows the reason.
  public var date: Date

  public init(_ trouble: ContentTrouble, name: String, from date: Date) {
    self.trouble = trouble
    self.name = name
    self.date = date
  }
}
