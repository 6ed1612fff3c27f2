import AfterglowCore
import AfterglowLight
import Testing

@Suite struct LegibilityTests {
  /// 250 cd/m², black of a thousandth, 4 % of the room's light reflected.
  private let panel = (LightSettings(), LegibilitySettings())

  private func room(_ lux: Double, black: Int32 = 250, white: Int64? = nil) -> Legibility {
    var legibility = panel.1
    legibility.blackMillinits = black
    return Legibility(panel.0, legibility, millilux: Int64(lux * 1000), whiteMillinits: white)
  }

  @Test func `what a panel reflects is the room's light by its reflectance, over pi`() {
    // docs/rules.md, Contrast: 300 lx at 4 % are about 3.8 cd/m².
    #expect(abs(Double(room(300).panel.veilMicronits) / 1e6 - 3.8197) < 0.001)
    #expect(room(0).panel.veilMicronits == 0)
  }

  @Test func `physical contrast counts what black emits and what the panel reflects`() {
    let white = room(300).physicalHundredths(.white, over: .black)
    // (250 + 3.82) / (0.25 + 3.82)
    #expect(abs(Double(white) / 100 - 62.37) < 0.05)
    #expect(room(0, black: 0).physicalHundredths(.black, over: .black) == 0)
    #expect(room(0).physicalHundredths(.black, over: .black) == 100)
    // Half the backlight halves white and black: in the dark nothing changes, in a lit room less contrast remains.
    #expect(abs(room(0, white: 125_000).physicalHundredths(.white, over: .black) - 100_000) < 200)
    #expect(room(300, white: 125_000).physicalHundredths(.white, over: .black) < white)
  }

  @Test func `the web's formula gives its known figures, and rules only where the room is lit`() {
    let lit = room(50)
    let dark = room(49.999)
    #expect(lit.isRoomLit && !dark.isRoomLit)
    #expect(lit.hundredths(.white, over: .black) == 2100)
    let red = Color(red: 255, green: 0, blue: 0)
    // docs/rules.md, Contrast: pure red on black is 5.25:1; red text needs R of 235 for 4.5 and 183 for 3; grey needs
    // 117.
    #expect(abs(lit.hundredths(red, over: .black) - 525) <= 1)
    func code(_ least: Int64, _ color: (UInt8) -> Color) -> UInt8? {
      (UInt8(0)...255).first { lit.webHundredths(color($0), over: .black) >= least }
    }
    #expect(code(450) { Color(red: $0, green: 0, blue: 0) } == 235)
    #expect(code(300) { Color(red: $0, green: 0, blue: 0) } == 183)
    #expect(code(450) { Color(red: $0, green: $0, blue: $0) } == 117)
    #expect(dark.hundredths(red, over: .black) == dark.physicalHundredths(red, over: .black))
  }

  @Test(arguments: [0, 83, 250, 500] as [Int32], [2_000, 5_000, 20_000] as [Int32])
  func `every role of the night can be read in every room that counts as night`(black: Int32, leave: Int32) {
    var (settings, legibility) = panel
    legibility.blackMillinits = black
    settings.night.leaveMillilux = leave
    settings.nightMillinits = 100_000
    let stage = ColorStage(settings: settings, legibility: legibility, isEmissive: true)
    for millilux in stride(from: Int64(0), through: Int64(leave), by: 500) {
      let room = Legibility(settings, legibility, millilux: millilux)
      func contrast(_ role: PaintRole) -> Int64 {
        room.physicalHundredths(stage.resolve(.white, role: role, mode: .night), over: .black)
      }
      // A level is a code of eight bits and is rounded down: a twelfth of the luminance is allowed for that.
      #expect(contrast(.primary) >= 650)
      #expect(contrast(.secondary) >= 650 * 92 / 100)
      #expect(contrast(.tertiary) >= 400)
    }
  }

  @Test func `the night is as dim as it can be read, between the board's floor and ceiling`() {
    var (settings, legibility) = panel
    // (0.25 + 5 lx · 0.04 / π) · 3.5 / 0.3
    #expect(abs(Double(NightLuminance(settings, legibility).millinits) - 3_659) <= 2)
    legibility.blackMillinits = 0
    #expect(NightLuminance(settings, legibility).millinits == 1_000)
    legibility.nightFloorMillinits = 10
    #expect(abs(Double(NightLuminance(settings, legibility).millinits) - 743) <= 2)
    legibility.blackMillinits = 2_000
    #expect(NightLuminance(settings, legibility).millinits == 5_000)
    #expect(NightLuminance(settings, legibility).wantedMillinits > 20_000)
    settings.nightMillinits = 0
    #expect(NightLuminance(settings, legibility).millinits == 0)
    // A dimmed backlight also dims the black, so that a dimmer red is sufficient.
    legibility.blackMillinits = 250
    settings.nightMillinits = 5_000
    #expect(NightLuminance(settings, legibility, whiteMillinits: 25_000).millinits < 1_100)
  }

  @Test(arguments: [400, 100, 50, 0] as [Int32], [50, 1000] as [Int32])
  func `always-on leaves 3 to 1 of 7 to 1 for a lit room, and hues as they are`(permille: Int32, lit: Int32) {
    var (settings, legibility) = panel
    settings.alwaysOnPermille = permille
    let stage = ColorStage(settings: settings, legibility: legibility, isEmissive: true, litPermille: lit)
    let room = Legibility(settings, legibility, millilux: 300_000)
    func contrast(_ color: Color, over ground: Color = .black) -> Int64 {
      room.webHundredths(
        stage.resolve(color, role: .primary, mode: .alwaysOn),
        over: stage.resolve(ground, role: .accent, mode: .alwaysOn))
    }
    for front in UInt8(0)...255 {
      for back in stride(from: UInt8(0), to: 250, by: 10) {
        let (front, ground) = (Color(red: front, green: front, blue: front), Color(red: back, green: back, blue: back))
        if room.webHundredths(front, over: ground) >= 700 { #expect(contrast(front, over: ground) >= 300) }
      }
    }
    #expect(contrast(.white) >= 540)
    // Supporting text of a scene, and its marks at a board's usual luminance.
    #expect(contrast(Color(red: 168, green: 168, blue: 168)) >= (permille == 400 && lit == 50 ? 475 : 335))
    #expect(contrast(Color(red: 118, green: 118, blue: 118)) >= (permille == 400 && lit == 50 ? 300 : 235))
    let orange = stage.resolve(Color(red: 255, green: 159, blue: 10), role: .accent, mode: .alwaysOn)
    #expect(orange.red > orange.green && orange.green > orange.blue)
    #expect(stage.resolve(.black, role: .primary, mode: .alwaysOn) == .black)
    legibility.blackMillinits = 0
  }

  @Test func `senseless settings stay safe`() {
    var (settings, legibility) = panel
    for value in [Int32.min, -1, 0, 1, Int32.max] {
      settings.peakMillinits = value
      settings.nightMillinits = value
      legibility.blackMillinits = value
      legibility.reflectancePermille = value
      legibility.nightFloorMillinits = value
      let room = Legibility(settings, legibility, millilux: Int64(value))
      _ = room.hundredths(.white, over: .black)
      let stage = ColorStage(settings: settings, legibility: legibility, isEmissive: true)
      let night = stage.resolve(.white, role: .primary, mode: .night)
      #expect(night.green == 0 && night.blue == 0)
    }
  }
}
