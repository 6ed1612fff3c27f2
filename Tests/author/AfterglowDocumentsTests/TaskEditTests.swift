import Testing

@testable import AfterglowDocuments

/// A task of a document is noted as done, and every other byte stays.
@Suite struct TaskEditTests {
  private static let stamp = "20261121T080000Z"

  private func edited(
    _ text: String, _ identity: String, isDone: Bool = true, file: String = "tasks.yaml"
  ) throws -> String {
    let edit = TaskEdit(identity: identity, isDone: isDone, stamp: Self.stamp)
    return String(decoding: try edit.applied(to: Array(text.utf8), file: file), as: UTF8.self)
  }

  /// Why a change is refused; nil = it is not.
  private func refusal(_ text: String, _ identity: String, file: String = "tasks.yaml") -> String? {
    do {
      _ = try edited(text, identity, file: file)
      return nil
    } catch {
      return (error as? Problem)?.message ?? "\(error)"
    }
  }

  // MARK: data files

  private static let yaml = """
    # At home
    title: Home
    reminders:
      - title: Rent   # the first
        due: 2026-11-25
      - {title: Bins, done: false}   # of glass
      - title: Rent
      - title: Rent
      - id: shed-7
        title: "Paint: the shed"

    """

  @Test(
    arguments: [
      ("~1\nRent\n2026-11-25\n", "    due: 2026-11-25\n", "    due: 2026-11-25\n    done: true\n"),
      ("~1\nBins\n\n", "done: false", "done: true"),
      ("~2\nRent\n\n", "  - title: Rent\n  - id", "  - title: Rent\n    done: true\n  - id"),
      ("=shed-7", "\"Paint: the shed\"\n", "\"Paint: the shed\"\n    done: true\n"),
    ] as [(String, String, String)])
  func `in YAML one value changes, or one line is added`(identity: String, old: String, new: String) throws {
    #expect(try edited(Self.yaml, identity) == Self.yaml.replacing(old, with: new, maxReplacements: 1))
    let marked = "\u{FEFF}" + Self.yaml.replacing("\n", with: "\r\n")
    let wanted = "\u{FEFF}" + Self.yaml.replacing(old, with: new, maxReplacements: 1).replacing("\n", with: "\r\n")
    #expect(try edited(marked, identity) == wanted)
  }

  @Test func `an identifier may begin with a mark that joins the sign before it`() throws {
    for name in ["\u{338}7", "\u{FE0F}", "👩‍🚒 7"] {
      let identity = try #require(TaskIdentity.of(given: name))
      #expect(TaskIdentity.givenName(of: identity).map { Array($0.utf8) } == Array(name.utf8))
    }
    #expect(TaskIdentity.givenName(of: "~1\nA\n\n") == nil)
  }

  @Test func `what is open again has its own value`() throws {
    let done = try edited(Self.yaml, "~1\nBins\n\n")
    #expect(try edited(done, "~1\nBins\n\n", isDone: false) == Self.yaml)
  }

  @Test(
    arguments: [
      ("~1\nRent\n\n", #"{"title": "Rent"}"#, #"{"done": true, "title": "Rent"}"#),
      ("=7", #""done": false, "id": 7"#, #""done": true, "id": 7"#),
    ] as [(String, String, String)])
  func `in JSON one value changes or is added`(identity: String, old: String, new: String) throws {
    let text = "{\"reminders\": [\n\t{\"title\": \"Rent\"},\n\t{\"title\": \"Bïns\", \"done\": false, \"id\": 7}\n]}\n"
    #expect(try edited(text, identity, file: "tasks.json") == text.replacing(old, with: new))
  }

  @Test func `a task that is gone, or that another one cannot be distinguished from, is left alone`() {
    #expect(refusal(Self.yaml, "=other") == TaskEdit.missing)
    #expect(refusal("reminders:\n  - {id: a, title: A}\n  - {id: a, title: B}\n", "=a") == TaskEdit.missing)
    #expect(refusal("title: none\n", "=a") == TaskEdit.missing)
    #expect(refusal("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "~1\nA\n\n") == TaskEdit.missing)
  }

  // MARK: calendars

  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VTODO
    UID:a-1
    SUMMARY:Rent of the
      flat
    SEQUENCE:4
    STATUS:NEEDS-ACTION
    BEGIN:VALARM
    STATUS:of the alarm
    END:VALARM
    END:VTODO
    BEGIN:VTODO
    UID;X-A="b:c":a-
     2
    SUMMARY:Bins
    END:VTODO
    END:VCALENDAR

    """.replacing("\n", with: "\r\n")

  @Test func `in a calendar the properties of the one task change, and none of its alarm`() throws {
    let additions = "COMPLETED:\(Self.stamp)\r\nPERCENT-COMPLETE:100\r\nLAST-MODIFIED:\(Self.stamp)\r\n"
    let wanted = Self.calendar.replacing("SEQUENCE:4", with: "SEQUENCE:5")
      .replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED")
      .replacing("END:VALARM\r\n", with: "END:VALARM\r\n" + additions)
    let done = try edited(Self.calendar, "=a-1", file: "tasks.ics")
    #expect(done == wanted)
    let open = try edited(done, "=a-1", isDone: false, file: "tasks.ics")
    #expect(open.contains("SEQUENCE:6\r\nSTATUS:NEEDS-ACTION\r\n") && !open.contains("COMPLETED:\(Self.stamp)"))
    #expect(open.contains("PERCENT-COMPLETE:0\r\n"))
  }

  @Test func `a folded UID with a parameter is found, and line feeds stay line feeds`() throws {
    let text = Self.calendar.replacing("\r\n", with: "\n")
    let (completed, modified) = ("COMPLETED:\(Self.stamp)", "LAST-MODIFIED:\(Self.stamp)")
    let lines = ["STATUS:COMPLETED", completed, "PERCENT-COMPLETE:100", modified, "SEQUENCE:1"]
    let wanted = text.replacing(
      "SUMMARY:Bins\n", with: "SUMMARY:Bins\n" + lines.map { $0 + "\n" }.joined())
    #expect(try edited(text, "=a-2", file: "tasks.ics") == wanted)
  }

  @Test(arguments: ["RRULE:FREQ=WEEKLY", "RDATE:20261122T080000Z", "RECURRENCE-ID:20261122T080000Z"])
  func `a task that repeats is refused with the reason`(line: String) {
    let text = Self.calendar.replacing("UID:a-1", with: "UID:a-1\r\n" + line)
    #expect(refusal(text, "=a-1", file: "tasks.ics")?.hasPrefix("the task repeats") == true)
    #expect(refusal(text, "=a-2", file: "tasks.ics") == nil)
  }

  @Test func `two tasks of one UID are left alone`() {
    let text = Self.calendar.replacing("UID;X-A=\"b:c\":a-\r\n 2", with: "UID:a-1")
    #expect(refusal(text, "=a-1", file: "tasks.ics") == TaskEdit.ambiguous)
  }
}
