import AfterglowLinux

/// Where authors find a panel's guard: its socket, which is made anew where somebody has removed it, and those who are
/// connected.
struct ControlPost {
  private let path: UnsafePointer<CChar>?
  private let folder: RuntimeFolder?
  private let fileWatch: FileWatch
  /// nil = there is no such place, or somebody has removed it.
  private var listener: ControlListener?
  private var watchNumber: Int32 = -1
  /// When to try to have it back.
  private var backoff = DisplayBackoff()
  var clients = ControlClients()
  /// The author who is heard first in the next turn.
  private var firstToRead = 0
  private var listenerPlace = -1
  private var firstClientPlace = 0

  /// `path` stays valid; nil = nobody can connect.
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

  /// The author who is heard as the `step`th of this turn; nil when that one says nothing.
  func author(_ step: Int, _ set: borrowing PollSet) -> Int? {
    let index = (firstToRead + step) % ControlClients.capacity
    return set.isReady(firstClientPlace + index) ? index : nil
  }

  /// The next turn begins with the author after this one.
  mutating func endTurn(with index: Int) { firstToRead = index + 1 }

  /// The next author that has connected, who is one of the clients from now on; nil = none.
  mutating func accept(atMs nowMs: Int64) -> Int32? {
    guard let socket = listener?.accept() else { return nil }
    clients.add(socket, atMs: nowMs)
    return socket
  }

  /// Whether somebody has removed the socket.
  var isGone: Bool { listener.map { !$0.isInPlace } ?? false }

  /// Lets go of one that nobody finds any more. Authors that are connected stay so.
  mutating func lose(nowMs: Int64) {
    listener?.close()
    listener = nil
    fileWatch.remove(watchNumber)
    watchNumber = -1
    backoff.noteLoss(nowMs: nowMs)
  }

  /// What came of trying to have the socket back.
  enum Attempt {
    /// Nothing to tell.
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
      // It may have gone before it was watched.
      if isGone { lose(nowMs: nowMs) }
      return isNews ? .back : .none
    } catch {
      return backoff.noteFailure(nowMs: nowMs) ? .failed(error) : .none
    }
  }

  /// Int64.max = never.
  var nextDueMs: Int64 { path != nil && listener == nil ? backoff.tryAtMs : Int64.max }

  mutating func tryNow(nowMs: Int64) { backoff.tryNow(nowMs: nowMs) }

  func close() {
    clients.closeAll()
    listener?.close()
  }
}
