import AfterglowBoards
import AfterglowKit
import Foundation
import Testing

@testable import AfterglowDaemon

/// Orders on threads of their own.
@Suite struct ActionPerformerTests {
  private final class Notes: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [String] = []

    func add(_ word: String) { lock.withLock { words.append(word) } }
    var all: [String] { lock.withLock { words } }
  }

  private func order(_ name: String) -> PermittedOrder { .action(.command([name], named: []), timeoutSeconds: 1) }

  private func ends(_ performer: ActionPerformer, count: Int) -> [ActionPerformer.End] {
    var found: [ActionPerformer.End] = []
    while found.count < count {
      var wait = pollfd(fd: performer.ends.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, 20_000) != 1 { break }
      found += performer.ends.take()
    }
    return found
  }

  @Test func `orders of one widget are performed in their order`() throws {
    let notes = Notes()
    let gate = DispatchSemaphore(value: 0)
    let performer = try ActionPerformer { order in
      guard case .action(.command(let words, _), _) = order else { return "no command" }
      if words[0] == "0" { gate.wait() }
      notes.add(words[0])
      return words[0] == "3" ? "broken" : nil
    }
    for number in 0..<6 { performer.begin(order("\(number)"), of: "a", sequence: Int64(number)) }
    gate.signal()
    let found = ends(performer, count: 6)
    #expect(notes.all == ["0", "1", "2", "3", "4", "5"])
    #expect(found.map(\.sequence) == [0, 1, 2, 3, 4, 5])
    #expect(found.map(\.failure) == [nil, nil, nil, "broken", nil, nil])
  }

  @Test func `a widget that hangs does not delay another one`() throws {
    let gate = DispatchSemaphore(value: 0)
    let performer = try ActionPerformer { order in
      if case .action(.command(["hangs"], _), _) = order { gate.wait() }
      return nil
    }
    performer.begin(order("hangs"), of: "a", sequence: 1)
    performer.begin(order("quick"), of: "b", sequence: 2)
    #expect(ends(performer, count: 1).map(\.sequence) == [2])
    gate.signal()
    #expect(ends(performer, count: 1).map(\.sequence) == [1])
  }
}
