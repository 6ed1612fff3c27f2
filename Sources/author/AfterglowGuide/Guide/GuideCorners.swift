import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview

/// Finds rounded shapes near a corner of their widget whose radius is a number of their own: the inner radius is the outer
/// one less the distance (docs/rules.md, rule 10).
enum GuideCorners {
  /// Points by which a radius may differ before a corner looks uneven.
  private static let tolerancePt = 4.0
  /// Shapes with a shorter side are lines and marks.
  private static let leastSidePt = 24.0

  static func findings(in board: CompiledBoard, day: StillFrame, _ slot: SceneSlot) throws -> [GuideFinding] {
    let layout = board.compiled.layout
    guard let outer = layout.cornerRadiiPt[slot.identifier], let place = layout.slotFramesPx[slot.identifier] else {
      return []
    }
    let nodes = layout.nodes.filter { node in
      node.slot == slot.identifier && node.kind == "roundedRectangle" && node.role != "background"
        && layout.scales.indices.contains(node.widget) && day.isVisible(node)
    }
    if nodes.isEmpty { return [] }
    return try board.withArchive { archive in
      nodes.compactMap { node -> GuideFinding? in
        let scale = layout.scales[node.widget]
        let radius = Double(archive.nodes[node.node].e) / 256 / scale
        guard let found = uneven(node.framePx, radius, in: place, outer: outer, scale) else { return nil }
        return GuideFinding(
          rule: .concentricCorners, slot: slot.identifier,
          message:
            "a shape with a corner radius of \(Int(radius.rounded())) pt, \(Int(found.distance.rounded())) pt from "
            + "the widget's corner; expected \(Int(found.radius.rounded())) pt, as ContainerRelativeShape has it "
            + "(containerRelative in a view file)")
      }.prefix(1).map { $0 }
    }
  }

  /// The first corner at which a shape is near and has another radius: its distance, and the radius that fits.
  private static func uneven(
    _ frame: Rect, _ radius: Double, in place: Rect, outer: Double, _ scale: Double
  ) -> (distance: Double, radius: Double)? {
    let shorter = min(frame.width, frame.height) / scale
    // A capsule and a circle have the radius of their own height.
    guard shorter >= leastSidePt, radius < shorter / 2 - 0.5 else { return nil }
    for x in [frame.minX - place.minX, place.maxX - frame.maxX] {
      for y in [frame.minY - place.minY, place.maxY - frame.maxY] {
        let (across, down) = (x / scale, y / scale)
        let distance = max(0, (across + down) / 2)
        guard min(across, down) > -1, abs(across - down) <= tolerancePt, distance < outer else { continue }
        let fitting = outer - distance
        if abs(radius - fitting) > tolerancePt { return (distance, fitting) }
      }
    }
    return nil
  }
}
