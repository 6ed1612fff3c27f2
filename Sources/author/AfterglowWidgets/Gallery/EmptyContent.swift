import Afterglow
import Foundation

/// Content without anything in it, to see what widgets then show.
package enum EmptyContent {
  private static let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Afterglow//EN\r\nEND:VCALENDAR\r\n"

  /// Of the kinds whose content may have nothing in it: a calendar without events, a feed without news.
  private static let paths: [String: String] = [
    "calendar": calendar, "reminders": calendar,
    "news": "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>News</title></channel></rss>\n",
  ].compactMapValues(path)

  /// The path of a file with these bytes that is in no folder, and goes with the process; nil if there cannot be one.
  private static func path(of text: String) -> String? {
    var name = Array((FileManager.default.temporaryDirectory.path + "/afterglow-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    unlink(name)
    guard write(file, text, text.utf8.count) == text.utf8.count else { return nil }
    return "/proc/self/fd/\(file)"
  }

  /// Lets a widget read such content; one that reads none, or must have some, stays as it is.
  package static func apply(to configuration: inout [String: ConfigurationValue], of kind: String) {
    guard let path = paths[kind] else { return }
    for key in ["source", "sources"] { configuration[key] = nil }
    configuration["file"] = .string(path)
    if kind == "calendar" { configuration["holidays"] = .string("none") }
  }
}
