import AfterglowDaemon
import AfterglowKit
import AfterglowLinux

/// A process as the kernel lists it in /proc (proc(5)).
struct ProcessEntry: Equatable {
  let identifier: Int32
  /// The process that has started it, or that has adopted it.
  let parent: Int32
  /// Whether a signal has stopped it.
  let isStopped: Bool
  /// Since the boot, in ms.
  let startedMs: Int64

  /// nil if there is no such process, or only one that has ended and that its parent has not collected yet.
  init?(_ identifier: Int32) {
    guard identifier > 0, let bytes = try? Files.head("/proc/\(identifier)/stat", count: 1024) else { return nil }
    self.init(identifier, stat: String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter stat: the line of /proc/PID/stat.
  init?(_ identifier: Int32, stat: String) {
    // The program's name is in parentheses and may contain any character.
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    // The third, fourth and twenty-second field of the line; the last is in ticks, a hundred a second on every architecture.
    guard fields.count > 19, let parent = Int32(fields[1]), let ticks = Int64(fields[19]) else { return nil }
    let state = fields[0]
    if ["Z", "X", "x"].contains(state) { return nil }
    self.identifier = identifier
    self.parent = parent
    isStopped = ["T", "t"].contains(state)
    startedMs = ticks &* 10
  }

  /// The children of a process that have this name; nil if the kernel does not list them.
  static func children(of identifier: Int32, named name: String) -> [Int32]? {
    let list = "/proc/\(identifier)/task/\(identifier)/children"
    guard let bytes = try? Files.head(list, count: 4096) else { return nil }
    let all = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    return all.filter { child in
      let own = try? Files.head("/proc/\(child)/comm", count: 64)
      return own.map { String(decoding: $0.dropLast(), as: UTF8.self) } == name
    }
  }
}

extension BoardReport.Program {
  /// A process that answers, or one that a signal has stopped; not running if there is none.
  init(_ entry: ProcessEntry?, at moment: StatusMoment) {
    guard let entry else {
      self = .notRunning
      return
    }
    self.init(state: entry.isStopped ? .stopped : .running, entry, at: moment)
  }

  init(state: State, _ entry: ProcessEntry?, at moment: StatusMoment) {
    self.state = state
    pid = entry?.identifier
    since = entry.map { BoardStatus.text(moment.wallMs - (moment.bootMs - $0.startedMs)) }
  }
}

/// When a status is asked for.
struct StatusMoment {
  /// Since 1970, in ms.
  var wallMs: Int64
  /// Since the boot, in ms.
  var bootMs: Int64

  static var now: StatusMoment { StatusMoment(wallMs: SystemTime.realtimeMs, bootMs: SystemTime.boottimeMs) }
}
