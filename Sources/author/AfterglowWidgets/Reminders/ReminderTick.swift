import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The owner's permission to tick reminders off, `tick` of a scene: what a touch may change.
enum ReminderTick: Codable, Hashable, Sendable {
  case no
  /// Where the reminders come from: a file, or an account.
  case atItsSource
  /// A program and its arguments.
  case program([String])

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let permits = try? single.decode(Bool.self) {
      self = permits ? .atItsSource : .no
      return
    }
    guard let words = try? single.decode([String].self) else {
      throw Self.refusal(decoder, "expected true, false, or a program such as [./tasks, done, \"{id}\"]")
    }
    guard let program = words.first, !program.isEmpty, program != TaskIdentity.mark,
      !words.contains(where: { $0.utf8.contains(0) })
    else { throw Self.refusal(decoder, "expected a program and its arguments, found no program") }
    guard words.contains(TaskIdentity.mark) else {
      throw Self.refusal(decoder, "expected the argument \"{id}\", which stands for the task, found none")
    }
    self = .program(words)
  }

  private static func refusal(_ decoder: any Decoder, _ message: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: message))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .no: try container.encode(false)
    case .atItsSource: try container.encode(true)
    case .program(let words): try container.encode(words)
    }
  }
}

extension RemindersIntent {
  func validate() throws(ConfigurationError) {
    try checkFile()
    guard tick == .atItsSource, source.isSet else { return }
    switch source.origin {
    case .none, .file, .calendars: return
    case .web, .push, .command:
      throw ConfigurationError(
        path: ["tick"],
        message: "expected a program that ticks tasks off, such as [./tasks, done, \"{id}\"], because "
          + "\(source.publicName) is only read, found true")
    }
  }

  /// The place that a touch may change; nil = none.
  func tickPlace(in folder: URL?) -> ContentSource? {
    switch tick {
    case .no: return nil
    case .program(let words): return ContentSource(.command(words)).resolved(in: folder)
    case .atItsSource:
      let place = source.isSet ? source : file.isEmpty ? .none : ContentSource(.file(file))
      switch place.origin {
      case .file, .calendars: return place.resolved(in: folder)
      case .none, .web, .push, .command: return nil
      }
    }
  }
}

/// Ticks a reminder off, or notes it as open again. The author performs it, where the scene permits it; no other program can.
struct TickReminder: SetValueIntent {
  static let title: LocalizedStringResource = "Tick off a reminder"

  @Parameter(title: "Task") var task: String
  @Parameter(title: "Done") var value: Bool

  init() {}

  init(_ identity: String, isDone: Bool) {
    task = identity
    value = isDone
  }

  func perform() async throws -> some IntentResult { .result() }
}

extension WidgetGallery {
  /// The place that a touch of a widget may change by ticking tasks off, as its configuration permits; nil = none.
  public func tickPlace(of use: WidgetUse) -> ContentSource? {
    guard let widget = widget(use.kind) as? RemindersWidget else { return nil }
    return widget.content(use)?.intent.tickPlace(in: use.folder)
  }

  /// The task that an intent of such a widget names, and whether it is done; nil for any other intent.
  public static func tick(_ intent: IntentReference) -> (identity: String, isDone: Bool)? {
    guard intent.name == TickReminder.persistentIdentifier, case .string(let identity)? = intent.parameters["task"],
      case .bool(let isDone)? = intent.parameters["value"]
    else { return nil }
    return (identity, isDone)
  }
}
