extension DocumentNode {
  /// The position of the value that a path of keys and indices leads to, or of the innermost value on the way that the
  /// document has.
  ///
  /// - Returns: nil if the document does not have the first part of the path.
  public func position(of path: [String]) -> DocumentPosition? {
    var found: DocumentPosition?
    var node = self
    for part in path {
      guard let inner = node.child(part) else { break }
      found = inner.position
      node = inner
    }
    return found
  }

  private func child(_ part: String) -> DocumentNode? {
    switch value {
    case .mapping(let members): return members.first { $0.key == part }?.value
    case .sequence(let items):
      guard let index = Int(part), items.indices.contains(index) else { return nil }
      return items[index]
    case .scalar: return nil
    }
  }

  /// Positions of the values of a mapping and of the mappings in it, by their paths such as `light.night`.
  public var valuePositions: [String: DocumentPosition] {
    var positions: [String: DocumentPosition] = [:]
    addPositions(to: &positions, under: "")
    return positions
  }

  private func addPositions(to positions: inout [String: DocumentPosition], under path: String) {
    guard case .mapping(let members) = value else { return }
    for member in members {
      let name = path.isEmpty ? member.key : "\(path).\(member.key)"
      positions[name] = member.value.position
      member.value.addPositions(to: &positions, under: name)
    }
  }
}
