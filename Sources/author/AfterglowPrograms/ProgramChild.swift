import AfterglowErrors
import CChild
import Foundation

/// A third-party program while it runs: a command of a source, or an added widget.
///
/// It may use what ``ProgramPermissions`` list, and a private folder that `TMPDIR` names and that goes with it. Everything that
/// it starts ends with it, and with the thread that started it.
public final class ProgramChild {
  /// Limits of each of its processes.
  public struct Limits: Sendable {
    public var memoryBytes: UInt64
    public var processorSeconds: UInt64
    public var openFiles: UInt64
    public var fileBytes: UInt64

    public init(memoryBytes: UInt64, processorSeconds: UInt64, openFiles: UInt64, fileBytes: UInt64) {
      (self.memoryBytes, self.processorSeconds) = (memoryBytes, processorSeconds)
      (self.openFiles, self.fileBytes) = (openFiles, fileBytes)
    }

    /// Those of commands and of added widgets. An interpreter reserves far more memory than it uses.
    public static let standard = Limits(memoryBytes: 1 << 30, processorSeconds: 60, openFiles: 64, fileBytes: 16 << 20)
  }

  /// Descriptors of a program's standard streams, which stay open here.
  public struct Streams {
    public var input: Int32
    public var output: Int32
    /// nil = the author's.
    public var errors: Int32?

    public init(input: Int32, output: Int32, errors: Int32? = nil) {
      (self.input, self.output, self.errors) = (input, output, errors)
    }
  }

  /// How a program ended.
  public enum End: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
    /// It cannot run on this machine, or was not permitted to.
    case notStarted
    /// It still runs: the kernel does not let it die.
    case stuck
  }

  /// Why a program was not started.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public var description: String

    public init(description: String) { self.description = description }
  }

  /// The supervisor's; 0 = collected.
  private var process: Int32 = 0

  /// - Parameters:
  ///   - path: the program.
  ///   - words: its name and arguments.
  ///   - variables: `NAME=value`, which replace what programs get of the author's environment.
  /// - Throws: ``Failure``.
  public convenience init(
    path: String, words: [String], variables: [String] = [], permissions: ProgramPermissions, streams: Streams,
    limits: Limits = .standard
  ) throws(Failure) {
    try self.init(
      path, words, variables, permissions: permissions, streams: streams, limits: limits, protecting: [])
  }

  /// - Parameter protecting: folders that are protected from this program alone.
  init(
    _ path: String, _ words: [String], _ variables: [String], permissions: ProgramPermissions, streams: Streams,
    limits: Limits, protecting folders: [String]
  ) throws(Failure) {
    let result = Self.start(
      path, words, variables, permissions: permissions, streams: streams, limits: limits, protecting: folders)
    if result == -Int32(AG_PROGRAM_UNIDENTIFIED) {
      throw Failure(description: "a folder of secrets is there, but cannot be opened to be kept from it")
    }
    guard result > 0 else { throw Failure(description: ErrnoWords.sentence(-result)) }
    process = result
  }

  deinit { end() }

  private static func start(
    _ path: String, _ words: [String], _ variables: [String], permissions: ProgramPermissions, streams: Streams,
    limits: Limits, protecting folders: [String]
  ) -> Int32 {
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let additions: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    let paths = permissions.rules.map { strdup($0.path)! }
    let closed: [UnsafeMutablePointer<CChar>?] = folders.map { strdup($0) } + [nil]
    defer { for text in arguments + additions + paths + closed { free(text) } }
    let rules = zip(permissions.rules, paths).map { rule, path in
      ag_program_rule(path: UnsafePointer(path), access: rule.access.code)
    }
    var bounds = ag_child_limits(
      memory_bytes: limits.memoryBytes, processor_seconds: limits.processorSeconds, open_files: limits.openFiles,
      file_bytes: limits.fileBytes)
    let constants = additions.map { UnsafePointer($0) }
    let closedConstants = closed.map { UnsafePointer($0) }
    var temporary = NSTemporaryDirectory()
    while temporary.count > 1 && temporary.hasSuffix("/") { temporary.removeLast() }
    return path.withCString { path in
      temporary.withCString { temporary in
        arguments.withUnsafeBufferPointer { arguments in
          constants.withUnsafeBufferPointer { constants in
            closedConstants.withUnsafeBufferPointer { closed in
              rules.withUnsafeBufferPointer { rules in
                withUnsafePointer(to: &bounds) { bounds in
                  var program = ag_program(
                    path: path, arguments: arguments.baseAddress!, additions: constants.baseAddress!,
                    input: streams.input, output: streams.output, errors: streams.errors ?? -1, limits: bounds,
                    rules: rules.baseAddress, rule_count: rules.count, protected_folders: closed.baseAddress,
                    temporary: temporary)
                  return ag_program_start(&program)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Whether it and everything that it has started have ended.
  public var hasEnded: Bool { process <= 0 || ag_program_has_ended(process) != 0 }

  /// Ends it, with everything that it has started.
  ///
  /// - Returns: how it ended before, or ends now; nil if it was ended before.
  @discardableResult
  public func end() -> End? {
    guard process > 0 else { return nil }
    let status = ag_program_end(process)
    process = 0
    if status == Int32(AG_CHILD_NOT_STARTED) { return .notStarted }
    if status < 0 { return .stuck }
    return status & Int32(AG_CHILD_SIGNALLED) != 0 ? .signal(status & 0xFF) : .status(status)
  }
}

extension ProgramChild {
  /// Folders that no program may read, change or move, whatever its permissions are.
  ///
  /// They are looked up at each start of a program. A folder that was found stays protected under every name.
  public static func protect(_ folders: [String]) {
    let paths: [UnsafePointer<CChar>?] = folders.map { UnsafePointer(strdup($0)) }
    defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
    ag_program_protect(paths + [nil])
  }

  /// Whether the kernel confines programs to their permissions: Linux since 5.13, if it was built with Landlock.
  public static var isConfined: Bool { ag_program_landlock_version() > 0 }

}

extension ProgramPermissions.Access {
  fileprivate var code: UInt32 {
    switch self {
    case .read: UInt32(AG_PROGRAM_READ)
    case .write: UInt32(AG_PROGRAM_WRITE)
    case .device: UInt32(AG_PROGRAM_DEVICE)
    }
  }
}
