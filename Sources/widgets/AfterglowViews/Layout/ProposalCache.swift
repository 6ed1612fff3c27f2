/// An element's answers to proposals. Most elements are asked a few, among which a search from the front is faster than
/// one by hash; those of a deep tree are asked many.
struct ProposalCache<Answer> {
  private static var fewCount: Int { 8 }

  private var few: [(proposal: Proposal, answer: Answer)] = []
  private var others: [Proposal: Answer] = [:]

  subscript(proposal: Proposal) -> Answer? {
    // By index: a loop over the elements would retain each answer.
    for index in few.indices where few[index].proposal == proposal { return few[index].answer }
    return others.isEmpty ? nil : others[proposal]
  }

  /// Adds the answer to a proposal that has none yet.
  mutating func add(_ answer: Answer, to proposal: Proposal) {
    if few.count < Self.fewCount { few.append((proposal, answer)) } else { others[proposal] = answer }
  }
}
