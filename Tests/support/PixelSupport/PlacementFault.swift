import AfterglowCore

/// A fault in the places of widgets on a panel.
public enum PlacementFault: CustomStringConvertible {
  case isOff(PixelRect)
  case isOver(PixelRect, PixelRect)

  /// Finds the first fault of frames that are to lie apart and within the panel; nil if there is none.
  public init?(_ frames: [PixelRect], on panel: PixelRect) {
    for frame in frames where frame.isEmpty || frame.union(panel) != panel {
      self = .isOff(frame)
      return
    }
    for (index, frame) in frames.enumerated() {
      for other in frames[..<index] where frame.intersects(other) {
        self = .isOver(frame, other)
        return
      }
    }
    return nil
  }

  public var description: String {
    switch self {
    case .isOff(let frame): "\(frame) is off the panel"
    case .isOver(let frame, let other): "\(frame) lies over \(other)"
    }
  }
}
