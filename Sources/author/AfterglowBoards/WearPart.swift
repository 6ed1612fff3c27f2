import AfterglowDocuments
import AfterglowLight

/// The `wear` part of a board: how its picture orbits (docs/rules.md, Burn-in).
extension WearSettings {
  init(_ root: inout StrictDecoder, isPaper: Bool) {
    self.init()
    guard var wear = root.mapping(key: "wear", main: "orbit") else { return }
    if let pixels = wear.integer(key: "orbit") {
      orbitPx = Int32(pixels)
      if isPaper && pixels > 0 {
        wear.fail("orbit", "expected no \"wear.orbit\" on paper, which does not burn in and refreshes for each move")
      }
    }
    if let minutes = wear.integer(key: "orbitPeriod") { orbitPeriodMinutes = Int32(minutes) }
    wear.finish()
  }
}
