/// Searches for words in the bytes of texts: regular expressions take long for what most of a text does not have. Loops over the
/// repository's text are in this module because it is optimised, and most tests are not.
public enum TextSearch {
  /// Returns the places at which a word begins.
  public static func places(of word: String, in bytes: UnsafeRawBufferPointer) -> [Int] {
    let word = Array(word.utf8)
    var found: [Int] = []
    var from = 0
    while let place = bytes[from...].firstIndex(of: word[0]), place + word.count <= bytes.count {
      if bytes[place..<place + word.count].elementsEqual(word) { found.append(place) }
      from = place + 1
    }
    return found
  }

  /// Returns the lines that have a word in them, each once.
  public static func lines(with word: String, in bytes: UnsafeRawBufferPointer) -> [String] {
    var end = 0
    return places(of: word, in: bytes).compactMap { place in
      if place < end { return nil }
      let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }
}
