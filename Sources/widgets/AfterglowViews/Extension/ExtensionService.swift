import Foundation

/// The widget's process, widget side: evaluates timelines and draws entries with the same layout as built-in widgets.
struct ExtensionService {
  private let widgets: [WidgetDescriptor]
  private var timelines: [WidgetTimeline] = []
  /// nil = they were not asked for yet.
  private var previews: (found: [FoundPreview], leftOut: Int)?
  private let typesetterCache = TypesetterCache()

  init(widgets: [any Widget]) { self.widgets = widgets.bundledWidgets.map(\.descriptor).filter(\.hasTimeline) }

  mutating func run(input: Int32, output: Int32) {
    while let body = Self.read(input) {
      let reply = answer(body)
      guard Self.write(reply, to: output) else { return }
    }
  }

  private mutating func answer(_ body: Data) -> Data {
    do {
      let request = try ExtensionWire.decode(ExtensionRequest.self, body, fonts: nil)
      let reply = try reply(to: request)
      // What a provider or an intent has written is there for the next process.
      if request.runsCode { DefaultsSuites.synchronize() }
      return try typesetterCache.withTypesetter { try ExtensionWire.encode(reply, fonts: $0.library) }
    } catch {
      return (try? ExtensionWire.encode(ExtensionReply.failure(Self.words(of: error)), fonts: nil)) ?? Data()
    }
  }

  /// Errors that have words for people, such as those of URLSession, are said in them; others are described.
  private static func words(of error: any Error) -> String {
    if let words = (error as? any LocalizedError)?.errorDescription { return words }
    // Not `error is NSError`: the compiler takes that for true, although errors of Swift are none on Linux.
    let kind: any Error.Type = type(of: error)
    return kind is NSError.Type || error is any CustomNSError ? error.localizedDescription : "\(error)"
  }

  private mutating func reply(to request: ExtensionRequest) throws -> ExtensionReply {
    switch request {
    case .describe: return .widgets(widgets.map(ExtensionDescription.init))
    case .check(let kind, let configuration):
      do throws(ConfigurationError) {
        try descriptor(kind).checkConfiguration(configuration.members)
        return .isRight
      } catch {
        return .wrongConfiguration(path: error.path, message: error.message, knownKeys: error.knownKeys)
      }
    case .timeline(let kind, let configuration, let reason, let context):
      WidgetCenter.shared.note(WidgetInfo(kind: kind, family: context.family, values: configuration.members))
      BoardLocale.current = Locale(identifier: context.environment.locale)
      return kept(try timeline(descriptor(kind), configuration.members, reason, in: context.context))
    case .draw(let number, let entry, let place):
      guard timelines.indices.contains(number), timelines[number].entries.indices.contains(entry) else {
        throw CompileError("there is no entry \(entry) of timeline \(number)")
      }
      BoardLocale.current = Locale(identifier: place.environment.locale)
      let view = timelines[number].entries[entry].content()
      return .drawing(try typesetterCache.withTypesetter { draw(view, place, $0) })
    case .intents: return .intents(IntentTypes.performable.map { IntentDescriptor($0) })
    case .perform(let name, let parameters): return try perform(name, parameters.members)
    case .previews:
      let (found, leftOut) = try collectedPreviews()
      return .previews(found.map(\.about), leftOut: leftOut)
    case .preview(let number, let context):
      BoardLocale.current = Locale(identifier: context.environment.locale)
      let found = try collectedPreviews().found
      guard found.indices.contains(number) else { throw CompileError("there is no preview \(number)") }
      return kept(try found[number].timeline(context.context))
    }
  }

  /// Keeps a timeline, whose entries are drawn later.
  private mutating func kept(_ timeline: WidgetTimeline) -> ExtensionReply {
    timelines.append(timeline)
    return .timeline(
      number: timelines.count - 1,
      entries: timeline.entries.map { ExtensionEntry(date: $0.date, relevance: $0.relevance) },
      policy: ExtensionPolicy(timeline.policy))
  }

  private mutating func collectedPreviews() throws -> (found: [FoundPreview], leftOut: Int) {
    if let previews { return previews }
    let collected = try typesetterCache.withTypesetter { typesetter in
      FoundPreview.all { view in
        let context = ResolveContext(
          environment: EnvironmentValues(), typesetter: typesetter, container: Container(), scale: 1,
          date: .distantPast, path: 1)
        _ = ResolvedView(view, in: context)
      }
    }
    previews = (collected.previews, collected.leftOut)
    return (collected.previews, collected.leftOut)
  }

  private func perform(_ name: String, _ parameters: [String: ConfigurationValue]) throws -> ExtensionReply {
    guard let type = IntentTypes.performable.first(where: { $0.persistentIdentifier == name }) else {
      throw CompileError("this program has no intent \(name)")
    }
    do {
      let (words, reloads) = try WidgetCenter.shared.notingReloads(of: widgets.map(\.kind)) {
        try IntentPerformance.perform(type, parameters)
      }
      return .performed(IntentOutcome(words: words, reloads: reloads))
    } catch let error as ConfigurationError {
      return .wrongConfiguration(path: error.path, message: error.message, knownKeys: error.knownKeys)
    }
  }

  private func descriptor(_ kind: String) throws(ConfigurationError) -> WidgetDescriptor {
    guard let found = widgets.first(where: { $0.kind == kind }) else {
      throw ConfigurationError(path: [], message: "this program has no widget \(kind)")
    }
    return found
  }

  private func timeline(
    _ descriptor: WidgetDescriptor, _ configuration: [String: ConfigurationValue], _ reason: ExtensionRequest.Reason,
    in context: TimelineProviderContext
  ) throws -> WidgetTimeline {
    switch reason {
    case .placeholder: WidgetTimeline(entries: [descriptor.placeholder(configuration, context)], policy: .never)
    case .snapshot: WidgetTimeline(entries: [try descriptor.snapshot(configuration, context)], policy: .never)
    case .timeline: try descriptor.timeline(configuration, context)
    }
  }

  private func draw(_ view: AnyView, _ place: ExtensionPlace, _ typesetter: Typesetter) -> ExtensionDrawing {
    var drawing = StateStore.settle { draw(view, place, typesetter, states: $0) }
    drawing.problems += ResourceProblems.take().map { .init(isError: false, path: "", message: $0) }
    return drawing
  }

  private func draw(
    _ view: AnyView, _ place: ExtensionPlace, _ typesetter: Typesetter, states: StateStore
  ) -> ExtensionDrawing {
    let whole = Rect(origin: .zero, size: place.size)
    var environment = place.environment.values
    environment.moment = place.moment ?? place.date
    if let accent = ResourceCatalog.of(nil).colors["AccentColor"] {
      environment.tint = AnyShapeStyle(Color(storage: .named(accent)))
    }
    var context = ResolveContext(
      environment: environment, typesetter: typesetter, container: Container(), scale: place.scale,
      date: place.date, path: place.path)
    context.container.shape = ContainerShape(rect: whole, radius: place.cornerRadius)
    context.container.states = states
    context.preferences = PreferenceScope()
    let resolved = ResolvedView(view, in: context)
    var canvas = DrawCanvas()
    let room = whole.inset(by: place.insets).mirrored(in: whole, if: context.isMirrored)
    resolved.draw(centredIn: room, into: &canvas)
    var background: DrawCanvas?
    if let behind = context.parts?.background {
      background = DrawCanvas()
      behind.draw(in: whole, into: &background!)
    }
    var strip: DrawCanvas?
    if let label = context.parts?.widgetLabel {
      strip = DrawCanvas()
      let room = Rect(origin: .zero, size: context.environment.widgetLabelRoom)
      label.draw(centredIn: room, into: &strip!)
    }
    context.preferences?.settle()
    return ExtensionDrawing(
      items: canvas.items, background: background?.items, label: strip?.items,
      problems: context.container.problems.map {
        .init(
          isError: $0.severity == .error, path: $0.path, message: $0.message, isOfPart: $0.isOfPart ? true : nil)
      }, targets: context.container.targets, accessibility: context.container.accessibility.nodes,
      moments: context.container.moments.dates.sorted(), isTimeless: context.container.dates.isTimeless ? true : nil)
  }

  // MARK: pipe

  private static func read(_ file: Int32) -> Data? {
    guard let head = read(file, 4) else { return nil }
    let length = ExtensionWire.length(head)
    guard length <= ExtensionWire.maximumByteCount else { return nil }
    return read(file, length)
  }

  private static func read(_ file: Int32, _ count: Int) -> Data? {
    var data = Data(count: count)
    var done = 0
    while done < count {
      let got = data.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress! + done, count - done) }
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { return nil }
      done += got
    }
    return data
  }

  private static func write(_ data: Data, to file: Int32) -> Bool {
    var done = 0
    while done < data.count {
      let put = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress! + done, data.count - done) }
      if put < 0 && errno == EINTR { continue }
      if put <= 0 { return false }
      done += put
    }
    return true
  }
}

extension ExtensionDescription {
  init(_ descriptor: WidgetDescriptor) {
    self.init(
      kind: descriptor.kind, displayName: descriptor.displayName, description: descriptor.description,
      supportedFamilies: descriptor.supportedFamilies, contentMarginsDisabled: descriptor.contentMarginsDisabled,
      disfavored: descriptor.placing.disfavored.isEmpty ? nil : descriptor.placing.disfavored,
      keepsContainerBackground: descriptor.placing.keepsContainerBackground ? true : nil,
      mountingStyles: descriptor.placing.mountingStyles.count == 2 ? nil : descriptor.placing.mountingStyles,
      texture: descriptor.placing.texture,
      parameters: descriptor.parameters.isEmpty ? nil : descriptor.parameters)
  }
}

extension ExtensionRequest {
  /// Whether a provider or an intent runs, which may store values.
  fileprivate var runsCode: Bool {
    switch self {
    case .timeline, .perform, .preview: true
    case .describe, .check, .draw, .intents, .previews: false
    }
  }
}

extension ExtensionContext {
  package init(_ context: TimelineProviderContext) {
    self.init(
      family: context.family, displaySize: context.displaySize, isPreview: context.isPreview, date: context.date,
      folder: context.folder?.path, place: context.place, environment: ExtensionEnvironment(context.environment))
  }

  var context: TimelineProviderContext {
    TimelineProviderContext(
      family: family, displaySize: displaySize, isPreview: isPreview, date: date, environment: environment.values,
      folder: folder.map { URL(fileURLWithPath: $0, isDirectory: true) }, place: place)
  }
}

extension ConfigurationValue {
  /// Keys and values of an object; none of anything else.
  var members: [String: ConfigurationValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

extension Rect {
  /// Inset by margins; the size is never below zero.
  package func inset(by margins: EdgeInsets) -> Rect {
    Rect(
      x: minX + margins.leading, y: minY + margins.top, width: max(0, width - margins.leading - margins.trailing),
      height: max(0, height - margins.top - margins.bottom))
  }
}
