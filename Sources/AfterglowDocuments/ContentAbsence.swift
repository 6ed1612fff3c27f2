import Foundation

/// Why a source gives nothing, as far as a viewer of the panel is told.
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

/// Content that has not come, and what a viewer of the panel is told of it.
public struct ContentAbsence: Equatable, Sendable {
  public var trouble: ContentTrouble
  /// What a viewer knows the source by.
  public var name: String
  /// From when a viewer is told.
  public var date: Date

  public init(_ trouble: ContentTrouble, name: String, from date: Date) {
    self.trouble = trouble
    self.name = name
    self.date = date
  }
}
