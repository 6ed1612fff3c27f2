import AfterglowKit

/// The program's exit status (sysexits.h where it has a number).
enum ExitStatus: Int32 {
  case ok = 0
  /// A difference from an expected picture, problems of a board, a degraded board, a violation of a panel's rules, or
  /// content or a widget's program that ended a process.
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
      1   the picture differs, problems were found, the board is degraded, a panel's
        rules were violated, a widget's program crashed, or its content ended the
        process that composed it
      64  wrong usage
      65  wrong input
      69  something that is needed is not there
      73  a file cannot be written
      74  reading or writing failed
      75  the board is run by another process already
    """
}

extension Failure.Kind {
  /// The status with which a command ends for this kind of error.
  var status: ExitStatus {
    switch self {
    case .differs: .differs
    case .usage: .usage
    case .badInput: .badInput
    case .unavailable: .unavailable
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .busy: .busy
    }
  }
}
