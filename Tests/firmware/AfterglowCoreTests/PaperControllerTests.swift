import AfterglowCore
import Testing

/// The descriptions of e-paper controllers. Drivers, models and memories derive from them, so that these tests repeat the
/// data sheets.
@Suite struct PaperControllerTests {
  private struct Sheet {
    var controller: PaperController
    var number: UInt8
    var key: String
    var name: String
    var family: PaperFamily
    var isBusyHigh: Bool
    var megahertz: Int
    var bitsPerPixel: Int32
    var hasInvertedGreys = false
  }

  private static let sheets = [
    Sheet(
      controller: .ssd1680, number: 1, key: "ssd1680", name: "SSD1680", family: .solomon, isBusyHigh: true,
      megahertz: 20, bitsPerPixel: 1, hasInvertedGreys: true),
    Sheet(
      controller: .ssd1683, number: 2, key: "ssd1683", name: "SSD1683", family: .solomon, isBusyHigh: true,
      megahertz: 20, bitsPerPixel: 1),
    Sheet(
      controller: .uc8179, number: 3, key: "uc8179", name: "UC8179", family: .ultraChip, isBusyHigh: false,
      megahertz: 10, bitsPerPixel: 1, hasInvertedGreys: true),
    Sheet(
      controller: .spectra6, number: 4, key: "spectra6", name: "Spectra 6", family: .spectra, isBusyHigh: false,
      megahertz: 10, bitsPerPixel: 4),
  ]

  @Test func `every controller is described as its data sheet says`() {
    #expect(Self.sheets.map(\.controller) == PaperController.allCases)
    for sheet in Self.sheets {
      let traits = sheet.controller.traits
      #expect(sheet.controller.rawValue == sheet.number)
      #expect("\(traits.key)" == sheet.key && "\(traits.name)" == sheet.name)
      #expect(traits.family == sheet.family && traits.family.busyLevel == sheet.isBusyHigh, "\(sheet.key)")
      #expect(traits.family.maximumClockHz == sheet.megahertz * 1_000_000, "\(sheet.key)")
      #expect(traits.memoryFormat.bitsPerPixel == sheet.bitsPerPixel, "\(sheet.key)")
      #expect(traits.hasInvertedGreys == sheet.hasInvertedGreys, "\(sheet.key)")
      #expect((1_000...30_000).contains(traits.refreshMs), "\(sheet.key)")
    }
  }

  @Test func `no two controllers have one name, and every family has a controller`() {
    let all = PaperController.allCases
    #expect(Set(all.map { "\($0.traits.key)" }).count == all.count)
    #expect(Set(all.map { "\($0.traits.name)" }).count == all.count)
    #expect(Set(all.map(\.traits.family)) == Set(PaperFamily.allCases))
  }

  @Test func `a panel's pictures have the format of its controller's memory, or four greys`() {
    var panel = PaperPanel()
    #expect(panel.knownController == nil && panel.format == nil)
    for controller in PaperController.allCases {
      panel.controller = controller.rawValue
      panel.greys = 0
      #expect(panel.knownController == controller && panel.format == controller.traits.memoryFormat)
      panel.greys = 4
      let format = controller.traits.memoryFormat
      #expect(panel.format == (format == .mono1 ? PixelFormat.gray2 : format))
    }
  }
}
