import CLinux

/// A system-call filter in the making: a list of what is allowed, and what happens to everything else.
///
/// Each rule begins by loading the call's number, so that rules about the same call stand one after the other; a call of
/// another architecture, or of the x32 table, ends the process.
public struct CallFilter {
  public enum Verdict {
    /// The process ends with SIGSYS.
    case kill
    /// The call gives EPERM.
    case refuse

    fileprivate var code: UInt32 {
      switch self {
      case .kill: ag_filter_kills
      case .refuse: ag_filter_refuses
      }
    }
  }

  private var steps: InlineArray<512, ag_filter_step>
  private var count = 0
  private let otherwise: Verdict

  public init(otherwise: Verdict) {
    steps = InlineArray(repeating: ag_filter_step())
    self.otherwise = otherwise
    load(AG_FILTER_AT_ARCHITECTURE)
    append(AG_FILTER_IF_EQUAL, ag_filter_architecture, ifTrue: 1, ifFalse: 0)
    verdict(ag_filter_kills)
    if ag_filter_first_foreign_call > 0 {
      load(AG_FILTER_AT_CALL)
      append(AG_FILTER_IF_AT_LEAST, ag_filter_first_foreign_call, ifTrue: 0, ifFalse: 1)
      verdict(ag_filter_kills)
    }
  }

  /// A call with any arguments. A negative number is a call that this architecture does not have.
  public mutating func allow(_ call: Int) { decide(call, ag_filter_allows) }

  /// A call that ends the process, where others are only refused.
  public mutating func kill(_ call: Int) { decide(call, ag_filter_kills) }

  /// A call whose argument at `index`, an int, is `value`.
  public mutating func allow(_ call: Int, argument index: Int, is value: UInt32) {
    if call < 0 { return }
    load(AG_FILTER_AT_CALL)
    append(AG_FILTER_IF_EQUAL, UInt32(call), ifTrue: 0, ifFalse: 3)
    load(argument: index)
    append(AG_FILTER_IF_EQUAL, value, ifTrue: 0, ifFalse: 1)
    verdict(ag_filter_allows)
  }

  /// A call on one descriptor (its first argument) whose second argument is `value`.
  public mutating func allow(_ call: Int, on descriptor: Int32, with value: UInt32) {
    if descriptor >= 0 { allow(call, first: UInt32(descriptor), argument: 1, is: value) }
  }

  /// A call with two given arguments: its first, and the one at `index`.
  public mutating func allow(_ call: Int, first: UInt32, argument index: Int, is value: UInt32) {
    if call < 0 { return }
    load(AG_FILTER_AT_CALL)
    append(AG_FILTER_IF_EQUAL, UInt32(call), ifTrue: 0, ifFalse: 5)
    load(argument: 0)
    append(AG_FILTER_IF_EQUAL, first, ifTrue: 0, ifFalse: 3)
    load(argument: index)
    append(AG_FILTER_IF_EQUAL, value, ifTrue: 0, ifFalse: 1)
    verdict(ag_filter_allows)
  }

  /// A call whose argument at `index` has none of `bits`.
  public mutating func allow(_ call: Int, argument index: Int, without bits: UInt32) {
    if call < 0 { return }
    load(AG_FILTER_AT_CALL)
    append(AG_FILTER_IF_EQUAL, UInt32(call), ifTrue: 0, ifFalse: 3)
    load(argument: index)
    append(AG_FILTER_IF_ANY_BIT, bits, ifTrue: 1, ifFalse: 0)
    verdict(ag_filter_allows)
  }

  /// Puts the filter in force for this process and its children, for good.
  public consuming func install() throws(SystemError) {
    verdict(otherwise.code)
    let used = Int32(count)
    let result = withUnsafeBytes(of: &steps) { bytes in
      ag_filter_install(bytes.baseAddress!.assumingMemoryBound(to: ag_filter_step.self), used)
    }
    _ = try checked("install the system-call filter", result)
  }

  private mutating func decide(_ call: Int, _ code: UInt32) {
    if call < 0 { return }
    load(AG_FILTER_AT_CALL)
    append(AG_FILTER_IF_EQUAL, UInt32(call), ifTrue: 0, ifFalse: 1)
    verdict(code)
  }

  private mutating func load(argument index: Int) { append(AG_FILTER_LOAD, UInt32(AG_FILTER_AT_ARGUMENTS + 8 * index)) }
  private mutating func load(_ offset: Int) { append(AG_FILTER_LOAD, UInt32(offset)) }
  private mutating func verdict(_ code: UInt32) { append(AG_FILTER_RETURN, code) }

  private mutating func append(_ code: Int, _ k: UInt32, ifTrue: UInt8 = 0, ifFalse: UInt8 = 0) {
    precondition(count < 512)
    steps[count] = ag_filter_step(code: UInt16(code), if_true: ifTrue, if_false: ifFalse, k: k)
    count += 1
  }
}
