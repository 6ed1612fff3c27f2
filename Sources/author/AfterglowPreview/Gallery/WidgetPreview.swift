import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowWidgets
import Foundation

/// One widget on a panel of its own size, as shown in a gallery: sample content, any family, mode and appearance.
package struct WidgetPreview {
  package var kind: String
  package var family: WidgetFamily
  package var style: PanelStyle
  package var context: WidgetContext
  /// Pixels per point, such as 2 for @2x.
  package var pixelsAPoint: Double
  /// 75 to 125 % of the family's size (docs/rules.md, rule 55).
  package var scalePercent = 100
  /// The panel's pixels; those of inks are paper, which emits no light.
  package var format = PixelFormat.xrgb8888
  package var locale: Locale = SystemLocale.current
  package var timeZone: TimeZone = .current
  /// What the widget is set to, with paths from `folder` on.
  package var configuration: [String: ConfigurationValue] = [:]
  package var folder: URL?
  /// Whether it shows what a gallery shows, instead of its content.
  package var isSample = true

  package init(
    kind: String, family: WidgetFamily, style: PanelStyle, context: WidgetContext, pixelsAPoint: Double,
    scalePercent: Int = 100, format: PixelFormat = .xrgb8888
  ) {
    self.kind = kind
    self.family = family
    self.style = style
    self.context = context
    self.pixelsAPoint = pixelsAPoint
    self.scalePercent = scalePercent
    self.format = format
  }

  /// The widget's archive at an instant.
  package func compile(at instant: Instant) throws -> CompiledBoard {
    // A document that is given none has one for its gallery.
    let isBare = configuration.isEmpty
    let use = WidgetUse(kind: kind, configuration: configuration, folder: folder)
    let gallery = WidgetGallery.standard
    guard let widget = isBare ? gallery.widget(kind) : gallery.widget(use) else {
      throw Failure(unknown: "widget", kind, among: WidgetGallery.standard.kinds.sorted())
    }
    return try compile(widget, at: instant)
  }

  /// The archive of a widget that need not be in the gallery.
  package func compile(_ widget: any Widget, at instant: Instant) throws -> CompiledBoard {
    guard widget.descriptor.supportedFamilies.contains(family) else {
      let names = widget.descriptor.supportedFamilies.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "\(kind) supports \(names), not \(family.rawValue)")
    }
    try Self.check(context, family, style)
    var style = style
    style.isSingle = true
    style.isPreview = isSample
    let points = WidgetHost.size(of: family, in: context, on: style.host).device
    let share = pixelsAPoint * Double(scalePercent) / 100
    let geometry = PanelGeometry(
      widthPx: Int((points.width * share).rounded()), heightPx: Int((points.height * share).rounded()),
      widthMm: points.width * 0.16, heightMm: points.height * 0.16)
    let scene = PanelScene(
      context: context, style: style,
      slots: [SceneSlot(identifier: kind, widget: widget, family: family, configuration: configuration)],
      timeZone: timeZone, locale: locale, geometry: geometry, board: board,
      strings: BoardStrings(name: kind))
    do {
      let compiled = try SceneCompiler().compile(scene, at: Date(instant))
      return try CompiledBoard(name: kind, scene: scene, compiled: compiled, problems: [])
    } catch let error as CompileError {
      throw Failure(.badInput, "\(kind): \(error.message)")
    }
  }

  private var board: BoardRecord {
    var board = BoardRecord.ofPicture
    board.pixelFormat = format.rawValue
    board.isEmissive = format == .mono1 || format.isInk ? 0 : 1
    return board
  }

  /// The place that shows a family on a host in a mode, if these are given.
  ///
  /// - Throws: `Failure` if there is none.
  package static func context(
    for family: WidgetFamily, mode: WidgetRenderingMode?, on host: WidgetHost? = nil
  ) throws -> WidgetContext {
    if let context = WidgetContext.showing(family, in: mode, on: host) { return context }
    throw Failure(.usage, WidgetContext.refusal(of: mode, for: family, on: host))
  }

  /// Checks family, host and mode against the tables T1 to T8 (docs/rules.md, Tables).
  ///
  /// - Throws: `Failure` when the combination does not exist.
  private static func check(_ context: WidgetContext, _ family: WidgetFamily, _ style: PanelStyle) throws {
    let host = style.host
    guard context.families(on: host).contains(family) else {
      throw Failure(.usage, context.refusal(of: family, on: host))
    }
    if let mode = style.renderingMode, !context.modes(of: family, on: host).contains(mode) {
      throw Failure(.usage, context.refusal(of: mode, for: family, on: host))
    }
  }
}
