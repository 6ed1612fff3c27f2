import Afterglow
import AfterglowDocuments
import ArgumentParser
import Foundation

/// The program's exit status (sysexits.h where it has a number).
enum ExitStatus: Int32 {
  case ok = 0
  /// `compare` or `render --expect` found a difference, or `check` found problems.
  case differs = 1
  case usage = 64
  case badInput = 65
  case unavailable = 69
  case cannotCreate = 73
  case inputOutput = 74
  /// Another process is using it; it may be free later.
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

/// The error of all commands: the message, line by line, and the exit status.
struct Failure: Error {
  var status: ExitStatus
  var lines: [String]
  /// The problems behind the lines, if they are about files.
  private(set) var problems: [Problem] = []

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    lines = [message]
  }

  /// Problems in documents, in the form that editors can jump to.
  init(_ problems: [Problem]) {
    status = .badInput
    self.problems = problems
    lines = problems.map(\.description)
  }

  /// Why a scene has no archive, with the position to be changed; without a position, under the board's name.
  init(_ error: CompileError, in scene: PanelScene, called name: String) {
    guard let place = scene.places[error.subject] else {
      self.init(.badInput, "\(name): \(error.message)")
      return
    }
    self.init([Problem(file: place.file, line: place.line, column: place.column, message: error.message)])
  }
}

extension ParsableCommand {
  /// The description of Foundation's errors is a dump of their fields; this returns their message.
  private static func words(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    let path = error.filePath ?? error.url?.path
    let cause = (error.underlying ?? error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    let words =
      cause.flatMap { $0.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32($0.code))) : nil }
      ?? error.localizedDescription
    return path.map { "\($0): \(words)" } ?? words
  }

  /// Runs a command's body and turns every error into a message on standard error and an exit status.
  ///
  /// - Throws: `ExitCode`.
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
      Report.complain(Self.words(of: error))
      throw ExitCode(ExitStatus.inputOutput.rawValue)
    }
  }
}
