import AfterglowCore
import AfterglowLight
import TestSupport
import Testing

@Suite struct DimmingPlanTests {
  static func randomLight(_ generator: inout SeededNumbers) -> DimmableLight {
    let maxima: [Int64] = [1, 2, 7, 10, 16, 31, 100, 255, 1023, 4095, 65_535, 96_000]
    let maximum = maxima.randomElement(using: &generator)!
    if UInt8.random(in: 0...3, using: &generator) == 0 {
      return DimmableLight(monitorMaximum: maximum, floorPermille: .random(in: 0...900, using: &generator))
    }
    let lowest = Bool.random(using: &generator) ? -1 : Int32.random(in: 0...Int32(maximum), using: &generator)
    return DimmableLight(
      backlightMaximum: maximum, minimumLevel: lowest,
      scale: [.linear, .perceptual, .automatic].randomElement(using: &generator)!)
  }

  @Test func `whatever the hardware, the product is what is wanted, and the frame is the last that is dimmed`() {
    var generator = SeededNumbers(seed: 11)
    for _ in 0..<20_000 {
      let backlight = Bool.random(using: &generator) ? Self.randomLight(&generator) : nil
      let monitor = Bool.random(using: &generator) ? Self.randomLight(&generator) : nil
      let wanted = Double.random(in: 0.0001...1, using: &generator)
      let plan = DimmingPlan(wantedShare: wanted, backlight: backlight, monitor: monitor)
      #expect(abs(plan.hardwareShare * plan.softwareShare - wanted) < 1e-9)
      #expect(plan.softwareShare > 0 && plan.softwareShare <= 1)
      var given = 1.0
      for (light, level) in [(backlight, plan.backlightLevel), (monitor, plan.monitorLevel)] {
        #expect((light == nil) == (level == nil))
        guard let light, let level else { continue }
        #expect(level >= light.minimumLevel && level <= light.maximumLevel)
        // One level less would be too dark: the distance to the next one is less than a level.
        if level > light.minimumLevel { #expect(given * light.share(ofLevel: level - 1) < wanted) }
        given *= light.share(ofLevel: level)
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (7, 1), (20, 1), (21, 2), (255, 13), (4095, 205)])
  func `unless it is asked for, a backlight stays where systemd stops too, and never goes to 0`(
    maximum: Int64, lowest: Int64
  ) {
    let light = DimmableLight(backlightMaximum: maximum, minimumLevel: -1, scale: .linear)
    #expect(light.minimumLevel == lowest)
    #expect(DimmingPlan(wantedShare: 0, backlight: light, monitor: nil).backlightLevel == lowest)
    #expect(light.isDimmable == (maximum > 1))
    let asked = DimmableLight(backlightMaximum: maximum, minimumLevel: 0, scale: .linear)
    #expect(DimmingPlan(wantedShare: 0, backlight: asked, monitor: nil).backlightLevel == 0)
  }

  @Test func `a perceptual scale gives half the lightness at its middle, a linear one half the light`() {
    let linear = DimmableLight(backlightMaximum: 1000, minimumLevel: 1, scale: .linear)
    let perceptual = DimmableLight(backlightMaximum: 1000, minimumLevel: 1, scale: .perceptual)
    #expect(linear.share(ofLevel: 500) == 0.5)
    #expect(abs(perceptual.share(ofLevel: 500) - 0.18419) < 0.00001)
    #expect(linear.level(givingAtLeast: 0.18419) == 185)
    #expect(perceptual.level(givingAtLeast: 0.1841) == 500)
    let monitor = DimmableLight(monitorMaximum: 100, floorPermille: 200)
    #expect(monitor.share(ofLevel: 0) == 0.2)
    #expect(monitor.level(givingAtLeast: 0.6) == 50)
  }
}

@Suite struct LuminanceTargetTests {
  static let modes = [LightMode.day, .alwaysOn, .night]

  @Test func `white follows the room upwards, never beyond its mode, and without a jump`() {
    let target = LuminanceTarget(LightSettings(), DimmingSettings())
    for mode in Self.modes {
      var last = target.nits(mode, lux: Illuminance(millilux: 0))
      var lux = 10.0
      while lux < 200_000_000 {
        let nits = target.nits(mode, lux: Illuminance(millilux: Int64(lux)))
        #expect(nits >= last && nits <= last * 1.06, "\(lux / 1000) lx")
        #expect(nits <= target.nominalNits(mode))
        last = nits
        lux *= 1.05
      }
      #expect(last == target.nominalNits(mode))
      #expect(target.nits(mode, lux: nil) == target.nominalNits(mode), "unknown is the mode's own")
    }
    #expect(abs(target.nits(.day, lux: Illuminance(millilux: 2_000)) - 20) < 0.05)
  }

  @Test(arguments: [50_000, 250_000, 1_000_000] as [Int32], [0, 250, 3_000] as [Int32])
  func `night's white is what gives its red just the luminance that it needs on a panel so dark`(
    peak: Int32, black: Int32
  ) {
    var settings = LightSettings()
    settings.peakMillinits = peak
    var legibility = LegibilitySettings()
    legibility.blackMillinits = black
    let target = LuminanceTarget(settings, DimmingSettings(), legibility)
    for lux: Int64? in [nil, 0, 1_000, 500_000] {
      let nits = target.nits(.night, lux: lux.map { Illuminance(millilux: $0) })
      let needed = NightLuminance(settings, legibility, whiteMillinits: Int64(nits * 1000)).millinits
      #expect(abs(nits * 212.6 - Double(needed)) < 20, "\(nits) cd/m² for a red of \(needed)/1000")
      #expect(needed <= NightLuminance(settings, legibility).millinits)
    }
  }

  @Test func `a board may keep each mode's own luminance, and less than its panel's by day`() {
    var dimming = DimmingSettings()
    dimming.followsLight = 0
    dimming.dayMillinits = 100_000
    let target = LuminanceTarget(LightSettings(), dimming)
    #expect(target.nits(.day, lux: Illuminance(millilux: 3_000)) == 100)
    #expect(target.nits(.alwaysOn, lux: Illuminance(millilux: 3_000)) == 40)
  }
}

/// Hardware and colours together, as measured by a lux meter on the panel.
@Suite struct PanelWhiteTests {
  static let lights: [(String, DimmableLight?)] = [
    ("none", nil), ("switch", DimmableLight(backlightMaximum: 1, minimumLevel: -1, scale: .linear)),
    ("coarse", DimmableLight(backlightMaximum: 7, minimumLevel: -1, scale: .linear)),
    ("usual", DimmableLight(backlightMaximum: 255, minimumLevel: -1, scale: .linear)),
    ("perceptual", DimmableLight(backlightMaximum: 255, minimumLevel: -1, scale: .perceptual)),
    ("monitor", DimmableLight(monitorMaximum: 100, floorPermille: 200)),
  ]

  static func light(_ code: UInt8) -> Double {
    let c = Double(code) / 255
    if c <= 0.04045 { return c / 12.92 }
    var low = 0.0
    var high = 1.0
    // ((c + 0.055) / 1.055)^2.4 without a library: x⁵ = (…)¹².
    let base = (c + 0.055) / 1.055
    var power = 1.0
    for _ in 0..<12 { power *= base }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if middle * middle * middle * middle * middle < power { low = middle } else { high = middle }
    }
    return high
  }

  @Test(arguments: lights)
  func `always-on and night have their luminance, whatever dims the panel`(name: String, light: DimmableLight?) {
    let settings = LightSettings()
    // 5 cd/m², regardless of the panel's black.
    var legibility = LegibilitySettings()
    legibility.nightFloorMillinits = 5_000
    let target = LuminanceTarget(settings, DimmingSettings(), legibility)
    let white = PanelWhite(settings, target, backlight: light, monitor: nil)
    let stage = ColorStage(settings: settings, legibility: legibility, isEmissive: true, white: white)
    let reduced = stage.resolve(.white, role: .primary, mode: .alwaysOn)
    let alwaysOn = Self.light(reduced.red) * Double(white.alwaysOnMillinits) / 1000
    #expect(abs(alwaysOn - 100) < 1.5, "\(name): \(alwaysOn) cd/m²")
    let red = stage.resolve(.white, role: .primary, mode: .night)
    let night = Self.light(red.red) * 0.2126 * Double(white.nightMillinits) / 1000
    #expect(night <= 5.001 && night > 4.5, "\(name): \(night) cd/m²")
    #expect(red.green == 0 && red.blue == 0)
    // With a backlight that is sufficient alone, the frame is unchanged.
    if ["usual", "perceptual"].contains(name) {
      #expect(reduced.red >= 253, "\(name)")
      #expect(red.red >= 240, "\(name)")
    }
  }

  @Test func `without hardware that dims, colours are what they were`() {
    for settings in [LightSettings()] {
      let plain = ColorStage(settings: settings, isEmissive: true)
      let target = LuminanceTarget(settings, DimmingSettings())
      let white = PanelWhite(settings, target, backlight: nil, monitor: nil)
      #expect(white == PanelWhite(undimmed: settings))
      let withWhite = ColorStage(settings: settings, isEmissive: true, white: white)
      for code in UInt8.min...UInt8.max {
        let color = Color(red: code, green: 255 - code, blue: code / 2)
        for mode in [LightMode.alwaysOn, .night] {
          #expect(
            plain.resolve(color, role: .accent, mode: mode) == withWhite.resolve(color, role: .accent, mode: mode))
        }
      }
    }
  }
}
