/// The process of an added widget, as a host starts it.
enum WidgetProcess {
  /// The argument that starts a program of widgets as a host's child.
  static let argument = "--afterglow-widget"

  /// Whether this process is one. The resources next to the program are then those of the widget's package.
  static let isThis = CommandLine.arguments.dropFirst().first == argument
}
