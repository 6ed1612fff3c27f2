import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowWidgets

/// Notes of pictures are read once for each state of a file, however often a folder is asked.
@Suite struct PhotoNotesTests {
  private func withFile(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/note-\(UUID().uuidString).jpg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  @Test func `a file that stays as it is is opened once`() throws {
    try withFile { path in
      let notes = PhotoNotes()
      for _ in 0..<5 { #expect(notes.taken(path) == nil) }
      #expect(notes.readCount == 1)
    }
  }

  @Test func `a file that changes is read again, by its length or its time`() throws {
    try withFile { path in
      let notes = PhotoNotes()
      _ = notes.taken(path)
      try Data("no picture either".utf8).write(to: URL(fileURLWithPath: path))
      _ = notes.taken(path)
      #expect(notes.readCount == 2)
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
      _ = notes.taken(path)
      _ = notes.taken(path)
      #expect(notes.readCount == 3)
    }
  }

  @Test func `a file that cannot be read is tried again, although its length and time stay`() throws {
    try withFile { path in
      func setTime() {
        let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
      }
      let notes = PhotoNotes()
      try FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
      setTime()
      #expect(notes.note(path)?.fault == .unreadable("no regular file"))
      try FileManager.default.removeItem(atPath: path)
      try Data().write(to: URL(fileURLWithPath: path))
      setTime()
      #expect(notes.note(path)?.fault == .empty)
    }
  }

  @Test func `a file that is gone has no notes and costs no reading`() {
    let notes = PhotoNotes()
    #expect(notes.taken("/nonexistent/a.jpg") == nil && notes.readCount == 0)
  }
}
