import AfterglowDocuments
import ArgumentParser
import Foundation

/// How the program ends (sysexits.h where it has a number).
enum ExitStatus: Int32 {
  case ok = 0
  /// `compare` or `render --expect` saw another picture, or `check` found problems.
  case differs = 1
  case usage = 64
  case badInput = 65
  case unavailable = 69
  case cannotCreate = 73
  case inputOutput = 74
  /// Somebody else has it just now; it may be free later.
  case busy = 75

  /// For `--help`.
  static let help = """
    EXIT STATUS
      0   done
      1   the picture differs, or problems were found
      64  wrong usage
      65  wrong input
      69  something that is needed is not there
      73  a file cannot be written
      74  reading or writing failed
      75  the board is run by another process already
    """
}

/// The one way in which a command fails: what to say, line by line, and how to end.
struct Failure: Error {
  var status: ExitStatus
  var lines: [String]

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    lines = [message]
  }

  /// Problems in documents, in the form that editors jump to.
  init(_ problems: [Problem]) {
    status = .badInput
    lines = problems.map(\.description)
  }
}

extension ParsableCommand {
  /// Runs a command's body and turns every error into its words on standard error and its exit status.
  func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as Failure {
      for line in failure.lines { Report.complain(line) }
      throw ExitCode(failure.status.rawValue)
    } catch let failure as FileFailure {
      Report.complain(failure.description)
      throw ExitCode(failure.status.rawValue)
    } catch let exit as ExitCode {
      throw exit
    } catch let error as ValidationError {
      throw error
    } catch {
      Report.complain("\(error)")
      throw ExitCode(ExitStatus.inputOutput.rawValue)
    }
  }
}
