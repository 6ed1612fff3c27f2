import CLinux

/// The active virtual console, in graphics mode while this value lives, so that neither cursor nor kernel messages
/// reach the picture. The kernel asks this process before it switches to another console (Ctrl-Alt-F2; console_ioctl,
/// VT_SETMODE).
///
/// Graphics mode persists after a killed program. A small child, the keeper, therefore waits for this process to exit
/// and restores the console.
public struct VirtualTerminal: ~Copyable {
  /// Readable when the console is to be switched: see `next`.
  public let descriptor: Int32
  /// Its number, as in /dev/tty1.
  public let number: Int32
  private let console: Int32
  private let keeper: ConsoleKeeper

  /// The kernel's requests when consoles are switched.
  public enum Request: Sendable {
    /// The user switches to another console: stop drawing, drop master, then call `allowRelease`.
    case release
    /// This console is active again: become master, call `acknowledge`, then redraw everything.
    case acquire
  }

  /// Takes the active console.
  ///
  /// - Throws: `DisplaySetupError` if there is none (containers), if this user may not take it, or if another program
  ///   has it. Panels work without it.
  public static func take() throws(DisplaySetupError) -> VirtualTerminal {
    let front = FileDescriptor(owning: try openConsole(FixedText("/dev/tty0")))
    let number = ag_vt_active(front.number)
    var path = FixedText<96>("/dev/tty")
    if number < 1 { throw failure(path, "find the console in front", Swift.min(number, 0)) }
    path.append(decimal: Int64(number))
    let console = FileDescriptor(owning: try openConsole(path))
    if ag_vt_is_owned(console.number) == 1 && ag_vt_kind(console.number) == Int32(AG_KD_GRAPHICS) {
      throw DisplaySetupError(
        .held, device: path, operation: "take the console", errno: 0,
        advice: "another program shows its picture there; the panel runs without the console")
    }
    return try VirtualTerminal(number, console, path)
  }

  private init(
    _ number: Int32, _ console: consuming FileDescriptor, _ path: FixedText<96>
  ) throws(DisplaySetupError) {
    let signals = ag_vt_signals()
    if signals < 0 { throw VirtualTerminal.failure(path, "watch the console's signals", signals) }
    let watched = FileDescriptor(owning: signals)
    let keeper: ConsoleKeeper
    do throws(SystemError) { keeper = try ConsoleKeeper(of: console.number) } catch {
      throw VirtualTerminal.failure(path, "start the console's keeper", -error.errno)
    }
    let result = ag_vt_set_kind(console.number, Int32(AG_KD_GRAPHICS))
    if result < 0 {
      keeper.dismiss()
      throw VirtualTerminal.failure(path, "switch the console to graphics", result)
    }
    // Without it consoles are switched without asking this process, and the picture stays in front; everything else
    // still works.
    _ = ag_vt_own(console.number)
    self.number = number
    self.keeper = keeper
    self.console = console.release()
    descriptor = watched.release()
  }

  /// The pending request; nil = none. Never waits.
  public func next() -> Request? {
    let signal = ag_signal_next(descriptor)
    if signal == Int32(AG_VT_RELEASE) { return .release }
    return signal == Int32(AG_VT_ACQUIRE) ? .acquire : nil
  }

  /// Lets the console be switched; until then the kernel waits.
  public func allowRelease() { _ = ag_vt_allow_release(console) }

  /// Confirms that this process has the console again.
  public func acknowledge() { _ = ag_vt_acknowledge(console) }

  /// Sets text mode and automatic console switching. Close the card first, so that the console's picture is restored.
  public consuming func close() {}

  deinit {
    ConsoleKeeper.restore(console)
    keeper.dismiss()
    _ = ag_close(console)
    _ = ag_close(descriptor)
  }

  private static func openConsole(_ path: FixedText<96>) throws(DisplaySetupError) -> Int32 {
    let opened = path.withCString { ag_open_read_write($0) }
    if opened < 0 { throw failure(path, "open the console", opened) }
    return opened
  }

  private static func failure(
    _ path: FixedText<96>, _ operation: StaticString, _ result: Int32
  ) -> DisplaySetupError {
    switch -result {
    case ENOENT, ENXIO, ENODEV:
      DisplaySetupError(
        .noDevice, device: path, operation: operation, errno: -result,
        advice: "this machine shows no console; the panel does not need one")
    case EACCES, EPERM:
      DisplaySetupError(
        .permission, device: path, operation: operation, errno: -result,
        advice: "the panel runs without it; kernel messages may show through (run as root to prevent it)")
    default:
      DisplaySetupError(
        .system, device: path, operation: operation, errno: -result, advice: "the panel runs without the console")
    }
  }
}
