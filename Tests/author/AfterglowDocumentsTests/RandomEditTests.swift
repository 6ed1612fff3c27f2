import Foundation
import TestSupport
import Testing

@testable import AfterglowDocuments

/// A thousand random changes of the shipped scenes, compared with the same changes of a plain tree.
@Suite struct RandomEditTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "boards")

  private static func documents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { board in
      try ["board.yaml", "scene.yaml"].map {
        try String(contentsOf: folder.appending(path: "\(board)/\($0)"), encoding: .utf8)
      }
    }
  }

  private static func paths(_ value: YAMLValue, _ path: [String] = []) -> [[String]] {
    switch value {
    case .mapping(let members): [path] + members.flatMap { paths($0.value, path + [$0.key]) }
    case .list(let items): [path] + items.enumerated().flatMap { paths($1, path + ["\($0)"]) }
    case .plain, .text: [path]
    }
  }

  private static func value(_ random: inout some RandomNumberGenerator, depth: Int = 0) -> YAMLValue {
    let words = ["Milk", "2 l", "true", "", "a: b", "x # y", "it's", "Zürich", "12", "a, b", "one\ntwo", "{", "- z"]
    switch Int.random(in: 0..<(depth > 1 ? 3 : 6), using: &random) {
    case 0: return .plain("\(Int.random(in: -5...500, using: &random))")
    case 1, 2: return .text(words.randomElement(using: &random)!)
    case 3: return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth + 1) })
    default:
      let keys = ["name", "zone", "text", "a b"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      return .mapping(keys.map { .init($0, value(&random, depth: depth + 1)) })
    }
  }

  /// The lines of a document that a change at a path may touch: those of its outermost key, or of that key's item.
  private static func lines(of path: [String], in text: String) throws -> Range<Int> {
    let root = try #require(try YAMLReader.read(text, file: "", problems: ProblemCollector()))
    guard case .mapping(let members) = root.value, let number = members.firstIndex(where: { $0.key == path[0] })
    else { return 0..<0 }
    var first = members[number].keyPosition.line - 1
    var end = number + 1 < members.count ? members[number + 1].keyPosition.line - 1 : Int.max
    if path.count > 1, case .sequence(let items) = members[number].value.value, let item = Int(path[1]),
      items.indices.contains(item)
    {
      if path.count > 2 { first = items[item].position.line - 1 }
      if path.count > 2, item + 1 < items.count { end = items[item + 1].position.line - 1 }
    }
    return first..<max(first, end)
  }

  @Test func `a thousand changes touch nothing else, and say what was meant`() throws {
    var random = SeededNumbers(seed: 21)
    let documents = try Self.documents()
    var (made, refused) = (0, 0)
    var text = documents[0]
    var turn = -1
    while made < 1_000 && turn < 5_000 {
      turn += 1
      if turn % 20 == 0 { text = documents[turn / 20 % documents.count] }
      let root = try #require(try YAMLReader.read(text, file: "", problems: ProblemCollector()))
      let before = try #require(YAMLValue(root))
      guard let path = Self.paths(before).filter({ !$0.isEmpty }).randomElement(using: &random) else {
        text = documents[turn % documents.count]
        continue
      }
      var editor = try YAMLEditor(bytes: Array(text.utf8), file: "a.yaml")
      let wanted: YAMLValue
      do throws(Problem) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          wanted = before.removing(path[...]).withoutEmpty(path.dropLast())
          try editor.remove(path)
        case 1:
          guard case .mapping(let members) = before.at(path[...]) ?? .text(""), !members.isEmpty else { continue }
          let value = Self.value(&random)
          wanted = before.setting((path + ["new key"])[...], to: value)
          try editor.set(path + ["new key"], to: value)
        case 2:
          guard case .list(let items) = before.at(path[...]) ?? .text(""), !items.isEmpty else { continue }
          let value = Self.value(&random)
          wanted = before.setting((path + ["\(items.count)"])[...], to: value)
          try editor.set(path + ["\(items.count)"], to: value)
        default:
          let value = Self.value(&random)
          wanted = before.setting(path[...], to: value)
          try editor.set(path, to: value)
        }
      } catch {
        refused += 1
        #expect(String(decoding: editor.bytes, as: UTF8.self) == text, "a refused change leaves the document alone")
        continue
      }
      made += 1
      let after = String(decoding: editor.bytes, as: UTF8.self)
      let read = try #require(try YAMLReader.read(after, file: "", problems: ProblemCollector()))
      #expect(YAMLValue(read) == wanted, "turn \(turn), \(path):\n\(text)\n→\n\(after)")
      try Self.expectSame(text, after, outside: Self.lines(of: path, in: text), "turn \(turn), \(path)")
      text = after
    }
    #expect(made == 1_000 && refused < 20, "made \(made), refused \(refused)")
  }

  private static func expectSame(_ text: String, _ after: String, outside range: Range<Int>, _ label: String) throws {
    let old = text.split(separator: "\n", omittingEmptySubsequences: false)
    let new = after.split(separator: "\n", omittingEmptySubsequences: false)
    // The comment above an item goes with it.
    let first = min(range.lowerBound, old.count)
    let top = (0..<first).last { !old[$0].drop { $0 == " " }.hasPrefix("#") }.map { $0 + 1 } ?? 0
    #expect(old[..<min(top, new.count)].elementsEqual(new[..<min(top, new.count)]), "\(label): above")
    let tail = old.count - min(old.count, range.upperBound)
    #expect(old.suffix(tail).elementsEqual(new.suffix(tail)), "\(label): below")
  }
}

extension YAMLValue {
  /// Mappings that a removed key has left empty go with their own keys.
  func withoutEmpty(_ path: ArraySlice<String>) -> YAMLValue {
    guard !path.isEmpty, at(path) == .mapping([]), case .mapping? = at(path.dropLast()) else { return self }
    return removing(path).withoutEmpty(path.dropLast())
  }
}
