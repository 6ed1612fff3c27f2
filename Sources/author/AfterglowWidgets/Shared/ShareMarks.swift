import Afterglow

// Gauges of a share: what is filled stands out from the rest by 3:1 at least, by day, always-on and at night.

extension View {
  /// The rest of a gauge.
  func gaugeTrack() -> some View { GaugeTrack(track: self) }
}

/// Fainter than tertiary marks; in ink its outline is.
struct GaugeTrack<Track: View>: WidgetView {
  let track: Track

  var body: some View {
    track.opacity(inks == .shades ? GaugeOpacity.track : 1).accessibilityIdentifier("track")
  }
}

enum GaugeOpacity {
  static let track = 0.36
}

/// A bar that fills.
struct ShareBar: WidgetView {
  /// 0 to 1.
  let share: Double
  let width: Double
  let height: Double

  var body: some View {
    let line = height * (isLuminanceReduced ? 0.5 : 1)
    ZStack(alignment: .leading) {
      Capsule().fill(.tertiary).frame(width: width, height: line).gaugeTrack()
      if !isPlaceholder {
        Capsule().fill(.primary).widgetAccentable().frame(width: max(height, width * share), height: line)
          .accessibilityIdentifier("fill")
      }
    }
    .frame(width: width, height: height)
  }
}

/// An arc that fills, open at the bottom.
struct ShareArc: WidgetView {
  /// 0 to 1.
  let share: Double
  let side: Double

  var body: some View {
    let line = side * (isLuminanceReduced ? 0.05 : 0.085)
    let style = StrokeStyle(lineWidth: line, lineCap: .round)
    ZStack {
      Arc(start: .degrees(135), sweep: .degrees(270)).stroke(.tertiary, style: style).padding(line / 2).gaugeTrack()
      if !isPlaceholder {
        Arc(start: .degrees(135), sweep: .degrees(270 * share)).stroke(.primary, style: style).padding(line / 2)
          .widgetAccentable().accessibilityIdentifier("fill")
      }
    }
    .frame(width: side, height: side)
  }
}

/// A ring that fills from the top.
struct ShareRing: WidgetView {
  /// 0 to 1.
  let share: Double
  let side: Double
  /// By day, in points.
  let line: Double

  var body: some View {
    let line = line * (isLuminanceReduced ? 0.55 : 1)
    ZStack {
      Circle().strokeBorder(.tertiary, style: StrokeStyle(lineWidth: line)).gaugeTrack()
      if share > 0 && !isPlaceholder {
        Arc(start: .degrees(-90), sweep: .turns(max(0.001, share)))
          .stroke(.primary, style: StrokeStyle(lineWidth: line, lineCap: .round))
          .padding(line / 2)
          .widgetAccentable()
          .accessibilityIdentifier("share")
      }
    }
    .frame(width: side, height: side)
  }
}
