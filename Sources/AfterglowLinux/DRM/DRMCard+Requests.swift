// A seat of a card that another board takes over, or leaves.
extension DRMCard {
  /// The next panel of this seat is what `request` asks for. Until then its picture stays.
  public mutating func setRequest(_ seat: Int, _ request: DRMRequest) {
    precondition(seat >= 0 && seat < seatCount)
    seats[seat].request = request
    seats[seat].hasNewRequest = true
  }

  /// Nobody uses the seat any more: its lease ends, and nothing points to the board that is gone.
  public mutating func clearRequest(_ seat: Int) {
    precondition(seat >= 0 && seat < seatCount)
    let none = UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
    seats[seat].request.path = none
    seats[seat].request.connector = none
    seats[seat].request.mode = none
    endLease(seat)
    seats[seat].lease = nil
    seats[seat].route = DRMRoute()
    seats[seat].panel = nil
  }
}
