import AfterglowArchive
import AfterglowCore
import AfterglowLinux

// A seat and the archives that come: for the board that is running, or for another one.
extension Seat {
  /// Exit status when the first archive or its display cannot be had; an archive that is missing or wrong is waited for
  /// where an author can bring another. Of the archive only the board has been looked at then: `finishStart` sees to the
  /// rest, while the renderer sets itself up.
  mutating func start(isAlone: Bool) -> Int32? {
    guard let path = options.archivePath else { return nil }
    do throws(HomeError) {
      try beginWith(path, waitsForDisplay: !isAlone)
      return nil
    } catch {
      endRenderer()
      if options.controlPath != nil, error.isMissingFile { return nil }
      return refuseFirst(error)
    }
  }

  /// A picture that a power cut tore, or an older release wrote, must not keep the author's next one from the panel.
  private func refuseFirst(_ error: HomeError) -> Int32? {
    let isAwaited = options.controlPath != nil && error.isWrongArchive
    say { (text: inout TextWriter) in
      error.write(to: &text)
      if isAwaited { text.write("; waiting for its author") }
    }
    return isAwaited ? nil : error.exitCode.rawValue
  }

  private mutating func beginWith(_ path: UnsafePointer<CChar>, waitsForDisplay: Bool) throws(HomeError) {
    let file: FileDescriptor
    do throws(SystemError) {
      let original = try FileDescriptor.open(forReading: path)
      if !waitsForDisplay { startRendererAhead(of: original) }
      file = try original.privateCopy(limit: ArchiveFile.maximumByteCount)
    } catch {
      throw .intake(.system(error))
    }
    let bytes: ArchiveFile
    do throws(IntakeError) { bytes = try ArchiveFile.read(file) } catch { throw .intake(error) }
    let plan: BoardPlan
    do throws(IntakeError) { plan = try bytes.plan() } catch { throw .intake(error) }
    archives.firstByteCount = bytes.byteCount
    try moveIn(file, plan, waitsForDisplay: waitsForDisplay)
    archives.unchecked = consume bytes
  }

  /// Looks at what `start` has not: exit status when the archive is not valid after all. No renderer has seen any of it.
  mutating func finishStart() -> Int32? {
    guard let bytes = archives.unchecked.take() else { return nil }
    do throws(IntakeError) {
      try bytes.checkContent()
      return nil
    } catch {
      endRenderer()
      let status = refuseFirst(.intake(error))
      if status == nil { leaveFirstHome() }
      return status
    }
  }

  /// Reads the archive file again (SIGHUP). One that cannot be read or shown changes nothing.
  mutating func reload() {
    takeFileNews()
    display.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    post.tryNow(nowMs: SystemTime.boottimeMs)
    guard let path = options.archivePath, exitStatus == nil else { return }
    do throws(HomeError) {
      try readArchive(path, waitsForDisplay: true)
    } catch {
      say { (text: inout TextWriter) in
        error.write(to: &text)
        text.write("; the picture stays as it is")
      }
    }
  }

  private mutating func readArchive(_ path: UnsafePointer<CChar>, waitsForDisplay: Bool) throws(HomeError) {
    let file: FileDescriptor
    do throws(IntakeError) { file = try openArchive(path) } catch { throw .intake(error) }
    try takePrivate(file, waitsForDisplay: waitsForDisplay)
  }

  /// An archive that an author sent.
  mutating func takeArchive(_ sent: borrowing FileDescriptor) throws(HomeError) {
    let copy: FileDescriptor
    do throws(SystemError) { copy = try sent.privateCopy(limit: ArchiveFile.maximumByteCount) } catch {
      throw .intake(.system(error))
    }
    try takePrivate(copy, waitsForDisplay: false)
  }

  private mutating func takePrivate(_ copy: consuming FileDescriptor, waitsForDisplay: Bool) throws(HomeError) {
    guard let plan = try planOfAnotherBoard(copy) else { return archives.enqueue(copy.release()) }
    try moveIn(copy, plan, waitsForDisplay: waitsForDisplay)
  }

  /// nil when the archive is for the board that is running.
  private mutating func planOfAnotherBoard(_ file: borrowing FileDescriptor) throws(HomeError) -> BoardPlan? {
    do throws(IntakeError) {
      let bytes = try ArchiveFile.read(file)
      let archive: Archive
      do throws(IntakeError) { archive = try bytes.validated() } catch {
        // What is wrong with something that no bank holds is of no interest.
        if let home, bytes.byteCount > Int(home.pointee.plan.board.archiveBankByteCount) {
          throw IntakeError.system(SystemError("take over the archive", errno: SystemError.tooLarge))
        }
        throw error
      }
      if exitStatus == nil, home?.pointee.plan.isSame(as: archive) == true { return nil }
      archives.firstByteCount = bytes.byteCount
      return try BoardPlan(archive)
    } catch {
      throw .intake(error)
    }
  }

  /// The archive is for another board than the one that is running, or for the first one: its display is set up, and
  /// only then does the old one go.
  private mutating func moveIn(
    _ archive: consuming FileDescriptor, _ plan: consuming BoardPlan, waitsForDisplay: Bool
  ) throws(HomeError) {
    let next = try makeHome(plan)
    if home != nil {
      try replaceHome(next)
      home = next
      archives.setLastGood(archive.release())
    } else {
      home = next
      archives.setLastGood(archive.release())
      try openFirstDisplay(waitsForIt: waitsForDisplay)
    }
    watchDisplay()
    exitStatus = nil
    shown.beginAnew()
    life.backoff.tryNow(nowMs: SystemTime.boottimeMs)
    post.clients.sendToAll(hello())
  }

  private mutating func openFirstDisplay(waitsForIt: Bool) throws(HomeError) {
    launchRendererAhead()
    do throws(DisplayFailure) { try home!.pointee.openDisplay() } catch {
      endRenderer()
      // Looked for again at once, and its absence is said there.
      if waitsForIt { return }
      leaveFirstHome()
      throw .display(error)
    }
  }

  private mutating func leaveFirstHome() {
    home?.end()
    home = nil
    closeDescriptor(archives.takeLastGood())
  }

  private func makeHome(_ plan: consuming BoardPlan) throws(HomeError) -> HomeReference {
    let made = try SeatHome(plan, options, screens)
    do throws(SystemError) { return try HomeReference(made) } catch { throw .intake(.system(error)) }
  }

  /// Ends the renderer and opens the next home's display; on failure all goes on as before.
  private mutating func replaceHome(_ next: HomeReference) throws(HomeError) {
    let lendsPlace = home!.pointee.lendsPlace(to: next.pointee)
    if home!.pointee.sharesDisplay(with: next.pointee) {
      endRenderer()
      if !lendsPlace { home!.pointee.closeDisplay() }
    }
    do throws(DisplayFailure) {
      if lendsPlace { try next.pointee.takeOverPlace(of: home!) } else { try next.pointee.openDisplay() }
    } catch {
      next.end()
      display.backoff.tryNow(nowMs: SystemTime.boottimeMs)
      throw .display(error)
    }
    endRenderer()
    home!.pointee.closeDisplay()
    archives.dropQueued()
    if former == nil {
      former = FormerHome(home: home!, archive: archives.takeLastGood())
    } else {
      home!.end()
    }
    home = nil
  }

  /// The first frame of a board is on its display: the one before is not needed any more.
  mutating func settleIn() {
    guard let former else { return }
    // Its devices go back to what they were before, but for a backlight that is ours as well.
    home?.pointee.devices.dimming.takeOver(from: &former.home.pointee.devices.dimming)
    former.home.end()
    closeDescriptor(former.archive)
    self.former = nil
    if inputs.isDark { setLit(false) }
    post.clients.sendToAll(ControlMessage(.adopted, value: Int64(archives.firstByteCount)))
  }

  /// The new board's renderer cannot show it: back to the one before. False when there is none.
  mutating func moveBack(_ reason: StaticString) -> Bool {
    guard let former else { return false }
    home?.end()
    home = former.home
    archives.setLastGood(former.archive)
    self.former = nil
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
