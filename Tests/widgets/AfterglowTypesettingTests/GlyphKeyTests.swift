import Testing

@testable import AfterglowTypesetting

/// Keys by which the picture of a glyph is found.
@Suite struct GlyphKeyTests {
  private func withKey(_ body: (GlyphKey) -> Void) throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      body(
        GlyphKey(
          face: typesetter.library.interFace(.regular), glyph: 36, size26Dot6: 40 * 64, quarter: 1, downQuarter: 2))
    }
  }

  @Test func `a letter has a hash of its own at each angle`() throws {
    try withKey { upright in
      let keys = (-1800...1800).map { tenths in
        var key = upright
        key.turn.tenths = tenths
        return key
      }
      #expect(Set(keys.map(\.hashValue)).count == keys.count)
    }
  }

  @Test func `keys that differ in one field are different`() throws {
    try withKey { key in
      var others = [GlyphKey](repeating: key, count: 9)
      others[0].glyph += 1
      others[1].size26Dot6 += 1
      others[2].quarter = 2
      others[3].downQuarter = 1
      others[4].turn.tenths = 1
      others[5].turn.isMirrored = true
      others[6].turn.isSlanted = true
      others[7].turn.isBold = true
      others[8].isInk = true
      #expect(Set(others + [key]).count == 10)
    }
  }
}
