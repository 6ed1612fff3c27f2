import Afterglow
import Foundation

/// A dial with hands; around it the day, the sun, the moon and the week, where no hand ever comes.
struct AnalogueFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let facts: DialFacts

  var body: some View {
    switch room.shape {
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  private func dial(_ side: Double) -> some View {
    ClockDial(
      side: side, showsSeconds: true, zone: time.clock.zone, isSimplified: isNight)
  }

  /// The night has a dial alone.
  private var isBare: Bool { isNight }

  private var wide: some View {
    let side = min(room.height, room.width * 0.62)
    let column = (room.width - side) / 2
    return HStack(spacing: 0) {
      if !isBare {
        VStack(alignment: .leading, spacing: 0) {
          day(.leading)
          Spacer(minLength: 0)
          moon(.leading)
        }
        .frame(width: column, height: side, alignment: .leading)
      }
      dial(side)
      if !isBare {
        VStack(alignment: .trailing, spacing: 0) {
          sun(.trailing)
          Spacer(minLength: 0)
          week(.trailing)
        }
        .frame(width: column, height: side, alignment: .trailing)
      }
    }
  }

  private var tall: some View {
    ZStack {
      dial(min(room.width, room.height * 0.62))
      if !isBare {
        VStack(spacing: 0) {
          HStack(alignment: .top, spacing: 0) {
            day(.leading)
            Spacer(minLength: 0)
            sun(.trailing)
          }
          Spacer(minLength: 0)
          HStack(alignment: .bottom, spacing: 0) {
            moon(.leading)
            Spacer(minLength: 0)
            week(.trailing)
          }
        }
        .frame(width: room.width, height: room.height)
      }
    }
  }

  /// The day alone has room inside of a dial; hands pass before it.
  private var round: some View {
    let side = room.side
    return ZStack {
      if !isBare {
        VStack(spacing: side * 0.03) {
          time.date(.weekdayAbbreviated, side * 0.06, .semibold).foregroundStyle(accent).widgetAccentable()
          time.date(.day, side * 0.13, isLuminanceReduced ? .light : .medium).foregroundStyle(.primary)
        }
        .multilineTextAlignment(.center)
        .frame(width: side * 0.4)
        .offset(y: side * 0.21)
      }
      Gap(side: side * 0.95, zone: time.clock.zone)
      dial(side * 0.95)
    }
    .frame(width: side, height: side)
  }

  /// Leaves out what lies behind a hand, so that it is read before anything.
  private struct Gap: WidgetView {
    let side: Double
    let zone: TimeZone?

    var body: some View {
      let hand = side * (isLuminanceReduced ? 0.024 : 0.046) + side * 0.024
      ZStack {
        ClockHand(unit: .hour, length: 0.54, width: hand, in: zone)
        ClockHand(unit: .minute, length: 0.80, width: hand, in: zone)
      }
      .foregroundStyle(.background)
      .frame(width: side, height: side)
    }
  }

  // MARK: Complications

  private var accent: Color { Color.marked(Color(hex: 0xFF_6A4D), grey: 200, scheme) }
  private var value: Double { room.side * 0.145 }
  private var label: Double { room.words }
  private var valueWeight: Font.Weight { isLuminanceReduced ? .thin : .regular }

  private func block(
    _ alignment: HorizontalAlignment, @ViewBuilder label: () -> some View, @ViewBuilder value: () -> some View
  ) -> some View {
    VStack(alignment: alignment, spacing: self.label * 0.62) {
      label()
      value()
    }
    .multilineTextAlignment(alignment == .trailing ? .trailing : .leading)
  }

  private func day(_ alignment: HorizontalAlignment) -> some View {
    block(alignment) {
      time.date(.weekdayAbbreviated, label, .semibold).foregroundStyle(accent).widgetAccentable()
    } value: {
      time.date(.day, value, valueWeight).foregroundStyle(.primary)
    }
  }

  @ViewBuilder private func sun(_ alignment: HorizontalAlignment) -> some View {
    if let turn = facts.turn {
      block(alignment) {
        Image(symbol: turn.isRise ? .sunrise : .sunset).font(.system(size: label * 1.3))
          .frame(height: label * HeroGrid.capShare)
          .foregroundStyle(Color.marked(Color(hex: 0xFF_C24A), grey: 200, scheme)).widgetAccentable()
      } value: {
        number(ShortTime.text(turn, locale, timeZone))
          .accessibilityIdentifier(turn.isRise ? "sunrise" : "sunset")
      }
    } else {
      block(alignment) {
        name(.month)
      } value: {
        time.date(.month, label * 1.2, .medium).foregroundStyle(.primary)
      }
    }
  }

  private func moon(_ alignment: HorizontalAlignment) -> some View {
    block(alignment) {
      MoonDisc(entry: facts.moon, side: value * 1.05)
    } value: {
      number(facts.moon.percent(in: locale)).accessibilityIdentifier("illumination")
    }
  }

  private func week(_ alignment: HorizontalAlignment) -> some View {
    block(alignment) {
      name(.week)
    } value: {
      number("\(facts.week)").accessibilityIdentifier("week")
    }
  }

  private func name(_ word: ClockWord) -> some View {
    CapText(text: Text(word.text(in: locale)), size: label, weight: .medium).foregroundStyle(.secondary)
  }

  /// Figures that do not tick are as wide as they are.
  private func number(_ text: String) -> some View {
    Text(text).font(.system(size: value, weight: valueWeight)).lineLimit(1).minimumScaleFactor(0.6)
      .frame(height: value * HeroGrid.capShare).foregroundStyle(.primary)
  }
}
