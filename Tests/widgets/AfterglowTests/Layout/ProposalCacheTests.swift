import Testing

@testable import AfterglowViews

/// Answers to proposals, few or many.
@Suite struct ProposalCacheTests {
  @Test func `each of many proposals has its own answer`() {
    var cache = ProposalCache<Int>()
    let proposals =
      [Proposal.ideal, Proposal(width: 0), Proposal(height: 0), Proposal(width: .infinity, height: 3)]
      + (1...40).map { Proposal(width: Double($0), height: Double($0 % 7)) }
    for (index, proposal) in proposals.enumerated() {
      #expect(cache[proposal] == nil)
      cache.add(index, to: proposal)
    }
    for (index, proposal) in proposals.enumerated() { #expect(cache[proposal] == index) }
    #expect(cache[Proposal(width: 41, height: 41)] == nil)
  }
}
