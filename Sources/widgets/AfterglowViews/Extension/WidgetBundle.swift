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
/// `body` may also be `some Widget`, as in WidgetKit. A program of one widget needs no bundle: mark the widget `@main`.
public protocol WidgetBundle {
  associatedtype Body: WidgetBundleContent
  /// Called once, when the program starts.
  init()
  /// The widgets of the program; each has its own kind.
  @WidgetBundleBuilder var body: Body { get }
  /// Files of fonts that `Font.custom(_:size:)` finds by their names, as an app lists them; empty by default.
  var fonts: [URL] { get }
}

extension WidgetBundle {
  public var fonts: [URL] { [] }
}

extension [any Widget]: WidgetBundleContent {
  public var bundledWidgets: [any Widget] { flatMap(\.bundledWidgets) }
}

/// Several widgets as one, in a bundle with `body: some Widget`.
public struct WidgetGroup: Widget {
  public let bundledWidgets: [any Widget]

  public init() { bundledWidgets = [] }
  init(_ widgets: [any Widget]) { bundledWidgets = widgets.bundledWidgets }

  public var body: EmptyWidgetConfiguration { EmptyWidgetConfiguration() }
}

/// Collects the widgets of a ``WidgetBundle``. Controls are left out: they act when panels take taps.
@resultBuilder
public enum WidgetBundleBuilder {
  public static func buildBlock(_ widgets: [any Widget]...) -> [any Widget] { widgets.flatMap { $0 } }
  /// Several widgets as one, for a body that is returned: `return WidgetBundleBuilder.buildBlock(Tides(), Moon())`.
  public static func buildBlock<First: Widget, each Other: Widget>(
    _ first: First, _ others: repeat each Other
  ) -> WidgetGroup {
    var widgets: [any Widget] = [first]
    for other in repeat each others { widgets.append(other) }
    return WidgetGroup(widgets)
  }
  public static func buildExpression(_ widget: some Widget) -> [any Widget] { [widget] }
  public static func buildExpression(_ widgets: [any Widget]) -> [any Widget] { widgets }
  /// Those of another bundle.
  public static func buildExpression(_ bundle: some WidgetBundle) -> [any Widget] { bundle.body.bundledWidgets }
  public static func buildExpression(_ control: some ControlWidget) -> [any Widget] { [] }
  public static func buildOptional(_ widgets: [any Widget]?) -> [any Widget] { widgets ?? [] }
  public static func buildEither(first widgets: [any Widget]) -> [any Widget] { widgets }
  public static func buildEither(second widgets: [any Widget]) -> [any Widget] { widgets }
  public static func buildLimitedAvailability(_ widgets: [any Widget]) -> [any Widget] { widgets }
  public static func buildFinalResult(_ widgets: [any Widget]) -> [any Widget] { widgets }
  public static func buildFinalResult(_ widgets: [any Widget]) -> WidgetGroup { WidgetGroup(widgets) }
}

extension WidgetBundle {
  /// Serves the host on standard input and output until it closes them. What the widgets print goes to standard error.
  ///
  /// Started without the host's argument, the program explains how to add it and exits with 64 (`EX_USAGE`).
  public static func main() {
    WidgetProgram.run {
      let bundle = Self()
      return (bundle.body.bundledWidgets, bundle.fonts)
    }
  }
}

extension Widget {
  /// Serves the host with this widget alone, as a bundle does with several.
  public static func main() { WidgetProgram.run { ([Self()], []) } }
}

/// The program of widgets.
private enum WidgetProgram {
  /// As the stack of a program's first thread: trees of views may be deep.
  private static let stackBytes = 8 << 20

  static func run(_ make: @escaping () -> (widgets: [any Widget], fonts: [URL])) -> Never {
    // Called once, on the thread of the service.
    nonisolated(unsafe) let make = make
    guard WidgetProcess.isThis else {
      FileHandle.standardError.write(
        Data("This is a widget for Afterglow. Add it with: afterglow widgets add PATH-OF-ITS-PACKAGE\n".utf8))
      exit(64)
    }
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let thread = Thread {
      let (widgets, fonts) = make()
      // An invalid font is reported where it is used.
      for file in fonts { try? Font.register(file) }
      var service = ExtensionService(widgets: widgets)
      service.run(input: STDIN_FILENO, output: output)
      exit(0)
    }
    thread.stackSize = stackBytes
    thread.start()
    // The first thread is the main actor's, for providers that use it. It must not end: /proc/self/exe would, too.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}
