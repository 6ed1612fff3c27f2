extension Archive {
  /// The largest archive that any board can have, in bytes; nothing larger is read, not even before its board is known.
  public static var maximumByteCount: Int { 64 << 20 }
}
