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
  /// The picture of an entry.
  enum Picture: Equatable {
    case file(String)
    /// The photograph of previews.
    case sample
    /// The folder of this name has no pictures that can be shown; the others are named.
    case none(String, leftOut: [String] = [])
  }

  var date: Date
  var picture: Picture
  var intent: PhotosIntent
  var displaySize: Size
  /// Names of pictures and films that are not shown next to the shown picture.
  var leftOut: [String] = []
}

/// Shows one picture after the other: every second one is of this day in past years, and the others follow in turn
/// between them.
struct PhotosProvider: AppIntentTimelineProvider {
  /// The pictures for a day that a configuration names; replaced in tests.
  var photos: @Sendable (PhotosIntent, TimelineProviderContext, Date) throws -> PhotosOfDay = { intent, context, date in
    try PhotoFolder(path: FilePath.of(intent.folder, in: context.folder))
      .photos(on: date, zone: context.environment.timeZone)
  }
  /// Whether a picture can be shown, for which it is decoded; replaced in tests.
  var isWhole: @Sendable (PhotoFile) -> Bool = { PhotoNotes.shared.fault(of: $0.path) == nil }

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
      let (picture, leftOut) = shown(turn, photos, intent)
      entries.append(
        PhotosEntry(
          date: date, picture: picture, intent: intent, displaySize: context.displaySize, leftOut: leftOut))
      date = turn.end
    }
    var timeline = Timeline(entries: entries, policy: .atEnd)
    // A picture says nothing of a moment.
    timeline.knownUntil = .distantFuture
    timeline.remark = known?.photos.limit.map {
      "the folder has more than \($0); those behind them are not shown"
    }
    return timeline
  }

  /// The picture of a turn, and the names of those that are left out, of which each is the first in some turn.
  private func shown(
    _ turn: PhotoTurn, _ photos: PhotosOfDay, _ intent: PhotosIntent
  ) -> (picture: PhotosEntry.Picture, leftOut: [String]) {
    let candidates = turn.candidates(of: photos)
    guard let index = candidates.firstIndex(where: isWhole) else {
      let broken = (photos.memories + photos.others).filter(candidates.contains).map { Self.name($0.path) }
      return (.none(intent.folder, leftOut: broken + photos.leftOut), [])
    }
    let names = candidates[..<index].map { Self.name($0.path) } + photos.leftOut.map(Self.name)
    let first = names.isEmpty ? 0 : turn.number % names.count
    return (.file(candidates[index].path), Array(names[first...] + names[..<first]))
  }

  private static func name(_ path: String) -> String { (path as NSString).lastPathComponent }
}

/// The span of a day in which one picture is shown. Spans are counted from midnight, so that the same picture is shown
/// at the same time, whenever the timeline was made.
struct PhotoTurn {
  var day: Date
  /// The number of the turn in its day, from 0.
  var index: Int
  /// When the next begins.
  var end: Date
  private var dayNumber: Int
  private var turnsPerDay: Int
  /// The number of this turn, counted on from day to day.
  var number: Int { abs(dayNumber * turnsPerDay + index) }

  init(at date: Date, every minutes: Int, calendar: Calendar) {
    let length = Double(minutes) * 60
    day = calendar.startOfDay(for: date)
    index = Int(date.timeIntervalSince(day) / length)
    let next = calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86_400)
    end = min(day.addingTimeInterval(Double(index + 1) * length), calendar.startOfDay(for: next))
    dayNumber = Int((day.timeIntervalSince1970 + Double(calendar.timeZone.secondsFromGMT(for: day))) / 86_400)
    turnsPerDay = (1440 + minutes - 1) / minutes
  }

  /// The most pictures of this day in past years, and of the others, that are tried for one turn.
  static let maximumTryCount = 64

  /// The pictures for this turn: the first one, or the next one that can be shown.
  func candidates(of photos: PhotosOfDay) -> [PhotoFile] {
    let memories = Self.some(of: photos.memories, from: photos.others.isEmpty ? index : index / 2)
    let others = Self.some(of: photos.others, from: number)
    return index % 2 == 0 ? memories + others : others + memories
  }

  private static func some(of photos: [PhotoFile], from start: Int) -> [PhotoFile] {
    (0..<min(photos.count, maximumTryCount)).map { photos[(start + $0) % photos.count] }
  }
}

/// The user's own pictures.
struct PhotosWidget: BuiltInWidget {
  typealias Intent = PhotosIntent

  static let kind = "photos"
  static let isLeafedThrough = true
  static var words: (any WidgetWords.Type)? { PhotoWord.self }
  var provider = PhotosProvider()

  static func files(_ content: WidgetContent<PhotosIntent>) -> [String] { [content.intent.folder] }

  static func problems(
    _ content: WidgetContent<PhotosIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    guard let folder = content.files.first else { return [] }
    do throws(PhotoFolder.Failure) {
      return PhotoReport(try PhotoFolder(path: folder).contents(), folder: folder).problems(advice: advice)
    } catch {
      return [Problem(file: error.path, message: error.reason)]
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
