import AfterglowCore
import TestSupport
import Testing

@testable import AfterglowLight

@Suite struct ColorStageTests {
  let roles: [PaintRole] = [.background, .primary, .secondary, .tertiary, .accent, .picture]
  var stage: ColorStage { ColorStage(settings: LightSettings(), isEmissive: true) }

  func randomColors(_ count: Int) -> [Color] {
    var generator = SeededNumbers(seed: 7)
    return (0..<count).map { _ in Color(argb: UInt32.random(in: .min ... .max, using: &generator)) }
  }

  @Test func `day changes nothing`() {
    let stage = self.stage
    for color in randomColors(500) {
      for role in roles { #expect(stage.resolve(color, role: role, mode: .day) == color) }
      #expect(stage.paintedPicture(color.argb, mode: .day) == color.argb)
    }
  }

  @Test func `night is red only and keeps alpha`() {
    let stage = self.stage
    for color in randomColors(2_000) {
      for role in roles {
        let night = stage.resolve(color, role: role, mode: .night)
        #expect(night.green == 0 && night.blue == 0 && night.alpha == color.alpha)
      }
      let pixel = stage.paintedPicture(color.premultiplied, mode: .night)
      #expect(pixel & 0xFFFF == 0)
      #expect(pixel >> 24 == color.argb >> 24)
      #expect(pixel >> 16 & 255 <= pixel >> 24)
    }
  }

  @Test func `roles stand in order and none exceeds the ceiling`() {
    let stage = self.stage
    let white = Color.white
    let levels = [PaintRole.background, .tertiary, .secondary, .primary].map {
      stage.resolve(white, role: $0, mode: .night).red
    }
    #expect(levels == levels.sorted())
    #expect(Set(levels).count == 4)
    #expect(levels[0] == 0)
    // Red at 3.66 cd/m² (`NightLuminance`) of a 250 cd/m² white: linear 3.66 / (250 × 0.2126) = 0.0688, code 74.
    #expect(levels[3] == 74)
    let table = SRGB()
    for role in roles {
      for color in randomColors(300) {
        #expect(table.linear(stage.resolve(color, role: role, mode: .night).red) <= stage.nightCeiling)
      }
    }
  }

  @Test func `the foreground is readable whatever its color`() {
    // Black text on a white card: the card goes black, the text must not.
    let stage = self.stage
    #expect(stage.resolve(.white, role: .background, mode: .night) == .black)
    #expect(stage.resolve(.black, role: .primary, mode: .night).red == 74)
    var dark = LightSettings()
    dark.nightMillinits = 1
    let dim = ColorStage(settings: dark, isEmissive: true)
    for role in [PaintRole.primary, .secondary, .tertiary] {
      #expect(dim.resolve(.white, role: role, mode: .night).red >= 1)
    }
  }

  @Test func `the accent follows the brightest channel and pictures their luminance`() {
    let stage = self.stage
    let blue = Color(red: 0, green: 0, blue: 255)
    #expect(
      stage.resolve(blue, role: .accent, mode: .night) == stage.resolve(.white, role: .accent, mode: .night))
    let bluePicture = stage.resolve(blue, role: .picture, mode: .night).red
    let greenPicture = stage.resolve(Color(red: 0, green: 255, blue: 0), role: .picture, mode: .night).red
    #expect(bluePicture < greenPicture)
  }

  @Test func `greys stay in order in every mode`() {
    let stage = self.stage
    for mode in [LightMode.alwaysOn, .night] {
      for role in [PaintRole.accent, .picture] {
        var last: UInt32 = 0
        for grey in UInt8(0)...255 {
          let color = stage.resolve(Color(red: grey, green: grey, blue: grey), role: role, mode: mode)
          let luminance = SRGB().luminance(color)
          #expect(luminance >= last)
          last = luminance
        }
        #expect(last > 0)
      }
    }
  }

  @Test func `always-on is one curve for every role, and a picture is painted as by day`() {
    let stage = self.stage
    let curve = AlwaysOnCurve(white: 400, of: 1000)
    for color in randomColors(500) {
      for role in roles {
        #expect(stage.resolve(color, role: role, mode: .alwaysOn) == curve.dimmed(color, SRGB()))
        #expect(stage.painted(color, role: role, mode: .alwaysOn) == color)
        #expect(stage.painted(color, role: role, mode: .night) == stage.resolve(color, role: role, mode: .night))
      }
    }
  }

  @Test func `opaque pictures agree with colors`() {
    let stage = self.stage
    for color in randomColors(300) {
      let opaque = Color(argb: color.argb | 0xFF00_0000)
      for mode in [LightMode.alwaysOn, .night] {
        #expect(
          stage.paintedPicture(opaque.argb, mode: mode) == stage.painted(opaque, role: .picture, mode: mode).argb)
      }
    }
  }

  @Test func `always-on grows dimmer where more than a tenth is lit, so that its mean light does not grow`() {
    #expect([0, 1, 99, 100].allSatisfy { ColorStage.litFactorPermille($0) == 1000 })
    var last: UInt32 = 1000
    for share in Int32(100)...1000 {
      let factor = ColorStage.litFactorPermille(share)
      #expect(factor <= last && factor > 0)
      #expect(factor * UInt32(share) <= 100_000)
      // Steps are no smaller than necessary.
      #expect(factor * UInt32(share + 50) >= 99_000)
      last = factor
    }
    let table = SRGB()
    func white(_ share: Int32) -> UInt32 {
      var settings = LightSettings()
      settings.alwaysOnPermille = 1000
      let stage = ColorStage(settings: settings, isEmissive: true, litPermille: share)
      return table.luminance(stage.resolve(.white, role: .primary, mode: .alwaysOn))
    }
    #expect(white(80) == 65_535 && white(0) == 65_535)
    #expect(abs(Int(white(200)) - 65_535 / 2) < 400)
    // Text remains legible in a lit room.
    #expect(abs(Int(white(1000)) - Int(ColorStage.leastWhite)) < 250)
  }

  @Test(arguments: [0, 100, 500, 1000] as [Int32], [100, 400, 1000] as [Int32])
  func `at night a picture's four greys stay apart, however much is lit`(litPermille: Int32, alwaysOnPermille: Int32) {
    var settings = LightSettings()
    settings.alwaysOnPermille = alwaysOnPermille
    let stage = ColorStage(settings: settings, isEmissive: true, litPermille: litPermille)
    let greys: [UInt8] = [0, 85, 170, 255]
    let reds = greys.map { grey in
      stage.resolve(Color(red: grey, green: grey, blue: grey), role: .picture, mode: .night)
    }
    let room = Legibility(settings, LegibilitySettings(), millilux: 1_000)
    for (darker, lighter) in zip(reds, reds.dropFirst()) {
      #expect(room.physicalHundredths(lighter, over: darker) >= 125, "\(darker.red) and \(lighter.red)")
    }
    // No picture is as bright as words.
    #expect(reds[3].red < stage.resolve(.white, role: .secondary, mode: .night).red)
  }

  @Test func `reflective panels keep their colors`() {
    let stage = ColorStage(settings: LightSettings(), isEmissive: false)
    for color in randomColors(100) {
      for role in roles { #expect(stage.resolve(color, role: role, mode: .night) == color) }
    }
  }

  @Test func `senseless settings stay safe`() {
    var settings = LightSettings()
    for (peak, night, permille) in [(0, 0, 0), (-5, -5, -5), (1, Int32.max, Int32.max), (Int32.max, 1, 1000)] {
      settings.peakMillinits = Int32(peak)
      settings.nightMillinits = night
      settings.alwaysOnPermille = permille
      let color = ColorStage(settings: settings, isEmissive: true).resolve(.white, role: .accent, mode: .night)
      #expect(color.green == 0 && color.blue == 0 && color.alpha == 255)
    }
  }
}
