import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// The settings of photographs in a scene.
struct PhotosIntent: WidgetConfigurationIntent {
  /// A folder of pictures, relative to the board's.
  var folder = "photos"
  /// Minutes for which each is shown.
  var every = 60
  /// Whether its best part fills the widget, or the whole picture is shown.
  var fill = true
  /// Whether it keeps its colours among tinted or clear widgets; it then stays inside the margins (docs/rules.md, rule
  /// 33).
  var fullColor = false

  static let everyRange = 5...1440

  func validate() throws(ConfigurationError) {
    guard Self.everyRange.contains(every) else {
      throw ConfigurationError(
        path: ["every"],
        message: "expected \(Self.everyRange.lowerBound) to \(Self.everyRange.upperBound) minutes, found \(every)")
    }
  }
}

/// One picture and the date from which it is shown.
struct PhotosEntry: TimelineEntry {
  /// What the entry shows.
  enum Picture: Equatable {
    case file(String)
    /// Drawn here, for the gallery.
    case sample
    /// The folder of this name has no pictures.
    case none(String)
  }

  var date: Date
  var picture: Picture
  var intent: PhotosIntent
  var displaySize: Size
}

/// Shows one picture after the other: every second one is of this day in past years, and the others follow in turn
/// between them.
struct PhotosProvider: AppIntentTimelineProvider {
  /// The pictures for a day that a configuration names; replaced in tests.
  var photos: @Sendable (PhotosIntent, TimelineProviderContext, Date) throws -> PhotosOfDay = { intent, context, date in
    try PhotoFolder(path: FilePath.of(intent.folder, in: context.folder))
      .photos(on: date, zone: context.environment.timeZone)
  }

  /// The most entries: a picture takes four bytes per pixel in an archive, for each look.
  static let entryCount = 3

  func placeholder(in context: Context) -> PhotosEntry { placeholder(for: PhotosIntent(), in: context) }

  func placeholder(for intent: PhotosIntent, in context: Context) -> PhotosEntry {
    PhotosEntry(date: context.date, picture: .sample, intent: intent, displaySize: context.displaySize)
  }

  func snapshot(for intent: PhotosIntent, in context: Context) throws -> PhotosEntry {
    if context.isPreview {
      return PhotosEntry(date: context.date, picture: .sample, intent: intent, displaySize: context.displaySize)
    }
    return try timeline(for: intent, in: context).entries[0]
  }

  func timeline(for intent: PhotosIntent, in context: Context) throws -> Timeline<PhotosEntry> {
    var entries: [PhotosEntry] = []
    var known: (day: Date, photos: PhotosOfDay)?
    var date = context.date
    while entries.count < Self.entryCount {
      let turn = PhotoTurn(at: date, every: intent.every, calendar: context.environment.calendar)
      let photos = try known.flatMap { $0.day == turn.day ? $0.photos : nil } ?? self.photos(intent, context, date)
      known = (turn.day, photos)
      entries.append(
        PhotosEntry(
          date: date, picture: turn.photo(of: photos).map { .file($0.path) } ?? .none(intent.folder), intent: intent,
          displaySize: context.displaySize))
      date = turn.end
    }
    return Timeline(entries: entries, policy: .atEnd)
  }
}

/// The span of a day in which one picture is shown. Spans are counted from midnight, so that the same picture is shown
/// at the same time, whenever the timeline was made.
struct PhotoTurn {
  var day: Date
  /// Of this day, from 0.
  var index: Int
  /// When the next begins.
  var end: Date
  private var dayNumber: Int
  private var turnsPerDay: Int

  init(at date: Date, every minutes: Int, calendar: Calendar) {
    let length = Double(minutes) * 60
    day = calendar.startOfDay(for: date)
    index = Int(date.timeIntervalSince(day) / length)
    let next = calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
    end = min(day.addingTimeInterval(Double(index + 1) * length), calendar.startOfDay(for: next))
    dayNumber = Int((day.timeIntervalSince1970 + Double(calendar.timeZone.secondsFromGMT(for: day))) / 86_400)
    turnsPerDay = (1440 + minutes - 1) / minutes
  }

  func photo(of photos: PhotosOfDay) -> PhotoFile? {
    let (memories, others) = (photos.memories, photos.others)
    if !memories.isEmpty && (index % 2 == 0 || others.isEmpty) {
      return memories[(others.isEmpty ? index : index / 2) % memories.count]
    }
    guard !others.isEmpty else { return nil }
    return others[abs(dayNumber * turnsPerDay + index) % others.count]
  }
}

/// The user's own pictures.
struct PhotosWidget: BuiltInWidget {
  typealias Intent = PhotosIntent

  static let kind = "photos"
  static var words: (any WidgetWords.Type)? { PhotoWord.self }
  var provider = PhotosProvider()

  static func files(_ content: WidgetContent<PhotosIntent>) -> [String] { [content.intent.folder] }

  static func problems(
    _ content: WidgetContent<PhotosIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    guard let folder = content.files.first else { return [] }
    do throws(PhotoFolder.Failure) {
      let survey = try PhotoFolder(path: folder).survey()
      let closed = survey.closedFolders.map {
        Problem(
          file: $0, message: "expected a folder that can be listed, found one that cannot; its pictures are not shown")
      }
      let excess = survey.limit.map {
        Problem(file: folder, message: "expected at most \($0), found more; those behind them are not shown")
      }
      if survey.hasPhotos || !closed.isEmpty { return closed + [excess].compactMap(\.self) }
      return [Problem(file: folder, message: "expected PNG or JPEG pictures in it, found none")]
    } catch {
      return [Problem(file: folder, message: error.description)]
    }
  }

  var body: some WidgetConfiguration {
    // Pictures fill their card, and bring the ground that they stand on.
    AppIntentConfiguration(kind: Self.kind, intent: PhotosIntent.self, provider: provider) {
      InkAligned(content: PhotosView(entry: $0))
    }
    .configurationDisplayName("Photos")
    .description("Enjoy your own pictures, those of this day in past years first.")
    .contentMarginsDisabled()
    .supportedFamilies([
      .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait, .accessoryCircular,
      .accessoryRectangular,
    ])
    // There pictures compete with what must be read from afar or at a glance (rule 44).
    .disfavoredLocations([.standBy, .carPlay, .lockScreen], for: [.systemSmall])
  }
}
