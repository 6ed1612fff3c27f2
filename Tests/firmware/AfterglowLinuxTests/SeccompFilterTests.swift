import Testing

@testable import AfterglowLinux

/// The filter's search tree, run step by step, compared with a plain list of the same rules.
@Suite struct SeccompFilterTests {
  /// One rule as requested.
  private struct Listed {
    var call: UInt32
    var conditions: [(argument: Int, isMask: Bool, value: UInt32)]
    var verdict: UInt32

    func fits(_ call: UInt32, _ arguments: [UInt32]) -> Bool {
      self.call == call
        && conditions.allSatisfy {
          $0.isMask ? arguments[$0.argument] & $0.value == 0 : arguments[$0.argument] == $0.value
        }
    }
  }

  private func randomRules(
    _ random: inout SystemRandomNumberGenerator, _ filter: inout SeccompFilter
  ) -> [Listed] {
    var list: [Listed] = []
    for _ in 0..<Int.random(in: 0...150, using: &random) {
      let call = UInt32.random(in: 0..<120, using: &random)
      let value = UInt32.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        filter.allow(Int(call))
        list.append(Listed(call: call, conditions: [], verdict: FilterMachine.allows))
      case 1:
        filter.kill([Int(call)])
        list.append(Listed(call: call, conditions: [], verdict: FilterMachine.kills))
      case 2:
        filter.allow(Int(call), argument: 2, is: value)
        list.append(Listed(call: call, conditions: [(2, false, value)], verdict: FilterMachine.allows))
      case 3:
        filter.allow(Int(call), argument: 1, without: value)
        list.append(Listed(call: call, conditions: [(1, true, value)], verdict: FilterMachine.allows))
      default:
        filter.allow(Int(call), on: Int32(value), with: value ^ 1)
        list.append(
          Listed(call: call, conditions: [(0, false, value), (1, false, value ^ 1)], verdict: FilterMachine.allows))
      }
    }
    return list
  }

  @Test func `a call gets the verdict of the first rule that fits, or the one for everything else`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var filter = SeccompFilter(otherwise: .refuse)
      let list = randomRules(&random, &filter)
      let machine = FilterMachine(&filter)
      for call in UInt32(0)..<125 {
        let arguments = (0..<6).map { _ in UInt32.random(in: 0..<4, using: &random) }
        let expected = list.first { $0.fits(call, arguments) }?.verdict ?? FilterMachine.refuses
        let found = try machine.run(FilterMachine.architecture, call, arguments)
        if found != expected { Issue.record("call \(call) with \(arguments) by \(list)") }
        let foreign = try machine.run(FilterMachine.architecture ^ 1, call, arguments)
        if foreign != FilterMachine.kills { Issue.record("call \(call) of another architecture") }
      }
    }
  }

  #if arch(x86_64)
    @Test func `a call of the x32 table ends the process, whatever the rules`() throws {
      var filter = SeccompFilter(otherwise: .refuse)
      filter.allow(1)
      #expect(try FilterMachine(&filter).run(FilterMachine.architecture, 0x4000_0001, [0]) == FilterMachine.kills)
      #expect(try FilterMachine(&filter).run(FilterMachine.architecture, 1, [0]) == FilterMachine.allows)
    }
  #endif
}
