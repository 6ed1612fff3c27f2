import AfterglowKit
import Foundation
import Testing

@testable import afterglow_command

/// The statuses with which commands end.
@Suite struct ExitStatusTests {
  @Test func `each kind of error has an exit status of its own, which help lists`() {
    let expected: [Failure.Kind: Int32] = [
      .differs: 1, .usage: 64, .badInput: 65, .unavailable: 69, .cannotCreate: 73, .inputOutput: 74, .busy: 75,
    ]
    #expect(expected.count == Failure.Kind.allCases.count)
    for kind in Failure.Kind.allCases {
      #expect(kind.status.rawValue == expected[kind], "\(kind)")
      #expect(ExitStatus.help.contains("\n  \(kind.status.rawValue)  "), "\(kind)")
    }
  }

  @Test func `a missing file is wrong input, and one that cannot be made or read has its own status`() {
    func status(_ operation: FileFailure.Operation, _ code: Int32) -> Int32 {
      FileFailure(operation: operation, path: "a", code: code).kind.status.rawValue
    }
    #expect(status(.read, ENOENT) == 65)
    #expect(status(.read, EIO) == 74)
    #expect(status(.write, ENOSPC) == 74)
    #expect(status(.create, EACCES) == 73)
  }
}
