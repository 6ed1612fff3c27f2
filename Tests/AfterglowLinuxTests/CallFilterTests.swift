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

  // Classic BPF and seccomp as the kernel's headers have them (linux/bpf_common.h, linux/seccomp.h, linux/audit.h).
  private static let allows: UInt32 = 0x7FFF_0000
  private static let kills: UInt32 = 0x8000_0000
  private static let refuses: UInt32 = 0x0005_0001
  #if arch(x86_64)
    private static let architecture: UInt32 = 0xC000_003E
  #else
    private static let architecture: UInt32 = 0xC000_00B7
  #endif

  private struct Step {
    var code: UInt16
    var ifTrue: Int
    var ifFalse: Int
    var k: UInt32
  }

  private func steps(_ filter: inout CallFilter) -> [Step] {
    filter.withProgram { steps in
      steps.map { Step(code: $0.code, ifTrue: Int($0.if_true), ifFalse: Int($0.if_false), k: $0.k) }
    }
  }

  /// What the kernel's machine would say: the kinds of steps that a filter has.
  private func run(_ program: [Step], _ architecture: UInt32, _ call: UInt32, _ arguments: [UInt32]) throws -> UInt32 {
    var place = 0
    var accumulator: UInt32 = 0
    while true {
      try #require(place < program.count, "runs off the end")
      let step = program[place]
      place += 1
      switch step.code {
      case 0x20: accumulator = step.k == 0 ? call : step.k == 4 ? architecture : arguments[(Int(step.k) - 16) / 8]
      case 0x15: place += accumulator == step.k ? step.ifTrue : step.ifFalse
      case 0x35: place += accumulator >= step.k ? step.ifTrue : step.ifFalse
      case 0x45: place += accumulator & step.k != 0 ? step.ifTrue : step.ifFalse
      case 0x05: place += Int(step.k)
      case 0x06: return step.k
      default: throw UnknownStep(code: step.code)
      }
    }
  }

  private struct UnknownStep: Error {
    var code: UInt16
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
        list.append(Listed(call: call, conditions: [], verdict: Self.allows))
      case 1:
        filter.kill(Int(call))
        list.append(Listed(call: call, conditions: [], verdict: Self.kills))
      case 2:
        filter.allow(Int(call), argument: 2, is: value)
        list.append(Listed(call: call, conditions: [(2, false, value)], verdict: Self.allows))
      case 3:
        filter.allow(Int(call), argument: 1, without: value)
        list.append(Listed(call: call, conditions: [(1, true, value)], verdict: Self.allows))
      default:
        filter.allow(Int(call), on: Int32(value), with: value ^ 1)
        list.append(
          Listed(call: call, conditions: [(0, false, value), (1, false, value ^ 1)], verdict: Self.allows))
      }
    }
    return list
  }

  @Test func `a call gets the verdict of the first rule that fits, or the one for everything else`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var filter = CallFilter(otherwise: .refuse)
      let list = randomRules(&random, &filter)
      let program = steps(&filter)
      for call in UInt32(0)..<125 {
        let arguments = (0..<6).map { _ in UInt32.random(in: 0..<4, using: &random) }
        let expected = list.first { $0.fits(call, arguments) }?.verdict ?? Self.refuses
        let found = try run(program, Self.architecture, call, arguments)
        #expect(found == expected, "call \(call) with \(arguments) by \(list)")
        #expect(try run(program, Self.architecture ^ 1, call, arguments) == Self.kills)
      }
    }
  }

  #if arch(x86_64)
    @Test func `a call of the x32 table ends the process, whatever the rules`() throws {
      var filter = CallFilter(otherwise: .refuse)
      filter.allow(1)
      #expect(try run(steps(&filter), Self.architecture, 0x4000_0001, [0]) == Self.kills)
      #expect(try run(steps(&filter), Self.architecture, 1, [0]) == Self.allows)
    }
  #endif
}
