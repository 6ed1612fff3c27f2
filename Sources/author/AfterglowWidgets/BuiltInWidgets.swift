/// The built-in widgets, each in a folder of its own. Scenes, commands, pages and golden pictures take them from this
/// list.
enum BuiltInWidgets {
  static let all: [any BuiltInWidget] = [
    ClockWidget(),
    WeatherWidget(),
    MoonWidget(),
    ValueWidget(),
    CalendarWidget(),
    RemindersWidget(),
    NewsWidget(),
    SystemWidget(),
    PhotosWidget(),
    WorldClockWidget(),
    CountdownWidget(),
    NoteWidget(),
    DocumentWidget(),
  ]
}
