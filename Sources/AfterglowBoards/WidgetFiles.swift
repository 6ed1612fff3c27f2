import Afterglow
import AfterglowDocuments
import AfterglowProviders
import AfterglowWidgets
import Foundation

// The documents and folders that widgets' configurations name.

extension WidgetGallery {
  /// Paths of the documents and folders that a widget depends on; none for widgets without any.
  public static func contentFiles(
    kind: String, configuration: [String: ConfigurationValue], folder: URL
  ) -> [String] {
    let fallback: String
    switch kind {
    case WeatherWidget.kind: fallback = WeatherIntent().file
    case ValueWidget.kind:
      guard let intent = try? ValueIntent(configuration: configuration) else { return [] }
      return [intent.file, intent.history ?? ""].filter { !$0.isEmpty }.map { path($0, in: folder) }
    case CalendarWidget.kind:
      guard let intent = try? CalendarIntent(configuration: configuration) else { return [] }
      return [intent.file, intent.holidayFile ?? ""].filter { !$0.isEmpty }.map { path($0, in: folder) }
    case RemindersWidget.kind: fallback = RemindersIntent().file
    case PhotosWidget.kind: fallback = PhotosIntent().folder
    case DocumentWidget.kind:
      guard let intent = try? DocumentIntent(configuration: configuration) else { return [] }
      return [intent.view, intent.file].filter { !$0.isEmpty }.map { path($0, in: folder) }
    default: return []
    }
    let key = kind == PhotosWidget.kind ? "folder" : "file"
    guard case .string(let name) = configuration[key] else { return [path(fallback, in: folder)] }
    return name.isEmpty ? [] : [path(name, in: folder)]
  }

  /// What an added widget's configuration may name: nobody but its program knows which of the texts are files.
  static func filesOfAdded(
    kind: String, configuration: [String: ConfigurationValue], folder: URL
  ) -> [String] {
    if builtIn.kinds.contains(kind) { return [] }
    return texts(in: .object(configuration)).map { path($0, in: folder) }.filter { path in
      FileMark.status(path, followsLinks: true).map { $0.st_mode & S_IFMT != S_IFDIR } ?? true
    }
  }

  private static func texts(in value: ConfigurationValue) -> [String] {
    switch value {
    case .string(let text): text.isEmpty || text.utf8.count > 1000 || text.contains("\n") ? [] : [text]
    case .array(let values): values.flatMap(texts)
    case .object(let members): members.values.flatMap(texts)
    default: []
    }
  }

  /// Files of the pictures that a widget written as data shows in `family`.
  static func pictureFiles(
    kind: String, family: WidgetFamily, configuration: [String: ConfigurationValue], folder: URL
  ) -> Set<String> {
    guard kind == DocumentWidget.kind, let intent = try? DocumentIntent(configuration: configuration),
      let view = try? ViewDocument(path: path(intent.view, in: folder))
    else { return [] }
    let values = intent.file.isEmpty ? nil : try? ValuesDocument(path: path(intent.file, in: folder))
    return view.pictures(in: family, with: values ?? .empty, folder: folder)
  }

  /// What is wrong with a widget's documents; empty for widgets without any.
  /// - Parameter advice: takes what is not wrong but may not be meant, such as a forecast for elsewhere.
  static func contentProblems(
    kind: String, files: [String], configuration: [String: ConfigurationValue] = [:], place: Place? = nil,
    advice: (Problem) -> Void = { _ in }
  ) -> [Problem] {
    guard let file = files.first else { return [] }
    do throws(DocumentError) {
      switch kind {
      case WeatherWidget.kind:
        let document = try ForecastDocument(path: file)
        // A sample is for wherever it is shown.
        if configuration["rebase"] != .bool(true) {
          PlaceAdvice.forecast(document, for: place, file: file).map(advice)
        }
      case ValueWidget.kind:
        let document = try TimelineDocument(path: file, symbols: symbols)
        if document.history == nil, files.count > 1 { _ = try ValueHistory(path: files[1]) }
      case RemindersWidget.kind: _ = try ReminderDocument(path: file)
      case CalendarWidget.kind:
        let window = Date()..<Date(timeIntervalSinceNow: 45 * 86_400)
        var problems: [Problem] = []
        for file in files { problems += try CalendarDocument(path: file, window: window, zone: .current).problems }
        return problems
      case DocumentWidget.kind: return DocumentWidget.problems(files)
      case PhotosWidget.kind: return photoProblems(file)
      default: break
      }
      return []
    } catch {
      return error.problems
    }
  }

  private static func photoProblems(_ folder: String) -> [Problem] {
    do throws(PhotoFolder.Failure) {
      let survey = try PhotoFolder(path: folder).survey()
      let closed = survey.closedFolders.map {
        Problem(
          file: $0, message: "expected a folder that can be listed, found one that cannot; its pictures are not shown")
      }
      if survey.hasPhotos || !closed.isEmpty { return closed }
      return [Problem(file: folder, message: "expected PNG or JPEG pictures in it, found none")]
    } catch {
      return [Problem(file: folder, message: error.description)]
    }
  }
}
