import AfterglowArchive
import AfterglowLight
import AfterglowLinux

/// A panel's backlight, as long as it works. Used by `PanelDimming`.
struct PanelBacklight {
  /// The result of setting a level: unchanged, changed, or failed permanently.
  enum Outcome {
    case there, moved, lost
    /// To be retried at this time.
    case later(Int64)
  }

  /// nil = there is none.
  private var device: Backlight?
  /// nil = there is none, or one with only two levels, which cannot dim.
  private(set) var light: DimmableLight?
  /// The level that was written last.
  private(set) var level: Int64
  private var failures = 0
  /// After a failure, the earliest time of the next attempt.
  private var retryAtMs: Int64 = 0

  init(_ device: Backlight?, _ settings: DimmingSettings) {
    self.device = device
    level = device?.initialBrightness ?? 0
    guard let device else { return }
    let asked = LevelScale(rawValue: settings.scale) ?? .automatic
    let scale = asked == .automatic ? (device.scale == .perceptual ? .perceptual : .linear) : asked
    let light = DimmableLight(
      backlightMaximum: device.maximumBrightness, minimumLevel: settings.minimumLevel, scale: scale)
    if light.isDimmable { self.light = light }
  }

  static func open(_ plan: borrowing BoardPlan) -> Backlight? {
    if plan[.backlight][0] == 0 { return nil }
    do throws(BacklightError) {
      return try Backlight.find(plan[.backlight], connector: plan[.connector])
    } catch {
      reportMissing { (text: inout TextWriter) in error.write(to: &text) }
      return nil
    }
  }

  var isThere: Bool { device != nil }

  /// Fraction of the panel's light, 0 to 1.
  var share: Double { light?.share(ofLevel: level) ?? 1 }

  /// Continues from `other`, which is the same device and was opened earlier: with its level, and with its initial
  /// state, which is restored at the end.
  mutating func takeOver(from other: inout PanelBacklight) {
    guard let theirs = other.device, device?.name == theirs.name else { return }
    device?.takeOver(from: theirs)
    other.device = nil
    level = other.level
  }

  mutating func bring(to wanted: Int64, at nowMs: Int64) -> Outcome {
    guard let device, wanted != level else { return .there }
    if nowMs < retryAtMs { return .later(retryAtMs) }
    do throws(SystemError) {
      try device.setBrightness(wanted)
      level = wanted
      failures = 0
      return .moved
    } catch {
      return noteFailure(error, nowMs)
    }
  }

  /// Retries twice, a second apart: night colours that rely on a backlight that does not work would be too bright.
  private mutating func noteFailure(_ error: SystemError, _ nowMs: Int64) -> Outcome {
    failures += 1
    if failures < 3 {
      retryAtMs = nowMs + 1_000
      return .later(retryAtMs)
    }
    _ = complain(.done) { (text: inout TextWriter) in
      text.write(error)
      text.write("; colours dim the panel instead")
    }
    close()
    device = nil
    light = nil
    return .lost
  }

  /// Switches it off or on with the panel, and on with this level.
  mutating func setOn(_ isOn: Bool, level wanted: Int64? = nil) {
    guard let device else { return }
    do throws(SystemError) {
      if let wanted {
        if device.hasSwitch { try device.setBrightness(wanted) }
        level = wanted
      }
      try device.setOn(isOn, level: light == nil ? nil : level)
    } catch {
      _ = complain(.done) { (text: inout TextWriter) in text.write(error) }
    }
  }

  /// Restores the initial state.
  func close() { device?.close() }

  /// For authors.
  func describe(in message: inout ControlMessage) {
    guard let device, let light else { return }
    message.write("backlight ")
    message.write(device.name)
    message.write(", level ")
    message.append(level, of: light)
    message.write(light.scale == .perceptual ? " (perceptual)" : " (linear)")
  }
}

extension ControlMessage {
  /// Appends a level and the range that is used.
  mutating func append(_ level: Int64, of light: DimmableLight) {
    write(level)
    write(" of ")
    write(light.minimumLevel)
    write(" to ")
    write(light.maximumLevel)
  }
}
