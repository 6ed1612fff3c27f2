import AfterglowArchive
import AfterglowCore
import AfterglowLinux

// A supervisor's handling of new archives: for the running board, or for another one.
extension PanelSupervisor {
  /// Starts the panel with the archive of the command line. If it is missing or invalid, the panel waits where an
  /// author can send another one. Only the archive's board is validated here: `finishStart` does the rest while the
  /// renderer sets itself up.
  ///
  /// - Returns: an exit status if archive or display is not available.
  mutating func start(isAlone: Bool) -> Int32? {
    guard let path = options.archivePath else { return nil }
    do throws(SessionError) {
      try beginWith(path, waitsForDisplay: !isAlone)
      return nil
    } catch {
      endRenderer()
      if options.controlPath != nil, error.isMissingFile { return nil }
      return refuseFirst(error)
    }
  }

  /// Reports an archive that cannot be used; one that was truncated by a power cut, or written by an older release,
  /// must not prevent the author's next one from being shown.
  private func refuseFirst(_ error: SessionError) -> Int32? {
    let isAwaited = options.controlPath != nil && error.isWrongArchive
    say { (text: inout TextWriter) in
      error.write(to: &text)
      if isAwaited { text.write("; waiting for its author") }
    }
    return isAwaited ? nil : error.exitCode.rawValue
  }

  private mutating func beginWith(_ path: UnsafePointer<CChar>, waitsForDisplay: Bool) throws(SessionError) {
    let file: FileDescriptor
    do throws(SystemError) {
      let original = try FileDescriptor.open(forReading: path)
      if !waitsForDisplay { startRendererAhead(of: original) }
      file = try original.privateCopy(limit: Int64(Archive.maximumByteCount))
    } catch {
      throw .intake(.system(error))
    }
    let bytes: ArchiveFile
    do throws(IntakeError) { bytes = try ArchiveFile.read(file) } catch { throw .intake(error) }
    let plan: BoardPlan
    do throws(IntakeError) { plan = try bytes.plan() } catch { throw .intake(error) }
    archives.firstByteCount = bytes.byteCount
    try startSession(file, plan, waitsForDisplay: waitsForDisplay)
    archives.unchecked = consume bytes
  }

  /// Validates what `start` has not. No renderer has received any of it yet.
  ///
  /// - Returns: an exit status if the archive is invalid.
  mutating func finishStart() -> Int32? {
    guard let bytes = archives.unchecked.take() else { return nil }
    do throws(IntakeError) {
      try bytes.checkContent()
      return nil
    } catch {
      endRenderer()
      let status = refuseFirst(.intake(error))
      if status == nil { endFirstSession() }
      return status
    }
  }

  /// Reads the archive file again (SIGHUP). If it cannot be read or shown, nothing changes.
  mutating func reload() {
    takeFileNews()
    display.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    post.tryNow(nowMs: SystemTime.boottimeMs)
    guard let path = options.archivePath, exitStatus == nil else { return }
    do throws(SessionError) {
      try readArchive(path, waitsForDisplay: true)
    } catch {
      say { (text: inout TextWriter) in
        error.write(to: &text)
        text.write("; the picture stays as it is")
      }
    }
  }

  private mutating func readArchive(_ path: UnsafePointer<CChar>, waitsForDisplay: Bool) throws(SessionError) {
    let file: FileDescriptor
    do throws(IntakeError) { file = try openArchive(path) } catch { throw .intake(error) }
    try takePrivate(file, waitsForDisplay: waitsForDisplay)
  }

  /// Handles an archive sent by an author.
  ///
  /// - Throws: `SessionError`; the panel keeps its current content.
  mutating func takeArchive(_ sent: borrowing FileDescriptor) throws(SessionError) {
    let copy: FileDescriptor
    do throws(SystemError) { copy = try sent.privateCopy(limit: Int64(Archive.maximumByteCount)) } catch {
      throw .intake(.system(error))
    }
    try takePrivate(copy, waitsForDisplay: false)
  }

  private mutating func takePrivate(_ copy: consuming FileDescriptor, waitsForDisplay: Bool) throws(SessionError) {
    guard let plan = try planOfAnotherBoard(copy) else { return archives.enqueue(copy.release()) }
    if life.process?.patience.endsSlowly == true {
      // Its frame is finished first; meanwhile the other panels of this guard go on.
      life.askToStop(nowMs: SystemTime.boottimeMs)
      return archives.keepForOtherBoard(copy.release())
    }
    try startSession(copy, plan, waitsForDisplay: waitsForDisplay)
  }

  /// The renderer has finished its last frame: changes to the board that was sent meanwhile, if one was. If that fails,
  /// the old board goes on.
  mutating func changeBoard() {
    let file = archives.takeOtherBoard()
    if file < 0 || exitStatus != nil { return closeDescriptor(file) }
    do throws(SessionError) { try takePrivate(FileDescriptor(owning: file), waitsForDisplay: false) } catch {
      var message = ControlMessage(.refused)
      error.write(to: &message)
      post.clients.sendToAll(message)
    }
  }

  /// nil if the archive is for the running board.
  ///
  /// - Throws: `SessionError.intake`.
  private mutating func planOfAnotherBoard(_ file: borrowing FileDescriptor) throws(SessionError) -> BoardPlan? {
    do throws(IntakeError) {
      let bytes = try ArchiveFile.read(file)
      let archive: Archive
      do throws(IntakeError) { archive = try bytes.validated() } catch {
        // The size check comes first: a fault in an archive that fits no bank does not matter.
        if let session, bytes.byteCount > Int(session.pointee.plan.board.archiveBankByteCount) {
          throw IntakeError.system(SystemError("take over the archive", errno: SystemError.tooLarge))
        }
        throw error
      }
      if exitStatus == nil, session?.pointee.plan.isSame(as: archive) == true { return nil }
      archives.firstByteCount = bytes.byteCount
      return try BoardPlan(archive)
    } catch {
      throw .intake(error)
    }
  }

  /// Sets up the display of another board, or of the first one; the old one is closed only after that.
  ///
  /// - Throws: `SessionError`; the old board keeps running.
  private mutating func startSession(
    _ archive: consuming FileDescriptor, _ plan: consuming BoardPlan, waitsForDisplay: Bool
  ) throws(SessionError) {
    let next = try makeSession(plan)
    if session != nil {
      try replaceSession(next)
      session = next
      archives.setLastGood(archive.release())
    } else {
      session = next
      archives.setLastGood(archive.release())
      try openFirstDisplay(waitsForIt: waitsForDisplay)
    }
    watchDisplay()
    exitStatus = nil
    shown.startOver()
    life.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    post.clients.sendToAll(hello())
  }

  private mutating func openFirstDisplay(waitsForIt: Bool) throws(SessionError) {
    launchRendererAhead()
    do throws(DisplayFailure) { try session!.pointee.openDisplay() } catch {
      endRenderer()
      // It is searched for again at once, which reports its absence.
      if waitsForIt { return }
      endFirstSession()
      throw .display(error)
    }
  }

  private mutating func endFirstSession() {
    session?.end()
    session = nil
    closeDescriptor(archives.takeLastGood())
  }

  private func makeSession(_ plan: consuming BoardPlan) throws(SessionError) -> SessionReference {
    let made = try BoardSession(plan, options, screens)
    do throws(SystemError) { return try SessionReference(made) } catch { throw .intake(.system(error)) }
  }

  /// Ends the renderer and opens the next session's display; on failure the previous state is restored.
  ///
  /// - Throws: `SessionError`.
  private mutating func replaceSession(_ next: SessionReference) throws(SessionError) {
    let sharesCard = session!.pointee.sharesCard(with: next.pointee)
    if session!.pointee.sharesDisplay(with: next.pointee) {
      endRenderer()
      if !sharesCard { session!.pointee.closeDisplay() }
    }
    do throws(DisplayFailure) {
      if sharesCard { try next.pointee.takeOverPlace(of: session!) } else { try next.pointee.openDisplay() }
    } catch {
      next.end()
      display.backoff.tryNow(nowMs: SystemTime.boottimeMs)
      throw .display(error)
    }
    endRenderer()
    session!.pointee.closeDisplay()
    if session!.pointee.plan.board.panel != next.pointee.plan.board.panel { saved.refreshes.forgetDrive() }
    archives.dropQueued()
    if previous == nil {
      previous = PreviousSession(session: session!, archive: archives.takeLastGood())
    } else {
      session!.end()
    }
    session = nil
  }

  /// The first frame of a board is on its display: closes the previous session.
  mutating func commitSession() {
    guard let previous else { return }
    // Its devices are restored, except for a backlight that both boards use.
    session?.pointee.devices.dimming.takeOver(from: &previous.session.pointee.devices.dimming)
    previous.session.end()
    closeDescriptor(previous.archive)
    self.previous = nil
    if inputs.isDark { setLit(false) }
    post.clients.sendToAll(ControlMessage(.adopted, value: Int64(archives.firstByteCount)))
  }

  /// The new board's renderer cannot show it: returns to the previous session. False if there is none.
  mutating func restorePreviousSession(_ reason: StaticString) -> Bool {
    guard let previous else { return false }
    session?.end()
    session = previous.session
    archives.setLastGood(previous.archive)
    self.previous = nil
    display.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    life.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    shown.goBack()
    watchDisplay()
    var message = ControlMessage(.refused)
    message.write(reason)
    post.clients.sendToAll(message)
    return true
  }
}
