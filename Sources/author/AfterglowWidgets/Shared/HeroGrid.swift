import Afterglow
import Foundation

/// The grid that the built-in widgets share, so that two of them side by side have the same lines: two rows of large
/// type, one of captions below. All lengths in points.
struct HeroGrid: Equatable {
  /// Height of Inter's digits and capitals in shares of the type size. They are centred in the line box, so a frame of
  /// that height around a text is the box of its digits.
  static let capShare = 0.727
  /// A digit in its tabular cell, in shares of the type size.
  static let digitShare = 0.645
  /// Width of two digits with room for a degree sign on either side: the sign hangs to the right of centred digits, and
  /// a clock's digits next to it are as large.
  static let heroShare = 2 * digitShare + 2 * 0.17

  /// The host's margins.
  var margins: EdgeInsets
  /// Width between the margins.
  var width: Double
  var height: Double
  /// Type size of a row of large type, and the height of its digits.
  var heroSize: Double
  var heroCap: Double
  var rowGap: Double
  var captionSize: Double
  /// Height of the caption's capitals; it and the gap are 0 where there is no caption.
  var captionCap: Double
  /// From the rows to the top of the captions.
  var captionGap: Double
  /// Fewer details, larger type (docs/rules.md, rules 52 to 54): no captions.
  var isSimplified: Bool

  /// Captions of the night, which is dim, are larger instead of brighter (docs/rules.md, Contrast): by this factor. They
  /// are as large by day, so that no word moves when the light goes out.
  static let nightCaption = 1.2

  /// - Parameters:
  ///   - typeSize: captions grow with it, and the rows give way.
  init(
    size: Size, margins: EdgeInsets, level: LevelOfDetail = .default,
    typeSize: DynamicTypeSize = .large
  ) {
    self.margins = margins
    (width, height) = size.room(inside: margins)
    // Rule 12 asks for 11; a caption that is read from a bed wants more.
    let usual = min(max(height * 0.125, 13), 26, width * 0.165)
    let caption = max(11, min(usual * typeSize.growth(upTo: 1.4), max(usual, width * 0.165)))
    isSimplified = level == .simplified
    let far = GlanceTime.rowPoints(width: width, height: height)
    let rows = isSimplified ? height : height - caption * 1.15 - caption * Self.capShare
    captionSize = caption * Self.nightCaption
    captionCap = isSimplified ? 0 : captionSize * Self.capShare
    captionGap = isSimplified ? 0 : caption * 1.15 - (captionSize - caption) * Self.capShare
    let near = min(rows / 2.16 / Self.capShare, width / Self.heroShare, GlanceRoom.near(far))
    heroSize = isSimplified ? far : max(11, near)
    heroCap = heroSize * Self.capShare
    // What a narrow place leaves over goes between the rows, so that the first stands at the top margin.
    rowGap = min(heroCap * 0.45, max(heroCap * GlanceTime.rowGap, rows - 2 * heroCap))
  }

  /// The type size at which text of this width (in shares of the type size) fits.
  func size(fitting share: Double) -> Double { max(11, min(heroSize, width / share)) }
}

/// Text whose box is that of its capitals and digits, so that rows are spaced by what is visible. Numbers and times of day
/// have proportional digits; seconds have tabular ones, and columns of numbers ask for them.
struct CapText: WidgetView {
  let text: Text
  let size: Double
  let weight: Font.Weight
  /// Shrinks where its place is narrow; else it is as wide as it is.
  var isFitted = false
  /// Capitals of a serif are as high.
  var design = Font.Design.default

  var body: some View {
    if inks == .shades {
      line.frame(height: size * HeroGrid.capShare)
    } else {
      // Lines of ink are whole pixels high: of two faces the middles differ, the baselines do not.
      line.alignmentGuide(.capFoot) { $0[.firstTextBaseline] }
        .frame(height: size * HeroGrid.capShare, alignment: Alignment(horizontal: .center, vertical: .capFoot))
    }
  }

  private var line: some View {
    text.font(.system(size: size, weight: weight, design: design))
      .lineLimit(1)
      .shrinkable(from: size)
      .fixedSize(horizontal: !isFitted, vertical: true)
  }
}

extension VerticalAlignment {
  private enum CapFoot: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height }
  }

  /// The baseline of a text, and the lower edge of all else. A guide of its own: what contains the text has its own
  /// bottom.
  fileprivate static let capFoot = VerticalAlignment(CapFoot.self)
}

/// Texts that begin and end with their ink: at one edge they stand below each other, centred they have as much room on
/// either side. Accessories have no margins, so that the edge of a letter would be cut.
struct InkAligned<Content: View>: WidgetView {
  let content: Content

  var body: some View {
    if family.isSystem { content.boundByInk() } else { content }
  }
}

/// The large rows above, the caption on its line at the bottom.
struct HeroLayout<Hero: View, Caption: View>: View {
  let grid: HeroGrid
  let hero: Hero
  let caption: Caption

  init(_ grid: HeroGrid, @ViewBuilder hero: () -> Hero, @ViewBuilder caption: () -> Caption) {
    self.grid = grid
    self.hero = hero()
    self.caption = caption()
  }

  var body: some View {
    VStack(spacing: 0) {
      hero.frame(width: grid.width, height: max(1, grid.height - grid.captionGap - grid.captionCap))
      if !grid.isSimplified {
        caption
          .frame(width: grid.width, height: grid.captionGap + grid.captionCap, alignment: .bottom)
      }
    }
    .padding(grid.margins)
  }
}
