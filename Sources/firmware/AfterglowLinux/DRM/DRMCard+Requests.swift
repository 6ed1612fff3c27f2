// Changing the request of an output when another board takes it over or releases it.
extension DRMCard {
  /// Sets the request for the output's next panel. The current picture stays until that panel is made.
  public mutating func setRequest(_ output: Int, _ request: DRMRequest) {
    precondition(output >= 0 && output < outputCount)
    outputs[output].request = request
    outputs[output].hasNewRequest = true
  }

  /// Releases an output that is no longer used: its lease ends, and the strings of its request are no longer
  /// referenced.
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
