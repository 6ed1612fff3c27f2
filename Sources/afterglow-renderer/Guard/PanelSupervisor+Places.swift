import AfterglowLinux

// A supervisor and what it has in the file system for others to find: its display file and its control socket. Others may
// remove them, with their folder, or cut the file short: then they are made anew.
extension PanelSupervisor {
  /// Checks that display file and control socket are still reachable by their paths. Cheap: done after each update, and
  /// when the kernel reports a change.
  mutating func checkPlaces() {
    checkDisplayIsInPlace(session?.pointee.display.isInPlace)
    checkListenerIsInPlace()
  }

  /// Handles a change to one of the watched files.
  mutating func takeFileNews() {
    checkDisplayIsInPlace(life.hasShown ? session?.pointee.display.isWhole : session?.pointee.display.isInPlace)
    checkListenerIsInPlace()
  }

  private mutating func checkDisplayIsInPlace(_ isInPlace: Bool?) {
    guard session?.pointee.hasDisplay == true, isInPlace == false else { return }
    // It may be drawing on what is not there any more.
    life.kill()
    endRenderer()
    loseDisplay(session!.pointee.display.absence)
    session!.pointee.closeDisplay()
  }

  /// Watches the display's file, and checks it in case it went away before.
  mutating func watchDisplay() {
    display.watch(session?.pointee.displayFilePath)
    checkDisplayIsInPlace(session?.pointee.display.isInPlace)
  }

  mutating func checkListenerIsInPlace() {
    if !post.isGone { return }
    // Those who had found it before are authors like others.
    welcomeAuthors()
    post.lose(nowMs: SystemTime.boottimeMs)
  }

  mutating func listenIfDue() {
    switch post.listenIfDue(nowMs: SystemTime.boottimeMs) {
    case .none: break
    case .back: say { (text: inout TextWriter) in text.write("the control socket was removed, and has been restored") }
    case .failed(let error):
      say { (text: inout TextWriter) in
        text.write(error)
        text.write("; it was removed, and is retried until it works")
      }
    }
  }
}
