import AfterglowLinux

/// The state shared by all real screens: graphics cards, the console, and hot-plug events. One per guard.
struct Screens: ~Copyable {
  var cards = CardTable()
  private var console: Box<VirtualTerminal>?
  private var hotplug: Box<HotplugSource>?
  private var isWanted = false
  private var isConsoleWanted = false
  /// Whether another console is active: nothing may be drawn.
  private(set) var isReleased = false

  /// Subscribes to hot-plug events before the first real device is opened; without them the panels poll. Also records
  /// that the console is needed, for `takeConsole`.
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

  /// Takes the console if it is needed and not taken yet: while a renderer sets itself up, or before a device is opened
  /// that the console draws on as well. Panels work without one.
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

  /// Allows the other console to be activated, once no renderer is drawing any more.
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

  /// Restores everything. The cards come first: their previous picture returns with the console's text.
  mutating func end() {
    cards.closeAll()
    console?.end()
    hotplug?.end()
    console = nil
    hotplug = nil
  }
}
