extension SimulatedPanel {
  /// Plays a recording to its end (docs/panels/recordings.md, Replay).
  ///
  /// Between two events as much time passes as in the recording. Only a wait for BUSY takes longer where this panel is
  /// slower than the recorded one; all that follows is later then.
  ///
  /// - Parameter stopsAtViolation: whether to end at the first one; the panel is not finished then.
  public func play(_ recording: PanelRecording, stopsAtViolation: Bool = false) {
    guard let first = recording.events.first else { return finish() }
    let actions = recording.events.map(\.action)
    if !actions.contains(where: { if case .power = $0 { true } else { false } }) { setPower(true) }
    // Without events for it, chip select is the kernel's: low while bytes are sent.
    setChipSelect(actions.contains { if case .chipSelect = $0 { true } else { false } })
    advance(toUs: max(first.atUs, nowUs))
    var lastUs = first.atUs
    for event in recording.events {
      recordingLine = event.line == 0 ? nil : event.line
      let time = nowUs + event.atUs - lastUs
      lastUs = event.atUs
      if case .busyWait(let level, let limitUs) = event.action {
        wait(for: level, until: time, limitUs: limitUs)
      } else {
        advance(toUs: time)
        perform(event.action)
      }
      if stopsAtViolation && !violations.isEmpty { return }
    }
    finish()
  }

  private func perform(_ action: RecordedEvent.Action) {
    switch action {
    case .power(let isOn): setPower(isOn)
    case .reset(let level): setReset(level)
    case .dataCommand(let level): setDataCommand(level)
    case .chipSelect(let level): setChipSelect(level)
    // What is too long was recorded as a violation.
    case .write(let bytes, let hz): try? write(bytes, hz: hz)
    case .busyWait: break
    }
  }

  /// At the recorded end of a wait BUSY is looked at; if it is not as the host saw it, time passes until it is. A pulse
  /// of BUSY that came and went before counts where the host waited for one.
  private func wait(for level: Bool, until recordedUs: Int64, limitUs: Int64) {
    let deadline = max(recordedUs, nowUs + limitUs)
    var hadLevel = busyLevel() == level
    while let next = nextChangeUs, next <= recordedUs {
      advance(toUs: next)
      if busyLevel() == level { hadLevel = true }
    }
    advance(toUs: recordedUs)
    passLag(level)
    if busyLevel() == level || hadLevel && level == description.family.busyLevel { return }
    while let next = nextChangeUs, next <= deadline {
      advance(toUs: next)
      if busyLevel() == level { return }
    }
    advance(toUs: deadline)
    if busyLevel() == level { return }
    noteWait(level, limitUs)
  }

  /// In replay mode a wait for idle that was recorded as shorter than this panel's lag does not end inside it: the
  /// recorded panel may have been quicker. In strict mode it ends there, which is a driver's mistake.
  private func passLag(_ level: Bool) {
    guard !isStrict, level != description.family.busyLevel, let shown = nextShownUs, shown > nowUs else { return }
    advance(toUs: shown)
  }

  /// The next instant at which BUSY may change.
  private var nextChangeUs: Int64? {
    [nextShownUs, nextEventUs].compactMap { $0 }.filter { $0 > nowUs }.min()
  }
}
