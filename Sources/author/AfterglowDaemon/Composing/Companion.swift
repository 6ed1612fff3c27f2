import AfterglowCompiler
import AfterglowErrors
import AfterglowKit
import AfterglowSources
import CChild
import CLinux
import Foundation

/// A process of this program that this process has started, with its mark.
package final class Companion {
  /// The way in which a process ended.
  package enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)

    init(_ code: Int32) { self = code >= 256 ? .signal(code & 0xFF) : .status(code) }

    /// Whether content may be the reason. Content never asks a process to end, as a signal such as SIGTERM does.
    var mayBeOfContent: Bool {
      guard case .signal(let number) = self else { return true }
      return ![SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2].contains(number)
    }

    /// A clause about the ending.
    package var words: String {
      switch self {
      case .status(let status): "it ended with status \(status)"
      case .signal(SIGKILL): "it was killed, as the kernel does when memory is short"
      case .signal(let number) where number == SIGILL || number == SIGTRAP:
        "it crashed with signal \(number), as Swift ends a program for a fatal error"
      case .signal(let number) where number == SIGSEGV || number == SIGBUS:
        "it crashed with signal \(number): it used memory that it does not have, or too much of its stack"
      case .signal(let number): "it crashed with signal \(number)"
      }
    }
  }

  package let identifier: pid_t
  package let mark: ChildMark
  private var ending: Ending?

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - descriptors: the descriptors that the process gets from number 3 on. The descriptor of its mark follows.
  ///   - additions: variables that the process gets in addition to this one's, as NAME=value.
  ///   - isDetached: whether the process has no standard input and gets no signals of a terminal.
  /// - Throws: `Failure` when the process cannot be started.
  package init(_ arguments: [String], _ descriptors: [Int32], additions: [String] = [], isDetached: Bool) throws {
    guard let mark = ChildMark() else { throw Failure(.unavailable, "cannot make memory for a child's mark") }
    self.mark = mark
    let words: [UnsafeMutablePointer<CChar>?] =
      ([CommandLine.arguments.first ?? "afterglow"] + arguments).map { strdup($0) } + [nil]
    // This process reports a crash in one sentence.
    let variables = (["SWIFT_BACKTRACE=enable=no"] + additions).map { strdup($0) }
    defer { for pointer in words + variables { free(pointer) } }
    let input = isDetached ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1
    defer { if input >= 0 { close(input) } }
    let all = descriptors + [mark.descriptor]
    identifier = ag_companion_start(
      words, variables.map { UnsafePointer($0) } + [nil], all, Int32(all.count), input,
      isDetached ? SIGKILL : SIGTERM, isDetached ? 1 : 0)
    guard identifier > 0 else {
      throw Failure(.unavailable, "cannot start a process of this program: \(ErrnoWords.sentence(-identifier))")
    }
  }

  deinit { end() }

  /// Waits until the process has ended.
  package func wait() -> Ending {
    if let ending { return ending }
    let ending = Ending(ag_companion_wait(identifier))
    self.ending = ending
    return ending
  }

  /// Kills the process, if it has not ended, and waits for its end.
  @discardableResult
  func end() -> Ending {
    if ending == nil { kill(identifier, SIGKILL) }
    return wait()
  }
}
