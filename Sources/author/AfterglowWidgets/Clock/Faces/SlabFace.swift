import Afterglow
import Foundation

/// Hours and minutes in figures with slab serifs, a rule, and the day below it in two sizes: black that carries across a
/// hall. A minute changes only its own figures, which a panel of ink draws in part.
struct SlabFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime

  /// Width of the widest time in the serif's bold from its first ink to its last, in shares of the type size; and two
  /// figures of it.
  private static let lineShare = 2.94
  private static let pairShare = 1.42
  /// "Wednesday" in the serif's bold, and "Wednesday, 30 September" in Inter.
  private static let weekdayShare = 6.7
  private static let dayShare = 12.4
  /// Type size of the day and the month, as a share of the weekday's.
  private static let monthShare = 0.62

  private var hasDate: Bool { !isNight && time.clock.intent.date }
  private var isLight: Bool { isLuminanceReduced }
  private var weight: Font.Weight { isNight ? .light : isLight ? .ultraLight : .bold }
  private var design: Font.Design { isLight ? .default : .serif }
  private var accent: Color { Color.marked(.red, grey: 200, scheme) }
  private var bar: Double { max(1, room.side * (isLight ? 0.006 : 0.018)) }

  var body: some View {
    switch room.shape {
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  private func figures(_ text: Text, _ points: Double, _ name: String) -> some View {
    CapText(text: text, size: points, weight: weight, design: design).foregroundStyle(.primary)
      .accessibilityIdentifier(name)
  }

  private func stack(_ points: Double, _ gap: Double) -> some View {
    VStack(spacing: gap) {
      figures(time.clock.hourText, points, "hour")
      figures(Text(clock: .minute, in: time.clock.zone), points, "minute")
    }
    .multilineTextAlignment(.center)
  }

  private var rule: some View { Rectangle().fill(.primary).frame(width: room.width, height: bar) }

  // MARK: One line

  private var wide: some View {
    let most = hasDate ? room.height * 0.62 : room.height
    let points = min(room.width / Self.lineShare, most / HeroGrid.capShare)
    let cap = points * HeroGrid.capShare
    let rest = room.height - cap - bar
    return VStack(spacing: 0) {
      // From the left end of the rule, as what is below it: so the hour stands still.
      figures(time.clock.timeText, points, "time").multilineTextAlignment(hasDate ? .leading : .center)
        .frame(width: room.width, alignment: hasDate ? .leading : .center)
      if hasDate {
        Spacer(minLength: 0)
        rule
        Spacer(minLength: 0)
        date(rest)
      }
    }
    .frame(width: room.width, height: hasDate ? room.height : cap)
  }

  /// In one line, or below each other where they are larger so.
  @ViewBuilder private func date(_ rest: Double) -> some View {
    let single = min(room.width / Self.dayShare, rest * 0.6)
    // Two gaps as high as a third of the block.
    let double = min(
      room.width / Self.weekdayShare, rest * 0.66 / (HeroGrid.capShare * (1 + Self.monthShare) + 0.34))
    if double > single * 1.15 {
      rows(double)
    } else {
      HStack(spacing: 0) {
        weekday(single)
        Spacer(minLength: 0)
        month(single).multilineTextAlignment(.trailing)
      }
      .frame(width: room.width)
    }
  }

  private func rows(_ points: Double) -> some View {
    VStack(alignment: .leading, spacing: points * 0.34) {
      weekday(points)
      month(max(11, points * Self.monthShare))
    }
    .multilineTextAlignment(.leading)
    .frame(width: room.width, alignment: .leading)
  }

  private func weekday(_ points: Double) -> some View {
    time.date(.weekday, max(11, points), isLight ? .light : .bold, design: design).foregroundStyle(accent)
      .widgetAccentable()
  }

  private func month(_ points: Double) -> some View {
    time.date(.dayMonth, max(11, points), isLight ? .light : .medium).foregroundStyle(.primary)
  }

  // MARK: Two lines

  private var tall: some View {
    let gap = 0.24
    let share = 2 * HeroGrid.capShare + gap
    let words = min(room.width / Self.weekdayShare, room.height * 0.1)
    let block = hasDate ? words * (HeroGrid.capShare * (1 + Self.monthShare) + 0.34) + bar : 0
    let points = min(room.width / Self.pairShare, (room.height - block) * (hasDate ? 0.86 : 1) / share)
    return VStack(spacing: 0) {
      stack(points, points * gap).frame(width: room.width)
      if hasDate {
        Spacer(minLength: 0)
        rule
        Spacer(minLength: 0)
        rows(words)
      }
    }
    .frame(width: room.width, height: hasDate ? room.height : points * share)
  }

  private var round: some View {
    let side = room.side
    let points = side * (hasDate ? 0.36 : 0.42)
    return VStack(spacing: side * 0.06) {
      stack(points, points * 0.2)
      if hasDate {
        time.date(.weekday, room.words, isLight ? .regular : .bold, design: design).foregroundStyle(accent)
          .widgetAccentable().multilineTextAlignment(.center)
          .frame(width: side * 0.52)
      }
    }
  }
}
