import Foundation

/// Cells in columns (or rows) with given lengths, filled one after another. Everything is drawn: a widget does not
/// scroll, so it is lazy in name only.
final class LazyGridElement: Element {
  /// The axis along which lines run: horizontal for columns of a vertical grid.
  private let axis: Axis
  private let tracks: [GridItem]
  private let alignment: Double
  private let spacing: Double
  private let children: [any Element]
  private let context: ResolveContext
  private var cache: [Proposal: [Size]] = [:]

  init(
    _ axis: Axis, _ tracks: [GridItem], alignment: Double, spacing: CGFloat?, _ content: some View,
    in context: ResolveContext
  ) {
    self.axis = axis
    self.tracks = tracks.map { $0.checked(in: context) }
    self.alignment = alignment
    self.spacing = context.spacing(spacing) ?? ViewSpacing.standardPt
    self.context = context
    children = resolve(content, in: context.along(nil))
  }

  private struct Track {
    var start: Double
    var length: Double
    var alignment: Alignment?
  }

  private func tracks(in length: Double?) -> [Track] { GridItem.places(tracks, in: length).map(Track.init) }

  private var across: Axis { axis == .horizontal ? .vertical : .horizontal }

  private func sizes(_ proposal: Proposal, _ tracks: [Track]) -> [Size] {
    if let known = cache[proposal] { return known }
    guard context.container.measure(children.count, at: context.trail) else {
      return children.map { _ in .zero }
    }
    let sizes = children.enumerated().map { index, child in
      let length = tracks[index % tracks.count].length
      return child.size(
        in: axis == .horizontal ? Proposal(width: length, height: nil) : Proposal(width: nil, height: length))
    }
    cache[proposal] = sizes
    return sizes
  }

  /// Start and length of each line of cells.
  private func lines(_ sizes: [Size], _ count: Int) -> [(start: Double, length: Double)] {
    var lines: [(start: Double, length: Double)] = []
    var position = 0.0
    for first in stride(from: 0, to: sizes.count, by: count) {
      let length = sizes[first..<min(first + count, sizes.count)].map { $0.length(along: across) }.max() ?? 0
      lines.append((position, length))
      position += length + spacing
    }
    return lines
  }

  func size(in proposal: Proposal) -> Size {
    let tracks = tracks(in: proposal.length(along: axis))
    if tracks.isEmpty || children.isEmpty { return .zero }
    let last = lines(sizes(proposal, tracks), tracks.count).last!
    let content = last.start + last.length
    let length = tracks.last!.start + tracks.last!.length
    return axis == .horizontal ? Size(width: length, height: content) : Size(width: content, height: length)
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let tracks = tracks(in: rect.size.length(along: axis))
    if tracks.isEmpty { return }
    let lines = lines(sizes(Proposal(rect.size), tracks), tracks.count)
    let own = tracks.last!.start + tracks.last!.length
    let shift = (rect.size.length(along: axis) - own) * alignment
    for (index, child) in children.enumerated() {
      let track = tracks[index % tracks.count]
      let line = lines[index / tracks.count]
      let cell =
        axis == .horizontal
        ? Rect(x: rect.minX + shift + track.start, y: rect.minY + line.start, width: track.length, height: line.length)
        : Rect(x: rect.minX + line.start, y: rect.minY + shift + track.start, width: line.length, height: track.length)
      let frame = place(child, in: cell, track.alignment ?? .center)
      child.draw(
        in: frame.mirrored(in: rect, if: context.isMirrored), proposed: Proposal(cell.size), into: &canvas)
    }
  }
}

extension GridItem {
  /// Start, length and alignment of each column for a width. Fixed ones are placed first; the others share the
  /// remainder.
  static func places(_ items: [GridItem], in proposed: Double?) -> [(start: Double, length: Double, Alignment?)] {
    let total = proposed.map { $0.isFinite ? $0 : 0 } ?? 0
    let gaps = items.dropLast().reduce(0) { $0 + $1.gap }
    let fixed = items.reduce(0) { sum, item in if case .fixed(let length) = item.size { sum + length } else { sum } }
    var rest = max(0, total - gaps - fixed)
    var flexibleCount = items.filter { if case .fixed = $0.size { false } else { true } }.count
    var places: [(start: Double, length: Double, Alignment?)] = []
    var position = 0.0
    for item in items {
      switch item.size {
      case .fixed(let length):
        places.append((position, length, item.alignment))
        position += length + item.gap
      case .flexible(let minimum, let maximum):
        let length = min(max(rest / Double(flexibleCount), minimum), maximum)
        places.append((position, length, item.alignment))
        position += length + item.gap
        rest = max(0, rest - length)
        flexibleCount -= 1
      case .adaptive(let minimum, let maximum):
        let share = rest / Double(flexibleCount)
        let count = max(1, min(1000, Int(clamping: (share + item.gap) / max(1, minimum + item.gap))))
        let length = min(max((share - item.gap * Double(count - 1)) / Double(count), minimum), maximum)
        for _ in 0..<count {
          places.append((position, length, item.alignment))
          position += length + item.gap
        }
        rest = max(0, rest - share)
        flexibleCount -= 1
      }
    }
    return places
  }

  fileprivate var gap: Double { spacing.map { Double($0) } ?? ViewSpacing.standardPt }
}
