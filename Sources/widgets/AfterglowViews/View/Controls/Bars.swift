/// Part of a capsule between two fractions of its width, itself with round ends: never shorter than it is high.
struct CapsulePart: Shape, PrimitiveShape {
  let from: Double
  let to: Double

  func path(in rect: Rect) -> Path {
    let width = max(min(rect.height, rect.width), rect.width * (to - from))
    let left = min(rect.minX + rect.width * from, rect.maxX - width)
    return Capsule().path(in: Rect(x: left, y: rect.minY, width: width, height: rect.height))
  }
}

/// A bar that is filled to a fraction of its width.
struct CapacityBar: View {
  /// nil: unknown, only the track is shown.
  let share: Double?
  let height: Double
  @Environment(\.hidesContent) private var hidesContent
  @Environment(\.barTint) private var tint

  var body: some View {
    ZStack {
      if hidesContent {
        HiddenShape(Capsule())
      } else {
        Capsule().fill(.quaternary)
        if let share, share > 0 { CapsulePart(from: 0, to: share).fill(tint) }
      }
    }
    .frame(height: height)
  }
}

/// A bar with a dot at a fraction of its width, and a gap around the dot.
struct MarkedBar: View {
  let share: Double
  let height: Double
  @Environment(\.hidesContent) private var hidesContent
  @Environment(\.barTint) private var tint

  var body: some View {
    GeometryReader { proxy in
      let width = max(1, proxy.size.width)
      let middle = height / 2 + max(0, width - height) * share
      let gap = height * 1.5
      ZStack(alignment: .leading) {
        if hidesContent {
          HiddenShape(Capsule()).frame(height: height)
        } else {
          if middle - gap > height { CapsulePart(from: 0, to: (middle - gap) / width).fill(tint).frame(height: height) }
          if width - middle - gap > height {
            CapsulePart(from: (middle + gap) / width, to: 1).fill(tint).frame(height: height)
          }
          Circle().fill(.primary).frame(width: height * 1.6, height: height * 1.6).offset(x: middle - height * 0.8)
        }
      }
      .frame(width: proxy.size.width, height: proxy.size.height, alignment: .leading)
    }
    .frame(height: height * 1.6)
  }
}

/// A ring that is filled clockwise from the top, with a view in its centre.
struct CapacityRing<Middle: View>: View {
  let share: Double?
  let middle: Middle
  @Environment(\.hidesContent) private var hidesContent
  @Environment(\.self) private var environment

  var body: some View {
    RingRoom { side in
      let line = RingRoom<EmptyView>.line(side)
      ZStack {
        Circle().inset(by: line / 2).stroke(.quaternary, lineWidth: environment.trackWidth(line))
        if let share, share > 0, !hidesContent {
          Arc(start: .degrees(-90), sweep: .turns(share)).inset(by: line / 2)
            .stroke(
              environment.ringTint(from: .degrees(-90), to: .degrees(270)),
              style: StrokeStyle(lineWidth: line, lineCap: .round))
        }
        middle.minimumScaleFactor(0.4).lineLimit(1)
          .font(.system(size: side * 0.28, weight: .semibold))
          .frame(width: side * 0.62, height: side * 0.5)
      }
    }
  }
}

/// A square for a ring. It is 58 points wide, whatever it is offered, or as large as its room in `fittingRings()`; a circular or
/// corner accessory is filled in any case.
struct RingRoom<Content: View>: View {
  private let content: (Double) -> Content
  @Environment(\.widgetFamily) private var family
  @Environment(\.fitsRings) private var fitsRings

  init(@ViewBuilder content: @escaping (_ side: Double) -> Content) { self.content = content }

  private static var side: Double { 58 }

  static func line(_ side: Double) -> Double { max(2, side * 0.1) }

  var body: some View {
    if !fitsRings && family != .accessoryCircular && family != .accessoryCorner {
      content(Self.side).frame(width: Self.side, height: Self.side)
    } else {
      GeometryReader { proxy in
        let side = min(proxy.size.width, proxy.size.height)
        content(side).frame(width: side, height: side)
      }
      .aspectRatio(1, contentMode: .fit)
      .frame(idealWidth: Self.side, maxWidth: 76, idealHeight: Self.side, maxHeight: 76)
    }
  }
}
