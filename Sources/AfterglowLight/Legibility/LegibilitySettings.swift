/// What a panel looks like in a room, beyond the light that it emits. Stored as it is in archives: 16 bytes.
public struct LegibilitySettings: Equatable, Sendable, BitwiseCopyable {
  /// Share of the room's light that comes back from the glass, × 1000.
  public var reflectancePermille: Int32
  /// What black emits where white emits `LightSettings.peakMillinits`, in cd/m² × 1000: the light that an LCD leaks.
  public var blackMillinits: Int32
  /// The main red of the night is never darker than this, in cd/m² × 1000.
  public var nightFloorMillinits: Int32
  public var reserved: Int32

  /// Plain glass over an LCD of 1000:1 at 250 cd/m².
  public init() {
    reflectancePermille = 40
    blackMillinits = 250
    nightFloorMillinits = 1_000
    reserved = 0
  }
}
