import Testing

@testable import AfterglowDocuments

@Suite struct YAMLEditorTests {
  private func edited(_ text: String, _ changes: [([String], String)]) throws -> String {
    var editor = try YAMLEditor(bytes: Array(text.utf8), file: "board.yaml")
    for (path, value) in changes { try editor.set(path, to: value) }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private static let enter = ["light", "night", "enter"]

  @Test(
    arguments: [
      // In a flow, with a comment behind it.
      (
        "light:\n  night: {enter: 2, leave: 5}   # dark\n", "light:\n  night: {enter: 0.8, leave: 5}   # dark\n"
      ),
      // In a block, with words that are longer or shorter than before.
      (
        "light:\n  night:\n    enter: 12.500  # lx\n    leave: 20\n",
        "light:\n  night:\n    enter: 0.8  # lx\n    leave: 20\n"
      ),
      ("light: {night: {enter: 2}}", "light: {night: {enter: 0.8}}"),
      // The key is missing, or its mapping.
      ("light:\n  night: {leave: 5}\n", "light:\n  night: {enter: 0.8, leave: 5}\n"),
      ("light:\n  night: {}\n", "light:\n  night: {enter: 0.8}\n"),
      (
        "light:\n  # where lux comes from\n  sensor: iio\nclock: {trust: rtc}\n",
        "light:\n  night: {enter: 0.8}\n  # where lux comes from\n  sensor: iio\nclock: {trust: rtc}\n"
      ),
      (
        "light:\n  night:\n    leave: 5\n", "light:\n  night:\n    enter: 0.8\n    leave: 5\n"
      ),
      ("# a board\nname: x\n", "light: {night: {enter: 0.8}}\n# a board\nname: x\n"),
      // Other characters before it, a byte-order mark, and Windows line ends.
      (
        "name: \"Küche 🌙\"\nlight: {sensor: iio, night: {enter: 2}} # Ü\n",
        "name: \"Küche 🌙\"\nlight: {sensor: iio, night: {enter: 0.8}} # Ü\n"
      ),
      ("\u{FEFF}light: {night: {enter: 2}}\n", "\u{FEFF}light: {night: {enter: 0.8}}\n"),
      (
        "light:\r\n  night:\r\n    leave: 5\r\n", "light:\r\n  night:\r\n    enter: 0.8\r\n    leave: 5\r\n"
      ),
    ])
  func `one value changes and every other character stays`(before: String, after: String) throws {
    #expect(try edited(before, [(Self.enter, "0.8")]) == after)
  }

  @Test func `several changes follow one another`() throws {
    let text = try edited(
      "light:\n  sensor: iio\n", [(Self.enter, "0.8"), (["light", "night", "leave"], "2"), (Self.enter, "12.25")])
    #expect(text == "light:\n  night: {leave: 2, enter: 12.25}\n  sensor: iio\n")
  }

  @Test(
    arguments: [
      "light: [1, 2]\n", "light: 5\n", "light: {night: {enter: \"2\"}}\n", "light: {night: {enter: [2]}}\n",
      "light:\n  night:\nname: x\n", "light: {night: {enter: 1}, night: {enter: 2}}\n", "", "- a\n", "a: [\n",
    ])
  func `what cannot be changed surely is refused with its place`(text: String) throws {
    #expect(throws: Problem.self) { _ = try edited(text, [(Self.enter, "0.8")]) }
  }
}
