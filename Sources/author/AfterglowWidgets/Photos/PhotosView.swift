import Afterglow
import AfterglowSources
import Foundation

/// A picture that fills the widget's outline.
struct PhotosView: WidgetView {
  let entry: PhotosEntry

  var body: some View {
    content.containerBackground {
      if isFilled { EmptyView() } else { Rectangle().fill(.background) }
    }
  }

  /// Whether a picture covers the ground, which would shine through the smoothing of its round corners.
  private var isFilled: Bool {
    guard mode == .fullColor, family.isSystem, !redactionReasons.contains(.placeholder) else { return false }
    return switch entry.picture {
    case .sample: true
    case .file: entry.intent.fill || isFar
    case .none: false
    }
  }

  @ViewBuilder private var content: some View {
    if case .none(let folder, let leftOut) = entry.picture, !redactionReasons.contains(.placeholder) {
      NoPictures(folder: folder, leftOut: leftOut, size: entry.displaySize)
    } else {
      switch family {
      case .accessoryCircular:
        ZStack {
          picture(in: inner).clipShape(Circle())
          mark(in: Size(width: inner.width, height: inner.height * 0.9), hasWords: false, alignment: .bottom)
        }
        .frame(width: size.width, height: size.height)
      case .accessoryRectangular:
        ZStack {
          picture(in: inner).clipShape(RoundedRectangle(cornerRadius: size.height * 0.18))
          mark(
            in: Size(width: size.width - size.height * 0.2, height: size.height * 0.8), hasWords: true,
            alignment: .bottomLeading)
        }
        .frame(width: size.width, height: size.height)
      default:
        let room = size.room(inside: margins)
        ZStack {
          picture(in: inner).clipShape(ContainerRelativeShape())
          mark(in: Size(width: room.width, height: room.height), hasWords: true, alignment: .bottomLeading)
          if isAnnotated {
            LeftOutNote(names: entry.leftOut)
              .frame(width: room.width, height: room.height, alignment: .bottomLeading)
              .hiddenOnceOld()
          }
        }
        .frame(width: size.width, height: size.height)
      }
    }
  }

  /// When the pictures were last looked for, if that is long ago; on a shade of its own.
  private func mark(in room: Size, hasWords: Bool, alignment: Alignment) -> some View {
    Rectangle().fill(.background).frame(width: room.width, height: room.height).hidden()
      .ageMark(hasWords: hasWords, alignment: alignment, isOverPicture: mode == .fullColor)
  }

  /// Whether the names of pictures that are left out stand over the picture: by day, for a near viewer.
  private var isAnnotated: Bool {
    mode == .fullColor && !isLuminanceReduced && !isFar && !entry.leftOut.isEmpty
      && !redactionReasons.contains(.placeholder)
  }

  /// Whether the picture is magnified, for viewers across the room.
  private var isFar: Bool { level == .simplified && family.isSystem }

  private var size: Size { entry.displaySize }

  /// The size of a picture that keeps its colours among tinted widgets: smaller than the widget (docs/rules.md, rule
  /// 33).
  private var inner: Size {
    if family == .accessoryCircular {
      let side = min(size.width, size.height)
      return Size(width: side, height: side)
    }
    guard entry.intent.fullColor, mode == .accented, family.isSystem else { return size }
    let room = size.room(inside: margins)
    return Size(width: room.width, height: room.height)
  }

  @ViewBuilder private func picture(in size: Size) -> some View {
    if redactionReasons.contains(.placeholder) {
      Rectangle().fill(.tertiary).opacity(0.5).frame(width: size.width, height: size.height)
    } else if case .file(let path) = entry.picture {
      let image = Image(file: URL(fileURLWithPath: path)).onPaper()
        .widgetAccentedRenderingMode(entry.intent.fullColor ? .fullColor : nil)
      (isFar ? image.scaledToFill(crop: .close) : entry.intent.fill ? image.scaledToFill() : image.scaledToFit())
        .frame(width: size.width, height: size.height)
        .accessibilityIdentifier("photo")
    } else {
      // The sun and the hills below it.
      let scale = isFar ? ImageCrop.closeness : 1
      SampleLandscape(size: Size(width: size.width * scale, height: size.height * scale))
        .offset(x: isFar ? -size.width * 0.25 : 0)
        .frame(width: size.width, height: size.height)
    }
  }
}

/// Advice where there is nothing to show: the empty folder's name, or the names of the pictures that cannot be shown, as many
/// as there is room for, and how many more.
private struct NoPictures: WidgetView {
  let folder: String
  let leftOut: [String]
  let size: Size

  var body: some View {
    switch family {
    case .accessoryCircular:
      Image(symbol: .photo).font(.system(size: min(size.width, size.height) * 0.42)).foregroundStyle(.secondary)
        .frame(width: size.width, height: size.height)
    case .accessoryRectangular:
      rectangular.frame(width: size.width, height: size.height, alignment: .leading)
    default:
      let room = size.room(inside: margins)
      VStack(spacing: spacing) {
        Image(symbol: .photo).font(.system(size: points * 2.4)).foregroundStyle(.tertiary)
        words(title, points).foregroundStyle(.primary)
        if let hint { words(hint, small).foregroundStyle(.secondary) }
        ForEach(Array(listed(lineCount(room.height)).enumerated()), id: \.offset) { _, name in
          words(name, small).foregroundStyle(.secondary)
        }
      }
      .frame(width: room.width)
      .frame(width: size.width, height: size.height)
    }
  }

  @ViewBuilder private var rectangular: some View {
    if leftOut.isEmpty {
      HStack(spacing: 6) {
        Image(symbol: .photo).font(.system(size: size.height * 0.34)).foregroundStyle(.secondary)
        words(title, max(11, size.height * 0.22)).foregroundStyle(.primary)
      }
    } else {
      VStack(alignment: .leading, spacing: 2) {
        words(title, max(11, size.height * 0.2)).foregroundStyle(.primary)
        words(listed(1).joined(separator: ", "), max(11, size.height * 0.18)).foregroundStyle(.secondary)
      }
    }
  }

  private var points: Double { min(max(13, size.height * 0.085), 22) }
  private var small: Double { max(11, points * 0.82) }
  /// Names need the room.
  private var spacing: Double { points * (leftOut.isEmpty ? 0.5 : 0.25) }
  private var title: String {
    (leftOut.isEmpty ? PhotoWord.noPictures : PhotoWord.cannotBeShown).text(in: locale)
  }
  /// The remedy; none where only damaged files of known formats were left out.
  private var hint: String? {
    if leftOut.isEmpty { return PhotoWord.folderIsEmpty.text(folder, in: locale) }
    let hasOtherFormat = leftOut.contains { PictureFolders.otherFormat($0) != nil }
    return hasOtherFormat ? PhotoWord.onlyPNGAndJPEG.text(in: locale) : nil
  }

  /// Lines below the symbol, the title and the hint.
  private func lineCount(_ height: Double) -> Int {
    let left = height - points * (3 + FittedWords.lineShare) - small * FittedWords.lineShare - 2 * spacing
    return max(1, Int(clamping: max(0, left) / (small * FittedWords.lineShare + spacing)))
  }

  /// The names in so many lines, the last of which counts those that have no room.
  private func listed(_ count: Int) -> [String] {
    if leftOut.count <= count { return leftOut }
    let shown = Array(leftOut.prefix(max(1, count - 1)))
    let left = Figures.text(leftOut.count - shown.count, in: locale)
    let more = SharedWord.more.text(left, in: locale)
    return count == 1 ? ["\(shown[0]), \(more)"] : shown + [more]
  }

  private func words(_ text: String, _ points: Double) -> some View {
    Text(text).font(.system(size: points, weight: .medium)).lineLimit(1).shrinkable(from: points)
      .accessibilityIdentifier(leftOut.isEmpty ? "nothing" : "leftOut")
  }
}

/// The names of pictures that cannot be shown, in one line over one that can.
private struct LeftOutNote: WidgetView {
  let names: [String]

  private static let points = 11.0

  var body: some View {
    ViewThatFits(in: .horizontal) {
      line(3)
      line(2)
      line(1)
      line(0)
    }
    .padding(EdgeInsets(top: 3, leading: 8, bottom: 3, trailing: 8))
    .background(Capsule().fill(Color.black.opacity(0.8)))
    .foregroundStyle(.white)
    .accessibilityIdentifier("notShown")
  }

  /// The first names and the number of the others; their number alone where no name has room.
  private func line(_ count: Int) -> some View {
    let left = max(0, names.count - count)
    let number = Figures.text(left, in: locale)
    let more = left == 0 ? [] : [count == 0 ? number : SharedWord.more.text(number, in: locale)]
    let list = (names.prefix(count) + more).joined(separator: ", ")
    let words = SharedWord.named.text([PhotoWord.notShown.text(in: locale), list], in: locale)
    return Text(words).font(.system(size: Self.points, weight: .medium)).lineLimit(1).frame(height: Self.points)
  }
}

/// Hills before an evening sky: the gallery's picture (docs/rules.md, rule 84).
private struct SampleLandscape: WidgetView {
  let size: Size

  var body: some View {
    let sun = min(size.width, size.height) * 0.24
    ZStack(alignment: .topLeading) {
      // By night only lines are lit.
      if isNight {
        Circle().strokeBorder(.primary, lineWidth: 1.5).frame(width: sun, height: sun)
          .offset(x: size.width * 0.62, y: size.height * 0.24)
      } else {
        sky
        // Cream is olive once it is dim.
        Circle().fill(tone(Color(hex: isLuminanceReduced ? 0xFFD2A3 : 0xFFF1C9), 255)).frame(width: sun, height: sun)
          .opacity(mode == .accented ? 1 : 0.95)
          .offset(x: size.width * 0.62, y: size.height * 0.24)
      }
      ForEach(Array(Self.hills.enumerated()), id: \.offset) { index, hill in
        // Opaque hills go on behind nearer ones: outlines that only meet leave a seam.
        let isOpaque = mode == .fullColor && !isNight
        hills(HillShape(hill: hill, nearer: isOpaque ? [] : Array(Self.hills.dropFirst(index + 1))), hill)
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
    .accessibilityIdentifier("photo")
  }

  /// From the farthest to the nearest, each darker than the one behind it.
  private static let hills = [
    Hill(top: 0.58, height: 0.10, phase: 1.3, color: 0x7D5A7B, strength: 0.3),
    Hill(top: 0.70, height: 0.08, phase: 3.1, color: 0x4B3B60, strength: 0.17),
    Hill(top: 0.84, height: 0.06, phase: 5.0, color: 0x241F3A, strength: 0.07),
  ]

  @ViewBuilder private var sky: some View {
    if mode != .fullColor {
      // A single colour: what is bright is opaque, as in photographs.
      HillShape(hill: Hill(top: 0, height: 0, phase: 0, color: 0, strength: 0), nearer: Self.hills)
        .fill(.primary).opacity(0.52).frame(width: size.width, height: size.height)
    } else {
      Rectangle()
        .fill(
          LinearGradient(
            colors: [Color(hex: 0x3F5D94), Color(hex: 0xC98B8E), Color(hex: 0xF6C58B)],
            startPoint: .top, endPoint: .bottom)
        )
        .frame(width: size.width, height: size.height)
    }
  }

  private func tone(_ color: Color, _ grey: UInt8) -> Color { .marked(color, grey: grey) }

  /// A line of hills; in a single colour its opacity is its brightness.
  @ViewBuilder private func hills(_ shape: HillShape, _ hill: Hill) -> some View {
    if isNight {
      shape.ridge.stroke(.secondary, style: StrokeStyle(lineWidth: 1.5)).frame(width: size.width, height: size.height)
    } else if mode != .fullColor {
      shape.fill(.primary).opacity(hill.strength).frame(width: size.width, height: size.height)
    } else {
      shape.fill(Color(hex: hill.color)).frame(width: size.width, height: size.height)
    }
  }
}

/// A line of hills: a sum of two sine waves.
private struct Hill: Hashable {
  /// Shares of the picture's height.
  var top: Double
  var height: Double
  var phase: Double
  var color: UInt32
  /// Its brightness in a single colour, 0 to 1.
  var strength: Double

  /// From the upper edge, in shares of the height, at a share of the width.
  func y(_ x: Double) -> Double { top - height * (sin(x * 4.2 + phase) * 0.7 + sin(x * 9.1 + phase * 2) * 0.3) }
}

/// A hill down to the nearer ones, so that none shines through another.
private struct HillShape: Shape {
  let hill: Hill
  let nearer: [Hill]

  var body: some View { PathShape(path(in:)) }

  private static let steps = 96

  private func points(in rect: Rect, _ y: (Double) -> Double) -> [Point] {
    (0...Self.steps).map { step in
      let x = Double(step) / Double(Self.steps)
      return Point(x: rect.minX + rect.width * x, y: rect.minY + rect.height * y(x))
    }
  }

  func path(in rect: CGRect) -> Path {
    func lower(_ x: Double) -> Double { nearer.map { $0.y(x) }.min() ?? 1 }
    var path = Path()
    path.addLines(
      points(in: Rect(rect)) { min(hill.y($0), lower($0)) } + points(in: Rect(rect), lower).reversed())
    path.closeSubpath()
    return path
  }

  /// Its upper edge, as far as no nearer hill stands before it.
  var ridge: some Shape { HillRidge(hill: hill, nearer: nearer) }
}

private struct HillRidge: Shape {
  let hill: Hill
  let nearer: [Hill]

  var body: some View { PathShape(path(in:)) }

  private static let steps = 96

  func path(in rect: CGRect) -> Path {
    var path = Path()
    var line: [Point] = []
    for step in 0...Self.steps {
      let x = Double(step) / Double(Self.steps)
      if nearer.allSatisfy({ hill.y(x) < $0.y(x) }) {
        line.append(Point(x: rect.minX + rect.width * x, y: rect.minY + rect.height * hill.y(x)))
      } else {
        if line.count > 1 { path.addLines(line) }
        line = []
      }
    }
    if line.count > 1 { path.addLines(line) }
    return path
  }
}
