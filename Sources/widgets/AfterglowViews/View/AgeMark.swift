/// Shown once content is older than its timeline allows: a symbol and the date of the content, with as many of the
/// words as fit.
package struct AgeMark: View {
  let age: AgeText
  var points = Self.leastPt
  var hasWords = true
  /// Draws its own backing, because the brightness of the picture behind it is unknown.
  var isOverPicture = false

  package init(age: AgeText, points: Double = Self.leastPt, hasWords: Bool = true, isOverPicture: Bool = false) {
    self.age = age
    self.points = points
    self.hasWords = hasWords
    self.isOverPicture = isOverPicture
  }

  /// Rule 12.
  package static let leastPt = 11.0
  /// Symbols are drawn 20 % larger than their text.
  private static let symbolShare = 1.2

  package var body: some View {
    Group {
      if isOverPicture {
        words.padding(EdgeInsets(top: 3, leading: 8, bottom: 3, trailing: 8))
          .background(Capsule().fill(Color.black.opacity(0.8)))
          .foregroundStyle(.white)
      } else {
        words.foregroundStyle(.secondary)
      }
    }
    .accessibilityIdentifier("ageMark")
  }

  @ViewBuilder private var words: some View {
    if hasWords {
      ViewThatFits(in: .horizontal) {
        row(age.long)
        row(age.short)
        symbol
      }
    } else {
      symbol
    }
  }

  private func row(_ text: String) -> some View {
    HStack(spacing: points * 0.27) {
      symbol
      Text(text).font(.system(size: points, weight: .medium)).lineLimit(1)
        .frame(height: points)
    }
  }

  private var symbol: some View {
    Image(symbol: .history).font(.system(size: points, weight: .medium))
      .frame(width: points * Self.symbolShare, height: points)
  }
}

/// Where a widget places the age mark. Without a place it is drawn below the content.
extension View {
  /// Hides the view while the age mark is shown; nothing moves for it (rule 86).
  ///
  /// - Parameters:
  ///   - points: type size of the mark.
  ///   - hasWords: false shows only the symbol.
  package func givesWayToAgeMark(
    _ points: Double = 11, hasWords: Bool = true, alignment: Alignment = .center
  ) -> some View { marked(points, hasWords, alignment, givesWay: true) }

  /// Hides the view while content is old, without a mark in its place: what is only true of new content.
  package func hiddenOnceOld() -> some View {
    ElementModifier(content: self) { child, context in
      context.environment.contentAge == nil ? child : FreshElement(child: child)
    }
  }

  /// Draws the age mark in this place, which must be empty.
  package func ageMark(
    _ points: Double = 11, hasWords: Bool = true, alignment: Alignment = .center, isOverPicture: Bool = false
  ) -> some View { marked(points, hasWords, alignment, givesWay: false, isOverPicture: isOverPicture) }

  private func marked(
    _ points: Double, _ hasWords: Bool, _ alignment: Alignment, givesWay: Bool, isOverPicture: Bool = false
  ) -> some View {
    ElementModifier(content: self) { child, context in
      guard let age = context.environment.contentAge else { return child }
      let mark = AgeMark(
        age: age, points: max(AgeMark.leastPt, points), hasWords: hasWords, isOverPicture: isOverPicture)
      return AgeMarkElement(
        child: child, mark: resolveOne(mark, in: context.attachment(6)), alignment: alignment, givesWay: givesWay,
        context: context)
    }
  }
}

/// A view with the age mark in its place; the mark takes no space in the layout.
struct AgeMarkElement: WrapperElement {
  let child: any Element
  let mark: any Element
  let alignment: Alignment
  let givesWay: Bool
  let context: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let outer = canvas.condition
    if givesWay { canvas.condition = .contentFresh }
    child.draw(in: rect, proposed: proposed, into: &canvas)
    canvas.condition = .contentStale
    mark.draw(
      in: place(mark, in: rect, alignment, of: child).mirrored(in: rect, if: context.isMirrored),
      proposed: Proposal(rect.size), into: &canvas)
    canvas.condition = outer
    context.container.hasAgeMark = true
  }
}

/// A view that is shown while content is fresh.
struct FreshElement: WrapperElement {
  let child: any Element

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let outer = canvas.condition
    canvas.condition = .contentFresh
    child.draw(in: rect, proposed: proposed, into: &canvas)
    canvas.condition = outer
  }
}
