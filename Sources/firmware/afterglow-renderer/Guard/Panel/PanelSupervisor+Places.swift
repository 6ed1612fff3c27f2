import AfterglowLinux

// A supervisor's files: its display file and its control socket. Other programs may remove them, with their folder, or
// truncate them: then they are created again.
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
    // It may be drawing into a file that was removed.
    life.kill()
    endRenderer()
    loseDisplay(session!.pointee.display.absence)
    session!.pointee.closeDisplay()
  }

  /// Watches the display's file, and checks whether it was removed before.
  mutating func watchDisplay() {
    display.watch(session?.pointee.watchedPath)
    checkDisplayIsInPlace(session?.pointee.display.isInPlace)
  }

  mutating func checkListenerIsInPlace() {
    if !post.isGone { return }
    // Authors that connected before are greeted like others.
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
