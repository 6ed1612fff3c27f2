import AfterglowCore
import AfterglowDevice

// What each step of a sequence requests, and what it makes of the answer.
extension PanelSequencer {
  /// The next request of a step; nil when it is done.
  ///
  /// - Throws: `DisplayError.busyTimeout` and `busyAfterReset`.
  mutating func request(
    for step: SequenceStep, _ answer: PanelAnswer, _ now: MonotonicInstant
  ) throws(DisplayError) -> PanelRequest? {
    switch step {
    case .supply(let isOn):
      if begins() { return .setSupply(isOn: isOn) }
      isSupplied = isOn
      return nil
    case .reset(let level): return begins() ? .setReset(level: level) : nil
    case .pause(let milliseconds): return pause(milliseconds, now)
    case .command(let command, let parameters): return send(command, parameters)
    case .plane(let command, let content): return sendPlane(command, content)
    case .table(let command, let number, let count): return sendTable(command, number, Int(count))
    case .waitUntilIdle(let limitMs): return try waitUntilIdle(limitMs, answer, now)
    case .waitForRefresh(let leastMs, let limitMs):
      return try waitForRefresh(leastMs: leastMs, limitMs: limitMs, answer, now)
    }
  }

  /// Whether the step has requested nothing yet.
  private mutating func begins() -> Bool {
    place.stage += 1
    return place.stage == 1
  }

  /// At least so long: the clock counts whole milliseconds, of which the first may be almost over.
  private mutating func pause(_ milliseconds: Int32, _ now: MonotonicInstant) -> PanelRequest? {
    if begins() { place.begun = now }
    let end = after(place.begun, Int64(milliseconds) + 1)
    return now < end ? .wait(until: end) : nil
  }

  // MARK: bytes

  private mutating func send(_ command: ControllerCommand, _ parameters: CommandParameters) -> PanelRequest? {
    if begins() { return transfer(command) }
    if place.sentByteCount >= Int(parameters.count) { return nil }
    let count = Swift.min(Int(parameters.count) - place.sentByteCount, maximumTransferByteCount)
    for index in 0..<count { memory.staging[index] = parameters[Int32(place.sentByteCount + index)] }
    return transferStaging(count)
  }

  private mutating func sendTable(_ command: ControllerCommand, _ number: UInt8, _ total: Int) -> PanelRequest? {
    if begins() { return transfer(command) }
    if place.sentByteCount >= total { return nil }
    let count = Swift.min(
      total - place.sentByteCount, Swift.min(maximumTransferByteCount, PanelMemory.stagingByteCount))
    for index in 0..<count {
      memory.staging[index] = controller.tableByte(Int32(place.sentByteCount + index), of: number)
    }
    return transferStaging(count)
  }

  private mutating func sendPlane(_ command: ControllerCommand, _ content: PlaneContent) -> PanelRequest? {
    if begins() { return transfer(command) }
    let source = memory.new
    let window = PlaneWindow(refresh.window, controller)
    if place.sentByteCount >= window.byteCount { return nil }
    if controller.bitsPerPixel == 2 { return sendBits(of: source, content, window) }
    if window.isWholeRows {
      // Rows follow each other in memory: they are sent from there.
      let count = Swift.min(window.byteCount - place.sentByteCount, maximumTransferByteCount)
      let bytes = UnsafeRawBufferPointer(start: source + window.first + place.sentByteCount, count: count)
      place.sentByteCount += count
      return .transfer(bytes, isData: true)
    }
    let room = Swift.min(maximumTransferByteCount, PanelMemory.stagingByteCount)
    let count = Swift.min(window.byteCount - place.sentByteCount, room)
    for index in 0..<count { memory.staging[index] = source[window.offset(ofByte: place.sentByteCount + index)] }
    return transferStaging(count)
  }

  /// One bit of each pixel of a picture in four greys.
  private mutating func sendBits(
    of source: UnsafeMutablePointer<UInt8>, _ content: PlaneContent, _ window: PlaneWindow
  ) -> PanelRequest {
    let room = Swift.min(maximumTransferByteCount, PanelMemory.stagingByteCount)
    let count = Swift.min(window.byteCount - place.sentByteCount, room)
    let (isHigh, mask) = content.greyBit
    for index in 0..<count {
      let pair = source + 2 * window.offset(ofByte: place.sentByteCount + index)
      let bits = PaperGray.bits(pair[0], high: isHigh) << 4 | PaperGray.bits(pair[1], high: isHigh)
      memory.staging[index] = bits ^ mask
    }
    return transferStaging(count)
  }

  private func transfer(_ command: ControllerCommand) -> PanelRequest {
    memory.staging[0] = command.byte
    return .transfer(UnsafeRawBufferPointer(start: memory.staging, count: 1), isData: false)
  }

  private mutating func transferStaging(_ count: Int) -> PanelRequest {
    place.sentByteCount += count
    return .transfer(UnsafeRawBufferPointer(start: memory.staging, count: count), isData: true)
  }

  // MARK: BUSY

  private mutating func waitUntilIdle(
    _ limitMs: Int32, _ answer: PanelAnswer, _ now: MonotonicInstant
  ) throws(DisplayError) -> PanelRequest? {
    if begins() {
      place.begun = now
      return look(now)
    }
    guard case .level(let level) = answer else { return look(now) }
    if level != controller.busyLevel { return nil }
    if place.lookedMs >= Int64(limitMs) {
      let waitedMs = Int32(clamping: place.lookedMs)
      if place.part == .wake { throw .busyAfterReset(waitedMs: waitedMs) }
      throw .busyTimeout(isBusy: true, waitedMs: waitedMs)
    }
    return poll(place.waitedMs(now), limitMs, now)
  }

  /// The stages: 1 BUSY has yet to begin, 2 it has begun, 3 it did not begin, and a refresh that goes unseen may have
  /// to end: a reset now would cut it off under high voltage.
  private mutating func waitForRefresh(
    leastMs: Int32, limitMs: Int32, _ answer: PanelAnswer, _ now: MonotonicInstant
  ) throws(DisplayError) -> PanelRequest? {
    if place.stage == 0 {
      place.stage = 1
      place.begun = now
      return look(now)
    }
    let waitedMs = place.waitedMs(now)
    if place.stage == 3 {
      let end = Int64(controller.responseLimitMs) + Int64(limitMs)
      if waitedMs < end { return .wait(until: after(place.begun, end)) }
      throw .busyTimeout(isBusy: false, waitedMs: controller.responseLimitMs)
    }
    guard case .level(let level) = answer else { return look(now) }
    if level == controller.busyLevel {
      place.stage = 2
      if place.lookedMs >= Int64(limitMs) {
        throw .busyTimeout(isBusy: true, waitedMs: Int32(clamping: place.lookedMs))
      }
      return poll(waitedMs, limitMs, now)
    }
    if place.stage == 2 {
      if waitedMs < Int64(leastMs) { throw .busyTimeout(isBusy: false, waitedMs: Int32(clamping: waitedMs)) }
      return nil
    }
    if place.lookedMs >= Int64(controller.responseLimitMs) { place.stage = 3 }
    return .wait(until: after(now, 1))
  }

  /// A process can be held up between a look and its answer, and a machine be suspended: a limit has passed when a look
  /// that began after it says so.
  private mutating func look(_ now: MonotonicInstant) -> PanelRequest {
    place.lookedAt = now
    return .readBusy
  }

  private func poll(_ waitedMs: Int64, _ limitMs: Int32, _ now: MonotonicInstant) -> PanelRequest {
    let left = Swift.max(1, Int64(limitMs) - waitedMs)
    return waitForBusy(within: left, SequenceTiming.pollMs(waitedMs: waitedMs), now)
  }

  private func waitForBusy(within limitMs: Int64, _ pollMs: Int64, _ now: MonotonicInstant) -> PanelRequest {
    .waitForBusy(
      until: after(now, Swift.min(limitMs, SequenceTiming.signalledLookMs)),
      lookAt: after(now, Swift.min(limitMs, pollMs)))
  }

  private func after(_ time: MonotonicInstant, _ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(milliseconds: time.milliseconds + milliseconds)
  }

  /// Waits for a predecessor's refresh before the first reset; nil when there is none.
  mutating func settleRequest(_ answer: PanelAnswer, _ now: MonotonicInstant) -> PanelRequest? {
    guard let end = settling?.end else { return nil }
    if job == .makingSafe || now >= end {
      settling = nil
      return nil
    }
    let firstLook = settling?.firstLook ?? after(now, Int64(SequenceTiming.triggerLagMs))
    settling?.firstLook = firstLook
    if now < firstLook { return .wait(until: firstLook) }
    guard case .level(let level) = answer else { return .readBusy }
    if level == controller.busyLevel {
      settling?.isRefreshSeen = true
      return waitForBusy(within: end.milliseconds - now.milliseconds, 20, now)
    }
    hasSeenRefreshEnd = settling?.isRefreshSeen == true
    settling = nil
    return nil
  }
}

extension PlaneContent {
  /// Which bit of a grey a plane has, and what its bytes are combined with.
  fileprivate var greyBit: (isHigh: Bool, mask: UInt8) {
    switch self {
    case .new: (true, 0)
    case .low(let isInverted): (false, isInverted ? 0xFF : 0)
    case .high(let isInverted): (true, isInverted ? 0xFF : 0)
    }
  }
}

/// A window of a plane in bytes.
struct PlaneWindow {
  let first: Int
  private let rowByteCount: Int
  private let widthByteCount: Int
  private let rows: Int

  init<Controller: SequencedController>(_ window: PixelRect, _ controller: Controller) {
    // Of four greys each plane of the controller has one bit.
    let bits = controller.bitsPerPixel == 2 ? 1 : Int(controller.bitsPerPixel)
    let left = Int(window.x0) * bits / 8
    rowByteCount = controller.rowByteCount * bits / Int(controller.bitsPerPixel)
    widthByteCount = (Int(window.x1) * bits + 7) / 8 - left
    rows = Int(window.height)
    first = Int(window.y0) * rowByteCount + left
  }

  var byteCount: Int { widthByteCount * rows }
  var isWholeRows: Bool { widthByteCount == rowByteCount }

  /// Where in the plane a byte of the window lies.
  func offset(ofByte index: Int) -> Int { first + index / widthByteCount * rowByteCount + index % widthByteCount }
}
