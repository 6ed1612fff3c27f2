import AfterglowLinux

/// A panel's control socket, which is created again if its file is removed, and its connected authors. Owned by a
/// `PanelSupervisor`.
struct ControlPost {
  private let path: UnsafePointer<CChar>?
  private let folder: RuntimeFolder?
  private let fileWatch: FileWatch
  /// nil = there is no socket, or its file was removed.
  private var listener: ControlListener?
  private var watchNumber: Int32 = -1
  /// When to create it again.
  private var backoff = DisplayBackoff()
  var clients = ControlClients()
  var commands = CommandDesk()
  /// The author that is read first in the next iteration.
  private var firstToRead = 0
  private var listenerPlace = -1
  private var firstClientPlace = 0

  /// `path` must stay valid; nil = no control socket.
  ///
  /// - Throws: `SystemError` when the socket cannot be created.
  init(path: UnsafePointer<CChar>?, _ fileWatch: FileWatch) throws(SystemError) {
    self.path = path
    self.fileWatch = fileWatch
    folder = path.map { RuntimeFolder(of: $0) }
    guard let path else { return }
    listener = try ControlListener(path: path)
    watchNumber = fileWatch.add(path)
  }

  mutating func watch(_ set: inout PollSet) {
    listenerPlace = set.add(listener?.descriptor ?? -1)
    firstClientPlace = set.count
    for index in 0..<ControlClients.capacity { _ = set.add(clients[index]) }
  }

  func hasNewcomers(_ set: borrowing PollSet) -> Bool { set.isReady(listenerPlace) }

  /// The author to read as number `step` of this iteration; nil if nothing has arrived from it.
  func author(_ step: Int, _ set: borrowing PollSet) -> Int? {
    let index = (firstToRead + step) % ControlClients.capacity
    return set.isReady(firstClientPlace + index) ? index : nil
  }

  /// The next iteration starts with the author after this one.
  mutating func endTurn(with index: Int) { firstToRead = index + 1 }

  /// The next author that has connected, which is added to the clients; nil = none.
  mutating func accept(atMs nowMs: Int64) -> Int32? {
    guard let socket = listener?.accept() else { return nil }
    clients.add(socket, atMs: nowMs)
    return socket
  }

  /// Whether the socket's file was removed.
  var isGone: Bool { listener.map { !$0.isInPlace } ?? false }

  /// Closes a socket whose file was removed. Authors stay connected.
  mutating func lose(nowMs: Int64) {
    listener?.close()
    listener = nil
    fileWatch.remove(watchNumber)
    watchNumber = -1
    backoff.noteLoss(nowMs: nowMs)
  }

  /// The result of creating the socket again.
  enum Attempt {
    /// Nothing to report.
    case none
    case back
    case failed(SystemError)
  }

  mutating func listenIfDue(nowMs: Int64) -> Attempt {
    guard listener == nil, let path, nowMs >= backoff.tryAtMs else { return .none }
    do throws(SystemError) {
      try folder?.restore()
      listener = try ControlListener(path: path)
      watchNumber = fileWatch.add(path)
      let isNews = backoff.notePresented(nowMs: nowMs) || !backoff.isInARow
      // It may have been removed before it was watched.
      if isGone { lose(nowMs: nowMs) }
      return isNews ? .back : .none
    } catch {
      return backoff.noteFailure(nowMs: nowMs) ? .failed(error) : .none
    }
  }

  /// When to try again; Int64.max = never.
  var nextDueMs: Int64 { path != nil && listener == nil ? backoff.tryAtMs : Int64.max }

  mutating func tryNow(nowMs: Int64) { backoff.tryNow(nowMs: nowMs) }

  func close() {
    clients.closeAll()
    listener?.close()
  }
}
