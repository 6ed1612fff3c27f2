import Foundation

/// The program of one or more widgets. Mark it `@main`; `afterglow widgets add` builds and registers its package.
///
///     @main
///     struct Tides: WidgetBundle {
///       var body: [any Widget] {
///         TideWidget()
///         MoonTideWidget()
///       }
///     }
///
/// Unlike WidgetKit's, `body` is an array, which a builder makes of the widgets in it.
public protocol WidgetBundle {
  /// Called once, when the program starts.
  init()
  /// The widgets of the program; each has its own kind.
  @WidgetBundleBuilder var body: [any Widget] { get }
  /// Files of fonts that `Font.custom(_:size:)` finds by their names, as an app lists them; empty by default.
  var fonts: [URL] { get }
}

extension WidgetBundle {
  public var fonts: [URL] { [] }
}

/// Collects the widgets of a ``WidgetBundle``.
@resultBuilder
public enum WidgetBundleBuilder {
  public static func buildBlock(_ widgets: [any Widget]...) -> [any Widget] { widgets.flatMap { $0 } }
  public static func buildExpression(_ widget: some Widget) -> [any Widget] { [widget] }
  public static func buildExpression(_ widgets: [any Widget]) -> [any Widget] { widgets }
  public static func buildOptional(_ widgets: [any Widget]?) -> [any Widget] { widgets ?? [] }
  public static func buildEither(first widgets: [any Widget]) -> [any Widget] { widgets }
  public static func buildEither(second widgets: [any Widget]) -> [any Widget] { widgets }
}

extension WidgetBundle {
  /// Serves the host on standard input and output until it closes them. What the widgets print goes to standard error.
  ///
  /// Started without the host's argument, the program explains how to add it and exits with 64 (`EX_USAGE`).
  public static func main() {
    guard CommandLine.arguments.dropFirst().first == "--afterglow-widget" else {
      FileHandle.standardError.write(
        Data("This is a widget for Afterglow. Add it with: afterglow widgets add PATH-OF-ITS-PACKAGE\n".utf8))
      exit(64)
    }
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let bundle = Self()
    // An invalid font is reported where it is used.
    for file in bundle.fonts { try? Font.register(file) }
    var service = ExtensionService(widgets: bundle.body)
    service.run(input: STDIN_FILENO, output: output)
    exit(0)
  }
}
