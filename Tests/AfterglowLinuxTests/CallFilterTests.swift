import CLinux
import Testing

@testable import AfterglowLinux

/// The filter's search tree, run step by step, against a plain list of the same rules.
@Suite struct CallFilterTests {
  /// One rule as it was asked for.
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

  /// What the kernel's machine would say: the four kinds of steps that a filter has.
  private func run(_ program: [ag_filter_step], _ architecture: UInt32, _ call: UInt32, _ arguments: [UInt32])
    throws -> UInt32
  {
    var place = 0
    var accumulator: UInt32 = 0
    while true {
      try #require(place < program.count, "runs off the end")
      let step = program[place]
      place += 1
      switch Int(step.code) {
      case AG_FILTER_LOAD:
        switch Int(step.k) {
        case AG_FILTER_AT_CALL: accumulator = call
        case AG_FILTER_AT_ARCHITECTURE: accumulator = architecture
        default: accumulator = arguments[(Int(step.k) - AG_FILTER_AT_ARGUMENTS) / 8]
        }
      case AG_FILTER_IF_EQUAL: place += Int(accumulator == step.k ? step.if_true : step.if_false)
      case AG_FILTER_IF_AT_LEAST: place += Int(accumulator >= step.k ? step.if_true : step.if_false)
      case AG_FILTER_IF_ANY_BIT: place += Int(accumulator & step.k != 0 ? step.if_true : step.if_false)
      case AG_FILTER_JUMP: place += Int(step.k)
      case AG_FILTER_RETURN: return step.k
      default: Issue.record("no step has the code \(step.code)")
      }
    }
  }

  private func randomRules(
    _ random: inout SystemRandomNumberGenerator, _ filter: inout CallFilter
  ) -> [Listed] {
    var list: [Listed] = []
    for _ in 0..<Int.random(in: 0...150, using: &random) {
      let call = UInt32.random(in: 0..<120, using: &random)
      let value = UInt32.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        filter.allow(Int(call))
        list.append(Listed(call: call, conditions: [], verdict: ag_filter_allows))
      case 1:
        filter.kill(Int(call))
        list.append(Listed(call: call, conditions: [], verdict: ag_filter_kills))
      case 2:
        filter.allow(Int(call), argument: 2, is: value)
        list.append(Listed(call: call, conditions: [(2, false, value)], verdict: ag_filter_allows))
      case 3:
        filter.allow(Int(call), argument: 1, without: value)
        list.append(Listed(call: call, conditions: [(1, true, value)], verdict: ag_filter_allows))
      default:
        filter.allow(Int(call), on: Int32(value), with: value ^ 1)
        list.append(
          Listed(call: call, conditions: [(0, false, value), (1, false, value ^ 1)], verdict: ag_filter_allows))
      }
    }
    return list
  }

  @Test func `a call gets the verdict of the first rule that fits, or the one for everything else`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var filter = CallFilter(otherwise: .refuse)
      let list = randomRules(&random, &filter)
      let program = filter.withProgram { Array($0) }
      for call in UInt32(0)..<125 {
        let arguments = (0..<6).map { _ in UInt32.random(in: 0..<4, using: &random) }
        let expected = list.first { $0.fits(call, arguments) }?.verdict ?? ag_filter_refuses
        let found = try run(program, ag_filter_architecture, call, arguments)
        #expect(found == expected, "call \(call) with \(arguments) by \(list)")
        #expect(try run(program, ag_filter_architecture ^ 1, call, arguments) == ag_filter_kills)
      }
    }
  }

  @Test func `a call of the x32 table ends the process, whatever the rules`() throws {
    var filter = CallFilter(otherwise: .refuse)
    filter.allow(1)
    if ag_filter_first_foreign_call > 0 {
      let foreign = ag_filter_first_foreign_call + 1
      #expect(try run(filter.withProgram { Array($0) }, ag_filter_architecture, foreign, [0]) == ag_filter_kills)
    }
  }
}
