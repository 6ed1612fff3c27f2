import Testing

@testable import AfterglowTypesetting

/// Results cached between compiles, by an author that runs for years.
@Suite struct RecentCacheTests {
  @Test func `what is asked for each time stays, and what comes once goes`() {
    var cache = RecentCache<Int, Int>(limit: 10)
    for compile in 0..<1_000 {
      for steady in -5..<0 {
        if compile > 0 { #expect(cache[steady] == steady) }
        cache[steady] = steady
      }
      cache[compile] = compile
      cache.age()
      #expect(cache.count <= 22)
    }
    #expect(cache[0] == nil && cache[999] == 999)
  }

  @Test func `a compile that needs more than the limit finds all of it again`() {
    var cache = RecentCache<Int, Int>(limit: 10)
    for _ in 0..<3 {
      for key in 0..<100 { cache[key] = key }
      cache.age()
      #expect((0..<100).allSatisfy { cache[$0] == $0 })
    }
  }
}
