import Testing

@testable import AfterglowLinux

/// Runs a filter's program like the kernel: the instructions that filters use.
struct FilterMachine {
  // Classic BPF and seccomp constants from the kernel's headers (linux/bpf_common.h, linux/seccomp.h, linux/audit.h).
  static let allows: UInt32 = 0x7FFF_0000
  static let kills: UInt32 = 0x8000_0000
  static let refuses: UInt32 = 0x0005_0001
  #if arch(x86_64)
    static let architecture: UInt32 = 0xC000_003E
    private static let ioctl: UInt32 = 16
  #else
    static let architecture: UInt32 = 0xC000_00B7
    private static let ioctl: UInt32 = 29
  #endif

  private struct Step {
    var code: UInt16
    var ifTrue: Int
    var ifFalse: Int
    var k: UInt32
  }

  private struct UnknownStep: Error {
    var code: UInt16
  }

  private struct RunsOffTheEnd: Error {}

  private let program: [Step]

  init(_ filter: inout SeccompFilter) {
    program = filter.withProgram { steps in
      steps.map { Step(code: $0.code, ifTrue: Int($0.if_true), ifFalse: Int($0.if_false), k: $0.k) }
    }
  }

  func allows(ioctl request: UInt32, on descriptor: UInt32) throws -> Bool {
    try run(FilterMachine.architecture, FilterMachine.ioctl, [descriptor, request, 0, 0, 0, 0]) == FilterMachine.allows
  }

  func run(_ architecture: UInt32, _ call: UInt32, _ arguments: [UInt32]) throws -> UInt32 {
    var place = 0
    var accumulator: UInt32 = 0
    while true {
      // Millions of steps: an expectation costs many times one.
      if place >= program.count { throw RunsOffTheEnd() }
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
}
