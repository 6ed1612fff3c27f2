import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

@testable import AfterglowEPaper

/// Every sequence on the strict model of its panel: the right picture, and no violation.
@Suite struct StrictPanelTests {
  private func check<C: SequencedController>(
    _ controller: C, _ description: PanelDescription, _ kinds: [RefreshKind], fault: PanelFault = .none
  ) throws {
    var settings = ModelSettings()
    settings.fault = fault
    for lagUs: Int64 in [0, 200] {
      settings.busyLagUs = lagUs
      for kind in kinds {
        let panel = StrictPanel(controller, description, settings)
        panel.draw(1)
        try panel.refresh(.full, ending: .standby)
        #expect(panel.unlike == 0, "\(C.self) full")
        for round in 0..<3 {
          panel.rest(seconds: kind == .partial ? 30 : 200)
          let area = PixelRect(x0: 16 + Int32(round) * 8, y0: 20, x1: 64 + Int32(round) * 16, y1: 60)
          if kind == .partial { panel.draw(5 + round, in: area) } else { panel.draw(5 + round) }
          try panel.refresh(kind, area, ending: kind == .partial ? .standby : .sleep)
          #expect(panel.unlike == 0, "\(C.self) \(kind), round \(round)")
        }
        panel.rest(seconds: 200)
        panel.draw(20)
        try panel.refresh(.full)
        #expect(panel.unlike == 0, "\(C.self) full after \(kind)")
        try panel.close()
        panel.panel.finish()
        for violation in panel.panel.violations.prefix(8) { Issue.record("\(C.self) \(kind) \(violation)") }
      }
    }
  }

  @Test(arguments: [PanelFault.none, .slow])
  func `2in13 V4 on its model`(_ fault: PanelFault) throws {
    try check(SSD1680(), PanelDescription.named("2in13-v4")!, [.full, .fast, .partial], fault: fault)
  }
  @Test(arguments: [PanelFault.none, .slow])
  func `2in9 V2 on its model`(_ fault: PanelFault) throws {
    try check(SSD1680(.inch2in9V2), PanelDescription.named("2in9-v2")!, [.full, .fast, .partial], fault: fault)
  }
  @Test(arguments: [PanelFault.none, .slow])
  func `2in9 V2 with older glass on its model`(_ fault: PanelFault) throws {
    let old = try #require(PanelDescription.all.first { $0.name.hasPrefix("2in9-v2-") })
    try check(SSD1680(.inch2in9V2Old), old, [.full, .partial], fault: fault)
  }
  @Test(arguments: [PanelFault.none, .slow])
  func `4in2 V2 on its model`(_ fault: PanelFault) throws {
    try check(SSD1683(), PanelDescription.named("4in2-v2")!, [.full, .fast, .partial], fault: fault)
  }
  @Test(arguments: [PanelFault.none, .slow])
  func `7in5 V2 on its model`(_ fault: PanelFault) throws {
    try check(UC8179(), PanelDescription.named("7in5-v2")!, [.full, .fast, .partial], fault: fault)
  }
  @Test(arguments: [PanelFault.none, .slow])
  func `7in5 V2 with older glass on its model`(_ fault: PanelFault) throws {
    let old = try #require(PanelDescription.all.first { $0.name.hasPrefix("7in5-v2-") })
    try check(UC8179(.inch7in5V2Old), old, [.full, .partial], fault: fault)
  }
  @Test(arguments: [PanelFault.none, .slow])
  func `7in3 Spectra 6 on its model`(_ fault: PanelFault) throws {
    let panel = try #require(PanelDescription.all.first { $0.name.hasPrefix("7in3") })
    try check(Spectra6(), panel, [.full], fault: fault)
  }

  // MARK: faults and time

  /// What is left of a refresh on a panel whose BUSY is at fault.
  private func fail<C: SequencedController>(_ controller: C, _ name: String) throws {
    for fault in [PanelFault.busyStuckHigh, .busyStuckLow, .busyAbsent] {
      var settings = ModelSettings()
      settings.fault = fault
      let panel = StrictPanel(controller, try #require(PanelDescription.named(name)), settings)
      panel.draw(1)
      #expect(throws: DisplayError.self) { try panel.refresh(.full) }
      #expect(!panel.panel.isPumping, "\(name) \(fault)")
      #expect(panel.panel.nowUs < 2_000 * Int64(controller.longestEndMs), "\(name) \(fault)")
      #expect(!panel.panel.violations.contains { $0.kind == .reset }, "\(name) \(fault): a refresh is cut off")
    }
  }

  @Test func `a panel whose BUSY is at fault is left safe within its limit`() throws {
    try fail(SSD1680(), "2in13-v4")
    try fail(SSD1683(), "4in2-v2")
    try fail(UC8179(), "7in5-v2")
    try fail(Spectra6(), "7in3-spectra6")
  }

  private func idleShare<C: SequencedController>(_ controller: C, _ name: String, _ kind: RefreshKind) throws -> Double
  {
    let panel = StrictPanel(controller, try #require(PanelDescription.named(name)))
    panel.draw(1)
    try panel.refresh(.full, ending: .standby)
    panel.rest(seconds: 200)
    panel.draw(2)
    let (startUs, idleUs) = (panel.panel.nowUs, panel.idleUs)
    try panel.refresh(kind, ending: kind == .partial ? .standby : .sleep)
    return Double(panel.idleUs - idleUs) / Double(panel.panel.nowUs - startUs)
  }

  @Test func `little time passes between the end of BUSY and the next byte`() throws {
    let shares = [
      try idleShare(SSD1680(), "2in13-v4", .full), try idleShare(SSD1680(), "2in13-v4", .partial),
      try idleShare(SSD1683(), "4in2-v2", .full), try idleShare(SSD1683(), "4in2-v2", .partial),
      try idleShare(UC8179(), "7in5-v2", .full), try idleShare(UC8179(), "7in5-v2", .partial),
      try idleShare(Spectra6(), "7in3-spectra6", .full),
    ]
    for share in shares { #expect(share <= 0.05) }
  }
}
