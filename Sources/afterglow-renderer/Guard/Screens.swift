import AfterglowLinux

/// What real screens share, however many panels there are: graphics cards, the console, and news of what is plugged in.
struct Screens: ~Copyable {
  var cards = CardTable()
  private var console: Box<VirtualTerminal>?
  private var hotplug: Box<HotplugSource>?
  private var isWanted = false
  private var isConsoleWanted = false
  /// Another console is in front: nothing may be drawn.
  private(set) var isReleased = false

  /// Before the first real device is looked for: what is plugged in from then on is heard of. Where there is no news, the
  /// panels do without. The console is wanted then; `takeConsole` sees to it.
  mutating func listen() {
    if isWanted { return }
    isWanted = true
    isConsoleWanted = true
    do throws(SystemError) {
      hotplug = try Box(HotplugSource())
    } catch {
      _ = complain(.done) { (text: inout TextWriter) in
        text.write(error)
        text.write("; a display that comes back is found within a second all the same")
      }
    }
  }

  /// Takes the console where it is wanted and not yet had: while a renderer sets itself up, or before a device is opened
  /// that the console draws on as well. Where there is none, the panels do without.
  mutating func takeConsole() {
    if !isConsoleWanted { return }
    isConsoleWanted = false
    do throws(DisplaySetupError) {
      let taken = try VirtualTerminal.take()
      do throws(SystemError) { console = try Box(taken) } catch {}
    } catch {
      if error.kind != .noDevice { _ = complain(.done) { (text: inout TextWriter) in error.write(to: &text) } }
    }
  }

  var consoleDescriptor: Int32 { console?.pointee.descriptor ?? -1 }
  var hotplugDescriptor: Int32 { hotplug?.pointee.descriptor ?? -1 }

  func nextConsoleRequest() -> VirtualTerminal.Request? { console?.pointee.next() }
  func nextHotplugEvent() -> HotplugEvent? { hotplug?.pointee.next() }

  /// No renderer draws any more: the other console may come to the front.
  mutating func release() {
    isReleased = true
    cards.dropMaster()
    console?.pointee.allowRelease()
  }

  mutating func acquire() {
    console?.pointee.acknowledge()
    isReleased = false
    cards.setMaster()
  }

  /// Puts everything back as it was. The cards first: what they showed comes back with the console's text.
  mutating func end() {
    cards.closeAll()
    console?.end()
    hotplug?.end()
    console = nil
    hotplug = nil
  }
}
