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
}
