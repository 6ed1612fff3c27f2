// An output of a card that another board takes over, or leaves.
extension DRMCard {
  /// Sets what the output's next panel shall be. Until it is made, the present picture stays.
  public mutating func setRequest(_ output: Int, _ request: DRMRequest) {
    precondition(output >= 0 && output < outputCount)
    outputs[output].request = request
    outputs[output].hasNewRequest = true
  }

  /// Releases an output that is no longer used: its lease ends, and the texts of its request are no longer referred to.
  public mutating func clearRequest(_ output: Int) {
    precondition(output >= 0 && output < outputCount)
    let none = UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
    outputs[output].request.path = none
    outputs[output].request.connector = none
    outputs[output].request.mode = none
    endLease(output)
    outputs[output].lease = nil
    outputs[output].route = DRMRoute()
    outputs[output].panel = nil
  }
}
