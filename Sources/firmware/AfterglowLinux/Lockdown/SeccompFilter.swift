import CLinux

/// A system-call filter being built: the calls that are allowed, and the verdict for all others (seccomp(2)).
///
/// It becomes a search tree over spans of call numbers. The kernel runs a new filter once for every existing call, to
/// determine which ones it always allows, and each later call goes through it: a list of 150 rules would be slow. A
/// call of another architecture, or of the x32 table, ends the process.
public struct SeccompFilter: ~Copyable {
  /// What happens to a call without a rule.
  public enum Verdict {
    /// The process ends with SIGSYS.
    case kill
    /// The call fails with EPERM.
    case refuse

    fileprivate var code: UInt32 {
      switch self {
      case .kill: ag_filter_kills
      case .refuse: ag_filter_refuses
      }
    }
  }

  private static var capacity: Int { 192 }

  private var rules: InlineArray<192, FilterRule>
  private var count = 0
  private let otherwise: Verdict

  /// An empty filter with the verdict for calls without a rule.
  public init(otherwise: Verdict) {
    rules = InlineArray(repeating: FilterRule())
    self.otherwise = otherwise
  }

  /// Allows calls with any arguments. Negative numbers stand for calls that this architecture does not have, and are
  /// ignored.
  public mutating func allow<let count: Int>(_ calls: InlineArray<count, Int>) {
    for index in 0..<count { add(calls[index], ag_filter_allows) }
  }

  /// Allows one call with any arguments.
  public mutating func allow(_ call: Int) { add(call, ag_filter_allows) }

  /// Calls that end the process instead of failing.
  public mutating func kill<let count: Int>(_ calls: InlineArray<count, Int>) {
    for index in 0..<count { add(calls[index], ag_filter_kills) }
  }

  /// A call whose argument at `index`, an int, is `value`.
  public mutating func allow(_ call: Int, argument index: Int, is value: UInt32) {
    add(call, ag_filter_allows, first: FilterCondition(argument: index, is: value))
  }

  /// A call on one descriptor (its first argument) whose second argument is `value`.
  public mutating func allow(_ call: Int, on descriptor: Int32, with value: UInt32) {
    if descriptor >= 0 { allow(call, first: UInt32(descriptor), argument: 1, is: value) }
  }

  /// A call with two given arguments: its first, and the one at `index`.
  public mutating func allow(_ call: Int, first: UInt32, argument index: Int, is value: UInt32) {
    add(
      call, ag_filter_allows, first: FilterCondition(argument: 0, is: first),
      second: FilterCondition(argument: index, is: value))
  }

  /// A call whose argument at `index` has none of `bits`.
  public mutating func allow(_ call: Int, argument index: Int, without bits: UInt32) {
    add(call, ag_filter_allows, first: FilterCondition(argument: index, without: bits))
  }

  /// Installs the filter for this process and its children; it cannot be removed.
  ///
  /// - Throws: `SystemError` when the kernel refuses it.
  public consuming func install() throws(SystemError) {
    let result = withProgram { steps in ag_filter_install(steps.baseAddress!, Int32(steps.count)) }
    _ = try checked("install the system-call filter", result)
  }

  /// Passes the steps to `body`.
  mutating func withProgram<Result>(_ body: (UnsafeBufferPointer<ag_filter_step>) -> Result) -> Result {
    var memory: InlineArray<1024, ag_filter_step> = InlineArray(repeating: ag_filter_step())
    var spanMemory: InlineArray<385, FilterSpan> = InlineArray(repeating: FilterSpan())
    let count = count
    let otherwise = otherwise.code
    return withUnsafeMutableBytes(of: &rules) { rules in
      withUnsafeMutableBytes(of: &memory) { steps in
        withUnsafeMutableBytes(of: &spanMemory) { spans in
          var program = FilterProgram(
            rules: UnsafeBufferPointer(rebasing: rules.assumingMemoryBound(to: FilterRule.self)[0..<count]),
            otherwise: otherwise, spans: spans.assumingMemoryBound(to: FilterSpan.self),
            steps: steps.assumingMemoryBound(to: ag_filter_step.self))
          program.write()
          return body(program.written)
        }
      }
    }
  }

  /// Inserts a rule, sorted by call; rules for the same call keep their order.
  ///
  /// Works through a pointer, because subscripting an array of this size would copy all of it for one element.
  private mutating func add(
    _ call: Int, _ verdict: UInt32, first: FilterCondition? = nil, second: FilterCondition? = nil
  ) {
    if call < 0 { return }
    precondition(count < SeccompFilter.capacity)
    var place = count
    withUnsafeMutableBytes(of: &rules) { bytes in
      let rules = bytes.assumingMemoryBound(to: FilterRule.self)
      while place > 0 && rules[place - 1].call > UInt32(call) {
        rules[place] = rules[place - 1]
        place -= 1
      }
      rules[place] = FilterRule(call: UInt32(call), verdict: verdict, first: first, second: second)
    }
    count += 1
  }
}
