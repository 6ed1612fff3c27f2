import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct HostTableTests {
  /// T4 as published, cell by cell.
  @Test(arguments: [
    (WidgetFamily.systemSmall, true), (.systemMedium, true), (.systemLarge, true), (.systemExtraLarge, true),
    (.systemExtraLargePortrait, true), (.accessoryRectangular, true), (.accessoryCircular, false),
    (.accessoryCorner, false), (.accessoryInline, false),
  ]) func `a family supports the modes of T4`(_ family: WidgetFamily, _ hasFullColor: Bool) {
    #expect(family.renderingModes.contains(.fullColor) == hasFullColor)
    #expect(family.renderingModes.contains(.accented) && family.renderingModes.contains(.vibrant))
  }

  @Test func `contexts offer the families of T1 and T2`() {
    let offered = Dictionary(uniqueKeysWithValues: WidgetContext.allCases.map { ($0, $0.families()) })
    #expect(offered[.standBy] == [.systemSmall])
    #expect(offered[.carPlay] == [.systemSmall])
    #expect(offered[.home] == [.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge])
    #expect(
      offered[.surface]
        == [.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait])
    #expect(
      offered[.lockScreen] == [.systemSmall, .accessoryCircular, .accessoryRectangular, .accessoryInline])
    #expect(offered[.smartStack] == [.accessoryCircular, .accessoryRectangular])
    #expect(
      offered[.watchFace] == [.accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline])
  }

  /// No iPhone supports extra large, nor small on its lock screen.
  @Test func `a named host offers only its own families`() {
    let phone = WidgetHost.named("iPhone 430x932")
    #expect(WidgetContext.home.families(on: phone) == [.systemSmall, .systemMedium, .systemLarge])
    #expect(!WidgetContext.lockScreen.families(on: phone).contains(.systemSmall))
    #expect(WidgetContext.lockScreen.families(on: .named("iPad 820x1180")).contains(.systemSmall))
  }

  @Test func `a refusal says what the place takes and where the family goes`() {
    let words = WidgetContext.home.refusal(of: .accessoryCorner)
    #expect(words.contains("home takes systemSmall"))
    #expect(words.contains("docs/rules.md: T2"))
    #expect(words.hasSuffix("accessoryCorner goes into watchFace"))
  }

  @Test(arguments: [
    (WidgetContext.home, [WidgetRenderingMode.fullColor, .accented]), (.standBy, [.fullColor, .vibrant]),
    (.lockScreen, [.vibrant]), (.desktop, [.fullColor, .accented, .vibrant]), (.carPlay, [.fullColor]),
    (.surface, [.fullColor, .accented]), (.watchFace, [.fullColor, .accented]),
  ]) func `places reach the modes of T3`(_ context: WidgetContext, _ modes: [WidgetRenderingMode]) {
    #expect(RenderingModeTable.modes(in: context.place, on: context.platforms) == modes)
  }

  /// Rows of T5 with their irregularities: small is 159 high where medium is 157, circular 76 where rectangular is 72.
  @Test func `quirks of T5 are kept`() {
    let quirky = WidgetHost.named("iPhone 414x736")
    #expect(quirky?.size(of: .systemSmall)?.device == Size(width: 159, height: 159))
    #expect(quirky?.size(of: .systemMedium)?.device == Size(width: 348, height: 157))
    let other = WidgetHost.named("iPhone 414x896")
    #expect(other?.size(of: .accessoryCircular)?.device.height == 76)
    #expect(other?.size(of: .accessoryRectangular)?.device.height == 72)
    #expect(WidgetHost.named("iPhone 320x568")?.size(of: .accessoryCircular) == nil)
  }

  @Test func `every screen of a row is a name`() {
    #expect(WidgetHost.named("iPhone 428x926") == WidgetHost.named("iPhone 430x932"))
    #expect(WidgetHost.named("ipad 834X1194") == WidgetHost.named("iPad 820x1180"))
    #expect(WidgetHost.named("iPhone 1x1") == nil)
    let names = WidgetHost.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  /// Device sizes are rounded per side: both sides of a row have the same factor within a hundredth (T6).
  @Test(arguments: WidgetHost.iPads) func `canvases shrink to devices by one factor`(_ host: WidgetHost) throws {
    let small = try #require(host.size(of: .systemSmall))
    let factor = small.device.width / small.canvas.width
    for family in [WidgetFamily.systemMedium, .systemLarge, .systemExtraLarge] {
      let size = try #require(host.size(of: family))
      #expect(abs(size.device.width / size.canvas.width - factor) < 0.01)
      #expect(abs(size.device.height / size.canvas.height - factor) < 0.01)
    }
  }

  /// T7: every side has 1.695 to 1.698 mm per point.
  @Test func `surfaces are measured in millimetres`() throws {
    for family in WidgetFamily.allCases where family.isSystem {
      let points = try #require(WidgetHost.vision.size(of: family)?.device)
      let mm = try #require(WidgetHost.vision.millimetres(of: family))
      #expect((1.69...1.70).contains(mm.width / points.width))
      #expect((1.69...1.70).contains(mm.height / points.height))
    }
  }
}

private let everyRow: [(WidgetHost, WidgetFamily)] = WidgetHost.all.flatMap { host in
  WidgetFamily.allCases.filter { host.size(of: $0) != nil }.map { (host, $0) }
}

@Suite struct HostSizeTests {
  /// Every row of T5 to T8: laid out on the canvas, shown at the device's size, at @1, @2 and @3.
  @Test(arguments: everyRow) func `a widget has its host's size`(_ row: (WidgetHost, WidgetFamily)) throws {
    let (host, family) = row
    let size = try #require(host.size(of: family))
    for density in [1.0, 2, 3] {
      let scene = single(
        family, host, pixels: Size(width: size.device.width * density, height: size.device.height * density))
      let compiled = try SceneCompiler().compile(scene, at: noon)
      let frame = try #require(compiled.layout.nodes.first { $0.name == "whole" })
      #expect(abs(frame.framePt.width - size.canvas.width) < 0.001)
      #expect(abs(frame.framePx.width - size.device.width * density) <= size.device.width * density * 0.012)
      #expect(frame.framePx.maxX <= size.device.width * density + 1)
    }
  }

  private func single(_ family: WidgetFamily, _ host: WidgetHost, pixels: Size) -> PanelScene {
    var style = PanelStyle()
    style.host = host
    style.isSingle = true
    let widget = PlainWidget { _ in
      Rectangle().fill(.primary).accessibilityIdentifier("whole").padding(EdgeInsets(all: 0))
    }
    let context = WidgetContext.allCases.first { $0.families(on: host).contains(family) }!
    var scene = testScene(
      [MarginlessWidget(widget)], widthPx: Int(pixels.width.rounded()), heightPx: Int(pixels.height.rounded()))
    scene.context = context
    scene.style = style
    scene.slots[0].family = family
    return scene
  }
}

/// A widget that disables margins.
struct MarginlessWidget<Inner: Widget>: Widget {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
  var body: some WidgetConfiguration { inner.body.contentMarginsDisabled() }
}
