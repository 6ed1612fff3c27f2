import AfterglowViews
import Foundation

/// The device, as an iPhone would describe itself.
public final class UIDevice: Sendable {
  public static let current = UIDevice()

  private init() {}

  /// `.phone`, whose sizes widgets have; `.pad` in the families that iPhones do not have.
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    switch EnvironmentValues.ofBody.widgetFamily {
    case .systemExtraLarge, .systemExtraLargePortrait: .pad
    default: .phone
    }
  }

  /// The name of the machine in its network.
  public var name: String { ProcessInfo.processInfo.hostName }
  /// "iPhone", or "iPad" where the idiom is `.pad`.
  public var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
  /// Equal to ``model``.
  public var localizedModel: String { model }
  /// "Linux".
  public var systemName: String { "Linux" }
  /// The version of the kernel.
  public var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }
  /// Always `nil`: a panel has no identifier for programs.
  public var identifierForVendor: UUID? { nil }
  /// Always -1, as without monitoring: panels have no battery.
  public var batteryLevel: Float { -1 }
  /// Always unknown: panels have no battery.
  public var batteryState: BatteryState { .unknown }
  /// Always false. Accepted without effect: panels have no battery.
  public var isBatteryMonitoringEnabled: Bool {
    get { false }
    set {}
  }
  /// Always unknown: a widget is drawn upright.
  public var orientation: UIDeviceOrientation { .unknown }

  /// The state of a battery.
  public enum BatteryState: Int, Hashable, Sendable { case unknown, unplugged, charging, full }
}

/// How a device is held.
public enum UIDeviceOrientation: Int, Hashable, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The screen whose widgets a grid without a `host` has: 430 by 932 points.
public final class UIScreen: Sendable {
  public static let main = UIScreen()

  private init() {}

  /// 430 by 932 points. The place of a widget is ``TimelineProviderContext/displaySize``.
  public var bounds: CGRect { CGRect(x: 0, y: 0, width: 430, height: 932) }
  /// The bounds in pixels.
  public var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 430 * scale, height: 932 * scale) }
  /// Pixels per point of the panel.
  public var scale: CGFloat { EnvironmentValues.ofBody.displayScale }
  /// Pixels per point of the panel.
  public var nativeScale: CGFloat { scale }
  /// The traits around the view whose body is being evaluated.
  public var traitCollection: UITraitCollection { .current }
}
