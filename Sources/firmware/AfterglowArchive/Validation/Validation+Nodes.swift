import AfterglowCore
import AfterglowTimeline

extension Validator {
  func checkNodes() throws(ArchiveError) {
    let nodes = archive.nodes
    // Sum over all nodes, so that many nodes over the same points cannot make validation or drawing slow.
    var referenced = 0
    for index in 0..<nodes.count {
      let node = nodes[index]
      guard let kind = NodeKind(rawValue: node.kind), let condition = NodeCondition(rawValue: node.condition) else {
        throw fault(.unknownValue, .nodes, index)
      }
      if condition.isOfComingMoment && archive.version < ArchiveHeader.currentVersion {
        throw fault(.unknownValue, .nodes, index)
      }
      if Int(node.region) >= (condition.namesRegion ? ArchiveLimits.regionsPerEntry : 1) {
        throw fault(.valueOutOfRange, .nodes, index)
      }
      if !isBox(x0: node.boundsX0, y0: node.boundsY0, x1: node.boundsX1, y1: node.boundsY1) {
        throw fault(.valueOutOfRange, .nodes, index)
      }
      if UInt64(node.paint) >= count(.paints) { throw fault(.indexOutOfRange, .nodes, index) }
      try checkPaint(of: node, kind, index)
      referenced += try checkPayload(node, kind, index)
      if referenced > ArchiveLimits.referencedPoints { throw fault(.tooMuchGeometry, .nodes, index) }
    }
  }

  func isBox(x0: Int16, y0: Int16, x1: Int16, y1: Int16) -> Bool {
    x0 > Int16.min && y0 > Int16.min && x0 <= x1 && y0 <= y1
  }

  private func checkPaint(of node: NodeRecord, _ kind: NodeKind, _ index: Int) throws(ArchiveError) {
    let isPicture = archive.paints[Int(node.paint)].kind == PaintKind.picture.rawValue
    switch kind {
    case .beginGroup, .endGroup, .beginClip, .endClip: return
    case .picture: if !isPicture { throw fault(.wrongPaint, .nodes, index) }
    default: if isPicture { throw fault(.wrongPaint, .nodes, index) }
    }
  }

  /// Checks the fields a to g of a node.
  ///
  /// - Returns: the points or placements that the node refers to.
  /// - Throws: `ArchiveError` with the node's index.
  private func checkPayload(_ node: NodeRecord, _ kind: NodeKind, _ index: Int) throws(ArchiveError) -> Int {
    switch kind {
    case .rectangle:
      try checkRectangle(node, index)
      return 0
    case .roundedRectangle, .beginClip:
      try checkRectangle(node, index)
      if !isLength(node.e) { throw fault(.valueOutOfRange, .nodes, index) }
      return 0
    case .arc:
      try checkArc(node, index)
      return 0
    case .polygon: return try checkRun(first: node.a, count: node.b, .points, ArchiveLimits.pointsPerNode, index)
    case .strokedLine: return try checkLine(node, index)
    case .glyphRun:
      return try checkRun(first: node.a, count: node.b, .placements, ArchiveLimits.placementsPerRun, index)
    case .picture:
      if !isPosition(node.a) || !isPosition(node.b) { throw fault(.valueOutOfRange, .nodes, index) }
      return 0
    case .beginGroup, .endGroup, .endClip: return 0
    case .tickText:
      try checkTickText(node, index)
      return 0
    case .tickHand: return try checkHand(node, index)
    }
  }

  private func checkRectangle(_ node: NodeRecord, _ index: Int) throws(ArchiveError) {
    if !isCoordinate(node.a) || !isCoordinate(node.b) || !isCoordinate(node.c) || !isCoordinate(node.d)
      || node.a > node.c || node.b > node.d
    {
      throw fault(.valueOutOfRange, .nodes, index)
    }
  }

  private func checkArc(_ node: NodeRecord, _ index: Int) throws(ArchiveError) {
    let turn: UInt32 = 65_536
    if !isCoordinate(node.a) || !isCoordinate(node.b) || !isLength(node.c) || !isLength(node.d)
      || node.e.magnitude > 16 * turn || node.f.magnitude > turn
    {
      throw fault(.valueOutOfRange, .nodes, index)
    }
    if node.g != 0 && node.g != 1 { throw fault(.unknownValue, .nodes, index) }
  }

  private func checkRun(
    first: Int32, count: Int32, _ section: ArchiveSection, _ maximum: Int, _ index: Int
  ) throws(ArchiveError) -> Int {
    if first < 0 || count < 0 || !isInside(RecordRange(first: UInt32(first), count: UInt32(count)), section) {
      throw fault(.rangeOutOfSection, .nodes, index)
    }
    if Int(count) > maximum { throw fault(.tooMuchGeometry, .nodes, index) }
    return Int(count)
  }

  private func checkLine(_ node: NodeRecord, _ index: Int) throws(ArchiveError) -> Int {
    if !isLength(node.c) { throw fault(.valueOutOfRange, .nodes, index) }
    let referenced = try checkRun(first: node.a, count: node.b, .points, ArchiveLimits.pointsPerNode, index)
    let points = archive.points
    for point in Int(node.a)..<Int(node.a) + referenced where points[point].x == Int32.min {
      throw fault(.badContour, .nodes, index)
    }
    return referenced
  }

  private func checkTickText(_ node: NodeRecord, _ index: Int) throws(ArchiveError) {
    if node.a < 0 || UInt64(node.a) >= count(.tickTemplates) || node.d < 0 || UInt64(node.d) >= count(.zones) {
      throw fault(.indexOutOfRange, .nodes, index)
    }
    if !isPosition(node.b) || !isPosition(node.c) || !Archive.isInstant(node.referenceInstant.milliseconds) {
      throw fault(.valueOutOfRange, .nodes, index)
    }
  }

  private func checkHand(_ node: NodeRecord, _ index: Int) throws(ArchiveError) -> Int {
    if !isCoordinate(node.a) || !isCoordinate(node.b) { throw fault(.valueOutOfRange, .nodes, index) }
    if HandUnit(rawValue: node.e) == nil || (node.g != 0 && node.g != 1) { throw fault(.unknownValue, .nodes, index) }
    if node.f < 0 || UInt64(node.f) >= count(.zones) { throw fault(.indexOutOfRange, .nodes, index) }
    return try checkRun(first: node.c, count: node.d, .points, ArchiveLimits.pointsPerNode, index)
  }
}
