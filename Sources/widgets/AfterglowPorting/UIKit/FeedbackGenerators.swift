import AfterglowViews
import Foundation

// Vibrations of a device, which a widget cannot start: shared code of an app compiles, and nothing is felt.

/// A vibration of a device. Accepted without effect.
open class UIFeedbackGenerator: NSObject {
  public override init() { super.init() }

  /// Accepted without effect.
  open func prepare() {}
}

/// The vibration of an impact. Accepted without effect.
public final class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// How strong an impact is.
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }

  public init(style: FeedbackStyle) { super.init() }

  /// Accepted without effect.
  public func impactOccurred(intensity: CGFloat = 1) {}
}

/// The vibration of a result. Accepted without effect.
public final class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// A result.
  public enum FeedbackType: Int, Sendable { case success, warning, error }

  /// Accepted without effect.
  public func notificationOccurred(_ notificationType: FeedbackType) {}
}

/// The vibration of a choice. Accepted without effect.
public final class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Accepted without effect.
  public func selectionChanged() {}
}
