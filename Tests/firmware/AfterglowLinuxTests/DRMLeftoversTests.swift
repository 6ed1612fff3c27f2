import Testing

@testable import AfterglowLinux

/// State that another program left on a panel.
@Suite struct DRMLeftoversTests {
  @Test func `nothing is left until something is noted`() {
    #expect(DRMLeftovers().isEmpty)
    var planes = DRMLeftovers()
    planes.note(plane: 31)
    var connectors = DRMLeftovers()
    connectors.note(connector: 41)
    var crtc = DRMLeftovers()
    crtc.previousCRTC = 51
    #expect(!planes.isEmpty && !connectors.isEmpty && !crtc.isEmpty)
    #expect(planes.planes[0] == 31 && connectors.connectors[0] == 41)
  }

  @Test func `more than there is room for stays where it is`() {
    var leftovers = DRMLeftovers()
    for identifier in UInt32(1)...12 {
      leftovers.note(plane: identifier)
      leftovers.note(connector: 100 + identifier)
    }
    #expect(leftovers.planeCount == 8 && leftovers.planes[7] == 8)
    #expect(leftovers.connectorCount == 4 && leftovers.connectors[3] == 104)
  }
}
