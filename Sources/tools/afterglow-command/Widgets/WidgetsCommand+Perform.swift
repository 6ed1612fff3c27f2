import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowDaemon
import AfterglowDocuments
import AfterglowKit
import AfterglowWidgets
import ArgumentParser
import Foundation

extension WidgetsCommand {
  /// `afterglow widgets perform KIND [INTENT [--PARAMETER VALUE…]]`.
  struct Perform: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Perform an intent of an added widget, as its button or toggle would; without one, list them.",
      discussion: """
        The intent runs in a process of the widget's program, with the same limits as its timelines, and must be done \
        within \(Int(ExtensionWidget.seconds)) s. What it writes to user defaults or files is there for the next timeline. Boards \
        that this user runs then reload the widgets of the program, and those that the intent asks for.

        Values: true or false; numbers; text; 2026-05-01, 07:30 or both for dates; the raw value of a choice; the \
        identifier of an entity; a list with commas. A parameter that is left out has its default.

        EXAMPLES
          afterglow widgets perform habits
          afterglow widgets perform habits LogIntent --habit water --amount 2
          sudo -u afterglow XDG_STATE_HOME=/var/lib afterglow widgets perform habits LogIntent   # of a service

        \(ExitStatus.help)
        """)

    @Flag(help: "List the intents and their parameters.")
    var list = false

    @Argument(help: "The widget's kind.")
    var kind: String

    @Argument(help: "The intent's name.")
    var intent: String?

    @Argument(
      parsing: .allUnrecognized, help: ArgumentHelp("Its parameters: --NAME VALUE.", valueName: "parameters"))
    var parameters: [String] = []

    func run() throws {
      try reporting {
        let widget = try added()
        do {
          let intents = try widget.intents()
          guard let intent, !list else { return say(intents) }
          try perform(try named(intent, among: intents), of: widget)
        } catch let error as CompileError {
          throw Failure(.unavailable, "\(kind): \(error.message)")
        }
      }
    }

    /// - Throws: `Failure` where no added widget has this kind.
    private func added() throws -> ExtensionWidget {
      let widgets = WidgetRegistry.standard.widgets
      if let found = widgets.first(where: { $0.descriptor.kind == kind }) { return found }
      if WidgetGallery.builtIn.kinds.contains(kind) {
        throw Failure(.usage, "\(kind) is a built-in widget; only added ones have intents")
      }
      let kinds = widgets.map(\.descriptor.kind)
      if FileManager.default.fileExists(atPath: kind) {
        throw Failure(
          .usage,
          "\(kind): expected a widget's kind; `afterglow widgets add \(kind.shellWord)` adds it and says its kind")
      }
      throw Failure(.usage, Self.unknown("widget", kind, kinds, none: "`afterglow widgets add PACKAGE` adds one"))
    }

    private func named(_ name: String, among intents: [IntentDescriptor]) throws -> IntentDescriptor {
      if let found = intents.first(where: { $0.name == name }) { return found }
      throw Failure(
        .usage,
        "\(kind): "
          + Self.unknown(
            "intent", name, intents.map(\.name), none: "it has none; one that no view names must be public"))
    }

    /// "no intent “Foo”; expected Fob or Bar; did you mean "Fob"?"
    private static func unknown(_ what: String, _ name: String, _ known: [String], none: String) -> String {
      let hint = NearestName.find(name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
      let words = known.isEmpty ? none : "expected " + known.map { "\"\($0)\"" }.formatted(.list(type: .or))
      return "there is no \(what) \"\(name)\"; \(words)\(hint)"
    }

    private func say(_ intents: [IntentDescriptor]) {
      if intents.isEmpty { Report.say("\(kind) has no intents to perform; one that no view names must be public") }
      for intent in intents {
        Report.say("\(intent.name): \(intent.description ?? intent.title)")
        for parameter in intent.parameters { Report.say("  --\(parameter.words)") }
      }
    }

    private func perform(_ intent: IntentDescriptor, of widget: ExtensionWidget) throws {
      let outcome: IntentOutcome
      do {
        outcome = try widget.perform(intent.name, try IntentArguments(parameters).values(of: intent))
      } catch let error as ConfigurationError {
        let name = error.path.first.map { "--\($0): " } ?? ""
        throw Failure(.badInput, "\(kind) \(intent.name): \(name)\(error.message)")
      }
      if let words = outcome.words { Report.say(words) }
      let kinds = try ReloadMark.touch(after: outcome, of: widget)
      Report.say("performed \(intent.name); to be reloaded: \(kinds.joined(separator: ", "))")
    }
  }
}

/// Parameters of an intent on a command line.
struct IntentArguments {
  private var given: [(name: String, text: String?)] = []

  /// - Parameter words: "--name value" or "--name=value"; a name without a value is true.
  /// - Throws: `Failure` for a value without a name.
  init(_ words: [String]) throws {
    for word in words {
      if word.hasPrefix("--") && word.count > 2 {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        given.append((String(parts[0]), parts.count == 2 ? String(parts[1]) : nil))
      } else if let last = given.last, last.text == nil {
        given[given.count - 1].text = word
      } else {
        throw Failure(.usage, "expected --NAME VALUE, found \"\(word)\"")
      }
    }
  }

  /// - Throws: `Failure` for a name that the intent does not have, or one without a value that needs one.
  func values(of intent: IntentDescriptor) throws -> [String: ConfigurationValue] {
    var values: [String: ConfigurationValue] = [:]
    for (name, text) in given {
      guard let parameter = intent.parameters.first(where: { $0.name == name }) else {
        let names = intent.parameters.map(\.name)
        let hint = NearestName.find(name, among: names).map { "; did you mean --\($0)?" } ?? ""
        let known = names.isEmpty ? "it has none" : "it has " + names.map { "--\($0)" }.joined(separator: ", ")
        throw Failure(.usage, "\(intent.name) has no parameter --\(name); \(known)\(hint)")
      }
      guard let text = text ?? (parameter.kind == .boolean ? "true" : nil) else {
        throw Failure(.usage, "\(intent.name): expected a value after --\(name)")
      }
      values[name] = Self.value(text, parameter.kind)
    }
    return values
  }

  /// What a scene file would have. A text that does not fit stays text, which the parameter refuses with its own words.
  private static func value(_ text: String, _ kind: IntentParameterKind) -> ConfigurationValue {
    switch kind {
    case .boolean:
      switch text {
      case "true", "yes", "on": .bool(true)
      case "false", "no", "off": .bool(false)
      default: .string(text)
      }
    case .integer: Int(text).map { .integer($0) } ?? .string(text)
    case .number: Double(text).map { .number($0) } ?? .string(text)
    case .list: .array(text.isEmpty ? [] : text.split(separator: ",").map { plain(String($0)) })
    default: .string(text)
    }
  }

  /// The elements of a list say by themselves what they are.
  private static func plain(_ text: String) -> ConfigurationValue {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    if let number = Int(trimmed) { return .integer(number) }
    if let number = Double(trimmed) { return .number(number) }
    return .string(trimmed)
  }
}
