/// Values of any kind, by paths of keys and of numbers of items, counted from 0.
extension YAMLEditor {
  /// Sets a value. What is the same in the old and the new one keeps its characters: of a list that gets another item
  /// all others stay.
  ///
  /// - Parameter order: the order of the keys of its mapping, for a key that is not there yet; without it the key comes
  ///   last.
  /// - Throws: `Problem` where the path ends in something else, or the document cannot be changed there; nothing is
  ///   changed then.
  public mutating func set(_ path: [String], to value: YAMLValue, order: [String] = []) throws(Problem) {
    let before = self
    do throws(Problem) {
      try put(value, path, order)
    } catch {
      self = before
      throw error
    }
  }

  /// Removes a key, or an item of a list with the comment above it. A mapping that becomes empty goes with its own key.
  ///
  /// - Throws: `Problem` where the document cannot be changed there; nothing is changed then. A path that is not there
  ///   is none.
  public mutating func remove(_ path: [String]) throws(Problem) {
    guard !path.isEmpty else { return }
    let root = try root()
    guard let (parent, _) = try find(Array(path.dropLast()), in: root), let step = path.last else { return }
    switch parent.value {
    case .mapping(let members):
      guard members.contains(where: { $0.key == step }) else { return }
      let isLast = members.count == 1
      if isLast, path.count > 1, try isKey(path.dropLast(), in: root) { return try remove(Array(path.dropLast())) }
      try removeKey(step, of: parent, path, root)
    case .sequence(let items):
      guard let number = Int(step), items.indices.contains(number) else { return }
      try removeItem(number, of: parent, path, root)
    case .scalar: return
    }
  }

  /// Exchanges two items of a list. Each keeps its characters, and the comments above and in it.
  ///
  /// - Throws: `Problem` where the document cannot be changed there; nothing is changed then.
  public mutating func exchange(_ one: Int, _ other: Int, in path: [String]) throws(Problem) {
    let root = try root()
    guard let (list, _) = try find(path, in: root), case .sequence(let items) = list.value,
      items.indices.contains(one), items.indices.contains(other)
    else { throw problem(at: root.position, "expected two items of a list at \(path.joined(separator: "."))") }
    if one == other { return }
    for item in items { try refuseShared(item, path) }
    var values = items.compactMap(YAMLValue.init)
    guard values.count == items.count else { throw unclear(list) }
    values.swapAt(one, other)
    let intended = YAMLValue(root)?.setting(path[...], to: .list(values))
    let first = try part(min(one, other), of: items, path, root)
    let second = try part(max(one, other), of: items, path, root)
    let between = first.upperBound..<second.lowerBound
    let words = characters(second) + characters(between) + characters(first)
    try splice(first.lowerBound..<second.upperBound, words, intended: intended, at: list.position)
  }

  /// The characters of an item: its lines up to the next item, or what it is in brackets.
  private func part(
    _ number: Int, of items: [DocumentNode], _ path: [String], _ root: DocumentNode
  ) throws(Problem) -> Range<Int> {
    let extents = extents(root)
    let item = items[number]
    if try isInBrackets(path, root, extents) {
      return extents.index(of: item.position)..<extents.end(of: item, indent: 0, isInside: true)
    }
    guard let dash = extents.dash(of: item) else { throw unclear(item) }
    let indent = extents.column(of: dash)
    let line = extents.lineStart(of: dash)
    guard extents.scalars[line..<dash].allSatisfy({ $0 == " " }) else { throw unclear(item) }
    let end = extents.lineEnd(of: max(dash, extents.end(of: item, indent: indent, isInside: false)))
    let next = number + 1 < items.count ? extents.dash(of: items[number + 1]) : nil
    let limit: Int
    if let next {
      limit = extents.commentedStart(extents.lineStart(of: next), indent: indent)
    } else {
      limit = extents.commentedEnd(end, indent: indent)
    }
    let start = extents.commentedStart(line, indent: indent)
    return start..<extents.trimmed(start, limit)
  }

  private func isKey(_ path: some Collection<String>, in root: DocumentNode) throws(Problem) -> Bool {
    guard let (parent, _) = try find(Array(path.dropLast()), in: root) else { return false }
    if case .mapping = parent.value { return true }
    return false
  }

  /// The node at a path, with the number of the steps to it; nil = it is not there.
  ///
  /// - Throws: `Problem` at a node that several places share.
  private func find(_ path: [String], in root: DocumentNode) throws(Problem) -> (node: DocumentNode, depth: Int)? {
    var node = root
    for (depth, step) in path.enumerated() {
      switch node.value {
      case .mapping(let members):
        guard let member = members.first(where: { $0.key == step }) else { return nil }
        node = member.value
      case .sequence(let items):
        guard let number = Int(step), items.indices.contains(number) else { return nil }
        node = items[number]
      case .scalar: return nil
      }
      try refuseShared(node, Array(path[...depth]))
    }
    return (node, path.count)
  }

  // MARK: Setting

  private mutating func put(_ value: YAMLValue, _ path: [String], _ order: [String]) throws(Problem) {
    let root = try root()
    guard let step = path.last else { return }
    if let (node, _) = try find(path, in: root) { return try change(node, to: value, path, root) }
    let above = Array(path.dropLast())
    guard let (parent, _) = try find(above, in: root) else {
      // The mapping that it belongs to is not there either.
      return try put(.mapping([YAMLValue.Member(step, value)]), above, [])
    }
    switch parent.value {
    case .mapping: try insertKey(YAMLValue.Member(step, value), into: parent, path, order, in: root)
    case .sequence: try insertItem(value, path)
    case .scalar:
      guard parent.isNull else {
        throw problem(
          at: parent.position,
          "expected a mapping for \"\(above.joined(separator: "."))\", found \(parent.foundDescription)")
      }
      try put(.mapping([YAMLValue.Member(step, value)]), above, [])
    }
  }

  /// Changes only what is different.
  private mutating func change(
    _ node: DocumentNode, to value: YAMLValue, _ path: [String], _ root: DocumentNode
  ) throws(Problem) {
    let old = YAMLValue(node)
    if old == value { return }
    switch (node.value, value) {
    case (.mapping(let members), .mapping(let wanted)) where !members.isEmpty && !wanted.isEmpty:
      for member in wanted { try put(member.value, path + [member.key], wanted.map(\.key)) }
      for member in members where !wanted.contains(where: { $0.key == member.key }) && !member.value.isNull {
        try remove(path + [member.key])
      }
    case (.sequence(let items), .list(let wanted)) where !items.isEmpty && !wanted.isEmpty:
      try change(items.compactMap(YAMLValue.init), to: wanted, path)
    default: try replace(node, with: value, path, root)
    }
  }

  /// Items at the beginning and at the end that are the same stay; of those between, as many as there are in both are
  /// changed, and the rest is removed or added.
  private mutating func change(_ items: [YAMLValue], to wanted: [YAMLValue], _ path: [String]) throws(Problem) {
    let most = min(items.count, wanted.count)
    let first: Int = (0..<most).first { items[$0] != wanted[$0] } ?? most
    let rest = most - first
    let (lastItem, lastWanted) = (items.count - 1, wanted.count - 1)
    let last: Int = (0..<rest).first { items[lastItem - $0] != wanted[lastWanted - $0] } ?? rest
    let both = most - last
    for number in first..<both { try put(wanted[number], path + ["\(number)"], []) }
    for number in (both..<(items.count - last)).reversed() { try remove(path + ["\(number)"]) }
    for number in both..<max(both, wanted.count - last) { try insertItem(wanted[number], path + ["\(number)"]) }
  }

  private mutating func replace(
    _ node: DocumentNode, with value: YAMLValue, _ path: [String], _ root: DocumentNode
  ) throws(Problem) {
    let extents = extents(root)
    let start = extents.index(of: node.position)
    guard let step = path.last, let (parent, _) = try find(Array(path.dropLast()), in: root) else { return }
    let isInside = try isInBrackets(path.dropLast(), root, extents)
    let intended = YAMLValue(root)?.setting(path[...], to: value)
    if case .mapping(let members) = parent.value, let member = members.first(where: { $0.key == step }) {
      guard let colon = extents.colon(of: member) else { throw unclear(node) }
      let indent = extents.column(of: extents.index(of: member.keyPosition))
      let end = extents.end(of: member, isInside: isInside)
      let words = isInside ? " " + value.inBrackets : value.afterKey(indent: indent)
      return try splice(colon + 1..<end, words, intended: intended, at: node.position)
    }
    let dash = isInside ? nil : extents.dash(of: node)
    let indent = dash.map(extents.column) ?? 0
    let end = max(start, extents.end(of: node, indent: indent, isInside: isInside))
    guard !isInside else { return try splice(start..<end, value.inBrackets, intended: intended, at: node.position) }
    guard let dash else { throw unclear(node) }
    try splice(dash..<end, value.asItem(indent: indent), intended: intended, at: node.position)
  }

  /// Whether a node that is there is in brackets, its own included.
  private func isInBrackets(
    _ path: some Collection<String>, _ root: DocumentNode, _ extents: YAMLExtents
  ) throws(Problem) -> Bool {
    let path = Array(path)
    for count in 0...path.count {
      if let (node, _) = try find(Array(path[..<count]), in: root), extents.isInBrackets(node) { return true }
    }
    return false
  }

  private func unclear(_ node: DocumentNode) -> Problem {
    problem(at: node.position, "expected a value that can be changed here; change it in an editor")
  }

  // MARK: Inserting

  private mutating func insertKey(
    _ member: YAMLValue.Member, into parent: DocumentNode, _ path: [String], _ order: [String], in root: DocumentNode
  ) throws(Problem) {
    guard case .mapping(let members) = parent.value else { return }
    let extents = extents(root)
    let intended = YAMLValue(root)?.setting(path[...], to: member.value)
    let isInside = try isInBrackets(path.dropLast(), root, extents)
    guard let neighbour = Self.neighbour(of: member.key, members, order) else {
      let start = extents.index(of: parent.position)
      guard extents.isInBrackets(parent) else { throw unclear(parent) }
      return try splice(
        start..<extents.end(of: parent, indent: 0, isInside: true), YAMLValue.mapping([member]).inBrackets,
        intended: intended, at: parent.position)
    }
    try refuseMerged(members, path)
    let start = extents.index(of: neighbour.keyPosition)
    let indent = extents.column(of: start)
    let end = extents.end(of: neighbour, isInside: isInside)
    if isInside {
      let words = ", \(YAMLValue.written(member.key, inBrackets: true)): \(member.value.inBrackets)"
      return try splice(end..<end, words, intended: intended, at: parent.position)
    }
    let line = String(repeating: " ", count: indent) + member.line(indent: indent)
    try insertLine(line, at: extents.lineEnd(of: end), intended: intended, parent.position, extents)
  }

  /// The key after which another comes: the last of those that precede it in the order, else the last of all.
  private static func neighbour(
    of key: String, _ members: [DocumentNode.Member], _ order: [String]
  ) -> DocumentNode.Member? {
    guard let place = order.firstIndex(of: key) else { return members.last }
    let before: DocumentNode.Member? = members.last { member in
      guard let other = order.firstIndex(of: member.key) else { return false }
      return other < place
    }
    return before ?? members.last
  }

  private func refuseMerged(_ members: [DocumentNode.Member], _ path: [String]) throws(Problem) {
    let above = Array(path.dropLast())
    for member in members { try refuseShared(member.value, above + [member.key]) }
  }

  /// - Parameter place: after a line break, or the end of the document.
  private mutating func insertLine(
    _ line: String, at place: Int, intended: YAMLValue?, _ position: DocumentPosition, _ extents: YAMLExtents
  ) throws(Problem) {
    let isAfterBreak = place == 0 || extents.scalars[place - 1] == "\n"
    try splice(place..<place, isAfterBreak ? line + "\n" : "\n" + line, intended: intended, at: position)
  }

  /// Inserts an item at the number that ends the path, before the one that has it.
  private mutating func insertItem(_ value: YAMLValue, _ path: [String]) throws(Problem) {
    let root = try root()
    guard let (parent, _) = try find(Array(path.dropLast()), in: root), case .sequence(let items) = parent.value,
      let number = path.last.flatMap({ Int($0) }), (0...items.count).contains(number)
    else { throw problem(at: root.position, "expected a list at \(path.dropLast().joined(separator: "."))") }
    let extents = extents(root)
    let intended = YAMLValue(root)?.inserting(value, at: number, in: path.dropLast())
    let isInside = try isInBrackets(path.dropLast(), root, extents)
    if items.isEmpty {
      let start = extents.index(of: parent.position)
      let end = extents.end(of: parent, indent: 0, isInside: true)
      return try splice(start..<end, "[\(value.inBrackets)]", intended: intended, at: parent.position)
    }
    let neighbour = items[min(number, items.count - 1)]
    for item in items { try refuseShared(item, path) }
    if isInside {
      let isLast = number == items.count
      let place =
        isLast ? extents.end(of: neighbour, indent: 0, isInside: true) : extents.index(of: neighbour.position)
      let words = isLast ? ", " + value.inBrackets : value.inBrackets + ", "
      return try splice(place..<place, words, intended: intended, at: parent.position)
    }
    guard let dash = extents.dash(of: neighbour) else { throw unclear(neighbour) }
    let indent = extents.column(of: dash)
    let line = String(repeating: " ", count: indent) + value.asItem(indent: indent)
    let place =
      number < items.count
      ? extents.commentedStart(extents.lineStart(of: dash), indent: indent)
      : extents.lineEnd(of: extents.end(of: neighbour, indent: indent, isInside: false))
    try insertLine(line, at: place, intended: intended, parent.position, extents)
  }

  // MARK: Removing

  private mutating func removeKey(
    _ key: String, of parent: DocumentNode, _ path: [String], _ root: DocumentNode
  ) throws(Problem) {
    guard case .mapping(let members) = parent.value, let number = members.firstIndex(where: { $0.key == key })
    else { return }
    try refuseMerged(members, path)
    let extents = extents(root)
    let intended = YAMLValue(root)?.removing(path[...])
    let member = members[number]
    let start = extents.index(of: member.keyPosition)
    let isInside = try isInBrackets(path.dropLast(), root, extents)
    let end = extents.end(of: member, isInside: isInside)
    if members.count == 1 {
      let whole =
        extents.index(of: parent.position)..<(isInside ? extents.end(of: parent, indent: 0, isInside: true) : end)
      return try splice(whole, "{}", intended: intended, at: member.keyPosition)
    }
    if isInside {
      let starts = members.map { extents.index(of: $0.keyPosition) }
      return try removePart(number, starts: starts, end: end, intended, member.keyPosition) {
        extents.end(of: members[$0], isInside: true)
      }
    }
    let line = extents.lineStart(of: start)
    let isFirstOnLine = extents.scalars[line..<start].allSatisfy { $0 == " " }
    let next = number + 1 < members.count ? extents.index(of: members[number + 1].keyPosition) : nil
    if isFirstOnLine {
      return try splice(line..<extents.lineEnd(of: max(start, end)), "", intended: intended, at: member.keyPosition)
    }
    // After the dash of an item, the next key takes its place.
    guard let next else { throw unclear(member.value) }
    try splice(start..<next, "", intended: intended, at: member.keyPosition)
  }

  private mutating func removeItem(
    _ number: Int, of parent: DocumentNode, _ path: [String], _ root: DocumentNode
  ) throws(Problem) {
    guard case .sequence(let items) = parent.value else { return }
    let extents = extents(root)
    let intended = YAMLValue(root)?.removing(path[...])
    let item = items[number]
    for item in items { try refuseShared(item, path) }
    let isInside = try isInBrackets(path.dropLast(), root, extents)
    if isInside {
      let end = extents.end(of: item, indent: 0, isInside: true)
      if items.count == 1 {
        let whole = extents.index(of: parent.position)..<extents.end(of: parent, indent: 0, isInside: true)
        return try splice(whole, "[]", intended: intended, at: item.position)
      }
      return try removePart(
        number, starts: items.map { extents.index(of: $0.position) }, end: end, intended, item.position
      ) {
        extents.end(of: items[$0], indent: 0, isInside: true)
      }
    }
    guard let dash = extents.dash(of: item) else { throw unclear(item) }
    let indent = extents.column(of: dash)
    let line = extents.lineStart(of: dash)
    let end = extents.end(of: item, indent: indent, isInside: false)
    guard extents.scalars[line..<dash].allSatisfy({ $0 == " " }) else { throw unclear(item) }
    if items.count == 1 {
      // The list is empty then, which is written after its key.
      return try put(.list([]), Array(path.dropLast()), [])
    }
    let start = extents.commentedStart(line, indent: indent)
    try splice(start..<extents.lineEnd(of: max(dash, end)), "", intended: intended, at: item.position)
  }

  /// Removes a part of brackets with one of the commas next to it.
  private mutating func removePart(
    _ number: Int, starts: [Int], end: Int, _ intended: YAMLValue?, _ place: DocumentPosition,
    endOf: (Int) -> Int
  ) throws(Problem) {
    let range = number > 0 ? endOf(number - 1)..<end : starts[0]..<starts[1]
    try splice(range, "", intended: intended, at: place)
  }
}

extension YAMLValue {
  /// The same with another value at a path.
  func setting(_ path: ArraySlice<String>, to value: YAMLValue) -> YAMLValue {
    guard let step = path.first else { return value }
    switch self {
    case .mapping(var members):
      if let place = members.firstIndex(where: { $0.key == step }) {
        members[place].value = members[place].value.setting(path.dropFirst(), to: value)
      } else {
        members.append(Member(step, YAMLValue.mapping([]).setting(path.dropFirst(), to: value)))
      }
      return .mapping(members)
    case .list(var items):
      guard let number = Int(step) else { return self }
      if items.indices.contains(number) {
        items[number] = items[number].setting(path.dropFirst(), to: value)
      } else {
        items.append(value)
      }
      return .list(items)
    case .plain, .text: return value
    }
  }

  /// The same with another item in the list at a path.
  func inserting(_ value: YAMLValue, at number: Int, in path: ArraySlice<String>) -> YAMLValue {
    switch self {
    case .mapping(var members):
      guard let step = path.first, let place = members.firstIndex(where: { $0.key == step }) else { return self }
      members[place].value = members[place].value.inserting(value, at: number, in: path.dropFirst())
      return .mapping(members)
    case .list(var items):
      if let step = path.first.flatMap({ Int($0) }), items.indices.contains(step) {
        items[step] = items[step].inserting(value, at: number, in: path.dropFirst())
      } else if path.isEmpty {
        items.insert(value, at: min(number, items.count))
      }
      return .list(items)
    case .plain, .text: return self
    }
  }

  /// The same without what is at a path.
  func removing(_ path: ArraySlice<String>) -> YAMLValue {
    guard let step = path.first else { return self }
    switch self {
    case .mapping(var members):
      guard let place = members.firstIndex(where: { $0.key == step }) else { return self }
      if path.count == 1 {
        members.remove(at: place)
      } else {
        members[place].value = members[place].value.removing(path.dropFirst())
      }
      return .mapping(members)
    case .list(var items):
      guard let number = Int(step), items.indices.contains(number) else { return self }
      if path.count == 1 { items.remove(at: number) } else { items[number] = items[number].removing(path.dropFirst()) }
      return .list(items)
    case .plain, .text: return self
    }
  }
}
