import Afterglow
import Foundation

/// One line of hairlines, or two where the place is tall; the day below.
struct ThinFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime

  private var weight: Font.Weight { isLuminanceReduced && !isNight ? .ultraLight : .thin }

  var body: some View {
    switch room.shape {
    case .wide: column(time.line(points(room.width), weight), points(room.width) * 0.3)
    case .tall:
      let points = stacked
      column(
        VStack(spacing: points * 0.22) {
          time.hour(points, weight)
          time.minute(points, weight)
        }, points * 0.26)
    case .round: column(time.line(points(room.side * 0.84), weight), room.side * 0.1)
    }
  }

  private func points(_ width: Double) -> Double { min(width / 2.86, room.height * 0.8) }

  private var hasDate: Bool { !isNight && time.clock.intent.date }

  /// Type size of two lines of figures and the day below them.
  private var stacked: Double {
    // The same at night, so that the time stays as large.
    let date = time.clock.intent.date ? room.words * HeroGrid.capShare : 0
    return min(room.width / 1.2, (room.height - date) / (2 * HeroGrid.capShare + 0.22 + 0.26))
  }

  private func column(_ figures: some View, _ gap: Double) -> some View {
    VStack(spacing: gap) {
      figures.foregroundStyle(.primary)
      // At night it shows nothing but the time.
      if hasDate {
        time.dayLine(room.words).foregroundStyle(.secondary)
          .frame(width: room.shape == .round ? room.side * 0.84 : room.width)
      }
    }
    .multilineTextAlignment(.center)
  }
}

/// Figures of round strokes, as large as the panel.
struct RoundedFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime

  private struct Plan {
    var digit: Size
    var gap: Double
    /// Between hours and minutes.
    var parting: Double
    var isStacked: Bool
  }

  private var plan: Plan {
    switch room.shape {
    case .wide:
      let parting = hasColon ? 0.56 : 0.3
      let unit = room.width / (4 + 2 * 0.16 + parting)
      return Plan(
        digit: Size(width: unit, height: min(room.height, unit * 2.75)), gap: unit * 0.16, parting: unit * parting,
        isStacked: false)
    case .tall:
      let unit = room.width / 2.14
      return Plan(
        digit: Size(width: unit, height: min((room.height - unit * 0.2) / 2, unit * 2)), gap: unit * 0.14,
        parting: unit * 0.2, isStacked: true)
    case .round:
      let unit = room.side * 0.285
      return Plan(
        digit: Size(width: unit, height: unit * 1.3), gap: unit * 0.14, parting: unit * 0.16, isStacked: true)
    }
  }

  /// Where hours and minutes have one colour, a colon parts them.
  private var hasColon: Bool { room.shape == .wide && mode != .fullColor }
  /// Only Latin figures are drawn; a locale with others has those of its font.
  private var isDrawn: Bool { Figures.text(0, in: locale) == "0" }
  private var accent: Color { Color.marked(Color(hex: 0xFF_9F2E), grey: 190, scheme) }

  var body: some View {
    let plan = plan
    Group {
      if plan.isStacked {
        VStack(spacing: plan.parting) {
          figures(time.is24 ? .hour24 : .hour, plan).foregroundStyle(.primary)
          figures(.minute, plan).foregroundStyle(accent).widgetAccentable()
        }
        .multilineTextAlignment(.center)
      } else if isDrawn {
        // Hours and minutes are centred as one line, whatever the time.
        ZStack {
          part(.hour, plan).foregroundStyle(.primary)
          if hasColon { part(.colon, plan).foregroundStyle(.primary) }
          part(.minute, plan).foregroundStyle(accent).widgetAccentable()
        }
      } else {
        HStack(spacing: plan.parting) {
          // An hour of one figure stands next to its minutes.
          figures(time.is24 ? .hour24 : .hour, plan).foregroundStyle(.primary).multilineTextAlignment(.trailing)
          figures(.minute, plan).foregroundStyle(accent).widgetAccentable().multilineTextAlignment(.leading)
        }
        .overlay { if hasColon { colon(plan) } }
      }
    }
    // A time is written from left to right in every language.
    .environment(\.layoutDirection, .leftToRight)
  }

  private func part(_ part: ClockNumerals.Line.Part, _ plan: Plan) -> some View {
    ClockNumerals(
      ClockNumerals.Line(part, is24: time.is24, parting: plan.parting), digit: plan.digit, gap: plan.gap,
      stroke: part == .colon ? dot(plan) : stroke(plan), in: time.clock.zone
    )
    .accessibilityIdentifier("\(part)")
  }

  /// Width of the strokes, in points. Squat figures have less room inside.
  private func stroke(_ plan: Plan) -> Double {
    let full = room.shape == .round ? 0.235 : 0.29
    return plan.digit.width * (isNight ? 0.16 : isLuminanceReduced ? 0.044 : full)
  }

  private func dot(_ plan: Plan) -> Double { plan.digit.width * (isLuminanceReduced ? 0.17 : 0.26) }

  private func colon(_ plan: Plan) -> some View {
    VStack(spacing: plan.digit.height * 0.26) {
      Circle().fill(.primary).frame(width: dot(plan), height: dot(plan))
      Circle().fill(.primary).frame(width: dot(plan), height: dot(plan))
    }
    .accessibilityIdentifier("colon")
  }

  @ViewBuilder private func figures(_ unit: ClockNumerals.Unit, _ plan: Plan) -> some View {
    if isDrawn {
      ClockNumerals(unit, digit: plan.digit, gap: plan.gap, stroke: stroke(plan), in: time.clock.zone)
        .accessibilityIdentifier(unit == .minute ? "minute" : "hour")
    } else {
      let width = 2 * plan.digit.width + plan.gap
      let points = min(plan.digit.height / HeroGrid.capShare, width / 1.2)
      let weight: Font.Weight = isNight ? .light : isLuminanceReduced ? .ultraLight : .bold
      let text = unit == .minute ? Text(clock: .minute, in: time.clock.zone) : time.clock.hourText
      CapText(text: text, size: points, weight: weight).frame(width: width)
        .accessibilityIdentifier(unit == .minute ? "minute" : "hour")
    }
  }
}

/// Seconds as large as there is room for. Reduced luminance hides what changes more often than each minute.
struct SecondsFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime

  var body: some View {
    if isLuminanceReduced {
      still
    } else {
      switch room.shape {
      case .wide: wide
      case .tall: tall
      case .round: round
      }
    }
  }

  private func seconds(_ points: Double) -> some View {
    CapText(text: Text(clock: .second, in: time.clock.zone), size: points, weight: .light)
      .foregroundStyle(Color.marked(Color(hex: 0x6F_D6C2), grey: 200, scheme)).widgetAccentable()
      .accessibilityIdentifier("second")
  }

  /// Without seconds the minutes take their place.
  @ViewBuilder private var still: some View {
    let weight: Font.Weight = isNight ? .light : .ultraLight
    switch room.shape {
    case .wide:
      let points = min(room.width / 2.86, room.height * 0.8)
      time.line(points, weight).foregroundStyle(.primary).multilineTextAlignment(.center)
    case .tall, .round:
      let points =
        room.shape == .tall
        ? min(room.width / 1.2, room.height / (2 * HeroGrid.capShare + 0.2)) : room.side * 0.46
      VStack(spacing: points * 0.2) {
        time.hour(points, weight)
        time.minute(points, weight)
      }
      .foregroundStyle(.primary)
      .multilineTextAlignment(.center)
    }
  }

  private var wide: some View {
    let points = min(room.height / HeroGrid.capShare * 0.84, room.width * 0.62 / 1.2)
    let cap = points * HeroGrid.capShare
    let small = points * 0.43
    return HStack(spacing: 0) {
      // Hours hang from the seconds' height, minutes stand on their line.
      VStack(spacing: 0) {
        time.hour(small, .regular)
        Spacer(minLength: 0)
        time.minute(small, .regular)
      }
      .multilineTextAlignment(.leading)
      .foregroundStyle(.primary)
      .frame(height: cap)
      Spacer(minLength: 0)
      seconds(points)
    }
    .frame(width: room.width, height: cap)
    // A time is written from left to right in every language.
    .environment(\.layoutDirection, .leftToRight)
  }

  private var tall: some View {
    let date = time.clock.intent.date ? room.words * HeroGrid.capShare : 0
    // Of a width of one: the seconds' capitals, the time's, and the gaps.
    let height = HeroGrid.capShare * (1 / 1.2 + 1 / 2.86) + (date > 0 ? 2 : 1) * 0.62 / 2.86
    let width = min(room.width, (room.height - date) / height)
    let points = width / 1.2
    let line = width / 2.86
    return VStack(spacing: line * 0.62) {
      time.line(line, .regular).foregroundStyle(.primary)
      seconds(points)
      if time.clock.intent.date {
        time.dayLine(room.words, .medium).foregroundStyle(.secondary).frame(width: room.width)
      }
    }
    .multilineTextAlignment(.center)
  }

  private var round: some View {
    let side = room.side
    return ZStack {
      SecondRing(side: side).fill(.tertiary)
      ClockHand(unit: .second, length: 0.965, width: side * 0.022, tail: -0.875, in: time.clock.zone)
        .foregroundStyle(Color.marked(Color(hex: 0x6F_D6C2), grey: 200, scheme)).widgetAccentable()
        .accessibilityIdentifier("second hand")
      VStack(spacing: side * 0.075) {
        time.line(side * 0.15, .regular).foregroundStyle(.primary)
        seconds(side * 0.47)
      }
      .multilineTextAlignment(.center)
      .offset(y: -side * 0.015)
    }
    .frame(width: side, height: side)
  }
}

/// Sixty marks near the rim.
private struct SecondRing: Shape {
  let side: Double

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
    var path = Path()
    let middle = Point(x: rect.midX, y: rect.midY)
    for index in 0..<60 {
      let angle = Angle.turns(Double(index) / 60)
      path.addCapsule(
        from: middle.away(side * (index % 5 == 0 ? 0.435 : 0.452), angle), to: middle.away(side * 0.47, angle),
        width: side * 0.008)
    }
    return path
  }
}
