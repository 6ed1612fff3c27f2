/// A panel's optics besides the light that it emits. 16 bytes, the record of archives (docs/archive-format.md,
/// LegibilitySettings, 16 bytes).
public struct LegibilitySettings: Equatable, Sendable, BitwiseCopyable {
  /// Share of the room's light that the panel reflects, × 1000.
  public var reflectancePermille: Int32
  /// Luminance of black where white has `LightSettings.peakMillinits`, in cd/m² × 1000: the light that an LCD leaks.
  public var blackMillinits: Int32
  /// The main red of the night is never darker than this, in cd/m² × 1000.
  public var nightFloorMillinits: Int32
  public var reserved: Int32

  /// Plain cover glass over an LCD of 1000:1 at 250 cd/m².
  public init() {
    reflectancePermille = 40
    blackMillinits = 250
    nightFloorMillinits = 1_000
    reserved = 0
  }

  /// Whether the numbers are in their ranges.
  public var isInRange: Bool {
    reflectancePermille >= 0 && reflectancePermille <= 1000 && blackMillinits >= 0 && nightFloorMillinits >= 0
  }

  public var hasZeroReserved: Bool { reserved == 0 }
}
