import AfterglowLinux

// A supervisor's display: opening it, losing it and recovering it.
extension PanelSupervisor {
  /// Searches for a missing display, indefinitely; its absence is reported once.
  mutating func openDisplayIfDue() {
    let now = SystemTime.boottimeMs
    guard session != nil, session?.pointee.hasDisplay != true, archives.lastGood >= 0, now >= display.backoff.tryAtMs
    else {
      return
    }
    do throws(DisplayFailure) {
      try session!.pointee.openDisplay()
      watchDisplay()
      life.backoff.tryNow(nowMs: now)
    } catch {
      noteDisplayIsAway(error)
    }
  }

  /// Reports it once; the display is then searched for indefinitely.
  mutating func noteDisplayIsAway(_ failure: DisplayFailure) {
    if failure.needsReopening { session?.pointee.closeDisplay() }
    if display.backoff.noteFailure(nowMs: SystemTime.boottimeMs) {
      say { (text: inout TextWriter) in
        failure.write(to: &text)
        text.write("; trying again until it is there")
      }
    }
  }

  /// Handles a display that can no longer show anything, detected by the renderer or the guard. A graphics card stays
  /// open: whether it is gone as well is found when its panel is requested again.
  mutating func loseDisplay(_ reason: StaticString) {
    if session?.pointee.display.isOnScreen != true { session?.pointee.closeDisplay() }
    display.backoff.noteLoss(nowMs: SystemTime.boottimeMs)
    if !display.backoff.hasBeenLogged {
      display.backoff.noteLogged()
      say { (text: inout TextWriter) in
        text.write(reason)
        text.write("; setting the display up again")
      }
    }
  }
}

// A supervisor's handling of hot-plug events and console switches.
extension PanelSupervisor {
  var isOnScreen: Bool { session?.pointee.display.isOnScreen == true }

  /// Another console is being activated: drawing stops. The picture returns with this console.
  mutating func leaveScreen() {
    if isOnScreen { endRenderer() }
  }

  mutating func returnToScreen() {
    let now = SystemTime.boottimeMs
    display.backoff.tryNow(nowMs: now)
    life.backoff.tryNow(nowMs: now)
  }

  mutating func take(_ event: HotplugEvent) {
    session?.pointee.devices.rescanInput()
    display.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    if let device = session?.pointee.display.framebuffer, hasLost(device, event) { return loseFramebuffer() }
    guard let place = session?.pointee.display.place else { return }
    switch event {
    case .connectors(let card) where isOn(card, place): takeConnection(place)
    case .cardRemoved(let card) where isOn(card, place): loseCard()
    case .missed: takeConnection(place)
    default: break
    }
  }

  /// Whether a framebuffer is the one that an event removes. The event comes before the driver's calls fail, so its
  /// number is compared; if the device has another name, the calls decide.
  private func hasLost(_ device: Box<FramebufferDevice>, _ event: HotplugEvent) -> Bool {
    if case .framebufferRemoved(let number) = event {
      var path = FixedText<96>("/dev/fb")
      path.append(decimal: Int64(number))
      if device.pointee.path == path { return true }
    }
    return !device.pointee.isInPlace
  }

  private mutating func loseFramebuffer() {
    endRenderer()
    loseDisplay("the framebuffer is gone")
    session?.pointee.closeDisplay()
  }

  private func isOn(_ card: Int32, _ place: CardPlace) -> Bool {
    var path = FixedText<96>("/dev/dri/card")
    path.append(decimal: Int64(card))
    return screens.pointee.cards.path(place) == path
  }

  private mutating func takeConnection(_ place: CardPlace) {
    switch screens.pointee.cards.connection(place) {
    // Nothing to do: what is drawn meanwhile is on the panel when the cable is plugged in again.
    case .shown, .disconnected: break
    // The mode is set again with the first frame of a new renderer.
    case .connected, .modeLost: endRenderer()
    case .gone: loseCard()
    }
  }

  /// Handles the removal of a card: its memory must not be accessed any more.
  private mutating func loseCard() {
    endRenderer()
    loseDisplay("the graphics card is gone")
    session?.pointee.closeDisplay()
  }
}
