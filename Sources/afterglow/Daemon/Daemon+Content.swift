import AfterglowCore
import AfterglowLinux
import CLinux
import Foundation

/// What is shown: the composer's news, and the light that the command line plays.
extension Daemon {
  func say(_ line: String) { lines.say(line) }

  /// Says once, at the start, what is shown and where.
  func introduce() {
    let lines = introduction
    lines.forEach(say)
    mirror.ask { $0.caption = lines }
  }

  private var introduction: [String] {
    let bank = Int(board.record.archiveBankByteCount)
    var lines = ["\(source.name): \(board.summary)"]
    if isShownInFile {
      lines += ["  framebuffer  \(paths.framebuffer)", "  picture      \(paths.picture)"]
    } else {
      lines.append("  display      \(board.hardware.description)")
    }
    lines.append("  archive      \(keeper.path) (\(byteText(board.archive.byteCount)) of \(byteText(bank)))")
    if let reload = board.nextReload { lines.append("  next reload  \(TimeText.due(reload, now: .now))") }
    if !options.isHeadless && Terminal.hasKeys {
      lines.append("  keys         d day, n night, a always-on, s light sensor, p power, q quit")
    }
    return lines
  }

  func reportNotices() {
    for notice in board.notices {
      warn(notice.message, about: notice.message, as: notice.severity == .error ? .error : .warning)
    }
  }

  static let hangUp = "asked for"

  func handle(_ news: Composer.News) {
    switch news {
    case .compiled(let fresh, let reason): take(fresh, reason)
    case .refused(let lines): tellRefusal(lines)
    case .warning(let text, let subject): warn(text, about: subject)
    case .cleared(let subject, let words): if limit.cleared(subject) { log.notice("\(words)") }
    case .ready, .failed: break
    }
  }

  /// Hands a new scene over; one with the same content is on the panel already.
  private func take(_ fresh: ShownBoard, _ reason: String) {
    let isKnown = fresh.archive.contentHash == board.archive.contentHash
    _ = limit.cleared(Self.refusal)
    board = fresh
    mirror.ask { $0.board = fresh.record }
    let size = byteText(fresh.archive.byteCount)
    say("\(TimeText.localTime(.now))  \(reason): compiled \(size)\(isKnown ? ", as before" : "")")
    reportNotices()
    // One that the guard refused is offered again: what was in its way may be gone.
    let isHanded = fresh.archive.contentHash == handedHash
    if link.isConnected && (!isHanded || reason == Self.hangUp) { handOver() }
  }

  /// What the rate of telling that the files cannot be used is kept by.
  private static let refusal = "scene"

  private func tellRefusal(_ words: [String]) {
    guard limit.allows(words.joined(separator: "\n"), about: Self.refusal, nowMs: ag_boottime_ms()) else { return }
    words.prefix(20).forEach(lines.complain)
    log.warning("the last good scene stays on the panel")
  }

  /// When the next line of `--lux-trace` is due.
  var nextLuxMs: Int64? {
    guard let samples = options.luxTrace?.trace.samples, nextLuxSample < samples.count else { return nil }
    return startedAtMs + samples[nextLuxSample].atMs
  }

  func playLux() {
    guard let trace = options.luxTrace?.trace else { return }
    while let at = nextLuxMs, at <= ag_boottime_ms() {
      let light = Reading(known: trace.samples[nextLuxSample].illuminance)
      // What falls due while no guard is there is told to the next one.
      asked.light = light
      link.send(ControlMessage(light: light))
      nextLuxSample += 1
    }
  }
}
