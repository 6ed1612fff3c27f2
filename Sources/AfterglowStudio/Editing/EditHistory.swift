/// The changes of a file that a page has made and can take back, as long as no other program has changed the file.
struct EditHistory {
  private struct Step {
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

  func canUndo(_ now: [UInt8]) -> Bool { done.last?.after == now }
  func canRedo(_ now: [UInt8]) -> Bool { undone.last?.before == now }

  mutating func add(_ before: [UInt8], _ after: [UInt8], subject: String?, atMs: Int64) {
    undone = []
    if let last = done.last, subject != nil, last.subject == subject, last.after == before,
      atMs - last.atMs < Self.pauseMs
    {
      done[done.count - 1].after = after
      done[done.count - 1].atMs = atMs
      return
    }
    done.append(Step(before: before, after: after, subject: subject, atMs: atMs))
    if done.count > Self.maximumCount { done.removeFirst() }
  }

  /// What the file had before the last change; nil where there is none, or the file is not what it made.
  func beforeLast(_ now: [UInt8]) -> [UInt8]? { canUndo(now) ? done.last?.before : nil }

  /// What the last change that was taken back had made.
  func afterUndone(_ now: [UInt8]) -> [UInt8]? { canRedo(now) ? undone.last?.after : nil }

  mutating func undo() { if let step = done.popLast() { undone.append(step) } }
  mutating func redo() { if let step = undone.popLast() { done.append(step) } }
}
