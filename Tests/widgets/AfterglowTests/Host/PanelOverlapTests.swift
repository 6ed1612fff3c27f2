import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// For any panel, density, host and orientation: slots are on the panel, and do not overlap each other or the host's
/// clock.
@Suite struct PanelOverlapTests {
  struct Panel: CustomTestStringConvertible, Sendable {
    var widthPx: Int
    var heightPx: Int
    var widthMm: Double
    var testDescription: String { "\(widthPx)×\(heightPx) px, \(Int(widthMm)) mm wide" }

    var heightMm: Double { widthMm * Double(heightPx) / Double(widthPx) }
    var shorterMm: Double { min(widthMm, heightMm) }
    /// Not an extreme aspect ratio.
    var isUsual: Bool { max(widthPx, heightPx) <= 2 * min(widthPx, heightPx) }

    static let all: [Panel] = {
      let pixels = [
        (320, 240), (480, 320), (800, 480), (1024, 600), (1280, 720), (1280, 800), (1024, 768), (1920, 1080),
        (1920, 1200), (2560, 1440), (3840, 2160), (720, 720), (1920, 480), (2160, 1440), (2388, 1668),
      ]
      return (pixels + pixels.map { ($0.1, $0.0) }).flatMap { width, height in
        [70.0, 150, 260, 600, 1200].map { Panel(widthPx: width, heightPx: height, widthMm: $0) }
      }
    }()
  }

  private static let hosts: [WidgetHost?] = [nil] + WidgetHost.all

  /// More slots than any scene has: made once, because making them takes longer than a plan.
  private static let full = testScene((0..<16).map { _ in PlainWidget { Text($0.words) } })

  private func scene(_ context: WidgetContext, _ families: [WidgetFamily]) -> PanelScene {
    var scene = Self.full
    scene.slots = Array(scene.slots.prefix(families.count))
    scene.context = context
    for (index, family) in families.enumerated() { scene.slots[index].family = family }
    return scene
  }

  private func put(_ scene: inout PanelScene, on panel: Panel) {
    scene.geometry.widthPx = panel.widthPx
    scene.geometry.heightPx = panel.heightPx
    scene.geometry.widthMm = panel.widthMm
    scene.geometry.heightMm = panel.heightMm
  }

  /// The fault of a plan.
  private func fault(_ plan: PanelPlan, on scene: PanelScene) -> PlacementFault? {
    let panel = PixelRect(
      x0: 0, y0: 0, x1: Int32(scene.geometry.widthPx), y1: Int32(scene.geometry.heightPx))
    var taken = plan.placements.map { $0.framePx }
    for part in plan.chrome where part.kind == .clock {
      let clock = PixelRect(part.frame, scale: plan.scale)
      if !clock.isEmpty { taken.append(clock) }
    }
    return PlacementFault(taken, on: panel)
  }

  private static let locales = ["en_GB", "ar_EG"].map(Locale.init(identifier:))

  private static let lockScreens: [[WidgetFamily]] = [1, 2, 3, 4, 6].flatMap { count in
    let smalls = [WidgetFamily](repeating: .systemSmall, count: count)
    return [
      smalls, smalls + [.accessoryInline], [.accessoryInline, .accessoryRectangular] + smalls,
      [.accessoryInline] + smalls + [WidgetFamily](repeating: .accessoryCircular, count: 4),
    ]
  }

  @Test(arguments: Panel.all) func `small widgets on a lock screen have a region of their own`(_ panel: Panel) {
    for host in Self.hosts where host == nil || host?.platform == .iPad {
      for families in Self.lockScreens {
        var scene = scene(.lockScreen, families)
        put(&scene, on: panel)
        scene.style.host = host
        for locale in Self.locales {
          scene.locale = locale
          for distance in [nil, 800.0, 3000] {
            scene.style.viewingDistanceMm = distance
            expectRegion(scene, families, on: panel)
          }
        }
      }
    }
  }

  private func expectRegion(_ scene: PanelScene, _ families: [WidgetFamily], on panel: Panel) {
    let host = scene.style.host
    func what() -> String {
      "\(families.map(\.rawValue)) on \(host?.name ?? "no host"), \(scene.locale), \(scene.style.viewingDistanceMm ?? 0) mm"
    }
    do {
      if let found = fault(try PanelLayout.plan(scene), on: scene) { Issue.record("\(found) with \(what())") }
    } catch {
      // A panel smaller than a phone is laid out, not rejected.
      let isLarge = host != nil || panel.shorterMm >= LockScreenPlan.tabletSideMm
      let smalls = families.count { $0 == .systemSmall }
      if isLarge && panel.isUsual && smalls <= 2 { Issue.record("\(error) with \(what())") }
    }
  }

  @Test(arguments: WidgetContext.allCases) func `no context lays a widget over another`(_ context: WidgetContext) {
    var planned = 0
    for host in Self.hosts {
      let offered = context.families(on: host)
      for count in offered.isEmpty ? [] : Array(1...6) {
        // All of one family, then one of each in turn.
        let mixed = (0..<count).map { offered[$0 % offered.count] }
        for families in [mixed, mixed.reversed()] + offered.map({ [WidgetFamily](repeating: $0, count: count) }) {
          var scene = scene(context, families)
          scene.style.host = host
          for panel in Panel.all {
            put(&scene, on: panel)
            for isRound in [false, true] where !isRound || (context == .watchFace && panel.widthPx == panel.heightPx) {
              scene.geometry.isRound = isRound
              guard let plan = try? PanelLayout.plan(scene) else { continue }
              planned += 1
              if let found = fault(plan, on: scene) {
                Issue.record(
                  "\(found) with \(families.map(\.rawValue)) on \(host?.name ?? "no host"), \(panel.testDescription)")
                return
              }
            }
          }
        }
      }
    }
    #expect(planned > 20)
  }
}
