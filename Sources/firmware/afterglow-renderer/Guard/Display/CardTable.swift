import AfterglowLinux

/// A card and an output of it, by their indices in a `CardTable`.
struct CardPlace: Equatable {
  var card: Int
  var output: Int
}

/// The open graphics cards, shared by all panels. Boards on connectors of the same card share it, each through its own
/// lease.
struct CardTable {
  static var capacity: Int { 4 }

  private var cards: InlineArray<4, Box<DRMCard>?> = InlineArray(repeating: nil)
  private var uses: InlineArray<4, CardUse> = InlineArray(repeating: CardUse())

  /// Finds or opens the card that a board requests. `panel` then checks whether it can show anything.
  ///
  /// - Throws: `DisplaySetupError`.
  mutating func take(_ request: DRMRequest) throws(DisplaySetupError) -> CardPlace {
    var refusal: DisplaySetupError?
    for index in 0..<CardTable.capacity where isMeant(index, request) {
      do throws(DisplaySetupError) { return try share(index, request) } catch { refusal = error }
    }
    // A card that this process has open would only be refused again when requested by name.
    if let refusal, request.path[0] != 0 { throw refusal }
    guard let free = freeIndex() else {
      throw DisplaySetupError(
        .noDevice, device: FixedText("/dev/dri"), operation: "open more than four graphics cards", errno: 0)
    }
    do throws(DisplaySetupError) {
      let opened = try DRMCard.open(request)
      if let passedOver = opened.passedOver {
        _ = complain(.done) { (text: inout TextWriter) in
          passedOver.write(to: &text)
          text.write("; using ")
          text.write(opened.path)
        }
      }
      do throws(SystemError) { cards[free] = try Box(opened) } catch {
        throw DisplaySetupError(.system, device: FixedText("/dev/dri"), operation: "reserve memory", errno: error.errno)
      }
    } catch {
      throw refusal ?? error
    }
    uses[free] = CardUse(outputs: 1, generation: 1)
    return CardPlace(card: free, output: 0)
  }

  /// Adds a connector of a card that is open.
  ///
  /// - Throws: `DisplaySetupError` when all outputs are in use or there is no such connector.
  private mutating func share(_ index: Int, _ request: DRMRequest) throws(DisplaySetupError) -> CardPlace {
    let card = cards[index]!
    let output: Int
    if let idle = uses[index].idleOutput(of: card.pointee.outputCount) {
      output = idle
      card.pointee.setRequest(output, request)
    } else {
      output = try card.pointee.addOutput(request)
      // Renderers that use the card itself get leases instead.
      uses[index].generation += 1
    }
    uses[index].outputs |= 1 << output
    do throws(DisplaySetupError) { _ = try card.pointee.panel(output) } catch {
      release(CardPlace(card: index, output: output))
      throw error
    }
    return CardPlace(card: index, output: output)
  }

  private func isMeant(_ index: Int, _ request: DRMRequest) -> Bool {
    guard let card = cards[index] else { return false }
    return request.path[0] == 0 || card.pointee.path.equals(request.path)
  }

  private func freeIndex() -> Int? {
    for index in 0..<CardTable.capacity where cards[index] == nil { return index }
    return nil
  }

  /// Sets the request of another board for the same output.
  func move(_ place: CardPlace, to request: DRMRequest) { cards[place.card]!.pointee.setRequest(place.output, request) }

  func panel(_ place: CardPlace) throws(DisplaySetupError) -> DRMPanel {
    let card = cards[place.card]!
    if !card.pointee.isMaster { try card.pointee.setMaster() }
    return try card.pointee.panel(place.output)
  }

  func connection(_ place: CardPlace) -> DRMConnection { cards[place.card]!.pointee.connection(place.output) }

  /// Incremented when existing panels must be made again.
  func generation(_ place: CardPlace) -> Int { uses[place.card].generation }

  func path(_ place: CardPlace) -> FixedText<96> { cards[place.card]!.pointee.path }

  /// Releases an output. The last one closes the card, which restores what was shown before.
  mutating func release(_ place: CardPlace) {
    uses[place.card].outputs &= ~(1 << place.output)
    if uses[place.card].outputs != 0 {
      cards[place.card]!.pointee.clearRequest(place.output)
      return
    }
    cards[place.card]?.end()
    cards[place.card] = nil
  }

  func dropMaster() {
    for index in 0..<CardTable.capacity {
      if let card = cards[index] { say { () throws(DisplaySetupError) in try card.pointee.dropMaster() } }
    }
  }

  func setMaster() {
    for index in 0..<CardTable.capacity {
      if let card = cards[index] { say { () throws(DisplaySetupError) in try card.pointee.setMaster() } }
    }
  }

  private func say(_ attempt: () throws(DisplaySetupError) -> Void) {
    do throws(DisplaySetupError) { try attempt() } catch {
      _ = complain(.done) { (text: inout TextWriter) in error.write(to: &text) }
    }
  }

  mutating func closeAll() {
    for index in 0..<CardTable.capacity {
      cards[index]?.end()
      cards[index] = nil
    }
  }
}

/// The outputs of an open card that are in use.
private struct CardUse {
  /// One bit for each output.
  var outputs = 0
  var generation = 0

  func idleOutput(of count: Int) -> Int? {
    for output in 0..<count where outputs & (1 << output) == 0 { return output }
    return nil
  }
}
