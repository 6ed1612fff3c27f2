import AfterglowCore
import Testing

@testable import AfterglowEPaper

/// A preset arrives with an archive: values that could harm a panel are refused, and commands that would are none.
@Suite struct PresetTests {
  @Test func `no command writes one-time memory`() {
    for byte: UInt8 in [0x08, 0x36, 0x39, 0x30, 0x38] { #expect(SolomonCommand(rawValue: byte) == nil) }
    for byte: UInt8 in [0xA0, 0xA1, 0xA2] {
      #expect(UltraChipCommand(rawValue: byte) == nil)
      #expect(SpectraCommand(rawValue: byte) == nil)
    }
  }

  @Test func `the panels that are known are accepted`() throws {
    _ = try SSD1680(.inch2in13V4)
    _ = try SSD1680(.inch2in9V2)
    _ = try SSD1680(.inch2in9V2Old)
    _ = try SSD1683(.inch4in2V2)
    _ = try UC8179(.inch7in5V2)
    _ = try UC8179(.inch7in5V2Old)
    _ = try Spectra6(.inch7in3)
  }

  private func refuses<Preset>(
    _ preset: Preset, _ check: (Preset) throws -> Void, _ value: PresetValue, change: (inout Preset) -> Void
  ) {
    var wrong = preset
    change(&wrong)
    do {
      try check(wrong)
      Issue.record("\(value) is accepted")
    } catch let error as PresetError {
      if case .outOfRange(let found, _) = error { #expect(found == value) }
    } catch { Issue.record("\(error)") }
  }

  @Test func `SSD1680 refuses what its glass must not get`() {
    let check: (SSD1680.Preset) throws -> Void = { _ = try SSD1680($0) }
    let preset = SSD1680.Preset.inch2in13V4
    refuses(preset, check, .width) { $0.size.width = 177 }
    refuses(preset, check, .height) { $0.size.height = 297 }
    refuses(preset, check, .sources) { $0.sources = 0x40 }
    refuses(preset, check, .border) { $0.border = 0x45 }
    refuses(preset, check, .resetSettle) { $0.resetSettleMs = 0 }
    refuses(preset, check, .resetPulse) { $0.resetPulseMs = 0 }
    refuses(preset, check, .refreshLimit) { $0.refreshLimitMs = 999 }
    // The waveform in greys is the 2.9" panel's.
    refuses(preset, check, .greys) {
      $0.size.width = 120
      $0.greys = 4
    }
    refuses(SSD1680.Preset.inch2in9V2, check, .greys) { $0.greys = 3 }
    refuses(SSD1680.Preset.inch2in9V2Old, check, .greys) { $0.greys = 4 }
  }

  @Test func `SSD1683 refuses what its glass must not get`() {
    let check: (SSD1683.Preset) throws -> Void = { _ = try SSD1683($0) }
    let preset = SSD1683.Preset.inch4in2V2
    refuses(preset, check, .width) { $0.size.width = 401 }
    refuses(preset, check, .height) { $0.size.height = 301 }
    refuses(preset, check, .border) { $0.border = 0x80 }
    refuses(preset, check, .resetSettle) { $0.resetSettleMs = 9 }
    refuses(preset, check, .resetPulse) { $0.resetPulseMs = 501 }
    refuses(preset, check, .fastTemperature) { $0.fastTemperature = 0x7F }
    refuses(preset, check, .refreshLimit) { $0.refreshLimitMs = 60_000 }
  }

  @Test func `UC8179 refuses what its glass must not get`() {
    let check: (UC8179.Preset) throws -> Void = { _ = try UC8179($0) }
    let preset = UC8179.Preset.inch7in5V2
    refuses(preset, check, .width) { $0.size.width = 804 }
    refuses(preset, check, .width) { $0.size.width = 796 }
    refuses(preset, check, .height) { $0.size.height = 601 }
    refuses(preset, check, .booster) { $0.booster = 0x3F3F_3F3F }
    refuses(preset, check, .drive) { $0.drive = 0x3F17 }
    refuses(preset, check, .commonVoltage) { $0.commonVoltage = 0x31 }
    refuses(preset, check, .refreshLimit) { $0.refreshLimitMs = 31_000 }
  }

  @Test func `Spectra 6 refuses what its glass must not get`() {
    let check: (Spectra6.Preset) throws -> Void = { _ = try Spectra6($0) }
    let preset = Spectra6.Preset.inch7in3
    refuses(preset, check, .width) { $0.size.width = 801 }
    refuses(preset, check, .height) { $0.size.height = 1 }
    for clock: UInt8 in [0x00, 0x04, 0x05, 0x06, 0x07, 0x10] {
      refuses(preset, check, .frameClock) { $0.frameClock = clock }
    }
    refuses(preset, check, .refreshLimit) { $0.refreshLimitMs = 30_000 }
    refuses(preset, check, .booster) { $0.booster = 0x6F1F_1727 }
  }

  /// Waveshare's driver of the 4.0" panel sends `06: 6F 1F 17 27` after power-on, Pimoroni's `06: 6F 1F 17 47`.
  @Test func `the 4in0 of six inks gets a booster of its makers after power-on, and no other`() throws {
    let check: (Spectra6.Preset) throws -> Void = { _ = try Spectra6($0) }
    let preset = Spectra6.Preset.inch4in0
    for value: UInt32 in [0x6F1F_1727, 0x6F1F_1747] {
      var other = preset
      other.boosterAfterPowerOn = value
      #expect(throws: Never.self) { try check(other) }
    }
    for value: UInt32 in [0x6F1F_1717, 0x6F1F_1728, 0x3F3F_3F3F] {
      refuses(preset, check, .boosterAfterPowerOn) { $0.boosterAfterPowerOn = value }
    }
    // 0 stands for the first booster, which is neither maker's after power-on.
    refuses(preset, check, .boosterAfterPowerOn) { $0.boosterAfterPowerOn = 0 }
    let rig = SequencerRig(try Spectra6(preset))
    var panel = ScriptedPanel(try Spectra6(preset), durations: Durations.spectra)
    try rig.refresh(.full, on: &panel)
    let powerOn = try #require(panel.lines.firstIndex(of: "04"))
    #expect(panel.lines[..<powerOn].filter { $0.hasPrefix("06: ") } == ["06: 6F 1F 17 17"])
    #expect(panel.lines[powerOn...].filter { $0.hasPrefix("06: ") } == ["06: 6F 1F 17 27"])
  }
}
