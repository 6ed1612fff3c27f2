import AfterglowArchive
import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// One built-in widget in one family, as a gallery shows it.
struct GalleryItem: CustomTestStringConvertible, Hashable, Sendable {
  var kind: String
  var family: WidgetFamily

  var testDescription: String { "\(kind) \(family.rawValue)" }

  static let all = WidgetGallery.builtIn.kinds.flatMap { kind in
    WidgetGallery.builtIn.widget(kind)!.descriptor.supportedFamilies.map { GalleryItem(kind: kind, family: $0) }
  }

  /// 2026-11-21T10:09:35Z
  static let now = Date(timeIntervalSince1970: 1_795_255_775)

  /// How a person can have a widget look by day; each has an always-on and a night of its own.
  enum Style: String, CaseIterable, Sendable {
    case light, dark, clear, tinted, vibrant

    var appearance: WidgetAppearance {
      switch self {
      case .light: .light
      case .dark, .vibrant: .dark
      case .clear: .clear
      case .tinted: .tinted
      }
    }

    var mode: WidgetRenderingMode? {
      switch self {
      case .light, .dark: nil
      case .clear, .tinted: .accented
      case .vibrant: .vibrant
      }
    }
  }

  /// The place in which a family is checked against a style: for accessories a lock screen in each, since words over a
  /// wallpaper have more to keep than on a watch's black, where a gallery shows them accented (T3).
  func context(_ style: Style) -> WidgetContext {
    switch family {
    case .accessoryCorner: .watchFace
    case .accessoryCircular, .accessoryRectangular, .accessoryInline: .lockScreen
    case .systemExtraLargePortrait: .surface
    case .systemSmall where style == .vibrant: .lockScreen
    default: style == .vibrant ? .desktop : .home
    }
  }

  /// A panel that shows the widget alone, one pixel per point.
  ///
  /// - Parameters:
  ///   - widget: in place of the gallery's own.
  ///   - change: what else is to be different.
  func scene(
    _ style: Style = .dark, isPreview: Bool = true, host: WidgetHost? = nil, widget: (any Widget)? = nil,
    configuration: [String: ConfigurationValue] = [:], folder: URL? = nil,
    change: (inout PanelScene) -> Void = { _ in }
  ) -> PanelScene {
    var look = PanelStyle()
    look.isSingle = true
    look.isPreview = isPreview
    look.appearance = style.appearance
    look.renderingMode = style.mode
    look.host = host
    let size = WidgetHost.size(of: family, in: context(style), on: host).canvas
    let geometry = PanelGeometry(
      widthPx: Int(size.width.rounded(.up)), heightPx: Int(size.height.rounded(.up)), widthMm: size.width * 0.16,
      heightMm: size.height * 0.16)
    var board = BoardRecord()
    board.archiveBankByteCount = 8 << 20
    board.clockTrust = ClockTrust.always.rawValue
    var scene = PanelScene(
      context: context(style), style: look,
      slots: [
        SceneSlot(
          identifier: kind, widget: widget ?? WidgetGallery.builtIn.widget(kind)!, family: family,
          configuration: configuration)
      ], timeZone: TimeZone(identifier: "Europe/Lisbon")!, locale: Locale(identifier: "en_GB"), geometry: geometry,
      board: board, strings: BoardStrings(name: kind), folder: folder)
    change(&scene)
    return scene
  }

  func compile(_ scene: PanelScene) throws -> CompiledScene { try CompilerPool.compile(scene, at: Self.now) }

  /// The item in a style, without other changes: several suites look at the same scenes.
  func compiled(_ style: Style = .dark, _ level: LevelOfDetail = .default) throws -> CompiledScene {
    try Self.scenes(Styled(item: self, style: style, level: level))
  }

  private struct Styled: Hashable {
    var item: GalleryItem
    var style: Style
    var level: LevelOfDetail
  }

  private static let scenes = MadeOnce { (shown: Styled) in
    try shown.item.compile(shown.item.scene(shown.style) { $0.style.levelOfDetail = shown.level })
  }
}

extension PanelScene {
  /// On a panel of more pixels, so that edges are distinguished from their smoothing.
  func enlarged(by scale: Int) -> PanelScene {
    var scene = self
    scene.geometry.widthPx *= scale
    scene.geometry.heightPx *= scale
    scene.board.archiveBankByteCount = 32 << 20
    return scene
  }
}

extension [GalleryItem] {
  /// What has margins, at whose edges and middle texts stand.
  static var systemFamilies: [GalleryItem] { GalleryItem.all.filter(\.family.isSystem) }
}

/// A widget with something else in place of one of its provider's functions.
struct AlteredWidget: Widget {
  let descriptor: WidgetDescriptor

  var body: ModifiedWidgetConfiguration { ModifiedWidgetConfiguration(descriptor: descriptor) }

  private struct NothingYet: Error {}

  /// Its content never comes: the host shows the placeholder, redacted.
  static func waiting(_ widget: any Widget) -> AlteredWidget {
    var descriptor = widget.descriptor
    descriptor.timeline = { _, _ in throw NothingYet() }
    return AlteredWidget(descriptor: descriptor)
  }

  /// Its sample content, which it promised to renew two hours ago.
  static func old(_ widget: any Widget) -> AlteredWidget {
    var descriptor = widget.descriptor
    let snapshot = descriptor.snapshot
    descriptor.timeline = { values, context in
      var sample = context
      sample.isPreview = true
      return WidgetTimeline(
        entries: [try snapshot(values, sample)], policy: .after(context.date.addingTimeInterval(-7200)))
    }
    return AlteredWidget(descriptor: descriptor)
  }

  /// Of its timeline the entry that is shown at once alone: where nothing else is looked at, a day's others, up to 300, need
  /// not be compiled.
  static func first(_ widget: any Widget) -> AlteredWidget {
    var descriptor = widget.descriptor
    let timeline = descriptor.timeline
    descriptor.timeline = { values, context in
      var all = try timeline(values, context)
      all.entries.removeSubrange(min(1, all.entries.count)...)
      return all
    }
    return AlteredWidget(descriptor: descriptor)
  }

  /// What its placeholder stands on, with the words that redaction hides.
  static func unredacted(_ widget: any Widget) -> AlteredWidget {
    var descriptor = widget.descriptor
    let placeholder = descriptor.placeholder
    descriptor.timeline = { values, context in
      WidgetTimeline(entries: [placeholder(values, context)], policy: .never)
    }
    return AlteredWidget(descriptor: descriptor)
  }
}
