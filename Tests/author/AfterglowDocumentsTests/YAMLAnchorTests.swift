import Testing

@testable import AfterglowDocuments

/// Structure and text in YAML, and values that occur at several positions.
@Suite struct YAMLAnchorTests {
  private func read(_ text: String) throws -> String {
    let problems = ProblemCollector()
    let node = try YAMLReader.read(text, file: "a.yaml", problems: problems)
    #expect(problems.isEmpty)
    return node.map(described) ?? "nothing"
  }

  private func described(_ node: DocumentNode) -> String {
    switch node.value {
    case .scalar(let text, _): text
    case .sequence(let items): "[" + items.map(described).joined(separator: ", ") + "]"
    case .mapping(let members): "{" + members.map { "\($0.key): \(described($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// Text whose characters would be structure elsewhere.
  @Test(arguments: [
    "'tis a lone quote", "say \"", "*bold* and &more", "- [ { not closed", "\tafter a tab",
    String(repeating: "-", count: 70), String(repeating: " ", count: 70) + "far to the right", "a: b: c: |",
  ])
  func `text in a block is text whatever it looks like`(words: String) throws {
    for sign in ["|", ">-", "|2", "!!str |", "&a |"] {
      let text = "list:\n  - note: \(sign)\n      x\n      \(words)\n    next: '1'\nlast: 2\n"
      let read = try read(text)
      #expect(read.hasSuffix(", next: 1}], last: 2}") && read.contains(words), "\(sign): \(read)")
    }
  }

  @Test func `quotes and signs within plain text open nothing`() throws {
    #expect(
      try read("a: rock 'n roll [live\nb: Tom &Jerry, R *x\nc: one\n  \"two [three\nd: [x 'y, z]\n")
        == "{a: rock 'n roll [live, b: Tom &Jerry, R *x, c: one \"two [three, d: [x 'y, z]}")
    #expect(try read("a: 'it''s'\nb: \"\\\"x\n  *y\"\nc: http://x/#y # 'z\n") == "{a: it's, b: \"x *y, c: http://x/#y}")
  }

  @Test func `a value that has an anchor stands wherever its alias does`() throws {
    #expect(
      try read("night: &dusk {enter: 2, leave: 5}\nalwaysOn: *dusk\nlist: [*dusk, &one 1, *one]\n")
        == "{night: {enter: 2, leave: 5}, alwaysOn: {enter: 2, leave: 5}, list: [{enter: 2, leave: 5}, 1, 1]}")
    #expect(try read("a: &x\n  b: 1\nc:\n- *x # again\nd: &x 3\ne: *x\n") == "{a: {b: 1}, c: [{b: 1}], d: 3, e: 3}")
  }

  @Test func `a merge takes over what is not written out`() throws {
    #expect(
      try read("a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], z: 5}\nd: {<<: *b}\ne: {'<<': 1}\n")
        == "{a: {x: 1, y: 2}, b: {y: 3, z: 4}, c: {z: 5, x: 1, y: 2}, d: {y: 3, z: 4}, e: {<<: 1}}")
  }

  @Test func `what aliases make is bounded`() throws {
    func laughs(_ levels: Int, _ each: Int, _ use: (String) -> String) -> String {
      var text = "a0: &a0 [x]\n"
      for level in 1...levels {
        let list = Array(repeating: "*a\(level - 1)", count: each).joined(separator: ", ")
        text += "a\(level): &a\(level) \(use("[\(list)]"))\n"
      }
      return text
    }
    #expect(throws: Problem.self) { try read(laughs(20, 9) { $0 }) }
    do { _ = try read(laughs(20, 9) { $0 }) } catch let problem as Problem {
      #expect(problem.message == "expected aliases to make at most 10000 values, found more")
    }
    // As keys, which a parser compares.
    #expect(throws: Problem.self) { try read(laughs(20, 9) { "{? \($0) : 1, ? [*a0] : 2}" }) }
    // Few values, deeply nested.
    #expect(throws: Problem.self) { try read(laughs(40, 1) { $0 }) }
    #expect(try read(laughs(3, 9) { $0 }).count > 9 * 9 * 9)
  }

  @Test func `depth is counted as the parser nests`() throws {
    func nested(_ count: Int) -> String { (0..<count).map { String(repeating: "  ", count: $0) + "a:\n" }.joined() }
    _ = try read(nested(31))
    #expect(throws: Problem.self) { try read(nested(33)) }
    // As wide as it is deep.
    _ = try read("a:\n" + String(repeating: " ", count: 100) + "b: 1\n")
  }

  @Test(arguments: [
    ("light: {night: &n {enter: 2}, alwaysOn: *n}", "\"light.night\""),
    ("light: {alwaysOn: &n {enter: 2}, night: *n}", "\"light.night\""),
    ("light: {alwaysOn: &n {enter: 2}, night: {<<: *n}}", "\"light.night.enter\""),
    ("light: {night: {enter: &n 2, leave: *n}}", "\"light.night.enter\""),
  ])
  func `an editor leaves values alone that other places share`(text: String, name: String) throws {
    var editor = try YAMLEditor(bytes: Array(text.utf8), file: "a.yaml")
    do {
      try editor.set(["light", "night", "enter"], to: "1")
      Issue.record("it was changed: \(String(decoding: editor.bytes, as: UTF8.self))")
    } catch {
      #expect(error.message == "expected \(name) written out, found an anchor or alias, which other places share")
    }
    #expect(editor.bytes == Array(text.utf8))
  }
}
