import AfterglowViews

/// The place that the host reserves for the age mark if the widget has none.
struct AgeMarkPlace {
  let family: WidgetFamily

  /// From the edge of an empty area: the smallest distance that `check` allows for text.
  static let leastMarginPt = 6.0
  /// From the mark to adjacent content.
  private static let gapPt = 4.0
  /// Height of the symbol and of the capitals next to it.
  private static let heightPt = AgeMark.leastPt

  /// The insets that the content leaves free for it.
  var insets: EdgeInsets {
    switch family {
    case .accessoryInline: EdgeInsets(top: 0, leading: lineWidth, bottom: 0, trailing: lineWidth)
    case .accessoryCircular, .accessoryCorner:
      EdgeInsets(top: 0, leading: 0, bottom: Self.heightPt + rimPt, trailing: 0)
    default: EdgeInsets(top: 0, leading: 0, bottom: Self.heightPt + Self.gapPt + rimPt, trailing: 0)
    }
  }

  private var lineWidth: Double { Self.heightPt * 1.2 + Self.gapPt }

  /// Kept free below it if the widget has no margins, for descenders.
  private var rimPt: Double { family.isSystem ? 0 : 2 }

  var hasWords: Bool { family.isSystem || family == .accessoryRectangular }

  /// Inside the widget's margins; its symbol and capitals are as high as the place.
  func frame(in room: Rect) -> Rect {
    switch family {
    case .accessoryInline: Rect(x: room.minX, y: room.minY, width: lineWidth - Self.gapPt, height: room.height)
    default: Rect(x: room.minX, y: room.maxY - rimPt - Self.heightPt, width: room.width, height: Self.heightPt)
    }
  }
}
