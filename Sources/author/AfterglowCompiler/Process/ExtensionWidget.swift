import AfterglowViews
import Foundation

/// A widget that runs in a separate process, made of a ``WidgetBundle`` (WidgetKit's extension model).
///
/// If the process crashes, hangs or exceeds a limit it is ended; the tile keeps its last content, and other widgets are
/// not affected.
public struct ExtensionWidget: Widget {
  /// The program of the bundle.
  public let executable: URL
  private let about: ExtensionDescription

  /// The limit of a timeline and of an intent, in seconds.
  public static let seconds = ExtensionProcess.timelineSeconds

  /// Starts an executable and queries which widgets its bundle has.
  ///
  /// - Throws: ``CompileError`` if it cannot be started, or does not reply as a widget bundle within 20 s.
  public static func widgets(of executable: URL) throws -> [ExtensionWidget] {
    let process = try ExtensionProcess(executable: executable)
    defer { process.end() }
    guard case .widgets(let found) = try process.ask(.describe, seconds: ExtensionProcess.timelineSeconds, fonts: nil)
    else { throw CompileError("\(executable.path) does not say which widgets it has") }
    return found.map { ExtensionWidget(executable: executable, about: $0) }
  }

  /// A widget of a bundle that is not started yet.
  ///
  /// - Parameter executable: the program of the bundle.
  /// - Parameter description: the value of ``description`` when the widget was added.
  /// - Throws: `DecodingError` if the data is something else.
  public init(executable: URL, description: Data) throws {
    self.executable = executable
    about = try JSONDecoder().decode(ExtensionDescription.self, from: description)
  }

  private init(executable: URL, about: ExtensionDescription) {
    self.executable = executable
    self.about = about
  }

  /// The intents that the widget's program can perform, by name.
  ///
  /// - Throws: ``CompileError`` if the program cannot be started, or does not reply within 20 s.
  public func intents() throws -> [IntentDescriptor] {
    let process = try ExtensionProcess(executable: executable)
    defer { process.end() }
    guard case .intents(let found) = try process.ask(.intents, seconds: ExtensionProcess.timelineSeconds, fonts: nil)
    else { throw CompileError("it does not say which intents it has") }
    return found
  }

  /// Performs an intent in a process of the widget's program.
  ///
  /// - Parameters:
  ///   - intent: its name.
  ///   - parameters: by name; those without a value have their defaults.
  /// - Throws: ``ConfigurationError`` if a value does not fit; ``CompileError`` if the intent throws, or if the program
  ///   cannot be started, ends, or is not done within 20 s.
  public func perform(_ intent: String, _ parameters: [String: ConfigurationValue]) throws -> IntentOutcome {
    let process = try ExtensionProcess(executable: executable)
    defer { process.end() }
    let seconds = ExtensionProcess.timelineSeconds
    switch try process.ask(
      .perform(intent: intent, parameters: .object(parameters)), seconds: seconds,
      reason: "it was not done within \(Int(clamping: seconds)) s", fonts: nil)
    {
    case .performed(let outcome): return outcome
    case .wrongConfiguration(let path, let message, let knownKeys):
      throw ConfigurationError(path: path, message: message, knownKeys: knownKeys)
    default: throw CompileError("it does not say what came of the intent")
    }
  }

  /// Kind, names and families as JSON, to be stored with the executable and passed to
  /// ``init(executable:description:)``.
  public var description: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return (try? encoder.encode(about)) ?? Data()
  }

  /// Starts the process when the host requests content, and ends it with the work (``WidgetProcesses``).
  public var body: ModifiedWidgetConfiguration {
    let session = ExtensionSession(executable: executable, about: about)
    return ModifiedWidgetConfiguration(
      descriptor: WidgetDescriptor(
        kind: about.kind, displayName: about.displayName, description: about.description,
        supportedFamilies: about.supportedFamilies, contentMarginsDisabled: about.contentMarginsDisabled,
        placing: WidgetPlacing(
          disfavored: about.disfavored ?? [], keepsContainerBackground: about.keepsContainerBackground == true,
          mountingStyles: about.mountingStyles ?? [.elevated, .recessed], texture: about.texture),
        checkConfiguration: { values throws(ConfigurationError) in try session.check(values) },
        describeParameters: { [about] in about.parameters ?? [] },
        placeholder: { values, context in session.placeholder(values, context) },
        snapshot: { values, context in try session.timeline(values, .snapshot, context).entries[0] },
        timeline: { values, context in try session.timeline(values, .timeline, context) }))
  }
}

/// A widget's process during the compile of one scene, and its drawings: if a later compile fails, content of an
/// earlier one is shown from here.
final class ExtensionSession: @unchecked Sendable {
  private let executable: URL
  private let kind: String
  fileprivate let hasMargins: Bool
  private let lock = NSRecursiveLock()
  private var process: ExtensionProcess?
  /// Whether its last reply timed out.
  private var wasTooSlow = false
  /// What is to be said of replies that took long.
  private var slowness: String?
  /// Why it ended: drawings of its timelines are not requested from another process.
  private var failure: (any Error)?

  init(executable: URL, about: ExtensionDescription) {
    self.executable = executable
    kind = about.kind
    hasMargins = !about.contentMarginsDisabled
  }

  /// A session for a preview of the program.
  init(executable: URL, preview: ExtensionPreview) {
    self.executable = executable
    kind = preview.kind ?? preview.name
    hasMargins = !preview.contentMarginsDisabled
  }

  /// Throws the program's own validation errors. If the program cannot be reached, that is no fault of the scene, whose
  /// other widgets keep working: its timeline fails as well, with the reason.
  func check(_ values: [String: ConfigurationValue]) throws(ConfigurationError) {
    let request = ExtensionRequest.check(kind: kind, configuration: .object(values))
    let reply = try? ask(request, seconds: ExtensionProcess.timelineSeconds, fonts: nil)
    end()
    if case .wrongConfiguration(let path, let message, let knownKeys) = reply {
      throw ConfigurationError(path: path, message: message, knownKeys: knownKeys)
    }
  }

  func timeline(
    _ values: [String: ConfigurationValue], _ reason: ExtensionRequest.Reason, _ context: TimelineProviderContext
  ) throws -> WidgetTimeline {
    let answer = try answer(
      .timeline(kind: kind, configuration: .object(values), reason: reason, context: ExtensionContext(context)))
    let sorted = answer.entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    let window = WidgetTimeline.window(sorted, at: context.date) { $0.element.date }
    var timeline = WidgetTimeline(
      entries: window.entries.map { erased($0.element, $0.offset, of: answer.number) }, policy: answer.policy.policy,
      slowness: takeSlowness())
    timeline.continuesAt = window.continuesAt
    return timeline
  }

  /// An entry of a preview of the program.
  ///
  /// - Parameters:
  ///   - number: the place of the preview in the program's list.
  ///   - entry: the place of the entry in the preview's.
  func preview(_ number: Int, entry: Int, in context: TimelineProviderContext) throws -> ErasedEntry {
    let answer = try answer(.preview(number, context: ExtensionContext(context)))
    guard answer.entries.indices.contains(entry) else { throw CompileError("its preview has no entry \(entry + 1)") }
    var shown = erased(answer.entries[entry], entry, of: answer.number)
    shown.date = context.date
    return shown
  }

  private typealias Answer = (number: Int, entries: [ExtensionEntry], policy: ExtensionPolicy)

  private func answer(_ request: ExtensionRequest) throws -> Answer {
    guard
      case .timeline(let number, let entries, let policy) = try ask(
        request, seconds: ExtensionProcess.timelineSeconds, fonts: nil), !entries.isEmpty
    else { throw CompileError("\(kind): its timeline has no entries") }
    return (number, entries, policy)
  }

  private func erased(_ entry: ExtensionEntry, _ index: Int, of timeline: Int) -> ErasedEntry {
    let drawings = ExtensionDrawings(session: self, timeline: timeline, entry: index)
    return ErasedEntry(date: entry.date, relevance: entry.relevance) { AnyView(ExtensionView(drawings: drawings)) }
  }

  /// Once.
  func takeSlowness() -> String? {
    lock.withLock {
      defer { slowness = nil }
      return slowness
    }
  }

  /// Bars if the process cannot provide a placeholder; one that hangs is not waited for a second time.
  func placeholder(_ values: [String: ConfigurationValue], _ context: TimelineProviderContext) -> ErasedEntry {
    if !lock.withLock({ wasTooSlow }), let timeline = try? timeline(values, .placeholder, context) {
      return timeline.entries[0]
    }
    return ErasedEntry(date: context.date) { AnyView(HostChrome.Unknown()) }
  }

  func ask(_ request: ExtensionRequest, seconds: Double, fonts: FontLibrary?) throws -> ExtensionReply {
    lock.lock()
    defer { lock.unlock() }
    if case .draw = request {
      if let failure { throw failure }
    } else {
      failure = nil
    }
    do {
      let (limit, reason) = try WidgetProcesses.limit(seconds, of: self)
      let running = try process ?? ExtensionProcess(executable: executable)
      process = running
      let start = ContinuousClock.now
      defer {
        let spent = (ContinuousClock.now - start) / .seconds(1)
        wasTooSlow = spent >= limit
        slowness = request.slow(spent, of: seconds) ?? slowness
        WidgetProcesses.took(spent, by: self)
      }
      return try running.ask(request, seconds: limit, reason: reason ?? request.tooSlow(seconds), fonts: fonts)
    } catch {
      kill()
      failure = error
      throw error
    }
  }

  /// The same for all sessions of one widget.
  var widget: String { "\(executable.path) \(kind)" }

  /// Waits until it has exited by itself, and kills it otherwise.
  func end() {
    lock.withLock {
      process?.end()
      process = nil
    }
  }

  /// Ends it by closing its input.
  func close() { lock.withLock { process?.close() } }

  var hasEnded: Bool { lock.withLock { process?.hasEnded ?? true } }

  func kill() {
    lock.withLock {
      process?.kill()
      process = nil
    }
  }
}

/// Drawings of entries, by the place where they were drawn.
final class ExtensionDrawings: ExtensionDrawing.Source, @unchecked Sendable {
  private let session: ExtensionSession
  private let timeline: Int
  private let entry: Int
  private let lock = NSLock()
  private var known: [ExtensionPlace: ExtensionDrawing] = [:]

  init(session: ExtensionSession, timeline: Int, entry: Int) {
    self.session = session
    self.timeline = timeline
    self.entry = entry
  }

  var hasMargins: Bool { session.hasMargins }

  func takeSlowness() -> String? { session.takeSlowness() }

  func drawing(_ place: ExtensionPlace, fonts: FontLibrary) throws -> ExtensionDrawing {
    var key = place
    // The same entry has the same drawing whenever it is compiled.
    key.date = .distantPast
    key.moment = nil
    let usual = lock.withLock { known[key] }
    if let usual, usual.moments?.isEmpty != false { return usual }
    // Its views change within the entry.
    var own = key
    own.moment = place.moment
    if let known = lock.withLock({ known[own] }) { return known }
    do {
      let request = ExtensionRequest.draw(timeline: timeline, entry: entry, place: place)
      guard case .drawing(let drawing) = try session.ask(request, seconds: ExtensionProcess.drawSeconds, fonts: fonts)
      else { throw CompileError("it answered something else than a drawing") }
      lock.withLock {
        known[own] = drawing
        known[key] = usual ?? drawing
      }
      return drawing
    } catch {
      // The process of an earlier compile is gone; what it drew first is better than nothing.
      if let usual { return usual }
      throw error
    }
  }
}
