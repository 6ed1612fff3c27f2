import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowWidgets
import ArgumentParser

/// The options that select a widget and its look.
struct WidgetOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Draw this widget alone, with sample content.", valueName: "kind"))
  var widget: String?

  @Option(help: ArgumentHelp("Its family, such as systemSmall or accessoryCircular; else its first one."))
  var family: WidgetFamily?

  @Option(help: ArgumentHelp("The place to draw it for, such as home, standBy or lockScreen; else one that fits."))
  var context: WidgetContext?

  @Option(help: ArgumentHelp("fullColor, accented or vibrant; else what the place shows by day."))
  var mode: RenderingModeName?

  @Option(help: ArgumentHelp("light, dark, clear or tinted, where the place has appearances; else dark."))
  var appearance: WidgetAppearance?

  @Option(help: ArgumentHelp("default, or simplified as for a viewer far away (default: default)."))
  var detail: DetailName?

  @Option(help: ArgumentHelp("75 to 125: percent of the family's size (default: 100).", valueName: "percent"))
  var scale: Int?

  @Option(help: ArgumentHelp("The device whose sizes are used, such as \"iPhone 430x932\" or \"iPad 820x1180\"."))
  var host: String?

  @Option(help: ArgumentHelp("Pixels a point, 1 to 4 (default: 2).", valueName: "number"))
  var density: Double?

  @Option(
    help: ArgumentHelp(
      "xrgb8888; or mono1, gray2 or spectra6, as e-paper shows it (default: xrgb8888).", valueName: "format"))
  var pixelFormat: PixelFormatName?

  @Option(help: "Size of text styles: xSmall to xxxLarge, accessibility1 to accessibility5 (default: large).")
  var typeSize: DynamicTypeSize?

  @Option(
    help: ArgumentHelp(
      "Language and region, such as de, en-GB or ar-EG; else the system's.", valueName: "tag"))
  var locale: String?

  enum RenderingModeName: String, CaseIterable, ExpressibleByArgument {
    case fullColor, accented, vibrant
    var mode: WidgetRenderingMode {
      switch self {
      case .fullColor: .fullColor
      case .accented: .accented
      case .vibrant: .vibrant
      }
    }
  }

  enum PixelFormatName: String, CaseIterable, ExpressibleByArgument {
    case xrgb8888, mono1, gray2, spectra6
    var format: PixelFormat {
      switch self {
      case .xrgb8888: .xrgb8888
      case .mono1: .mono1
      case .gray2: .gray2
      case .spectra6: .spectra6
      }
    }
  }

  enum DetailName: String, CaseIterable, ExpressibleByArgument { case `default`, simplified }

  func validate() throws {
    if let scale, !(75...125).contains(scale) {
      throw ValidationError("expected --scale from 75 to 125, found \(scale)")
    }
    if let density, !(1...4).contains(density) {
      throw ValidationError("expected --density from 1 to 4, found \(density)")
    }
    guard widget == nil, let fault = faultOfBoard else { return }
    throw ValidationError("\(fault.option) is for --widget, and has no effect on a board; \(fault.remedy)")
  }

  /// The first option that says nothing of a board, with what does.
  private var faultOfBoard: (option: String, remedy: String)? {
    let scene = "in its scene.yaml"
    if family != nil { return ("--family", "set \"family\" of the widget \(scene)") }
    if context != nil { return ("--context", "set \"context\" \(scene)") }
    if appearance != nil { return ("--appearance", "set \"appearance\" \(scene)") }
    if mode != nil { return ("--mode", "set \"context\" and \"appearance\" \(scene)") }
    if detail != nil { return ("--detail", "--distance draws it as for a viewer far away") }
    if scale != nil { return ("--scale", "set \"scale\" of the widget \(scene)") }
    if host != nil { return ("--host", "set \"host\" \(scene)") }
    if density != nil { return ("--density", "its size and pixels are in its board.yaml") }
    if pixelFormat != nil { return ("--pixel-format", "set \"pixelFormat\" in its board.yaml") }
    if typeSize != nil { return ("--type-size", "set \"typeSize\" \(scene)") }
    return locale == nil ? nil : ("--locale", "set \"locale\" \(scene)")
  }

  /// nil if no widget is selected.
  ///
  /// - Throws: `Failure` for an unknown widget or combination.
  func preview() throws -> WidgetPreview? {
    guard let widget else { return nil }
    var style = PanelStyle()
    style.typeSize = typeSize ?? style.typeSize
    style.renderingMode = mode?.mode
    style.levelOfDetail = detail == .simplified ? .simplified : .default
    if let host {
      guard let found = WidgetHost.named(host) else {
        throw Failure(unknown: "host", host, among: WidgetHost.all.map(\.name))
      }
      style.host = found
    }
    let families = WidgetGallery.standard.widget(widget)?.descriptor.supportedFamilies ?? []
    let family = family ?? families.first ?? .systemSmall
    let place = try context ?? WidgetPreview.context(for: family, mode: mode?.mode, on: style.host)
    if let appearance {
      guard place.hasAppearances else {
        let places = WidgetContext.allCases.filter(\.hasAppearances).map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "\(place.rawValue) has no appearances; \(places) have them")
      }
      style.appearance = appearance
    }
    var preview = WidgetPreview(
      kind: widget, family: family, style: style, context: place, pixelsAPoint: density ?? 2,
      scalePercent: scale ?? 100)
    preview.format = (pixelFormat ?? .xrgb8888).format
    if let tag = locale {
      guard let locale = SystemLocale.locale(forTag: tag) else {
        throw Failure(.usage, "expected a language tag such as en-GB or de for --locale, found \"\(tag)\"")
      }
      preview.locale = locale
    }
    return preview
  }
}

extension WidgetFamily: ExpressibleByArgument {}
extension WidgetContext: ExpressibleByArgument {}
extension WidgetAppearance: ExpressibleByArgument {}
extension DynamicTypeSize: ExpressibleByArgument {}
