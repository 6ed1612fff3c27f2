import CLinux

/// The service manager that started this process, if one did: what it is told, and how often it wants to hear.
public struct ServiceManager: ~Copyable {
  private let socket: Int32
  /// How often to say that all is well: half of what it allows; nil = it does not watch.
  public let intervalMs: Int64?

  /// Throws when there is one that cannot be reached.
  public init() throws(SystemError) {
    let opened = ag_notify_open()
    if opened < 0 && opened != -ENODATA { throw SystemError("reach the service manager", errno: -opened) }
    socket = opened
    let limit = ag_notify_watchdog_ms()
    intervalMs = opened < 0 || limit <= 0 ? nil : Swift.max(1, limit / 2)
  }

  /// There is none.
  public init(none: Void) {
    socket = -1
    intervalMs = nil
  }

  deinit { closeDescriptor(socket) }

  /// Lines such as "READY=1". One that does not read now is told the next time.
  public func notify(_ line: StaticString) {
    if socket < 0 { return }
    _ = ag_send(socket, UnsafeRawPointer(line.utf8Start), Int64(line.utf8CodeUnitCount), -1, 0)
  }

  /// "STATUS=…", for people.
  public func notify<let capacity: Int>(status words: FixedText<capacity>) {
    if socket < 0 { return }
    var line = FixedText<capacity>("STATUS=")
    line.append(words)
    line.withCString { _ = ag_send(socket, $0, Int64(line.count), -1, 0) }
  }
}
