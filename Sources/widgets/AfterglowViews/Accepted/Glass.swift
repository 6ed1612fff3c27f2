/// A kind of glass. Accepted without effect: a material is drawn.
public struct Glass: Hashable, Sendable {
  public static let regular = Glass()
  public static let clear = Glass()
  public static let identity = Glass()
  public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}
