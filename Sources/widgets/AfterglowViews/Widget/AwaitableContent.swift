import Foundation

/// An error of a provider that may say that nothing is wrong: content from elsewhere has not come yet.
package protocol AwaitableContentError: Error {
  var isAwaited: Bool { get }

  /// The words that a viewer reads in its place; nil = none.
  func notice(in locale: Locale) -> ContentNotice?
}

/// The words that a viewer reads in place of content that has never come.
package struct ContentNotice: Sendable {
  /// Why it has not, and where it would come from.
  package var words: String
  /// The reason alone, for small places.
  package var shortWords: String
  /// Until then a placeholder is shown.
  package var date: Date

  package init(words: String, shortWords: String, from date: Date) {
    self.words = words
    self.shortWords = shortWords
    self.date = date
  }
}
