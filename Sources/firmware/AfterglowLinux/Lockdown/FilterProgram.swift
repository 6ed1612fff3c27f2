import CLinux

/// One rule about one system call. If several rules apply to a call, the first that matches is used.
struct FilterRule: BitwiseCopyable {
  var call: UInt32 = 0
  var verdict: UInt32 = 0
  var first: FilterCondition?
  var second: FilterCondition?
}

/// A condition on one argument of a call. Only the lower 32 bits are compared: the arguments checked are ints, of which
/// the kernel ignores the upper half.
struct FilterCondition: BitwiseCopyable {
  let argument: UInt8
  let test: FilterTest
  let value: UInt32

  init(argument: Int, is value: UInt32) {
    self.argument = UInt8(argument)
    self.value = value
    test = .equal
  }

  init(argument: Int, without bits: UInt32) {
    self.argument = UInt8(argument)
    value = bits
    test = .noBit
  }
}

/// A comparison of the accumulator with a constant.
enum FilterTest {
  case equal, below, noBit
}

/// A range of call numbers with the same result: a verdict, or, for a single call, its rules.
struct FilterSpan: BitwiseCopyable {
  /// The first call; the span ends before the next span's first.
  var first: UInt32 = 0
  var verdict: UInt32 = 0
  /// The range of the call's rules; empty if there is only the verdict.
  var firstRule: UInt16 = 0
  var endOfRules: UInt16 = 0

  var hasRules: Bool { firstRule < endOfRules }
}

/// A filter in the kernel's format: classic BPF that ends in a verdict (seccomp(2)), generated from rules sorted by
/// call.
///
/// When a filter is installed, the kernel translates each step and runs the program for each existing call, so every
/// step adds to the start time. Adjacent calls with the same verdict are one span, and spans share the steps that
/// return their verdict.
struct FilterProgram {
  let rules: UnsafeBufferPointer<FilterRule>
  /// The verdict for calls without a rule.
  let otherwise: UInt32
  /// Capacity for twice the rules plus one.
  let spans: UnsafeMutableBufferPointer<FilterSpan>
  var spanCount = 0
  let steps: UnsafeMutableBufferPointer<ag_filter_step>
  var count = 0

  var written: UnsafeBufferPointer<ag_filter_step> { UnsafeBufferPointer(rebasing: steps[0..<count]) }

  mutating func write() {
    findSpans()
    load(AG_FILTER_AT_ARCHITECTURE)
    let foreign = jump(unless: .equal, ag_filter_architecture)
    load(AG_FILTER_AT_CALL)
    let firstForeign = ag_filter_first_foreign_call()
    if firstForeign > 0 {
      let x32 = jump(unless: .below, firstForeign)
      writeTree(0..<spanCount)
      land(x32)
    } else {
      writeTree(0..<spanCount)
    }
    land(foreign)
    end(ag_filter_kills)
  }

  /// Divides all call numbers into spans.
  private mutating func findSpans() {
    var free: UInt32 = 0
    var index = 0
    while index < rules.count {
      let call = rules[index].call
      var next = index + 1
      while next < rules.count && rules[next].call == call { next += 1 }
      if call > free { add(FilterSpan(first: free, verdict: otherwise)) }
      if rules[index].first == nil && rules[index].second == nil {
        add(FilterSpan(first: call, verdict: rules[index].verdict))
      } else {
        add(FilterSpan(first: call, firstRule: UInt16(index), endOfRules: UInt16(next)))
      }
      free = call + 1
      index = next
    }
    add(FilterSpan(first: free, verdict: otherwise))
  }

  private mutating func add(_ span: FilterSpan) {
    if spanCount > 0 {
      let last = spans[spanCount - 1]
      if !last.hasRules && !span.hasRules && last.verdict == span.verdict { return }
    }
    precondition(spanCount < spans.count)
    spans[spanCount] = span
    spanCount += 1
  }

  /// Bisects the spans until those that are left fit into a branch.
  private mutating func writeTree(_ range: Range<Int>) {
    if stepCount(range) <= FilterProgram.branchSteps { return writeBranch(range) }
    if range.count == 1 { return write(spans[range.lowerBound]) }
    let middle = (range.lowerBound + range.upperBound) / 2
    let upper = jump(unless: .below, spans[middle].first)
    writeTree(range.lowerBound..<middle)
    land(upper)
    writeTree(middle..<range.upperBound)
  }

  /// Maximum steps of a branch: each test, whose jumps have eight bits, then reaches each of the branch's ends, and the
  /// offsets from `firstEnd` on are free to mark the three ends.
  private static var branchSteps: Int { 250 }
  private static var firstEnd: UInt8 { 253 }

  /// The steps that a branch of these spans needs.
  private func stepCount(_ range: Range<Int>) -> Int {
    var sum = range.count + 2
    for index in range where spans[index].hasRules {
      for place in Int(spans[index].firstRule)..<Int(spans[index].endOfRules) {
        sum += 1 + (rules[place].first == nil ? 0 : 2) + (rules[place].second == nil ? 0 : 2)
      }
      sum += 1
    }
    return sum
  }

  /// A part of the tree whose spans share three return steps.
  private mutating func writeBranch(_ range: Range<Int>) {
    let start = count
    if range.count == 1 { return write(spans[range.lowerBound]) }
    split(range)
    let end = count
    var ends: InlineArray<3, Int> = InlineArray(repeating: -1)
    for place in start..<end where Int(steps[place].code) == AG_FILTER_IF_AT_LEAST {
      steps[place].if_true = aim(steps[place].if_true, from: place, &ends)
      steps[place].if_false = aim(steps[place].if_false, from: place, &ends)
    }
  }

  /// Writes a test that bisects the spans, and the code for both halves.
  private mutating func split(_ range: Range<Int>) {
    let middle = (range.lowerBound + range.upperBound) / 2
    append(AG_FILTER_IF_AT_LEAST, spans[middle].first)
    let place = count - 1
    steps[place].if_false = follow(range.lowerBound..<middle, from: place)
    steps[place].if_true = follow(middle..<range.upperBound, from: place)
  }

  /// Writes the code of these spans and returns the distance to it. If they have only a verdict, returns that verdict's
  /// mark, which is resolved at the end of the branch.
  private mutating func follow(_ range: Range<Int>, from place: Int) -> UInt8 {
    let distance = UInt8(count - place - 1)
    let span = spans[range.lowerBound]
    if range.count > 1 {
      split(range)
    } else if span.hasRules {
      write(span)
    } else {
      return FilterProgram.firstEnd + (span.verdict == ag_filter_allows ? 0 : span.verdict == otherwise ? 1 : 2)
    }
    return distance
  }

  private mutating func aim(_ target: UInt8, from place: Int, _ ends: inout InlineArray<3, Int>) -> UInt8 {
    if target < FilterProgram.firstEnd { return target }
    let index = Int(target - FilterProgram.firstEnd)
    if ends[index] < 0 {
      ends[index] = count
      end(index == 0 ? ag_filter_allows : index == 1 ? otherwise : ag_filter_kills)
    }
    return UInt8(ends[index] - place - 1)
  }

  private mutating func write(_ span: FilterSpan) {
    if !span.hasRules { return end(span.verdict) }
    for index in Int(span.firstRule)..<Int(span.endOfRules) {
      let rule = rules[index]
      var first = -1
      var second = -1
      if let condition = rule.first { first = jump(unless: condition) }
      if let condition = rule.second { second = jump(unless: condition) }
      end(rule.verdict)
      if first >= 0 { land(first) }
      if second >= 0 { land(second) }
    }
    end(otherwise)
  }

  /// Writes a test that jumps when the condition does not hold. The accumulator holds the argument afterwards.
  private mutating func jump(unless condition: FilterCondition) -> Int {
    load(AG_FILTER_AT_ARGUMENTS + 8 * Int(condition.argument))
    return jump(unless: condition.test, condition.value)
  }

  /// The same for the value in the accumulator.
  private mutating func jump(unless test: FilterTest, _ value: UInt32) -> Int {
    switch test {
    case .equal: append(AG_FILTER_IF_EQUAL, value)
    case .below: append(AG_FILTER_IF_AT_LEAST, value)
    case .noBit: append(AG_FILTER_IF_ANY_BIT, value)
    }
    return count
  }

  /// Sets the target of a jump to the current position. A test reaches 255 steps; for longer distances an unconditional
  /// jump is inserted after the test.
  private mutating func land(_ jump: Int) {
    if count - jump <= 255 { return aim(jump, at: UInt8(count - jump), otherwise: 0) }
    for place in stride(from: count, to: jump, by: -1) { steps[place] = steps[place - 1] }
    count += 1
    steps[jump] = ag_filter_step(code: UInt16(AG_FILTER_JUMP), if_true: 0, if_false: 0, k: UInt32(count - jump - 1))
    aim(jump, at: 0, otherwise: 1)
  }

  private func aim(_ jump: Int, at target: UInt8, otherwise next: UInt8) {
    let isWhenTrue = Int(steps[jump - 1].code) != AG_FILTER_IF_EQUAL
    steps[jump - 1].if_true = isWhenTrue ? target : next
    steps[jump - 1].if_false = isWhenTrue ? next : target
  }

  private mutating func end(_ verdict: UInt32) { append(AG_FILTER_RETURN, verdict) }

  private mutating func load(_ offset: Int) { append(AG_FILTER_LOAD, UInt32(offset)) }

  private mutating func append(_ code: Int, _ k: UInt32) {
    precondition(count < steps.count)
    steps[count] = ag_filter_step(code: UInt16(code), if_true: 0, if_false: 0, k: k)
    count += 1
  }
}
