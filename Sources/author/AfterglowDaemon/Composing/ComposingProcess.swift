import AfterglowCompiler
import AfterglowFetch
import AfterglowKit
import AfterglowLinux
import AfterglowPreview
import AfterglowSources
import CChild
import CLinux
import Foundation

/// The composing process of a run, from inside. The process reads everything that arrives, and may die of it. Its parent starts
/// it with three descriptors and outlives it (`ComposerHost`).
package enum ComposingProcess {
  /// The only argument of such a process. It is not a command: no user has the descriptors.
  package static let argument = "compose-for-parent"

  private enum Descriptor {
    static let orders: Int32 = 3
    static let checks: Int32 = 4
    static let mark: Int32 = 5
  }

  /// Composes until the parent ends.
  ///
  /// - Returns: why the process could not compose; nil = it did.
  package static func run() -> Failure.Kind? {
    ag_ignore_broken_pipes()
    // systemd stops every process of a service at once; only the parent decides when this one ends.
    _ = ag_signal_descriptor()
    for descriptor in Descriptor.orders...Descriptor.mark { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    CompositionMark.begin(Descriptor.mark)
    let socket = FrameSocket(Descriptor.orders)
    guard CompositionMark.isThere, let frame = socket.next(untilBootMs: ag_boottime_ms() + 10_000),
      let start = ComposingMessage.message(ComposingMessage.Start.self, frame.bytes),
      start.version == ComposingMessage.version
    else { return .usage }
    if start.isOneByOne { CompositionMark.workOneByOne() }
    SetAsideShelf.put(start.setAside, precaution: start.precaution)
    let last = frame.descriptor < 0 ? nil : LastGoodArchive(frame.descriptor)
    if frame.descriptor >= 0 { close(frame.descriptor) }
    do {
      let loop = try ComposingLoop(start, last, socket, checks: FrameSocket(Descriptor.checks))
      loop.run()
      return nil
    } catch {
      socket.send(ComposingMessage.data(ComposingMessage.Report.refused(lines(of: error))))
      return .unavailable
    }
  }

  static func lines(of error: any Error) -> [String] { (error as? Failure)?.lines ?? ["\(error)"] }
}

/// Composes the scenes that are due and those that the parent orders, one after the other.
final class ComposingLoop {
  private let socket: FrameSocket
  private let composition: Composition
  private let wait: ComposerWait
  private let reader: ContentReader

  /// - Parameter last: the archive that the panel showed last; nil = there is none.
  init(
    _ start: ComposingMessage.Start, _ last: LastGoodArchive?, _ socket: FrameSocket, checks: FrameSocket
  ) throws {
    self.socket = socket
    wait = try ComposerWait()
    let reader = ContentReader(checks)
    self.reader = reader
    let source = try BoardSource(start.folder)
    source.lastArchive = last
    let paths = RuntimePaths(board: source.identity, foreignSocket: start.controlSocket)
    composition = try Composition(
      source, ledger: start.isVirtual ? paths.virtualReloads : paths.reloads, reason: start.reason
    ) { news in
      Self.send(news, socket, reader)
    }
  }

  private static func send(_ news: Composition.News, _ socket: FrameSocket, _ reader: ContentReader) {
    func send(_ report: ComposingMessage.Report, passing descriptor: Int32 = -1) {
      socket.send(ComposingMessage.data(report), passing: descriptor)
    }
    switch news {
    case .composed(let archive, let scene):
      do {
        let file = try ArchiveFile(archive, contentHash: scene.contentHash)
        file.withDescriptor { send(.composed(scene), passing: $0) }
        // The next compile is minutes away.
        ag_release_program_pages()
      } catch {
        send(.refused(ComposingProcess.lines(of: error)))
      }
    case .refused(let lines): send(.refused(lines))
    case .warning(let text, let subject): send(.warning(text, about: subject))
    case .cleared(let subject, let words): send(.cleared(subject, words: words))
    case .listing(let listing, let trustsClock):
      reader.follow(listing.requests)
      send(.listing(ComposingMessage.Listing(listing, trustsClock: trustsClock)))
    }
  }

  func run() {
    while turn() {}
    composition.finish()
  }

  /// - Returns: whether to continue.
  private func turn() -> Bool {
    _ = wait.wait(
      [socket.descriptor, composition.descriptor], untilBootMs: composition.nextDeadlineMs(.now))
    let frames = socket.receive()
    for frame in frames {
      guard let order = ComposingMessage.message(ComposingMessage.Order.self, frame.bytes) else { continue }
      switch order {
      case .compile(let reason): composition.compile(reason, .now)
      case .confirmed(let key): composition.confirmed(key, .now)
      case .nextFace: composition.showNextFace(.now)
      case .end: return false
      }
    }
    if socket.isClosed { return false }
    composition.step(.now)
    return true
  }
}

/// Reads new content of sources for the parent, on a thread of its own: a widget that hangs does not delay the reader.
final class ContentReader: @unchecked Sendable {
  private let socket: FrameSocket
  private let lock = NSLock()
  private var requests: [String: SourceRequest] = [:]
  private var thread: WorkThread?

  init(_ socket: FrameSocket) { self.socket = socket }

  func follow(_ requests: [SourceRequest]) {
    lock.withLock {
      self.requests = Dictionary(requests.compactMap { request in request.source.key.map { ($0, request) } }) { $1 }
      guard thread == nil else { return }
      // Documents are read recursively.
      let thread = WorkThread("reader", stackByteCount: 8 << 20)
      self.thread = thread
      thread.async { [self] in while !socket.isClosed { answer() } }
    }
  }

  private func answer() {
    guard socket.wait(untilBootMs: .max) else { return }
    for frame in socket.receive() {
      guard let check = ComposingMessage.message(ComposingMessage.Check.self, frame.bytes), frame.descriptor >= 0 else {
        continue
      }
      let bytes = Self.bytes(frame.descriptor, count: check.byteCount)
      close(frame.descriptor)
      let request = lock.withLock { requests[check.key] }
      var verdict = Self.verdict(bytes, request, check.key)
      verdict.number = check.number
      socket.send(ComposingMessage.data(verdict))
      HeapMemory.trim()
    }
  }

  private static func bytes(_ descriptor: Int32, count: Int) -> [UInt8] {
    guard count > 0, count <= 64 << 20 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, done in
      while done < count {
        let got = pread(descriptor, bytes.baseAddress! + done, count - done, done)
        if got <= 0 { break }
        done += got
      }
    }
  }

  private static func verdict(
    _ bytes: [UInt8], _ request: SourceRequest?, _ key: String
  ) -> ComposingMessage.Verdict {
    guard let request else {
      return ComposingMessage.Verdict(refusal: .unchecked("no widget of the scene reads it any more"))
    }
    let subject = CompositionMark.Subject(
      folder: "", slot: key, kind: "", phase: .checking, source: request.source.publicName, configuration: "", paths: []
    )
    return CompositionMark.within(subject) {
      if let refusal = request.refusal(of: bytes) { return ComposingMessage.Verdict(refusal: refusal) }
      var verdict = ComposingMessage.Verdict()
      for sample in request.samples {
        if let value = sample.read(bytes), value.isFinite { verdict.samples[sample.name] = value }
      }
      return verdict
    }
  }
}
