import CChild
import Foundation

/// The memory in which a composing process writes what it works on. Where the process dies, its parent reads the memory
/// (docs/decisions/processes.md, A composing process that dies). Other processes have no such memory, and every call does
/// nothing.
package enum CompositionMark {
  /// The work of one thread.
  package struct Subject: Codable, Equatable, Sendable {
    /// A part of the work on one widget.
    package enum Phase: String, Codable, Sendable {
      case reading, loading, drawing
      /// The check of a source's new content, before the content is stored.
      case checking
    }

    /// Folder of the board.
    package var folder: String
    /// Name of the widget in the scene. In a check, the key of the source; empty in work outside of any widget.
    package var slot: String
    package var kind: String
    package var phase: Phase
    /// Name of the content's source, without anything secret.
    package var source: String
    /// Fingerprint of the widget's configuration.
    package var configuration: String
    /// Paths of the files from which the widget reads its content.
    package var paths: [String]

    package init(
      folder: String, slot: String, kind: String, phase: Phase, source: String, configuration: String, paths: [String]
    ) {
      self.folder = folder
      self.slot = slot
      self.kind = kind
      self.phase = phase
      self.source = source
      self.configuration = configuration
      self.paths = paths
    }

    /// The fields, each with a zero byte at its end. The name comes first. Paths beyond the mark's room are left out.
    fileprivate var bytes: [UInt8] {
      var bytes: [UInt8] = []
      for field in [slot, folder, kind, phase.rawValue, source, configuration] + paths {
        let next = Array(field.utf8.prefix(4096).filter { $0 != 0 }) + [0]
        if bytes.count + next.count > Int(AG_MARK_TEXT_BYTES) { break }
        bytes += next
      }
      return bytes
    }

    /// Reads a subject from a mark; nil for other bytes.
    package init?(bytes: some Collection<UInt8>) {
      let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard fields.count >= 7, let phase = Phase(rawValue: fields[3]) else { return nil }
      self.init(
        folder: fields[1], slot: fields[0], kind: fields[2], phase: phase, source: fields[4], configuration: fields[5],
        paths: Array(fields[6..<(fields.count - 1)]))
    }
  }

  /// The mark, which `begin` sets once, before other threads exist.
  nonisolated(unsafe) private static var memory: UnsafeMutableRawPointer?
  nonisolated(unsafe) private static var isOneByOne = false
  private static let turn = NSRecursiveLock()

  /// Whether this process composes for a parent.
  package static var isThere: Bool { memory != nil }

  /// Maps the mark. From now on this process writes there what it works on.
  ///
  /// - Parameters:
  ///   - descriptor: the memory that the parent has mapped.
  ///   - isOneByOne: whether one thread works at a time, so that a death has one subject.
  package static func begin(_ descriptor: Int32, isOneByOne: Bool = false) {
    memory = ag_mark_map(descriptor)
    Self.isOneByOne = isOneByOne
    faultFile = ProcessInfo.processInfo.environment[faultVariable]
  }

  /// Lets one thread work at a time from now on.
  package static func workOneByOne() { isOneByOne = true }

  /// Does work on a subject. The work on a widget is a part of the work on its scene.
  package static func within<R>(_ subject: @autoclosure () -> Subject, _ work: () throws -> R) rethrows -> R {
    guard let memory else { return try work() }
    let bytes = subject().bytes
    if let around {
      enter(bytes)
      defer { enter(around) }
      return try $around.withValue(bytes) { try work() }
    }
    let waits = isOneByOne
    if waits { turn.lock() }
    if let faultFile { setFault(faultFile) }
    ag_mark_claim(memory)
    enter(bytes)
    defer {
      ag_mark_release()
      if waits { turn.unlock() }
    }
    return try $around.withValue(bytes) { try work() }
  }

  /// The subject of this thread's surrounding work; nil outside of any.
  @TaskLocal private static var around: [UInt8]?

  private static func enter(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { ag_mark_enter($0.bindMemory(to: CChar.self).baseAddress!, Int64($0.count)) }
  }

  /// Counts a step of this thread. A thread whose work makes no step for minutes hangs.
  package static func step() {
    if memory != nil { ag_mark_step() }
  }

  /// Counts bytes that this process has written to standard output. A process that takes its place does not write them
  /// again.
  package static func addOutput(_ byteCount: Int) {
    if let memory { ag_mark_add_output(memory, Int64(byteCount)) }
  }

  /// The variable by which a test names a file with a fault. The process reads the file before each piece of work. It has
  /// three words: the name of a widget or the key of a source, or `-` for work outside of any widget; the step, from 1 on,
  /// at which the process ends itself; and the signal, or 0 for a process that hangs.
  package static let faultVariable = "AFTERGLOW_FAULT_FILE"
  nonisolated(unsafe) private static var faultFile: String?

  private static func setFault(_ path: String) {
    let text = String(decoding: FileManager.default.contents(atPath: path)?.prefix(300) ?? Data(), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let step = Int64(words[1]), let signal = Int32(words[2]) else {
      return ag_mark_set_fault("", 0, 0)
    }
    ag_mark_set_fault(words[0] == "-" ? "" : String(words[0]), step, signal)
  }
}

extension SceneSlot {
  /// Why the slot is not composed; nil = it is. In a preview no board has asked the shelf before.
  var reasonAside: SetAsideContent? { setAside ?? (subject == nil ? SetAsideShelf.content("", identifier) : nil) }

  /// Does work on the slot. Of a slot that is set aside the mark names nothing, because only the host draws there.
  func worked<R>(on phase: CompositionMark.Subject.Phase, _ work: () throws -> R) rethrows -> R {
    reasonAside == nil ? try CompositionMark.within(subject(phase), work) : try work()
  }

  private func subject(_ phase: CompositionMark.Subject.Phase) -> CompositionMark.Subject {
    var subject =
      subject
      ?? CompositionMark.Subject(
        folder: "", slot: identifier, kind: widget.descriptor.kind, phase: phase, source: "", configuration: "",
        paths: [])
    subject.phase = phase
    return subject
  }
}

/// The mark of a child, as its parent reads it.
package final class ChildMark {
  /// The work of one thread of the child.
  package struct Work {
    /// Number of the thread's area in the mark.
    package var area: Int
    package var subject: CompositionMark.Subject
    /// Date at which the work began, in ms since 1970.
    package var beganMs: Int64
    /// A number that rises with each step.
    package var steps: UInt64
  }

  /// The memory, which the child gets as a descriptor.
  package let descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// Makes an empty mark; nil without memory or a descriptor.
  package init?() {
    descriptor = ag_mark_make()
    guard descriptor >= 0 else { return nil }
    guard let mapped = ag_mark_map(descriptor) else {
      close(descriptor)
      return nil
    }
    memory = mapped
  }

  deinit {
    ag_mark_unmap(memory)
    close(descriptor)
  }

  /// The work of each thread of the child now, or at the child's death.
  package var works: [Work] {
    var bytes = [UInt8](repeating: 0, count: Int(AG_MARK_TEXT_BYTES))
    return (0..<Int32(AG_MARK_AREAS)).compactMap { area in
      let count = bytes.withUnsafeMutableBytes {
        ag_mark_read(memory, area, $0.bindMemory(to: CChar.self).baseAddress!, Int64($0.count))
      }
      guard count >= 0, let subject = CompositionMark.Subject(bytes: bytes[..<Int(count)]) else { return nil }
      return Work(
        area: Int(area), subject: subject, beganMs: ag_mark_began_ms(memory, area), steps: ag_mark_steps(memory, area))
    }
  }

  /// Bytes that the child has written to standard output.
  package var outputByteCount: Int { Int(ag_mark_output(memory)) }
}
