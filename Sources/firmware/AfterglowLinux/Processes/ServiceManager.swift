import CLinux

/// The service manager that started this process, if one did, and its watchdog (sd_notify(3)).
public struct ServiceManager: ~Copyable {
  private let socket: Int32
  /// How often to send the keep-alive, in ms: half of the watchdog's time; nil = there is no watchdog.
  public let intervalMs: Int64?

  /// Connects to the manager that `NOTIFY_SOCKET` names.
  ///
  /// - Throws: `SystemError` if it cannot be reached.
  public init() throws(SystemError) {
    let opened = ag_notify_open()
    if opened < 0 && opened != -ENODATA { throw SystemError("reach the service manager", errno: -opened) }
    socket = opened
    let limit = ag_notify_watchdog_ms()
    intervalMs = opened < 0 || limit <= 0 ? nil : Swift.max(1, limit / 2)
  }

  /// For processes without a service manager.
  public init(none: Void) {
    socket = -1
    intervalMs = nil
  }

  deinit { closeDescriptor(socket) }

  /// Sends a line such as "READY=1". A manager that is busy gets it the next time.
  public func notify(_ line: StaticString) {
    if socket < 0 { return }
    _ = ag_send(socket, UnsafeRawPointer(line.utf8Start), Int64(line.utf8CodeUnitCount), -1, 0)
  }

  /// Sends "STATUS=…", which `systemctl status` shows.
  public func notify<let capacity: Int>(status words: FixedText<capacity>) {
    if socket < 0 { return }
    var line = FixedText<capacity>("STATUS=")
    line.append(words)
    line.withCString { _ = ag_send(socket, $0, Int64(line.count), -1, 0) }
  }
}

/// The journal of a service manager, where it reads standard error (sd-daemon(3)).
public enum Journal {
  /// Finds out whether a journal reads standard error. To be called before the first line is written.
  public static func find() { ag_find_journal() }

  /// Whether a journal reads standard error: then each line begins with its priority.
  public static var isThere: Bool { ag_has_journal() != 0 }
}
