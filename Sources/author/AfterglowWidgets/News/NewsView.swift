import Afterglow
import Foundation

/// The newest headline, large, and below or next to it the ones before. Each stands under its source and age.
struct NewsView: WidgetView {
  let entry: NewsEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    // A list that ends early says so below its last headline.
    case .systemSmall where entry.hasNoCard && !(entry.isIncomplete && entry.items.count < 2): single
    case .systemSmall: small
    case .systemMedium: medium
    case .systemExtraLarge: wide
    default: tall
    }
  }

  private var width: Double { entry.displaySize.room(inside: margins).width }
  private var height: Double { entry.displaySize.room(inside: margins).height }
  private var first: NewsItem {
    entry.items.first ?? NewsItem(title: NewsWord.nothing.text(in: locale))
  }

  // MARK: from afar

  /// The least that is shown from afar.
  private static let leastFar = 11 * GlanceRoom.growth

  private func far(in room: GlanceRoom) -> Double {
    // Lines of whole pixels are a little higher.
    let place = Size(width: room.width, height: room.factHeight * 0.96)
    return max(Self.leastFar, FittedWords.points(first.title, in: place, upTo: 96, isBold: true))
  }

  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    let points = far(in: room)
    return VStack(alignment: .leading, spacing: room.gap) {
      source(first, room.words).frame(width: room.width, height: room.wordsCap, alignment: .leading)
        .givesWayToAgeMark(room.words * 0.8, alignment: .leading)
      headline(first, points, least: Self.leastFar)
        .frame(width: room.width, height: room.factHeight, alignment: .leading)
    }
    .filling(entry.displaySize, margins)
  }

  // MARK: parts

  /// Whether weight is the only thing that can set a headline apart from its source: inks have neither the source's pink nor a
  /// fainter tone.
  private var hasInk: Bool { inks != .shades }

  /// - Parameter isLine: as high as a line of text, where no margin takes what reaches out of its capitals.
  private func source(_ item: NewsItem, _ points: Double, isLine: Bool = false) -> some View {
    Text(item.source ?? "").font(.system(size: points, weight: hasInk ? .regular : .semibold)).lineLimit(1)
      .shrinkable(from: points)
      .frame(height: points * (isLine ? FittedWords.lineShare : HeroGrid.capShare))
      .foregroundStyle(Color.marked(.pink, grey: 200, scheme)).widgetAccentable()
      .accessibilityIdentifier("source")
  }

  @ViewBuilder private func age(_ item: NewsItem, _ points: Double) -> some View {
    if let date = item.date {
      CapText(text: Text(age: date, in: NewsWord.age(in: locale)), size: points, weight: .regular)
        .multilineTextAlignment(.trailing)
        .foregroundStyle(.secondary).accessibilityIdentifier("age")
    }
  }

  /// Source and age at either end of a line.
  private func kicker(_ item: NewsItem, _ points: Double, width: Double, isFirst: Bool = false, isLine: Bool = false)
    -> some View
  {
    // Both are as large as the longer pair of them has room for.
    let share = Double(item.source?.count ?? 0) * 0.58 + (item.date == nil ? 0 : 4)
    let size = max(11, min(points, width / max(1, share)))
    return HStack(spacing: size * 0.6) {
      let source = source(item, size, isLine: isLine).frame(maxWidth: .infinity, alignment: .leading)
      if isFirst { source.givesWayToAgeMark(size, alignment: .leading) } else { source }
      age(item, size)
    }
    .frame(width: width, height: points * (isLine ? FittedWords.lineShare : HeroGrid.capShare))
  }

  private func headline(_ item: NewsItem, _ points: Double, least: Double = 11) -> some View {
    Text(item.title)
      .font(.system(size: points, weight: isLuminanceReduced ? .regular : .semibold))
      .minimumScaleFactor(min(1, least / points))
      .foregroundStyle(.primary)
      .accessibilityIdentifier("headline")
  }

  // MARK: columns

  /// What a column begins with: the newest, under its source, and where there is room the words below it.
  private struct Lead {
    let item: NewsItem
    let kickerPoints: Double
    let points: Double
    let lineLimit: Int
    /// Type size of the words below; nil = they are not shown.
    var summaryPoints: Double?
    /// The most lines of the words below.
    var summaryLineCount = 4

    var gap: Double { kickerPoints * 0.75 }

    /// By generous estimates.
    func height(_ width: Double) -> Double {
      let count = min(lineLimit, FittedWords.lineCount(item.title, points: points, width: width, isBold: true))
      let line = points * FittedWords.lineShare(of: item.title)
      var height = kickerPoints * HeroGrid.capShare + gap + line * Double(count)
      if let summaryPoints, let summary = item.summary {
        let lines = min(summaryLineCount, FittedWords.lineCount(summary, points: summaryPoints, width: width))
        height += gap + summaryPoints * FittedWords.lineShare(of: summary) * Double(lines)
      }
      return height
    }
  }

  /// - Parameter room: of the headline alone, which is as large as it fits there.
  private func lead(_ kickerPoints: Double, in room: Size, upTo most: Double, summaryPoints: Double? = nil) -> Lead {
    let near = GlanceRoom.near(far(in: GlanceRoom(entry.displaySize, margins, typeSize: typeSize)))
    let points = max(11, min(near, FittedWords.points(first.title, in: room, upTo: most, isBold: true)))
    // A source is never larger than its headline.
    return Lead(
      item: first, kickerPoints: min(kickerPoints, points), points: points,
      lineLimit: max(1, Int(room.height / points / FittedWords.lineShare(of: first.title) + 0.01)),
      summaryPoints: summaryPoints, summaryLineCount: showsDetails ? 8 : 4)
  }

  private func block(_ lead: Lead, _ width: Double) -> some View {
    VStack(alignment: .leading, spacing: lead.gap) {
      kicker(lead.item, lead.kickerPoints, width: width, isFirst: true)
      headline(lead.item, lead.points).lineLimit(lead.lineLimit).fixedSize(horizontal: false, vertical: true)
        .frame(width: width, alignment: .leading)
      if let points = lead.summaryPoints, let summary = lead.item.summary {
        Text(summary).font(.system(size: points)).lineLimit(lead.summaryLineCount).foregroundStyle(.secondary)
          .accessibilityIdentifier("summary")
          .fixedSize(horizontal: false, vertical: true)
          .frame(width: width, alignment: .leading)
      }
    }
    .frame(width: width, alignment: .leading)
  }

  /// One of the others: up to two lines below its source.
  private func row(_ item: NewsItem, _ points: Double, _ width: Double) -> some View {
    VStack(alignment: .leading, spacing: points * 0.36) {
      kicker(item, max(11, points * 0.8), width: width)
      Text(item.title).font(.system(size: points, weight: hasInk ? .semibold : .medium)).lineLimit(2)
        .foregroundStyle(.primary)
        .accessibilityIdentifier("row")
        .fixedSize(horizontal: false, vertical: true)
        .frame(width: width, alignment: .leading)
        // What a line has below its letters belongs to the gap.
        .padding(.bottom, -points * 0.2)
    }
    .frame(width: width, alignment: .leading)
  }

  private func height(_ item: NewsItem, _ points: Double, _ width: Double) -> Double {
    let count = min(2, FittedWords.lineCount(item.title, points: points, width: width, isBold: hasInk))
    let lines = Double(count) * FittedWords.lineShare(of: item.title)
    return max(11, points * 0.8) * HeroGrid.capShare + points * (0.16 + lines)
  }

  /// Between two rows, with a line in the middle: at least, in shares of the type size.
  private static let leastGap = 1.3

  /// How many of the others fit below what has such a height, 0 for nothing.
  private func count(_ others: ArraySlice<NewsItem>, below top: Double, in size: Size, _ points: Double) -> Int {
    var used = top
    var count = 0
    for item in others {
      let gap = used > 0 ? points * Self.leastGap : 0
      used += gap + height(item, points, size.width)
      if used > size.height { break }
      count += 1
    }
    return count
  }

  /// The gap between two rows, with a line in its middle.
  private func rule(_ points: Double, isSparse: Bool) -> some View {
    let most = isSparse ? points * 1.6 : .infinity
    return Group {
      Spacer(minLength: 0).frame(maxHeight: most)
      Divider().frame(height: 1)
      Spacer(minLength: 0).frame(maxHeight: most)
    }
  }

  /// From the first line to the last; what is left over is between the rows, and of few of them below.
  private func column(_ size: Size, _ lead: Lead?, _ others: ArraySlice<NewsItem>, points: Double) -> some View {
    let isSparse = others.endIndex == entry.items.endIndex
    return VStack(alignment: .leading, spacing: 0) {
      if let lead { block(lead, size.width) }
      ForEach(Array(others.enumerated()), id: \.offset) { index, item in
        if index > 0 || lead != nil { rule(points, isSparse: isSparse) }
        row(item, points, size.width)
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
  }

  // MARK: families

  /// One headline, which fills its place below its source.
  private var single: some View {
    let usual = max(11, min(height * 0.09, width * 0.11) * typeSize.growth(upTo: 1.3))
    let gap = usual * 0.8
    // Lines of whole pixels are a little higher.
    let rest = Size(width: width, height: height - usual * HeroGrid.capShare - gap)
    let place = Size(width: rest.width, height: rest.height * 0.97)
    let points = FittedWords.points(first.title, in: place, upTo: width * 0.34, isBold: true)
    return VStack(alignment: .leading, spacing: gap) {
      kicker(first, min(usual, points), width: width, isFirst: true).frame(height: usual * HeroGrid.capShare)
      headline(first, points).frame(width: width, height: rest.height, alignment: .leading)
    }
    .filling(entry.displaySize, margins)
  }

  private var small: some View {
    let points = max(11, height * 0.085 * typeSize.growth(upTo: 1.3))
    let below = max(11, height * 0.085 * typeSize.growth(upTo: 1.3))
    let room = Size(width: width, height: height - points * (HeroGrid.capShare + 0.75) - below * 3)
    return VStack(alignment: .leading, spacing: 0) {
      block(lead(points, in: room, upTo: 22), width)
      Spacer(minLength: 0)
      if entry.isIncomplete && entry.items.count < 2 {
        endWords(below).frame(width: width, height: below * HeroGrid.capShare, alignment: .leading)
      } else if let next = entry.items.dropFirst().first {
        Text(next.title).font(.system(size: below, weight: .medium)).lineLimit(2).shrinkable(from: below)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("row")
          .frame(width: width, alignment: .leading)
          .padding(.bottom, -below * 0.2)
      }
    }
    .frame(width: width, height: height)
    .padding(margins)
  }

  /// The newest above, the others below it.
  private func list(_ lead: Lead, _ points: Double) -> some View {
    let others = entry.items.dropFirst()
    func rows(_ size: Size) -> ArraySlice<NewsItem> {
      others.prefix(count(others, below: lead.height(width), in: size, points))
    }
    let whole = Size(width: width, height: height)
    return Group {
      // News behind those that are shown are not missed.
      if entry.isIncomplete && rows(whole).count == others.count {
        let size = Size(width: width, height: height - Self.endShare * points)
        ended(points) { column(size, lead, rows(size), points: points) }
      } else {
        column(whole, lead, rows(whole), points: points)
      }
    }
    .padding(margins)
  }

  /// Height of the words at the end and of the gap above them, in shares of the type size.
  private static let endShare = HeroGrid.capShare + leastGap

  /// The words at the end of an incomplete list of news.
  private func endWords(_ points: Double) -> some View {
    CapText(
      text: Text(SharedWord.listIncomplete.text(in: locale)), size: max(11, points * 0.9), weight: .regular,
      isFitted: true
    )
    .foregroundStyle(.secondary).accessibilityIdentifier("incomplete")
  }

  private func ended(_ points: Double, @ViewBuilder _ news: () -> some View) -> some View {
    VStack(alignment: .leading, spacing: 0) {
      news()
      Spacer(minLength: 0)
      endWords(points).frame(width: width, height: points * HeroGrid.capShare, alignment: .leading)
    }
    .frame(width: width, height: height, alignment: .topLeading)
  }

  private var medium: some View {
    let points = max(11, height * 0.085 * typeSize.growth(upTo: 1.3))
    return list(
      lead(
        points, in: Size(width: width, height: height * 0.36), upTo: height * 0.145,
        summaryPoints: showsDetails ? points : nil),
      max(11, height * 0.1 * typeSize.growth(upTo: 1.4)))
  }

  private var tall: some View {
    let points = max(11, min(14, width * 0.04) * typeSize.growth(upTo: 1.3))
    return list(
      lead(
        points, in: Size(width: width, height: height * 0.26), upTo: width * 0.085,
        summaryPoints: showsDetails ? points : nil),
      max(11, min(17, width * 0.046) * typeSize.growth(upTo: 1.5)))
  }

  /// Two columns, as in a paper: the newest begins the first.
  private var wide: some View {
    let points = max(11, min(16, height * 0.04) * typeSize.growth(upTo: 1.3))
    let rowPoints = max(11, min(17, height * 0.046) * typeSize.growth(upTo: 1.5))
    let gap = 32.0
    let whole = Size(width: (width - gap) / 2, height: height)
    let lead = lead(
      points, in: Size(width: whole.width, height: height * 0.36), upTo: height * 0.11, summaryPoints: rowPoints)
    let others = entry.items.dropFirst()
    func parts(_ size: Size) -> (left: ArraySlice<NewsItem>, right: ArraySlice<NewsItem>) {
      let left = others.prefix(count(others, below: lead.height(size.width), in: size, rowPoints))
      let rest = others.dropFirst(left.count)
      return (left, rest.prefix(count(rest, below: 0, in: size, rowPoints)))
    }
    func columns(_ size: Size) -> some View {
      let shown = parts(size)
      return HStack(alignment: .top, spacing: gap) {
        column(size, lead, shown.left, points: rowPoints)
        column(size, nil, shown.right, points: rowPoints)
      }
    }
    let all = parts(whole)
    return Group {
      if entry.isIncomplete && all.left.count + all.right.count == others.count {
        ended(rowPoints) { columns(Size(width: whole.width, height: height - Self.endShare * rowPoints)) }
      } else {
        columns(whole)
      }
    }
    .padding(margins)
  }

  private var rectangular: some View {
    let (width, height) = (entry.displaySize.width, entry.displaySize.height)
    let points = max(11, height * 0.18)
    let rest = height - points * FittedWords.lineShare - 2
    let size = FittedWords.points(first.title, in: Size(width: width, height: rest), upTo: height * 0.25, isBold: true)
    return VStack(alignment: .leading, spacing: 2) {
      kicker(first, points, width: width, isFirst: true, isLine: true)
      headline(first, size).frame(width: width, height: rest, alignment: .topLeading)
    }
    .frame(width: width, height: height, alignment: .leading)
  }

  private var inline: some View {
    InlineWords(
      text: first.title, symbol: Symbol(named: "newspaper"), size: entry.displaySize, name: "headline",
      isFitted: true)
  }
}
