import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Every host, family, mode and context, compared with tables T1 to T8, which are repeated here as published.
@Suite struct PlacementMatrixTests {
  /// T1 and T2.
  private static let places: [WidgetFamily: [WidgetPlatform: [WidgetContext]]] = [
    .systemSmall: [
      .iPhone: [.home, .todayView, .standBy, .carPlay], .iPad: [.home, .todayView, .lockScreen],
      .mac: [.desktop, .notificationCenter], .vision: [.surface],
    ],
    .systemMedium: [
      .iPhone: [.home, .todayView], .iPad: [.home, .todayView], .mac: [.desktop, .notificationCenter],
      .vision: [.surface],
    ],
    .systemLarge: [
      .iPhone: [.home, .todayView], .iPad: [.home, .todayView], .mac: [.desktop, .notificationCenter],
      .vision: [.surface],
    ],
    .systemExtraLarge: [
      .iPad: [.home, .todayView], .mac: [.desktop, .notificationCenter], .vision: [.surface],
    ],
    .systemExtraLargePortrait: [.vision: [.surface]],
    .accessoryCircular: [.iPhone: [.lockScreen], .iPad: [.lockScreen], .watch: [.watchFace, .smartStack]],
    .accessoryRectangular: [.iPhone: [.lockScreen], .iPad: [.lockScreen], .watch: [.watchFace, .smartStack]],
    .accessoryInline: [.iPhone: [.lockScreen], .iPad: [.lockScreen], .watch: [.watchFace]],
    .accessoryCorner: [.watch: [.watchFace]],
  ]

  /// T3; a Mac's accented as three texts describe it (conflict a).
  private static let modes: [WidgetPlatform: [WidgetContext: [WidgetRenderingMode]]] = [
    .iPhone: [
      .home: [.fullColor, .accented], .todayView: [.fullColor, .accented], .standBy: [.fullColor, .vibrant],
      .carPlay: [.fullColor], .lockScreen: [.vibrant],
    ],
    .iPad: [.home: [.fullColor, .accented], .todayView: [.fullColor, .accented], .lockScreen: [.vibrant]],
    .watch: [.smartStack: [.fullColor, .accented], .watchFace: [.fullColor, .accented]],
    .mac: [
      .desktop: [.fullColor, .accented, .vibrant], .notificationCenter: [.fullColor, .accented],
    ],
    .vision: [.surface: [.fullColor, .accented]],
  ]

  /// T4; a portrait is vibrant at night although its platform is not (conflict b).
  private static func supported(_ family: WidgetFamily) -> [WidgetRenderingMode] {
    [.accessoryCircular, .accessoryCorner, .accessoryInline].contains(family)
      ? [.accented, .vibrant] : [.fullColor, .accented, .vibrant]
  }

  /// T5 to T8: families without a size on a device of the right kind.
  private static func hasNoSize(_ family: WidgetFamily, _ host: WidgetHost) -> Bool {
    host.name == "iPhone 320x568" && !family.isSystem
  }

  private static func isOffered(_ family: WidgetFamily, _ context: WidgetContext, _ host: WidgetHost?) -> Bool {
    let rows = places[family] ?? [:]
    guard let host else { return rows.values.contains { $0.contains(context) } }
    return rows[host.platform]?.contains(context) == true && !hasNoSize(family, host)
  }

  private static func expected(
    _ family: WidgetFamily, _ context: WidgetContext, _ host: WidgetHost?
  ) -> Set<WidgetRenderingMode> {
    guard isOffered(family, context, host) else { return [] }
    let platforms = host.map { [$0.platform] } ?? WidgetPlatform.allCases
    var modes = Set(platforms.flatMap { self.modes[$0]?[context] ?? [] })
    if family == .systemExtraLargePortrait { modes.insert(.vibrant) }
    return modes.intersection(supported(family))
  }

  private static let hosts: [WidgetHost?] = [nil] + WidgetHost.all

  @Test func `every host, family, mode and context is as the tables have it`() {
    for host in Self.hosts {
      for context in WidgetContext.allCases {
        for family in WidgetFamily.allCases {
          let name = "\(family.rawValue) in \(context.rawValue) of \(host?.name ?? "no host")"
          #expect(
            context.families(on: host).contains(family) == Self.isOffered(family, context, host), "\(name)")
          #expect(Set(context.modes(of: family, on: host)) == Self.expected(family, context, host), "\(name)")
        }
      }
    }
  }

  @Test func `whatever a place shows of a host is found, and nothing else`() {
    for host in Self.hosts {
      for family in WidgetFamily.allCases {
        for mode in [nil, WidgetRenderingMode.fullColor, .accented, .vibrant] {
          let places = WidgetContext.allCases.filter { context in
            let modes = Self.expected(family, context, host)
            return mode.map(modes.contains) ?? !modes.isEmpty
          }
          let found = WidgetContext.showing(family, in: mode, on: host)
          let name = "\(family.rawValue) \(mode?.name ?? "") of \(host?.name ?? "no host")"
          #expect(found.map(places.contains) ?? places.isEmpty, "\(name): \(found?.rawValue ?? "nowhere")")
        }
      }
    }
  }

  /// A refusal contains the requested value and its position, and never suggests the place that refuses.
  @Test func `every refusal gives its own reason`() {
    for host in Self.hosts {
      for context in WidgetContext.allCases {
        for family in WidgetFamily.allCases {
          if !Self.isOffered(family, context, host) {
            let words = context.refusal(of: family, on: host)
            #expect(words.contains("not \(family.rawValue) (docs/rules.md: T"), "\(words)")
            if let host, Self.hasNoSize(family, host), context == .lockScreen, family != .accessoryCorner {
              #expect(words.contains("(docs/rules.md: T5)"))
            }
            continue
          }
          for mode in [WidgetRenderingMode.fullColor, .accented, .vibrant] {
            if Self.expected(family, context, host).contains(mode) { continue }
            let words = context.refusal(of: mode, for: family, on: host)
            let table = Self.supported(family).contains(mode) ? "T3" : "T4"
            #expect(words.contains("not \(mode.name) (docs/rules.md: \(table))"), "\(words)")
          }
        }
      }
      for family in WidgetFamily.allCases {
        for mode in [nil, WidgetRenderingMode.fullColor, .accented, .vibrant]
        where WidgetContext.showing(family, in: mode, on: host) == nil {
          let words = WidgetContext.refusal(of: mode, for: family, on: host)
          #expect(words.contains("(docs/rules.md: T"), "\(words)")
          if let mode, !Self.supported(family).contains(mode) {
            #expect(words.contains("(docs/rules.md: T4)"), "\(words)")
          }
        }
      }
    }
  }

  /// The compiler's drawing by day is in one of the modes.
  @Test func `a card that is not drawn in full colour is accented beside others that are`() throws {
    var scene = testScene(
      [PlainWidget { Text($0.words) }, PlainWidget { Text($0.words) }], widthPx: 400, heightPx: 400)
    scene.context = .smartStack
    scene.slots[0].family = .accessoryCircular
    scene.slots[1].family = .accessoryRectangular
    let looks = LookTable(scene).looks
    for (family, modes) in [
      (WidgetFamily.accessoryCircular, [WidgetRenderingMode.accented, .accented, .vibrant]),
      (.accessoryRectangular, [.fullColor, .fullColor, .vibrant]),
    ] {
      #expect(looks.map { $0.supported(by: family).renderingMode } == modes)
    }
    let compiled = try SceneCompiler().compile(scene, at: noon)
    try withArchive(compiled) { archive in
      let circular = archive.widget(1)
      let day = circular.variantSlot(for: .init(renderingMode: .fullColor))
      #expect(day == circular.variantSlot(for: .init(renderingMode: .accented)))
      #expect(!archive.displayList(entry: 1, slot: day).isEmpty)
    }
  }
}
