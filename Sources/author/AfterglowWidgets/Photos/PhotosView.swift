import Afterglow
import AfterglowSources
import Foundation

/// The outline of a photo where its host has none.
package enum PhotoOutline {
  /// Corner radius in a rectangular accessory, in points.
  package static let accessoryRadius = 10.0
}

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
    guard mode == .fullColor, family.isSystem || family == .accessoryRectangular, !isPlaceholder else { return false }
    if case .none = entry.picture { return false }
    return (entry.intent.fill || isFar) && !isInset
  }

  @ViewBuilder private var content: some View {
    if case .none(let folder, let leftOut) = entry.picture, !isPlaceholder {
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
          // A plate has larger corners of its own.
          picture(in: inner).clipShape(ContainerRelativeShape())
            .clipShape(RoundedRectangle(cornerRadius: PhotoOutline.accessoryRadius))
          mark(
            in: Size(width: size.width - size.height * 0.2, height: size.height * 0.8), hasWords: true,
            alignment: .bottomLeading)
        }
        .frame(width: size.width, height: size.height)
      default:
        let room = (isInset ? inner : size).room(inside: margins)
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
      && !isPlaceholder
  }

  /// Whether the picture is magnified, for viewers across the room.
  private var isFar: Bool { level == .simplified && family.isSystem }

  private var size: Size { entry.displaySize }

  /// Whether the picture begins where words above and below it do: a card of ink has no edge that shows, except the pictures' own.
  private var isInset: Bool {
    inks != .shades && family.isSystem && mode == .fullColor
      && EnvironmentValues.ofBody.showsWidgetContainerBackground
  }

  /// The size of a picture that keeps its colours among tinted widgets: smaller than the widget (docs/rules.md, rule
  /// 33). On paper one is smaller, too.
  private var inner: Size {
    if family == .accessoryCircular {
      let side = min(size.width, size.height)
      return Size(width: side, height: side)
    }
    guard entry.intent.fullColor && mode == .accented && family.isSystem || isInset else { return size }
    let room = size.room(inside: margins)
    return Size(width: room.width, height: room.height)
  }

  @ViewBuilder private func picture(in size: Size) -> some View {
    if isPlaceholder {
      HiddenShape(Rectangle()).opacity(0.5).frame(width: size.width, height: size.height)
    } else {
      let image = image.onPaper().widgetAccentedRenderingMode(entry.intent.fullColor ? .fullColor : nil)
      let crop: ImageCrop? = isFar ? .close : entry.intent.fill ? .best : nil
      (crop.map { image.scaledToFill(crop: $0) } ?? image.scaledToFit())
        .frame(width: size.width, height: size.height)
        .accessibilityIdentifier("photo")
    }
  }

  private var image: Image {
    if case .file(let path) = entry.picture { return Image(file: URL(fileURLWithPath: path)) }
    return Image(data: SamplePhoto.data)
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
