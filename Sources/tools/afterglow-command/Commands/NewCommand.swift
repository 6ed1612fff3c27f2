import Afterglow
import AfterglowBoards
import AfterglowDaemon
import AfterglowFetch
import AfterglowKit
import AfterglowSources
import ArgumentParser
import Foundation

/// `afterglow new FOLDER`.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a board of your own: clock, weather, calendar and news on a panel.",
    discussion: """
      Writes board.yaml (the panel) and scene.yaml (what it shows) into a new folder, with comments that explain them. \
      `afterglow run` then shows it. Nothing that exists is overwritten. On a terminal and without options it asks, and \
      proposes what it finds on this machine.

      A place is coordinates, or a name. More than 1,500 large cities are known without a network; Open-Meteo \
      is asked once for any other name, and what it answers is written into the scene.

      EXAMPLES
        afterglow new kitchen
        afterglow new kitchen --place Porto
        afterglow new kitchen --place "Portland, Maine" \\
          --calendar https://example.org/family.ics \\
          --news https://example.org/news.xml
        afterglow new hall --panel waveshare-7in5-v2 --place 41.15,-8.61

      ENVIRONMENT
        AFTERGLOW_GEOCODING  the address of another geocoder of the same shape
        AFTERGLOW_CONTACT    how the service can reach you: an address

      \(ExitStatus.help)
      """)

  @Argument(help: "The board's folder; its name is the board's.", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "The panel: virtual, display (the connected one), an e-paper panel such as waveshare-7in5-v2, or the name of a "
        + "board with the same hardware (default: virtual).", valueName: "name"),
    completion: .custom { _, _, _ in NewPanel.names(.hardware) })
  var panel: String?

  @Option(
    help: ArgumentHelp(
      "Latitude and longitude such as 41.15,-8.61, or a name (default: the city of this machine's zone).",
      valueName: "place"))
  var place: String?

  @Option(
    help: ArgumentHelp("A calendar's address or iCalendar file. Repeat it for several.", valueName: "address"),
    completion: .file(extensions: ["ics"]))
  var calendar: [String] = []

  @Option(help: ArgumentHelp("A feed's address or file. Repeat it for several.", valueName: "address"))
  var news: [String] = []

  private var hasNoOptions: Bool { panel == nil && place == nil && calendar.isEmpty && news.isEmpty }

  func run() throws {
    try reporting {
      let folder = try NewFolder(folder)
      let wish = hasNoOptions && Terminal.hasKeys ? try asked(.terminal) : try given()
      let bare = try wish.panel.file(name: folder.name)
      let text = NewPanelSize(settings: try Self.settings(bare, folder)).completed(bare)
      let settings = try Self.settings(text, folder)
      let scene = NewScene(
        board: folder.name, settings: settings, place: wish.place, language: wish.language, calendars: wish.calendars,
        news: wish.news)
      _ = try folder.write(board: text, scene: scene.text)
      say(folder, wish, scene)
    }
  }

  /// What a board file says.
  private static func settings(_ text: String, _ folder: NewFolder) throws(Failure) -> BoardSettings {
    let (settings, problems) = BoardFolder.settings(in: Array(text.utf8), file: folder.path + "/board.yaml")
    guard let settings else { throw Failure(problems) }
    return settings
  }

  private func say(_ folder: NewFolder, _ wish: Wish, _ scene: NewScene) {
    Report.say("\(folder.path): \(wish.panel.words), \(wish.place.words)")
    for word in scene.leftOut {
      Report.say("\(folder.path): the panel has no room for \(word); scene.yaml may show it instead of another widget")
    }
    Report.say("afterglow run \(folder.path.shellWord)")
  }

  /// What is to be written.
  private struct Wish {
    var panel: NewPanel
    var place: NewPlace
    var language: String
    var calendars: [String]
    var news: [String]
  }

  private var geocoder: Geocoder {
    let address = ProcessInfo.processInfo.environment[Geocoder.variable] ?? Geocoder.standardAddress
    return Geocoder(transport: LiveTransport(), address: address)
  }

  private static let language = SystemLocale.current.identifier(.bcp47)

  // MARK: Options

  private func given() throws -> Wish {
    Wish(
      panel: try NewPanel(named: panel ?? NewPanel.virtualName, kernel: .standard, lookup: .hardware),
      place: try givenPlace(), language: Self.language,
      calendars: try calendar.map { try Self.source($0, "--calendar") },
      news: try news.map { try Self.source($0, "--news") })
  }

  private func givenPlace() throws -> NewPlace {
    guard let place else {
      if let city = NewPlace(cityOf: .current) { return city }
      throw Failure(
        .badInput,
        "expected --place, such as --place Porto or --place 41.15,-8.61: the zone of this machine, "
          + "\(TimeZone.current.identifier), has no city")
    }
    let places = try places(place)
    if places.count > 1 {
      let others = places.dropFirst().prefix(3).map(\.words).joined(separator: "; ")
      Report.say("\(place): \(places[0].words) is taken; others are \(others)")
    }
    return places[0]
  }

  private func places(_ text: String) throws -> [NewPlace] {
    if let place = try NewPlace.at(coordinates: text) { return [place] }
    let language = Locale(identifier: Self.language).language.languageCode?.identifier ?? "en"
    let known = NewPlace.known(text, language: language)
    return known.isEmpty ? try geocoder.places(named: text, language: language) : known
  }

  /// An address, or a file's whole path: the scene is in another folder than the person who names it.
  private static func source(_ text: String, _ option: String) throws -> String {
    guard !isSeveral(text) else {
      let words = option.hasPrefix("--") ? "repeat \(option) for each" : "give one at a time"
      throw Failure(.badInput, "\(option) \(text): expected one address or file, found several; \(words)")
    }
    do {
      _ = try JSONDecoder().decode(ContentSource.self, from: JSONEncoder().encode(text))
    } catch DecodingError.dataCorrupted(let context) {
      throw Failure(.badInput, "\(option) \(text): \(context.debugDescription)")
    }
    guard case .file(let name) = ContentSource(text: text).origin else { return text }
    let path = URL(fileURLWithPath: (name as NSString).expandingTildeInPath).standardizedFileURL.path
    do { _ = try Files.head(path, count: 1) } catch let failure as FileFailure
      where failure.code == ENOENT && isLikeAddress(name)
    {
      throw Failure(.badInput, "\(option) \(name): there is no such file; did you mean \"https://\(name)\"?")
    }
    return path
  }

  /// Whether commas separate addresses or files; an address may have commas of its own.
  private static func isSeveral(_ text: String) -> Bool {
    text.split(separator: ",").dropFirst().contains { part in
      let part = part.trimmingCharacters(in: .whitespaces)
      return part.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*:\/\//#) != nil
        || FileManager.default.fileExists(atPath: (part as NSString).expandingTildeInPath)
    }
  }

  /// Whether a path begins as a host's name does.
  private static func isLikeAddress(_ path: String) -> Bool {
    path.prefixMatch(of: #/([A-Za-z0-9-]+\.)+[A-Za-z]{2,}(:[0-9]+)?\//#) != nil
  }

  // MARK: Questions

  private func asked(_ questions: NewQuestions) throws -> Wish {
    let kernel = KernelDisplays.standard
    let proposal = kernel.connected.isEmpty ? NewPanel.virtualName : NewPanel.displayName
    let display = kernel.connected.first.map { " (\($0.name) of \($0.width)×\($0.height) is connected)" } ?? ""
    questions.say("Panels\(display): \(NewPanel.names(.hardware).joined(separator: ", "))")
    let panel = try questions.answer("Panel", proposal: proposal) {
      try NewPanel(named: $0, kernel: kernel, lookup: .hardware)
    }
    let city = NewPlace(cityOf: .current)
    let found = try questions.answer("Place: a name, or latitude and longitude", proposal: city?.place.name ?? "") {
      text in
      if text.isEmpty { throw Failure(.badInput, "expected a place, for its weather and sun") }
      if let city, city.place.name == text { return [city] }
      return try places(text)
    }
    let place = found.count == 1 ? found[0] : try questions.choice("Which one", found, words: \.words)
    let language = try questions.answer("Language", proposal: Self.language) { tag in
      guard SystemLocale.locale(forTag: tag) != nil else {
        throw Failure(.badInput, "expected a language tag such as en-GB or de, found \"\(tag)\"")
      }
      return tag
    }
    return Wish(
      panel: panel, place: place, language: language,
      calendars: try questions.answers("Calendar: an address or file, or nothing") {
        try Self.source($0, "calendar")
      },
      news: try questions.answers("News: the address of a feed, or nothing") { try Self.source($0, "news") })
  }
}
