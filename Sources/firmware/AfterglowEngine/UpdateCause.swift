/// Why a picture changed: bits of `UpdateReport.causes`. More than one may apply.
public enum UpdateCause {
  /// The first frame.
  public static var start: UInt32 { 1 << 0 }
  /// Text or a hand that ticks by itself.
  public static var tick: UInt32 { 1 << 1 }
  /// A dated entry became the newest one, or ceased to be.
  public static var entry: UInt32 { 1 << 2 }
  /// A widget's content became older than it may be, or is no longer so.
  public static var stale: UInt32 { 1 << 3 }
  /// Night began or ended.
  public static var night: UInt32 { 1 << 4 }
  /// Reduced luminance began or ended, or its share between colours and hardware changed.
  public static var luminance: UInt32 { 1 << 5 }
  /// Another archive was taken over.
  public static var archive: UInt32 { 1 << 6 }
  /// Civil time jumped against paced time.
  public static var clockStep: UInt32 { 1 << 7 }
  /// The clock became trusted, or untrusted.
  public static var clockTrust: UInt32 { 1 << 8 }
  /// The viewer came near or went far away.
  public static var detail: UInt32 { 1 << 9 }
  /// The picture was moved by a pixel (docs/rules.md, Burn-in).
  public static var orbit: UInt32 { 1 << 10 }
  /// A region was pressed or released, or a command of a touch has gone on.
  public static var touch: UInt32 { 1 << 11 }
  /// Another page is shown, or the dots that show its place have come or gone.
  public static var page: UInt32 { 1 << 12 }
  /// A hand has moved the panel to a coming moment, or it has returned to the present one.
  public static var ahead: UInt32 { 1 << 13 }
}
