import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// A lock screen is monochrome, and the user may tint it (rules 34 and 37).
@Suite struct LockScreenTintTests {
  private static let tints: [UInt32] = [0xFFFF_3B30, 0xFF30_D158, 0xFF0A_84FF, 0xFFFF_D60A, 0xFF5E_5CE6, 0xFF00_0000]

  private func scene(_ tint: UInt32?) -> PanelScene {
    let widget = PlainWidget { entry in
      VStack {
        Text(entry.words)
        Text("Second").foregroundStyle(.secondary)
        Text("Blue").foregroundStyle(.blue)
        Circle().fill(.tertiary).frame(width: 10, height: 10)
      }
    }
    var scene = testScene([widget])
    scene.context = .lockScreen
    scene.slots[0].family = .accessoryRectangular
    scene.style.tint = tint
    return scene
  }

  /// Colours in the drawing of a look, except black.
  private func colors(_ tint: UInt32?, isLuminanceReduced: Bool) throws -> [UInt32] {
    try withArchive(try SceneCompiler().compile(scene(tint), at: noon)) { archive in
      (0...1).flatMap { index in
        let widget = archive.widget(index)
        let key = VariantKey(renderingMode: .vibrant, isLuminanceReduced: isLuminanceReduced)
        return archive.displayList(entry: index, slot: widget.variantSlot(for: key)).compactMap { node -> UInt32? in
          let paint = archive.paints[Int(archive.nodes[Int(node)].paint)]
          return paint.role == PaintRole.background.rawValue || paint.color & 0xFF_FFFF == 0 ? nil : paint.color
        }
      }
    }
  }

  private func channels(_ argb: UInt32) -> [Double] {
    [16, 8, 0].map { LinearLight.decode(UInt8(argb >> $0 & 255)) }
  }

  @Test(arguments: [false, true]) func `without a tint nothing has a hue`(_ isLuminanceReduced: Bool) throws {
    let colors = try colors(nil, isLuminanceReduced: isLuminanceReduced)
    #expect(colors.count > 3)
    for color in colors { #expect(Set(channels(color)).count == 1) }
  }

  /// All inks are between black, the tint and white: the order of the channels is that of the tint.
  @Test(arguments: tints, [false, true]) func `a tint is the one hue of all that is drawn`(
    _ tint: UInt32, _ isLuminanceReduced: Bool
  ) throws {
    let colors = try colors(tint, isLuminanceReduced: isLuminanceReduced)
    #expect(colors.count > 3)
    let order = channels(tint)
    for color in colors {
      let found = channels(color)
      for (a, b) in [(0, 1), (1, 2), (0, 2)] where order[a] != order[b] {
        #expect((found[a] - found[b]) * (order[a] - order[b]) >= 0, "\(String(color, radix: 16))")
      }
      let isGrey = Set(order).count == 1
      #expect(isGrey || Set(found).count > 1, "\(String(color, radix: 16)) has no hue")
    }
  }

  /// Text keeps 4.5:1 and marks 3:1 on black, with half of the wallpaper's light that white ones allow.
  @Test(arguments: tints) func `a tint can be read`(_ tint: UInt32) {
    let white = MaterialContrast.brightest(for: palette(nil, isDark: false).inks)
    #expect(MaterialContrast.brightest(for: palette(tint, isDark: false).inks) >= white * 0.45)
    for ink in palette(tint, isDark: true).inks { #expect(MaterialContrast.holds([ink], on: 0), "\(ink)") }
  }

  private func palette(_ tint: UInt32?, isDark: Bool) -> Palette {
    let scene = scene(tint)
    let looks = LookTable(scene).looks
    return HostColors(scene).palette(isDark ? looks[looks.count - 1] : looks[0])
  }

  @Test func `a picture takes the hue with its light`() {
    var palette = Palette(renderingMode: .vibrant, surface: .emissive)
    palette.vibrantInk = 0xFFFF_8000
    let request = PictureRequest(source: .data(Data()))
    #expect(palette.treatment(of: request, isAccentable: false).treatment == .hue(0xFFFF_8000))
    let picture = ScaledPicture(
      size: PixelSize(width: 3, height: 1), pixels: [0xFFFF_FFFF, 0xFF00_00FF, 0x8080_8080])
    let shown = picture.treated(.hue(0xFFFF_8000)).pixels
    #expect(shown[0] == 0xFFFF_8000)
    #expect(shown[1] & 0xFF == 0 && shown[1] >> 16 & 0xFF > 0)
    #expect(shown[2] >> 24 == 0x80 && shown[2] >> 16 & 0xFF == 0x80)
  }

  @Test func `a tint that nothing shows is none`() {
    for context in [WidgetContext.standBy, .carPlay] {
      for appearance in WidgetAppearance.allCases { #expect(!context.takesTint(appearance)) }
    }
    #expect(!WidgetContext.home.takesTint(.dark) && WidgetContext.home.takesTint(.tinted))
    #expect(WidgetContext.lockScreen.takesTint(.dark) && WidgetContext.watchFace.takesTint(.dark))
  }
}
