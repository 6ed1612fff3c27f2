import AfterglowCore
import Testing

@testable import AfterglowEPaper

/// Panels as archives carry them.
@Suite struct AnyControllerTests {
  private static let panels = [
    SSD1680.Preset.inch2in13V4.panel, SSD1680.Preset.inch2in9V2.panel, SSD1680.Preset.inch2in9V2Old.panel,
    SSD1683.Preset.inch4in2V2.panel, UC8179.Preset.inch7in5V2.panel, UC8179.Preset.inch7in5V2Old.panel,
    Spectra6.Preset.inch7in3.panel, Spectra6.Preset.inch4in0.panel,
  ]

  @Test(arguments: panels) func `a shipped panel is what it was after an archive`(panel: PaperPanel) throws {
    let controller = try AnyController(panel)
    #expect(controller.panel == panel)
    #expect(controller.size == panel.size)
    #expect(controller.bitsPerPixel == panel.format?.bitsPerPixel)
    // Each of its sequences is its own controller's.
    let refresh = PanelRefresh(kind: .full, window: PixelRect(panel.size), ending: .sleep)
    for part in 0..<8 {
      guard let part = SequencePart(rawValue: UInt8(part)) else { continue }
      for index in 0..<20 {
        let step = controller.step(Int32(index), of: part, refresh)
        let own: SequenceStep? =
          switch controller {
          case .ssd1680(let controller): controller.step(Int32(index), of: part, refresh)
          case .ssd1683(let controller): controller.step(Int32(index), of: part, refresh)
          case .uc8179(let controller): controller.step(Int32(index), of: part, refresh)
          case .spectra6(let controller): controller.step(Int32(index), of: part, refresh)
          }
        #expect(step == own)
      }
    }
  }

  @Test func `every controller has a panel, and answers as it is described`() throws {
    #expect(Set(Self.panels.compactMap(\.knownController)) == Set(PaperController.allCases))
    for panel in Self.panels {
      let kind = try #require(panel.knownController)
      let controller = try AnyController(panel)
      #expect(controller.busyLevel == kind.traits.family.busyLevel && controller.panel.controller == panel.controller)
      let bits = kind.traits.memoryFormat.bitsPerPixel
      #expect(controller.bitsPerPixel == bits, "\(kind)")
      #expect(kind.range(of: .width)?.contains(Int64(panel.widthPx)) == true, "\(kind)")
      // The limit leaves room for a slow refresh.
      #expect(kind.range(of: .refreshLimit)?.contains(max(10_000, 4 * kind.traits.refreshMs)) == true, "\(kind)")
    }
  }

  /// Any number in any byte: what is taken can be stored again without a difference.
  @Test(arguments: panels) func `no byte of a panel is taken unseen`(panel: PaperPanel) {
    var taken = 0
    for offset in 0..<MemoryLayout<PaperPanel>.size {
      for value in [UInt8(0), 1, 2, 7, 0x28, 0x80, 0xFF] {
        var changed = panel
        withUnsafeMutableBytes(of: &changed) { $0[offset] = value }
        guard let controller = try? AnyController(changed) else { continue }
        #expect(controller.panel == changed, "byte \(offset): \(value)")
        taken += 1
      }
    }
    #expect(taken > 0 && taken < 150)
  }

  @Test func `what a controller must not get is refused by name`() {
    func refusal(_ panel: PaperPanel, _ change: (inout PaperPanel) -> Void) -> PresetError? {
      var changed = panel
      change(&changed)
      do throws(PresetError) {
        _ = try AnyController(changed)
        return nil
      } catch {
        return error
      }
    }
    let old = UC8179.Preset.inch7in5V2.panel
    #expect(refusal(old) { $0.booster = 0x2727_2727 } == .outOfRange(.booster, 0x2727_2727))
    #expect(refusal(old) { $0.refreshLimitMs = UInt32.max } == .outOfRange(.refreshLimit, Int64(Int32.max)))
    #expect(refusal(old) { $0.border = 5 } == .unusedValue)
    #expect(refusal(old) { $0.glass = 2 } == .unusedValue)
    #expect(refusal(old) { $0.reserved1 = 1 } == .unusedValue)
    #expect(refusal(old) { $0.controller = 9 } == .unknownController(9))
    #expect(refusal(Spectra6.Preset.inch7in3.panel) { $0.frameClock = 7 } == .outOfRange(.frameClock, 7))
    #expect(refusal(SSD1680.Preset.inch2in13V4.panel) { $0.widthPx = 177 } == .outOfRange(.width, 177))
  }
}
