import Afterglow

/// The moon and how much of it is lit; next to it the name of its phase, the next rise and set, and the next full moon.
struct MoonView: WidgetView {
  let entry: MoonEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .systemMedium: medium
    case .accessoryCircular: round(disc: 0.5, figures: 0.21, gap: 0.08, mark: 0.24)
    case .accessoryCorner: round(disc: 0.46, figures: 0.26, gap: 0.09, mark: 0.26)
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    default: small
    }
  }

  private var width: Double { entry.displaySize.room(inside: margins).width }
  private var height: Double { entry.displaySize.room(inside: margins).height }

  // MARK: Words

  private var percent: String { entry.percent(in: locale) }

  private var phase: String { MoonWord(entry.phase).text(in: locale) }

  private func name(_ points: Double) -> some View {
    Text(phase).font(.system(size: points, weight: .semibold)).lineLimit(1).shrinkable(from: points)
      .foregroundStyle(.secondary).accessibilityIdentifier("phase")
  }

  private func illumination(_ points: Double, weight: Font.Weight? = nil) -> some View {
    CapText(
      text: Text(percent), size: points,
      weight: weight ?? heroWeight
    )
    .foregroundStyle(.primary).accessibilityIdentifier("illumination")
  }

  /// A rise or set with its time.
  private func turn(_ turn: SkyTurn, _ points: Double) -> some View {
    HStack(spacing: points * 0.4) {
      Image(symbol: turn.isRise ? .arrowUp : .arrowDown).font(.system(size: max(11, points * 0.9)))
        .frame(height: points * HeroGrid.capShare)
      CapText(text: Text(ShortTime.text(turn, locale, timeZone)), size: points, weight: .medium)
        .accessibilityIdentifier(turn.isRise ? "moonrise" : "moonset")
    }
    .foregroundStyle(.primary)
  }

  /// As many rises and sets as there is room for, in order.
  @ViewBuilder private func sky(_ count: Int, _ points: Double) -> some View {
    switch entry.sky {
    case .unknown: EmptyView()
    case .turns(let turns):
      HStack(spacing: points * 0.9) {
        ForEach(Array(turns.prefix(count).enumerated()), id: \.offset) { turn($0.element, points) }
      }
    case .staysUp, .staysDown:
      Text((entry.sky == .staysUp ? MoonWord.staysUp : .staysDown).text(in: locale))
        .font(.system(size: points, weight: .medium)).lineLimit(1).shrinkable(from: points)
        .frame(height: points * HeroGrid.capShare)
        .foregroundStyle(.primary).accessibilityIdentifier("stays")
    }
  }

  /// How much is lit, and what comes next where it has room: at the other end, or right next to it.
  private func figures(_ points: Double, _ words: Double, _ weight: Font.Weight, isSpread: Bool) -> some View {
    func row(_ words: Double) -> some View {
      HStack(spacing: isSpread ? 0 : words * 0.9) {
        illumination(points, weight: weight)
        if isSpread { Spacer(minLength: 0) }
        sky(1, words)
      }
    }
    return ViewThatFits(in: .horizontal) {
      row(words)
      row(max(11, words * 0.86))
      illumination(points, weight: weight)
    }
  }

  private func nextFull(_ points: Double) -> some View {
    let date = entry.nextFull.formatted(dateStyle.day().month(.abbreviated))
    return Text(MoonWord.nextFull.text(date, in: locale))
      .font(.system(size: points)).lineLimit(1).shrinkable(from: points)
      .foregroundStyle(.secondary).accessibilityIdentifier("nextFull")
  }

  // MARK: From across the room

  /// Figures and their sign, in shares of the type size.
  private var share: Double {
    Double(percent.count { $0.isNumber }) * HeroGrid.digitShare + Figures.percentShare(in: locale)
  }

  private func far(in room: GlanceRoom) -> (points: Double, disc: Double) {
    if room.isWide {
      let disc = min(room.height, room.width * 0.36)
      return (min(room.height * 0.8 / HeroGrid.capShare, (room.width * 0.94 - disc) / share), disc)
    }
    let points = min(room.height * 0.3 / HeroGrid.capShare, room.width / share)
    return (points, room.height - points * HeroGrid.capShare - room.height * 0.1)
  }

  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, hasWords: false)
    let (points, side) = far(in: room)
    let disc = MoonDisc(entry: entry, side: side).givesWayToAgeMark(min(30, side * 0.24))
    let fact = GlanceFact(text: percent, points: max(11, points), name: "illumination")
    return Group {
      if room.isWide {
        HStack(spacing: room.width * 0.05) {
          disc
          fact
        }
      } else {
        VStack(spacing: room.height * 0.1) {
          disc
          fact
        }
      }
    }
    .filling(entry.displaySize, margins)
  }

  /// A size for the near form, so that the fact is half as large again from afar.
  private func near(_ points: Double) -> Double {
    min(points, GlanceRoom.near(far(in: GlanceRoom(entry.displaySize, margins, hasWords: false)).points))
  }

  // MARK: Families

  /// Below the last line, for what descends: some scripts reach farther down than others.
  private static let descent = 0.15

  private var small: some View {
    let words = max(11, height * 0.088 * typeSize.growth(upTo: 1.3))
    let points = near(height * 0.17)
    let (line, cap) = (points * HeroGrid.capShare, words * HeroGrid.capShare)
    let gap = height * 0.075
    return VStack(spacing: gap) {
      MoonDisc(entry: entry, side: max(1, height - line - cap - 2 * gap - words * Self.descent))
      figures(points, words, isLuminanceReduced ? .regular : .semibold, isSpread: true)
        .frame(width: width, height: line, alignment: .leading)
      name(words)
        .frame(width: width, height: cap, alignment: .leading)
        .givesWayToAgeMark(min(words, 14), alignment: .leading)
    }
    .frame(width: width, height: height, alignment: .top)
    .padding(margins)
  }

  private var medium: some View {
    let words = max(11, height * 0.105 * typeSize.growth(upTo: 1.4))
    let side = min(height, width * 0.42)
    let room = width - side - 20
    return HStack(spacing: 20) {
      MoonDisc(entry: entry, side: side)
      VStack(alignment: .leading, spacing: 0) {
        name(words)
        Spacer(minLength: 0)
        illumination(near(height * 0.34))
        Spacer(minLength: 0)
        ViewThatFits(in: .horizontal) {
          sky(2, words)
          sky(1, words)
        }
        Spacer(minLength: 0).frame(height: words * 0.9)
        nextFull(words)
          .frame(width: room, height: words * HeroGrid.capShare, alignment: .leading)
          .givesWayToAgeMark(min(words, 14), alignment: .leading)
        Spacer(minLength: 0).frame(height: words * Self.descent)
      }
      .frame(width: room, height: height, alignment: .leading)
    }
    .padding(margins)
  }

  /// Lengths in shares of the smaller side.
  private func round(disc: Double, figures: Double, gap: Double, mark: Double) -> some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    return VStack(spacing: side * gap) {
      MoonDisc(entry: entry, side: side * disc).givesWayToAgeMark(side * mark, hasWords: false)
      illumination(max(11, side * figures), weight: .semibold)
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
    .widgetLabel(phase)
  }

  private var rectangular: some View {
    let (width, height) = (entry.displaySize.width, entry.displaySize.height)
    let words = max(11, height * 0.175)
    let (side, gap) = (height * 0.62, height * 0.13)
    let room = width - side - gap
    let cap = words * HeroGrid.capShare
    return HStack(spacing: gap) {
      MoonDisc(entry: entry, side: side).givesWayToAgeMark(height * 0.24, hasWords: false)
      VStack(alignment: .leading, spacing: words * 0.66) {
        Text(phase).font(.system(size: words, weight: .semibold)).lineLimit(1).shrinkable(from: words)
          .foregroundStyle(.primary).accessibilityIdentifier("phase")
          .frame(width: room, height: cap, alignment: .leading)
        figures(words, words, .medium, isSpread: false).frame(width: room, height: cap, alignment: .leading)
        nextFull(words).frame(width: room, height: cap, alignment: .leading)
      }
      .frame(width: room)
    }
    .frame(width: width, height: height, alignment: .leading)
  }

  private var inline: some View {
    InlineWords(
      text: "\(phase) · \(percent)", symbol: .moon, size: entry.displaySize, name: "illumination", isFitted: true)
  }
}
