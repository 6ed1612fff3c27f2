import Afterglow
import AfterglowDocuments

extension JSONPath {
  /// The path of a configuration.
  ///
  /// - Parameter place: the keys that lead to it.
  /// - Throws: `ConfigurationError` for text that is no path.
  init(_ text: String, at place: [String]) throws(ConfigurationError) {
    do throws(Fault) {
      try self.init(text)
    } catch {
      guard text.hasPrefix("$") else {
        let remedy = text.isEmpty ? "" : "; write $\(text.hasPrefix(".") || text.hasPrefix("[") ? "" : ".")\(text)"
        throw ConfigurationError(
          path: place, message: "expected a path that begins with \"$\", found \"\(text)\"\(remedy)")
      }
      throw ConfigurationError(path: place, message: "\(error.message), at character \(error.column) of \"\(text)\"")
    }
  }
}
