import AfterglowDocuments
import AfterglowSources
import Foundation

/// Tasks that are ticked off where they come from.
extension ActionRun {
  /// How long an account may take, in seconds: as long as a timeline.
  private static let accountSeconds = 20
  /// Most bytes of an account's answer.
  private static let answerLimitBytes = 4 << 20

  /// Notes that a task is done, or open again. Nothing else is changed, and nothing that has changed meanwhile.
  ///
  /// - Parameter now: the instant of the touch.
  /// - Throws: `FetchFailure` with the reason. The task is then as it was, unless an account or a program changed it and did
  ///   not answer in time.
  public func tick(_ tick: TaskTick, now: Date) throws(FetchFailure) {
    let stamp = now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    let edit = TaskEdit(identity: tick.identity, isDone: tick.isDone, stamp: stamp)
    switch tick.place.origin {
    case .file(let path): try TaskFile(path: path).apply(edit)
    case .command(let words): try run(words, tick)
    case .calendars(let account): try put(edit, into: account, now: now)
    case .none, .web, .push: throw .refused("nothing can be written back to \(tick.place.publicName)")
    }
  }

  private func run(_ words: [String], _ tick: TaskTick) throws(FetchFailure) {
    guard let name = TaskIdentity.givenName(of: tick.identity) else {
      throw .refused("the task has no \"id\", by which its program would know it")
    }
    // An option of the program is the owner's to write.
    guard name.utf8.first != UInt8(ascii: "-") else {
      throw .refused("the task's \"id\" begins with a hyphen, as an option does")
    }
    guard tick.isDone || words.contains(TaskTick.valueMark) else {
      throw .refused("the program is not called for a task that is open again; give it \"\(TaskTick.valueMark)\"")
    }
    let marks = [TaskIdentity.mark: name, TaskTick.valueMark: tick.isDone ? "on" : "off"]
    try program(
      words.map { marks[$0] ?? $0 }, named: words.dropFirst().filter { marks[$0] == nil },
      timeoutSeconds: Self.accountSeconds)
  }

  // MARK: accounts

  private func put(_ edit: TaskEdit, into account: CalendarAccount, now: Date) throws(FetchFailure) {
    guard let uid = TaskIdentity.givenName(of: edit.identity) else { throw .refused("the task has no UID") }
    let deadline = ContinuousClock.now + .seconds(Self.accountSeconds)
    func ask(
      _ method: String, _ url: String, headers: [String] = [], body: [UInt8] = []
    ) throws(FetchFailure) -> (status: Int, headers: ResponseHeaders, body: [UInt8]) {
      let left = deadline - ContinuousClock.now
      guard left > .zero else { throw .timedOut(seconds: Self.accountSeconds) }
      return try exchange(
        account.address, method, url: url, headers: headers, body: body, limitBytes: Self.answerLimitBytes,
        timeoutSeconds: Int(left.components.seconds) + 1)
    }
    var talk = DAVConversation(account, task: uid)
    talk.begin(at: try SourceTrack.url(account.address, secrets), now: now)
    while let request = talk.current {
      let answer = try ask(request.method, request.url, headers: request.headers, body: Array(request.body.utf8))
      _ = try talk.take(answer.status, answer.headers, answer.body, now: now)
    }
    let (url, found) = try Self.object(edit, in: talk.objects)
    // As the server keeps it: an answer in XML has other ends of lines.
    let object = try ask("GET", url)
    guard object.status == 200 else { throw .status(object.status, retryAfterSeconds: nil) }
    let tag = try Self.version(found.tag, object.headers["etag"])
    let body = try Self.edited(object.body, edit)
    let answer = try ask(
      "PUT", url, headers: ["If-Match: \(tag)", "Content-Type: text/calendar; charset=utf-8"], body: body)
    switch answer.status {
    case 200...299: return
    case 412: throw Self.changed
    default: throw .status(answer.status, retryAfterSeconds: nil)
    }
  }

  /// The version that an account compares: as it lists it, or else as it sends the object.
  ///
  /// - Throws: `FetchFailure` where there is none but a weak one, which never equals any (RFC 9110, section 13.1.1), and for
  ///   an object of another version than the listed one.
  private static func version(_ listed: String?, _ sent: String?) throws(FetchFailure) -> String {
    let all = [listed, sent].compactMap(\.self).filter { !$0.isEmpty }
    let strong = all.filter { !$0.hasPrefix("W/") }
    guard let version = strong.first(where: { $0.hasPrefix("\"") }) ?? strong.first else {
      throw .refused("the account does not number its tasks' versions, so that a later change could be lost")
    }
    // An answer that is compressed on its way has a version such as W/"7" or "7-gzip".
    let bare = all.map { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...]).filter { $0 != "\"" } }
    if !bare[bare.count - 1].hasPrefix(bare[0]) { throw changed }
    return version
  }

  private static let changed = FetchFailure.refused("the task was changed elsewhere meanwhile; it is read again")

  /// The one object that has the task.
  private static func object(
    _ edit: TaskEdit, in objects: [(url: String, item: DAVCalendar.Item)]
  ) throws(FetchFailure) -> (url: String, item: DAVCalendar.Item) {
    var found: [(url: String, item: DAVCalendar.Item)] = []
    for object in objects {
      do throws(FetchFailure) {
        _ = try edited(Array(object.item.text.utf8), edit)
        found.append(object)
      } catch {
        // A service finds parts of a UID as well.
        if error != missing { throw error }
      }
    }
    guard let first = found.first else { throw missing }
    if found.count > 1 { throw .refused("several calendars of the account have the task") }
    return first
  }

  private static let missing = FetchFailure.refused(TaskEdit.missing)

  private static func edited(_ bytes: [UInt8], _ edit: TaskEdit) throws(FetchFailure) -> [UInt8] {
    do throws(Problem) {
      return try edit.applied(to: bytes, file: "task")
    } catch {
      throw .refused(error.message)
    }
  }
}

/// A file in which one task is changed.
struct TaskFile {
  let path: String
  /// Reads the file; replaced in tests.
  var read: (String) throws(Problem) -> [UInt8] = { path throws(Problem) in
    try DocumentFile.read(path, kind: .calendar)
  }

  /// How often a change is attempted while other programs write the file.
  private static let attemptCount = 3
  /// Two widgets may show the same file: changes of this process are made one after the other.
  private static let turn = NSLock()

  /// Changes the file as a whole, from what it is at that moment.
  ///
  /// - Throws: `FetchFailure` with the reason; the file is then as it was.
  func apply(_ edit: TaskEdit) throws(FetchFailure) {
    Self.turn.lock()
    defer { Self.turn.unlock() }
    for _ in 0..<Self.attemptCount {
      do throws(Problem) {
        let bytes = try read(path)
        let edited = try edit.applied(to: bytes, file: path)
        if edited == bytes { return }
        if try replace(bytes, with: edited) { return }
      } catch {
        throw .refused(error.line == 0 ? error.message : "\(error.message), at line \(error.line)")
      }
    }
    throw .refused("the file is changed by another program again and again")
  }

  /// A service may write no folder of boards by itself.
  private static func advice(on failure: FileReplacement.Failure) -> String {
    switch failure {
    case .create(_, EROFS), .create(_, EACCES), .create(_, EPERM):
      "; a service needs permission to change files (docs/actions.md, Reminders that are ticked off)"
    default: ""
    }
  }

  /// - Returns: whether the file was still the old one, and is the new one now.
  private func replace(_ old: [UInt8], with new: [UInt8]) throws(Problem) -> Bool {
    do throws(FileReplacement.Failure) {
      return try FileReplacement.replace(path, with: new, isDurable: true) { (try? read(path)) == old }
    } catch {
      throw Problem(file: path, message: error.description + Self.advice(on: error))
    }
  }
}
