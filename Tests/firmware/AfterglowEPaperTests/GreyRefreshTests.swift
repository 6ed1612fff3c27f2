import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// Refreshes in four greys on the strict models of the panels that have them.
@Suite struct GreyRefreshTests {
  static func ssd1683() -> SSD1683 {
    var preset = SSD1683.Preset.inch4in2V2
    preset.greys = 4
    return try! SSD1683(preset)
  }

  static func uc8179() -> UC8179 {
    var preset = UC8179.Preset.inch7in5V2
    preset.greys = 4
    return try! UC8179(preset)
  }

  static func ssd1680() -> SSD1680 {
    var preset = SSD1680.Preset.inch2in9V2
    preset.greys = 4
    return try! SSD1680(preset)
  }

  private func expectNoViolations(_ panel: SimulatedPanel, _ name: String) {
    panel.finish()
    for violation in panel.violations.prefix(8) { Issue.record("\(name): \(violation)") }
  }

  private func checkGlass<C: SequencedController>(_ controller: C, _ name: String, _ fault: PanelFault) throws {
    var settings = ModelSettings()
    settings.fault = fault
    for lagUs: Int64 in [0, 200] {
      settings.busyLagUs = lagUs
      let panel = StrictPanel(controller, try #require(PanelDescription.named(name)), settings)
      for round in 0..<3 {
        panel.draw(round)
        try panel.refresh(.grey, ending: .standby)
        #expect(panel.unlike == 0, "\(name), round \(round)")
        #expect(panel.rig.lastKind == .grey)
        // Above the greys black and white change, without another drive.
        for minute in 0..<5 {
          panel.rest(seconds: 40)
          let area = PixelRect(x0: 16 + Int32(minute) * 8, y0: 20, x1: 64 + Int32(minute) * 16, y1: 60)
          panel.draw(round + 1 + minute, in: area)
          try panel.refresh(.partial, area, ending: .standby)
          #expect(panel.unlike == 0, "\(name), round \(round), minute \(minute)")
          #expect(panel.rig.lastKind == .partial)
        }
        panel.rest(seconds: 200)
      }
      // Without greys it is a panel of black and white again.
      panel.hasGreys = false
      panel.draw(50)
      try panel.refresh(.full, ending: .standby)
      #expect(panel.unlike == 0 && panel.rig.lastKind == .full)
      panel.rest(seconds: 200)
      panel.draw(51)
      try panel.refresh(.fast)
      #expect(panel.unlike == 0 && panel.rig.lastKind == .fast)
      panel.rest(seconds: 200)
      panel.hasGreys = true
      panel.draw(52)
      try panel.refresh(.grey)
      #expect(panel.unlike == 0 && panel.panel.isAsleep)
      try panel.close()
      expectNoViolations(panel.panel, name)
    }
  }

  @Test(arguments: [PanelFault.none, .slow])
  func `the glass is the picture after every refresh`(_ fault: PanelFault) throws {
    try checkGlass(Self.ssd1683(), "4in2-v2", fault)
    try checkGlass(Self.uc8179(), "7in5-v2", fault)
    try checkGlass(Self.ssd1680(), "2in9-v2", fault)
  }

  /// Whatever is asked for, a picture with greys is shown with greys, and no partial refresh touches one.
  private func checkKinds<C: SequencedController>(_ controller: C, _ name: String) throws {
    let panel = StrictPanel(controller, try #require(PanelDescription.named(name)))
    var seed = 0
    for kind in [RefreshKind.full, .fast, .grey, .partial] {
      for area in [PixelRect(x0: 0, y0: 60, x1: 80, y1: 90), PixelRect(x0: 8, y0: 8, x1: 16, y1: 65)] {
        seed += 1
        panel.draw(seed, in: seed == 1 ? nil : area)
        try panel.refresh(kind, area, ending: .standby)
        #expect(panel.unlike == 0 && panel.rig.lastKind == .grey, "\(name) \(kind)")
        panel.rest(seconds: 200)
      }
    }
    // Neither is one left behind where the new picture has none.
    panel.hasGreys = false
    panel.draw(30, in: PixelRect(x0: 0, y0: 64, x1: 32, y1: 80))
    try panel.refresh(.partial, PixelRect(x0: 0, y0: 64, x1: 32, y1: 80), ending: .standby)
    #expect(panel.unlike == 0 && panel.rig.lastKind == .grey)
    panel.rest(seconds: 200)
    panel.draw(31)
    try panel.refresh(.partial, ending: .sleep)
    #expect(panel.unlike == 0 && panel.rig.lastKind == .full)
    try panel.close()
    expectNoViolations(panel.panel, name)
  }

  @Test func `a picture with greys is never shown without`() throws {
    try checkKinds(Self.ssd1683(), "4in2-v2")
    try checkKinds(Self.uc8179(), "7in5-v2")
    try checkKinds(Self.ssd1680(), "2in9-v2")
  }
}
