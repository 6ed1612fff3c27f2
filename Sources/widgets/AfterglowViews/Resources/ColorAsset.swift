/// A colour by its name in a package's resources.
struct ColorAsset: Hashable, Codable, Sendable {
  var name: String
  /// 0xAARRGGBB; nil if no resource has the name, which is reported where it is drawn.
  var light: UInt32?
  var dark: UInt32?

  var isMissing: Bool { light == nil && dark == nil }

  func value(in scheme: ColorScheme) -> UInt32 {
    (scheme == .dark ? dark ?? light : light ?? dark) ?? 0
  }
}
