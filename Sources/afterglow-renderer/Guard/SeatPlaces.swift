import AfterglowLinux

// A seat and what it has in the file system for others to find: its display file and its control socket. Whoever may can
// remove them, with their folder, or cut the file short: then they are made anew.
extension Seat {
  /// Both still where others look for them. Cheap: asked after each update, and of their own accord where the kernel tells.
  mutating func checkPlaces() {
    checkDisplayIsInPlace(home?.pointee.display.isInPlace)
    checkListenerIsInPlace()
  }

  /// Somebody did something to one of the watched files.
  mutating func takeFileNews() {
    checkDisplayIsInPlace(hasShown ? home?.pointee.display.isWhole : home?.pointee.display.isInPlace)
    checkListenerIsInPlace()
  }

  private mutating func checkDisplayIsInPlace(_ isInPlace: Bool?) {
    guard home?.pointee.hasDisplay == true, isInPlace == false else { return }
    // It may be drawing on what is not there any more.
    if let renderer { Process.kill(renderer.identifier) }
    endRenderer()
    loseDisplay(home!.pointee.display.absence)
    home!.pointee.closeDisplay()
  }

  /// A new file is watched, and the one before not any more. One that went before it was watched is seen here.
  mutating func watchDisplay() {
    fileWatch.remove(displayWatch)
    displayWatch = home?.pointee.displayFilePath.map { fileWatch.add($0) } ?? -1
    checkDisplayIsInPlace(home?.pointee.display.isInPlace)
  }

  mutating func checkListenerIsInPlace() {
    guard let gone = listener, !gone.isInPlace else { return }
    // Those who had found it before are authors like others.
    welcomeAuthors()
    gone.close()
    listener = nil
    fileWatch.remove(listenerWatch)
    listenerWatch = -1
    listenerBackoff.noteLoss(nowMs: SystemTime.boottimeMs)
  }

  /// Authors that are connected stay so meanwhile.
  mutating func listenIfDue() {
    let now = SystemTime.boottimeMs
    guard listener == nil, let path = options.controlPath, now >= listenerBackoff.tryAtMs else { return }
    do throws(SystemError) {
      try listenerFolder?.restore()
      listener = try ControlListener(path: path)
      listenerWatch = fileWatch.add(path)
      let wasMissed = listenerBackoff.notePresented(nowMs: now)
      // It may have gone before it was watched.
      defer { checkListenerIsInPlace() }
      if !wasMissed && listenerBackoff.isInARow { return }
      say { (text: inout TextWriter) in text.write("the control socket was gone, and is there anew") }
    } catch {
      if !listenerBackoff.noteFailure(nowMs: now) { return }
      say { (text: inout TextWriter) in
        text.write(error)
        text.write("; it was gone, and is tried again until it can be had")
      }
    }
  }
}
