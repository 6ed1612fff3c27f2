import AfterglowBoards
import AfterglowCompiler
import AfterglowDaemon
import AfterglowKit
import CChild
import CLinux
import Foundation

/// A command that composes in a child of itself. Where content ends that child, the command starts it again without the
/// content, and exits as a command that has found a problem (docs/decisions/processes.md, Commands that compose).
enum SupervisedCommand {
  private static let names: Set = ["check", "render", "build", "simulate", "gallery", "studio", "sensors"]
  /// The variable with the ID of the process that the child composes for. It means nothing to any other process.
  private static let variable = "AFTERGLOW_COMPOSES_FOR"

  private enum Descriptor {
    static let contents: Int32 = 3
    static let session: Int32 = 4
    static let mark: Int32 = 5
  }

  /// Whether this process is to run its command in a child.
  static var isWanted: Bool {
    CommandLine.arguments.dropFirst().first.map(names.contains) ?? false && !isChild
  }

  private static let isChild = ProcessInfo.processInfo.environment[variable] == "\(getppid())"

  /// Takes over what the parent knows, in the child.
  static func begin() {
    guard isChild else { return }
    unsetenv(variable)
    for descriptor in Descriptor.contents...Descriptor.mark { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let contents = ArchiveFile(
      descriptor: dup(Descriptor.contents), byteCount: Int(max(0, ag_file_size(Descriptor.contents))), contentHash: 0)
    let known = (try? contents.bytes()).flatMap { try? JSONDecoder().decode(Known.self, from: Data($0)) }
    close(Descriptor.contents)
    Report.skip(known?.written ?? 0)
    CompositionMark.begin(Descriptor.mark, isOneByOne: known?.isOneByOne ?? false)
    close(Descriptor.mark)
    session = known?.session
    SetAsideShelf.put(known?.contents ?? [])
  }

  /// Data that the process before this one has kept; nil = there was none.
  nonisolated(unsafe) private(set) static var session: Data?

  /// Keeps data for the process that takes this one's place if it dies.
  static func keep(session data: Data) {
    guard CompositionMark.isThere else { return }
    _ = ftruncate(Descriptor.session, 0)
    _ = data.withUnsafeBytes { pwrite(Descriptor.session, $0.baseAddress!, $0.count, 0) }
  }

  /// The data that a child receives.
  private struct Known: Codable {
    var contents: [SetAsideContent] = []
    var isOneByOne = false
    /// Bytes that the children before this one have written to standard output.
    var written = 0
    /// Data that they have kept.
    var session: Data?
  }

  /// The largest number of children: one for each widget of a scene, and some for deaths outside of widgets.
  private static let maximumCount = 70

  /// Runs the command in a child, and again without the content that ended the child.
  ///
  /// - Returns: the exit status.
  static func run() -> Int32 {
    // Where a parent ignores it, the kernel forgets how children ended.
    signal(SIGCHLD, SIG_DFL)
    var known = Known()
    for _ in 0..<maximumCount {
      let ending: Companion.Ending
      let mark: ChildMark
      do {
        let file = try ArchiveFile(Array(JSONEncoder().encode(known)), contentHash: 0)
        let session = try ArchiveFile([], contentHash: 0)
        let child = try start(file, session)
        ag_companion_forward(child.identifier)
        (ending, mark) = (child.wait(), child.mark)
        known.session = session.grown ?? known.session
      } catch {
        Report.complain("\((error as? Failure)?.lines.first ?? "\(error)")")
        return ExitStatus.unavailable.rawValue
      }
      switch ending {
      case .status(let status):
        // The studio has reported it on its page.
        let isPage = CommandLine.arguments.dropFirst().first == "studio"
        return status == 0 && !known.contents.isEmpty && !isPage ? ExitStatus.differs.rawValue : status
      case .signal(let number) where [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE].contains(number):
        // A person or a service asked the command to end.
        signal(number, SIG_DFL)
        raise(number)
        return 128 + number
      case .signal:
        // A child that dies early has not written as much as the children before it.
        known.written = max(known.written, mark.outputByteCount)
        guard note(ending, mark.works.map(\.subject), &known) else {
          Report.complain("the command ended: \(ending.words)")
          return ExitStatus.inputOutput.rawValue
        }
      }
    }
    Report.complain("the command was started \(maximumCount) times, and content ended it each time")
    return ExitStatus.inputOutput.rawValue
  }

  private static func start(_ known: ArchiveFile, _ session: ArchiveFile) throws -> Companion {
    try known.withDescriptor { known in
      try session.withDescriptor { session in
        try Companion(
          Array(CommandLine.arguments.dropFirst()), [known, session], additions: ["\(variable)=\(getpid())"],
          isDetached: false)
      }
    }
  }

  /// Notes the content that ended a child.
  ///
  /// - Returns: whether the next child does something else than this one.
  private static func note(
    _ ending: Companion.Ending, _ subjects: [CompositionMark.Subject], _ known: inout Known
  ) -> Bool {
    guard subjects.count <= 1 else {
      defer { known.isOneByOne = true }
      return !known.isOneByOne
    }
    guard let subject = subjects.first, !subject.slot.isEmpty else { return false }
    let source = subject.source.isEmpty ? "its configuration" : subject.source
    let reason = "The process that composed \(subject.slot) (\(subject.kind)) from \(source) died: \(ending.words)."
    let content = SetAsideContent(
      subject: subject, fingerprint: ContentFingerprint.of(subject), version: ProductVersion.text, reason: reason,
      sinceMs: Int64(Date().timeIntervalSince1970 * 1000))
    if known.contents.contains(where: { $0.subject == subject && $0.fingerprint == content.fingerprint }) {
      return false
    }
    known.contents.removeAll { $0.subject.folder == subject.folder && $0.subject.slot == subject.slot }
    known.contents.append(content)
    return true
  }
}

extension ArchiveFile {
  /// Data that another process has written into an empty file; nil = there is none.
  fileprivate var grown: Data? {
    let count = withDescriptor { ag_file_size($0) }
    guard count > 0, count < 1 << 20 else { return nil }
    let file = withDescriptor { ArchiveFile(descriptor: dup($0), byteCount: Int(count), contentHash: 0) }
    return (try? file.bytes()).map { Data($0) }
  }
}
