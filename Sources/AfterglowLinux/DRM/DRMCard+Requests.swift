// An output of a card that another board takes over, or leaves.
extension DRMCard {
  /// The next panel of this output is what `request` asks for. Until then its picture stays.
  public mutating func setRequest(_ output: Int, _ request: DRMRequest) {
    precondition(output >= 0 && output < outputCount)
    outputs[output].request = request
    outputs[output].hasNewRequest = true
  }

  /// Nobody uses the output any more: its lease ends, and nothing points to the board that is gone.
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
