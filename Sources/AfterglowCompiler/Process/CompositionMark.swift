import CChild
import Foundation

/// Where a process that composes says what it works on, so that its parent knows what it died of
/// (docs/decisions/processes.md, A composing process that dies). Other processes have none, and every call does nothing.
package enum CompositionMark {
  /// The work of one thread.
  package struct Subject: Codable, Equatable, Sendable {
    /// A part of the work on one widget.
    package enum Phase: String, Codable, Sendable {
      case reading, loading, drawing
      /// New content of a source is checked before it is stored.
      case checking
    }

    /// The board's folder.
    package var folder: String
    /// The widget's name in the scene; of a source its key.
    package var slot: String
    package var kind: String
    package var phase: Phase
    /// The source of the content, without anything secret.
    package var source: String
    /// The fingerprint of the widget's configuration.
    package var configuration: String
    /// The files that its content is read from.
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

    /// Fields end with a zero byte, and the name comes first. Of too many paths the last ones are left out.
    fileprivate var bytes: [UInt8] {
      var bytes: [UInt8] = []
      for field in [slot, folder, kind, phase.rawValue, source, configuration] + paths {
        let next = Array(field.utf8.prefix(4096).filter { $0 != 0 }) + [0]
        if bytes.count + next.count > Int(AG_MARK_TEXT_BYTES) { break }
        bytes += next
      }
      return bytes
    }

    /// nil for bytes that are none.
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

  /// Set once, before there are other threads.
  nonisolated(unsafe) private static var memory: UnsafeMutableRawPointer?
  nonisolated(unsafe) private static var isOneByOne = false
  private static let turn = NSRecursiveLock()

  /// Whether this process composes for a parent.
  package static var isThere: Bool { memory != nil }

  /// From now on this process says in the mark what it works on.
  ///
  /// - Parameters:
  ///   - descriptor: of the memory that its parent has mapped.
  ///   - isOneByOne: one thread works at a time, so that it is known which one died.
  package static func begin(_ descriptor: Int32, isOneByOne: Bool = false) {
    memory = ag_mark_map(descriptor)
    Self.isOneByOne = isOneByOne
    faultFile = ProcessInfo.processInfo.environment[faultVariable]
  }

  /// From now on one thread works at a time.
  package static func workOneByOne() { isOneByOne = true }

  /// Works on a subject. The work on a widget is a part of that on its scene.
  package static func within<R>(_ subject: @autoclosure () -> Subject, _ work: () throws -> R) rethrows -> R {
    guard let memory else { return try work() }
    let bytes = subject().bytes
    if let around {
      enter(bytes, memory)
      defer { enter(around, memory) }
      return try $around.withValue(bytes) { try work() }
    }
    let waits = isOneByOne
    if waits { turn.lock() }
    if let faultFile { setFault(faultFile) }
    ag_mark_claim(memory)
    enter(bytes, memory)
    defer {
      ag_mark_release(memory)
      if waits { turn.unlock() }
    }
    return try $around.withValue(bytes) { try work() }
  }

  /// The subject of this thread.
  @TaskLocal private static var around: [UInt8]?

  private static func enter(_ bytes: [UInt8], _ memory: UnsafeMutableRawPointer) {
    bytes.withUnsafeBytes { ag_mark_enter(memory, $0.bindMemory(to: CChar.self).baseAddress!, Int64($0.count)) }
  }

  /// Counts a step: work that makes none for long hangs.
  package static func step() {
    if let memory { ag_mark_step(memory) }
  }

  /// Notes what was written, for a process that may be started again.
  package static func note(written count: Int, to descriptor: Int32) {
    if let memory { ag_mark_add_output(memory, descriptor, Int64(count)) }
  }

  /// For tests: names a file with a fault, which is read before each piece of work. It has the name of a widget, or the key
  /// of a source; the step from 1 on at which the process ends itself; and the signal, or 0 for a process that hangs.
  package static let faultVariable = "AFTERGLOW_FAULT_FILE"
  nonisolated(unsafe) private static var faultFile: String?

  private static func setFault(_ path: String) {
    let text = String(decoding: FileManager.default.contents(atPath: path)?.prefix(300) ?? Data(), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let step = Int64(words[1]), let signal = Int32(words[2]) else {
      return ag_mark_set_fault("", 0, 0)
    }
    ag_mark_set_fault(String(words[0]), step, signal)
  }
}

extension SceneSlot {
  /// Why it is not composed; nil = it is. Previews have no board that has looked it up.
  var reasonAside: SetAsideContent? { setAside ?? (subject == nil ? SetAsideShelf.content("", identifier) : nil) }

  /// Works on it. What is set aside is not worked on: the host draws in its place.
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
  /// What the child gets.
  package let descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// nil without memory or a descriptor.
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

  /// What the threads of the child work on, or did when it died.
  package var subjects: [CompositionMark.Subject] {
    var bytes = [UInt8](repeating: 0, count: Int(AG_MARK_TEXT_BYTES))
    return (0..<Int32(AG_MARK_AREAS)).compactMap { area in
      let count = bytes.withUnsafeMutableBytes {
        ag_mark_read(memory, area, $0.bindMemory(to: CChar.self).baseAddress!, Int64($0.count))
      }
      return count < 0 ? nil : CompositionMark.Subject(bytes: bytes[..<Int(count)])
    }
  }

  /// When the work began, in ms since 1970; the greatest number where nothing is worked on.
  package var beganMs: Int64 { ag_mark_began_ms(memory) }

  /// Steps of all threads so far.
  package var steps: UInt64 { ag_mark_steps(memory) }

  /// Bytes that it has written to standard output or error.
  package func output(_ descriptor: Int32) -> Int { Int(ag_mark_output(memory, descriptor)) }
}
