import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowDocuments
import AfterglowSources
import AfterglowWidgets
import Foundation

/// One fault of a board's files, with its position.
public typealias Problem = AfterglowDocuments.Problem

/// A board: a folder with `board.yaml` (hardware), `scene.yaml` (content) and its documents (docs/boards.md).
public struct BoardFolder: Sendable {
  /// The folder as given or found.
  public let path: String
  public let boardPath: String
  public let scenePath: String
  public let board: BoardSettings
  public let scene: SceneSettings
  /// Documents from which widgets read their content, pictures that their views use, and the wallpaper; sorted, without
  /// duplicates.
  public let contentPaths: [String]
  /// Those of them that only an added widget's configuration refers to: its program may write them while it runs.
  public let programPaths: Set<String>
  /// The files and folders that each widget's content depends on, by its name in the scene.
  public let pathsOfWidgets: [String: Set<String>]
  /// What keeps content from elsewhere up to date.
  public let sources: [SourceRequest]
  /// Contents that may not be composed, by the widgets' names.
  package let setAside: [String: SetAsideContent]
  /// The first problem of each widget's content, by its name in the scene. Widgets that read the same have it once.
  package let faultsOfContent: [String: Problem]
  /// Remarks on valid settings that may not be intended, such as a forecast for another place.
  public let advice: [Problem]

  /// Reads a board completely.
  ///
  /// - Parameters:
  ///   - nameOrPath: a folder, or the name of one under `boards/`.
  ///   - scenePath: a scene other than the folder's own.
  ///   - kernel: the source of a display's size if the board does not set it.
  ///   - sceneBytes: what the scene's file would have, to check a change before it is written; nil = what it has.
  ///   - boardBytes: the same of `board.yaml`.
  ///   - date: the instant at which the content is examined.
  ///   - readsContent: whether the content of widgets is read. Without it the board has sources and set-aside contents, and
  ///     nothing that has arrived can end this process.
  /// - Returns: the board, nil if board or scene cannot be used; and every problem in board, scene and content
  ///   documents. A board with problems only in its content is returned: its widgets keep their last content.
  public static func load(
    _ nameOrPath: String, scenePath: String? = nil, lookup: BoardLookup = .standard,
    kernel: KernelDisplays = .standard, sceneBytes: [UInt8]? = nil, boardBytes: [UInt8]? = nil,
    at date: Date = Date(), readsContent: Bool = true
  ) -> (folder: BoardFolder?, problems: [Problem]) {
    WidgetProcesses.together {
      loaded(
        nameOrPath, scenePath, lookup, kernel: kernel, sceneBytes: sceneBytes, boardBytes: boardBytes, at: date,
        readsContent: readsContent)
    }
  }

  private static func loaded(
    _ nameOrPath: String, _ scenePath: String?, _ lookup: BoardLookup, kernel: KernelDisplays, sceneBytes: [UInt8]?,
    boardBytes: [UInt8]?, at date: Date, readsContent: Bool
  ) -> (folder: BoardFolder?, problems: [Problem]) {
    guard let path = lookup.find(nameOrPath) else { return (nil, [lookup.problem(nameOrPath)]) }
    if let problem = BoardLookup.problem(withRuntimeFolder: path) ?? BoardLookup.problem(withFolderOfBoards: path) {
      return (nil, [problem])
    }
    WidgetGallery.refreshStandard()
    let boardPath = join(path, "board.yaml")
    let scenePath = scenePath ?? join(path, "scene.yaml")
    let problems = ProblemCollector()
    func open(_ path: String, _ bytes: [UInt8]?) -> StrictDecoder? {
      bytes.map { StrictDecoder.open(bytes: $0, file: path, problems: problems) }
        ?? StrictDecoder.open(path: path, kind: .settings, problems: problems)
    }
    let board = open(boardPath, boardBytes).flatMap { decoder -> BoardSettings? in
      var decoder = decoder
      return BoardSettings(&decoder, kernel: kernel)
    }
    let scene =
      open(scenePath, sceneBytes).flatMap { decoder -> SceneSettings? in
        var decoder = decoder
        return SceneSettings(
          &decoder, gallery: .standard, folder: URL(fileURLWithPath: path, isDirectory: true))
      }
    for key in board?.keys ?? [] {
      if let scene, let problem = key.problem(scene.actions, file: boardPath) { problems.add(problem) }
    }
    let isUsable = problems.isEmpty
    var advice = scene.map { PlaceAdvice.of($0, file: scenePath) } ?? []
    if let board {
      advice.insert(contentsOf: [SizeAdvice.of(board, file: boardPath)].compactMap(\.self) + board.advice, at: 0)
    }
    if readsContent, let bytes = sceneBytes ?? (try? DocumentFile.read(scenePath, kind: .settings)) {
      advice += YAMLComments.advice(on: bytes, file: scenePath)
    }
    var pathsOfWidgets: [String: Set<String>] = [:]
    var setAside: [String: SetAsideContent] = [:]
    var faults: [String: Problem] = [:]
    var pictureSources: [SourceRequest] = []
    let read = content(
      of: scene, in: path, scenePath, problems, &pathsOfWidgets, setAside: &setAside, faults: &faults,
      pictures: &pictureSources, at: date, reads: readsContent
    ) { if !advice.contains($0) { advice.append($0) } }
    let named = read.union(reloadMarks(of: scene, &pathsOfWidgets))
    let programPaths = programFiles(of: scene, in: path, &pathsOfWidgets)
    if let board, readsContent {
      let folder = URL(fileURLWithPath: path, isDirectory: true)
      LightTrace.problems(board, folder: folder, boardPath: boardPath).forEach(problems.add)
    }
    guard let board, let scene, isUsable else { return (nil, problems.sorted) }
    let folder = BoardFolder(
      path: path, boardPath: boardPath, scenePath: scenePath, board: board, scene: scene,
      contentPaths: named.union(programPaths).sorted(),
      programPaths: programPaths.subtracting(named).subtracting([boardPath, scenePath]),
      pathsOfWidgets: pathsOfWidgets,
      sources: scene.allWidgets.flatMap { sources(of: $0, scene, in: path) } + pictureSources, setAside: setAside,
      faultsOfContent: faults,
      advice: advice)
    return (folder, problems.sorted)
  }

  /// The settings that `board.yaml` would have with these bytes, to check a change before it is written.
  public static func settings(
    in bytes: [UInt8], file: String, kernel: KernelDisplays = .standard
  ) -> (settings: BoardSettings?, problems: [Problem]) {
    let problems = ProblemCollector()
    guard var decoder = StrictDecoder.open(bytes: bytes, file: file, problems: problems) else {
      return (nil, problems.sorted)
    }
    let settings = BoardSettings(&decoder, kernel: kernel)
    return (settings, problems.sorted)
  }

  private static func content(
    of scene: SceneSettings?, in path: String, _ scenePath: String, _ problems: ProblemCollector,
    _ ofWidgets: inout [String: Set<String>], setAside: inout [String: SetAsideContent],
    faults: inout [String: Problem], pictures: inout [SourceRequest], at date: Date, reads: Bool,
    advice: (Problem) -> Void
  ) -> Set<String> {
    var paths: Set<String> = []
    var read: Set<ContentReading> = []
    let gallery = WidgetGallery.standard
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    for style in scene?.styles ?? [] {
      if case .picture(let picture) = style.wallpaper { paths.insert(picture.path) }
      guard let font = style.font else { continue }
      paths.insert(font.path)
      if let problem = font.problem {
        problems.add(
          Problem(
            file: scenePath, line: style.fontPlace?.line ?? 0, column: style.fontPlace?.column ?? 0,
            message: "\(font.path): \(problem)"))
      }
    }
    for item in scene?.allWidgets ?? [] {
      let use = WidgetUse(
        kind: item.kind, configuration: item.configuration, folder: folder, place: scene?.place,
        zone: scene?.timeZone ?? .current, date: date)
      let whole = CompositionSubject(item, use, path, paths: [])
      let known = whole.setAside
      if !reads {
        setAside[item.identifier] = known
        continue
      }
      let files = known == nil ? CompositionMark.within(whole.subject) { gallery.files(of: use) } : []
      let reading = CompositionSubject(item, use, path, paths: files)
      if let aside = known ?? reading.precaution {
        setAside[item.identifier] = aside
        ofWidgets[item.identifier] = Set(aside.subject.paths)
        paths.formUnion(aside.subject.paths)
        continue
      }
      let own = CompositionMark.within(reading.subject) {
        pictures += gallery.pictureSources(of: use, in: item.family)
        return gallery.pictures(of: use, in: item.family).union(files)
      }
      ofWidgets[item.identifier] = own
      paths.formUnion(own)
      // Without one of its values a widget would read its files in another way, and report faults that they do not have.
      guard item.isConfigurationWhole, read.insert(ContentReading(item, files)).inserted else { continue }
      let place = ContentPlace(item: item, folder: folder, scenePath: scenePath)
      let found = CompositionMark.within(reading.subject) {
        gallery.problems(of: use) { advice(place.placed($0)) }
      }
      for problem in found.map(place.placed) {
        problems.add(problem)
        if faults[item.identifier] == nil { faults[item.identifier] = problem }
      }
    }
    return paths
  }

  /// What keeps a widget's content from elsewhere up to date.
  public func sources(of item: SceneSettings.Item) -> [SourceRequest] { Self.sources(of: item, scene, in: path) }

  /// The tasks' place that a touch of a widget may change by ticking them off; nil = none.
  public func tickPlace(of item: SceneSettings.Item) -> ContentSource? {
    guard item.allowsActions else { return nil }
    return WidgetGallery.standard.tickPlace(
      of: WidgetUse(
        kind: item.kind, configuration: item.configuration, folder: URL(fileURLWithPath: path, isDirectory: true)))
  }

  private static func sources(of item: SceneSettings.Item, _ scene: SceneSettings, in path: String)
    -> [SourceRequest]
  {
    WidgetGallery.standard.sources(
      of: WidgetUse(
        kind: item.kind, configuration: item.configuration, folder: URL(fileURLWithPath: path, isDirectory: true),
        place: scene.place, zone: scene.timeZone))
  }

  /// Adds the files whose change reloads added widgets: those that their intents mark, and their programs.
  private static func reloadMarks(
    of scene: SceneSettings?, _ ofWidgets: inout [String: Set<String>]
  ) -> Set<String> {
    var paths: Set<String> = []
    for item in scene?.allWidgets ?? [] where !WidgetGallery.standard.isBuiltIn(item.kind) {
      let marks = [ReloadMark(kind: item.kind).path] + WidgetRegistry.standard.markPaths
      ofWidgets[item.identifier, default: []].formUnion(marks)
      paths.formUnion(marks)
    }
    return paths
  }

  private static func programFiles(
    of scene: SceneSettings?, in path: String, _ ofWidgets: inout [String: Set<String>]
  ) -> Set<String> {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    var paths: Set<String> = []
    for item in scene?.allWidgets ?? [] {
      let own = WidgetGallery.standard.programFiles(
        of: WidgetUse(kind: item.kind, configuration: item.configuration, folder: folder))
      ofWidgets[item.identifier, default: []].formUnion(own)
      paths.formUnion(own)
    }
    return paths
  }

  /// The files of a widget, and the settings that say which parts of them it reads: other parts may have other faults.
  private struct ContentReading: Hashable {
    private let kind: String
    private let files: [String]
    private let settings: [String: ConfigurationValue]

    private static let keys: Set<String> = [
      "column", "dates", "detail", "disk", "format", "list", "text", "title", "unit", "value", "values",
    ]

    init(_ item: SceneSettings.Item, _ files: [String]) {
      kind = item.kind
      self.files = files
      settings = item.configuration.filter { Self.keys.contains($0.key) }
    }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Every file that the panel's picture depends on; a change to any of them requires a new archive.
  public var watchedPaths: [String] { scenePaths + contentPaths }

  /// Those of them that say what is shown, where, and on what.
  public var scenePaths: [String] { [boardPath, scenePath] + (board.panelFile.map { [$0] } ?? []) }

  /// The compiler's input.
  public func panelScene() -> PanelScene {
    var panel = PanelScene(
      context: scene.context, style: panelStyle(scene.style), slots: slots(of: scene.widgets), timeZone: scene.timeZone,
      locale: scene.locale, place: scene.place, geometry: board.geometry, board: board.record, strings: absoluteStrings,
      folder: URL(fileURLWithPath: path, isDirectory: true))
    panel.origin.places = places
    panel.origin.actions = scene.actions.map(\.sceneAction)
    panel.origin.keys = board.keys.map(\.bound)
    panel.appearanceTurns = scene.appearance.turns(place: scene.place, zone: scene.timeZone)
    panel.pages.firstName = scene.paging.firstName
    panel.pages.returnSeconds = scene.paging.returnSeconds
    panel.pages.presencePage = scene.paging.presencePage
    panel.pages.schedule = scene.paging.schedule
    panel.pages.others = scene.paging.others.map { page in
      PanelPages.Page(
        name: page.name, context: page.context, style: panelStyle(page.style), slots: slots(of: page.widgets),
        appearanceTurns: page.appearance.turns(place: scene.place, zone: scene.timeZone))
    }
    return panel
  }

  private func panelStyle(_ style: PanelStyle) -> PanelStyle {
    var style = style
    // It is read outside of any widget.
    if SetAsideShelf.precaution != nil, case .picture = style.wallpaper { style.wallpaper = PanelStyle().wallpaper }
    style.viewingDistanceMm = board.viewingDistanceMm
    return style
  }

  private func slots(of widgets: [SceneSettings.Item]) -> [SceneSlot] {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    let gallery = WidgetGallery.standard
    return widgets.compactMap { item in
      gallery.widget(WidgetUse(kind: item.kind, configuration: item.configuration, folder: folder)).map {
        var slot = SceneSlot(
          identifier: item.identifier, widget: $0, family: item.family, configuration: item.configuration,
          position: item.cell, scalePercent: item.scalePercent)
        slot.dithering = item.dithering
        slot.style = item.style
        slot.allowsActions = item.allowsActions
        slot.setAside = setAside[item.identifier]
        let use = WidgetUse(
          kind: item.kind, configuration: item.configuration, folder: folder, place: scene.place, zone: scene.timeZone)
        slot.identity = ContentFingerprint.identity(of: use)
        slot.isLeafedThrough = gallery.isLeafedThrough(item.kind)
        if item.showsDetails ?? scene.showsDetails {
          slot.detail = gallery.detailConfiguration(of: item.kind).map { SlotDetail(configuration: $0) }
        }
        if CompositionMark.isThere {
          slot.subject = CompositionSubject(item, use, path, paths: pathsOfWidgets[item.identifier] ?? []).subject
        }
        return slot
      }
    }
  }

  private var places: [SceneSubject: SourcePlace] {
    var places = board.positions.mapValues { SourcePlace(file: boardPath, line: $0.line, column: $0.column) }
    places[.board] = SourcePlace(file: boardPath, line: 1, column: 1)
    places[.scene] = SourcePlace(file: scenePath, line: 1, column: 1)
    for (path, position) in scene.valuePositions {
      places[.sceneKey(path)] = SourcePlace(file: scenePath, line: position.line, column: position.column)
    }
    for item in scene.allWidgets {
      places[.slot(item.identifier)] = SourcePlace(
        file: scenePath, line: item.position.line, column: item.position.column)
    }
    return places
  }

  /// Makes paths of a trace and a recording absolute: they are relative to the board's folder, which the firmware does
  /// not have.
  private var absoluteStrings: BoardStrings {
    var strings = board.strings
    let isTrace = board.record.lightSource == LightSourceKind.trace.rawValue
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    let files: [BoardString] = isTrace ? [.recording, .lightSourcePath] : [.recording]
    for file in files where !strings[file].isEmpty { strings[file] = FilePath.of(strings[file], in: folder) }
    return strings
  }
}
