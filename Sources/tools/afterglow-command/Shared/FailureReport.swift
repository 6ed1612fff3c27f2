import AfterglowBoards
import AfterglowCompiler
import AfterglowDaemon
import AfterglowErrors
import AfterglowKit
import ArgumentParser
import Foundation

extension ParsableCommand {
  /// Ends a command that has drawn something with status 1 if the program of a widget has crashed, or was ended: the
  /// output shows something else in its place. The messages have said so.
  ///
  /// - Parameter isDebug: whether every program is built for debugging; nil = those that were added so.
  /// - Throws: `ExitCode`, or the error of a file operation.
  func endIfWidgetCrashed(isDebug: Bool? = nil) throws {
    guard WidgetCrashes.hasAny else { return }
    for crash in WidgetCrashes.crashes
    where isDebug ?? WidgetOrigin(of: URL(fileURLWithPath: crash.program))?.isDebug ?? false {
      try WidgetBacktrace.write(of: crash)
    }
    throw ExitCode(ExitStatus.differs.rawValue)
  }

  /// The description of Foundation's errors is a dump of their fields; this returns their message.
  private static func words(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    let path = error.filePath ?? error.url?.path
    let cause = (error.underlying ?? error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    let words =
      cause.flatMap { $0.domain == NSPOSIXErrorDomain ? ErrnoWords.sentence(Int32(clamping: $0.code)) : nil }
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
      throw ExitCode(failure.kind.status.rawValue)
    } catch let failure as FileFailure {
      Report.complain(failure.description)
      throw ExitCode(failure.kind.status.rawValue)
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
