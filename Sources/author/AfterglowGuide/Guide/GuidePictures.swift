import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowPictures
import AfterglowPreview

/// Finds text inside pictures, which cannot scale or be read aloud (docs/rules.md, rule 15). A user's own photographs
/// may show anything.
enum GuidePictures {
  /// Smaller pictures cannot contain a line of text.
  private static let leastSidePx: Int32 = 24

  static func findings(in board: CompiledBoard, day: StillFrame) throws -> [GuideFinding] {
    let photographs = Set(board.scene.slots.filter { $0.widget.descriptor.kind == "photos" }.map(\.identifier))
    let nodes = board.compiled.layout.nodes.filter { node in
      // Emoji are pictures with text.
      node.kind == "picture" && node.text == nil && node.slot.map { !photographs.contains($0) } ?? false
        && day.isVisible(node)
    }
    if nodes.isEmpty { return [] }
    return try board.withArchive { archive in
      nodes.compactMap { node in
        let lines = Writing.lines(in: picture(of: node, in: archive))
        guard lines > 0 else { return nil }
        return GuideFinding(
          rule: .writingInPictures, slot: node.slot,
          message: "a picture\(node.name.map { " “\($0)”" } ?? "") that seems to have "
            + "\(lines == 1 ? "a line" : "\(lines) lines") of writing in it; write text as text, over the picture if it must be"
        )
      }
    }
  }

  private static func picture(of node: LayoutNode, in archive: Archive) -> ScaledPicture {
    let index = Int(archive.paints[node.paint].index)
    let record = archive.pictures[index]
    let size = PixelSize(width: Int32(record.width), height: Int32(record.height))
    guard min(size.width, size.height) >= leastSidePx else {
      return ScaledPicture(size: PixelSize(width: 1, height: 1), pixels: [0])
    }
    return ScaledPicture(
      size: size, pixels: Array(UnsafeBufferPointer(start: archive.picturePixels(index), count: Int(size.area))))
  }
}
