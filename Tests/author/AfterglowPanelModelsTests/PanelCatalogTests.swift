import AfterglowCore
import AfterglowPanelModels
import Testing

@Suite struct PanelCatalogTests {
  @Test func `a panel is found by its name and by its board's`() {
    for panel in PanelDescription.all {
      #expect(PanelDescription.named(panel.name)?.name == panel.name)
      #expect(PanelDescription.named("epaper-\(panel.name)")?.name == panel.name)
    }
    #expect(PanelDescription.named("2in13") == nil)
    #expect(Set(PanelDescription.all.map(\.name)).count == PanelDescription.all.count)
  }

  @Test func `every controller has a panel, which its family's model runs`() {
    #expect(Set(PanelDescription.all.map(\.controller)) == Set(PaperController.allCases))
    for description in PanelDescription.all {
      let panel = SimulatedPanel(description)
      panel.setPower(true)
      panel.advance(toUs: 100_000)
      // Idle is the opposite of the controller's busy level.
      #expect(panel.busyLevel() != description.controller.traits.family.busyLevel, "\(description.name)")
    }
  }

  @Test func `a board's panel is the one of its controller with the same glass and size`() {
    for description in PanelDescription.all {
      #expect(PanelDescription.of(Self.record(of: description))?.name == description.name)
    }
    // Another size is the first panel's, and an unknown glass any glass's.
    var record = Self.record(of: .panel7in5V2Old)
    record.widthPx = 640
    #expect(PanelDescription.of(record)?.options.hasPartialWaveform == false)
    record.glass = 9
    #expect(PanelDescription.of(record)?.options.hasPartialWaveform == true)
  }

  @Test func `registers follow the panel of a board`() throws {
    var record = Self.record(of: .panel2in13V4)
    record.heightPx = 200
    record.border = 0x07
    let outer = try #require(PanelDescription.of(record))
    #expect(outer.rules.first { $0.command == 0x01 }?.values == [[199, 0, 0]])
    #expect(outer.rules.first { $0.command == 0x21 }?.values == [[0, 0x80], [0x40, 0x80], [0, 0]])
    #expect(outer.options.firstSource == 0 && outer.options.fullBorders == [0x05, 0x07])
    record.sources = 0x80
    #expect(PanelDescription.of(record)?.options.firstSource == 8)
    var ink = Self.record(of: .panel7in3Spectra6)
    ink.frameClock = 0x02
    let slow = try #require(PanelDescription.of(ink))
    #expect(slow.rules.first { $0.command == 0x30 }?.values == [[0x03], [0x08], [0x02]])
    #expect(slow.options.fullBorders == PanelDescription.panel7in3Spectra6.options.fullBorders)
  }

  /// The panel as boards have it, as far as its model is found by it.
  private static func record(of description: PanelDescription) -> PaperPanel {
    var panel = PaperPanel()
    panel.controller = description.controller.rawValue
    panel.glass = description.glass
    panel.widthPx = UInt16(description.size.width)
    panel.heightPx = UInt16(description.size.height)
    return panel
  }
}
