import AfterglowCore
import AfterglowLinux
import CLinux
import Foundation

/// What is shown: compiling, watching, reloading, and the light that the command line plays.
extension Daemon {
  /// Says once, at the start, what is shown and where.
  func introduce() {
    let lines = introduction
    lines.forEach(Report.say)
    mirror.caption = lines
  }

  private var introduction: [String] {
    let bank = Int(board.record.archiveBankByteCount)
    var lines = ["\(source.name): \(board.summary)"]
    if isShownInFile {
      lines += ["  framebuffer  \(paths.framebuffer)", "  picture      \(paths.picture)"]
    } else {
      lines.append("  display      \(board.hardware.description)")
    }
    lines.append("  archive      \(paths.archive) (\(byteText(board.archive.count)) of \(byteText(bank)))")
    if let reload = board.nextReload { lines.append("  next reload  \(TimeText.due(reload, now: .now))") }
    if !options.isHeadless && Terminal.hasKeys {
      lines.append("  keys         d day, n night, a always-on, s light sensor, p power, q quit")
    }
    return lines
  }

  /// Keeps the archive for the guard and for the next boot. A folder that cannot be written costs only that: the guard
  /// gets it from the runtime folder then.
  func keepArchive() throws {
    paths.keepsArchiveInRuntimeFolder = false
    do {
      try Files.makeFolder(paths.stateFolder, mode: 0o700)
      try Files.replace(paths.archive, with: board.archive, isDurable: true)
      if limit.cleared("archive") { log.notice("the archive can be written again") }
    } catch {
      warn("\(error); the panel goes on, but the next boot shows an older archive", about: "archive")
      paths.keepsArchiveInRuntimeFolder = true
      try paths.makeRuntimeFolder()
      try Files.replace(paths.archive, with: board.archive, isDurable: false)
    }
  }

  func reportNotices() {
    for notice in board.notices {
      warn(notice.message, about: notice.message, as: notice.severity == .error ? .error : .warning)
    }
  }

  func handleFiles() {
    let now = ag_boottime_ms()
    if watch.hasChanged(nowMs: now) { recompileAtMs = now + Self.debounceMs }
    if let at = recompileAtMs, now >= at { recompile("files changed") }
  }

  func reloadIfDue() {
    guard let due = board.nextReload, due <= .now, ag_boottime_ms() >= reloadNotBeforeMs else { return }
    recompile("reload due")
  }

  /// Compiles and hands over; on any problem says it and leaves the last good archive on the panel.
  private func recompile(_ reason: String) {
    recompileAtMs = nil
    reloadNotBeforeMs = ag_boottime_ms() + Self.shortestReloadMs
    do {
      board = try ShownBoard(source.compile(at: .now))
      mirror.board = board.record
      watch = FolderWatch(folder: source.folder, otherFiles: source.watchedFiles)
      try keepArchive()
      Report.say("\(TimeText.localTime(.now))  \(reason): compiled \(byteText(board.archive.count))")
      reportNotices()
      if link.isConnected { try handOver() }
    } catch {
      let lines = (error as? Failure)?.lines ?? ["\(error)"]
      for line in lines.prefix(20) { Report.complain(line) }
      log.warning("the last good scene stays on the panel")
    }
  }

  /// When the next line of `--lux-trace` is due.
  var nextLuxMs: Int64? {
    guard let samples = options.luxTrace?.trace.samples, nextLuxSample < samples.count else { return nil }
    return startedAtMs + samples[nextLuxSample].atMs
  }

  func playLux() {
    guard let trace = options.luxTrace?.trace else { return }
    while let at = nextLuxMs, at <= ag_boottime_ms() {
      let lux = trace.samples[nextLuxSample].illuminance
      link.send(ControlMessage(.lux, value: lux?.millilux ?? -1))
      nextLuxSample += 1
    }
  }
}
