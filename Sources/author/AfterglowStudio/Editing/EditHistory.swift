/// The changes of a board's files that a page has made and can take back, as long as no other program has changed the file.
struct EditHistory {
  /// What a file has now.
  typealias Now = (SettingsFile) -> [UInt8]

  private struct Step {
    var file: SettingsFile
    var before: [UInt8]
    var after: [UInt8]
    /// What the change was about, if typing goes on as the same change.
    var subject: String?
    var atMs: Int64
  }

  private var done: [Step] = []
  private var undone: [Step] = []

  private static let maximumCount = 200
  /// Between two letters of the same change.
  private static let pauseMs: Int64 = 2_000

  func canUndo(_ now: Now) -> Bool { done.last.map { $0.after == now($0.file) } ?? false }
  func canRedo(_ now: Now) -> Bool { undone.last.map { $0.before == now($0.file) } ?? false }

  mutating func add(_ file: SettingsFile, _ before: [UInt8], _ after: [UInt8], subject: String?, atMs: Int64) {
    undone = []
    if let last = done.last, subject != nil, last.subject == subject, last.file == file, last.after == before,
      atMs - last.atMs < Self.pauseMs
    {
      done[done.count - 1].after = after
      done[done.count - 1].atMs = atMs
      return
    }
    done.append(Step(file: file, before: before, after: after, subject: subject, atMs: atMs))
    if done.count > Self.maximumCount { done.removeFirst() }
  }

  /// What a file had before the last change; nil where there is none, or the file is not what it made.
  func beforeLast(_ now: Now) -> (file: SettingsFile, bytes: [UInt8])? {
    canUndo(now) ? done.last.map { ($0.file, $0.before) } : nil
  }

  /// What the last change that was taken back had made.
  func afterUndone(_ now: Now) -> (file: SettingsFile, bytes: [UInt8])? {
    canRedo(now) ? undone.last.map { ($0.file, $0.after) } : nil
  }

  mutating func undo() { if let step = done.popLast() { undone.append(step) } }
  mutating func redo() { if let step = undone.popLast() { done.append(step) } }
}
