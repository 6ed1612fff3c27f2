import AfterglowLinux

/// What real screens share, however many seats there are: graphics cards, the console, and news of what is plugged in.
struct Screens: ~Copyable {
  var cards = CardTable()
  private var console: Kept<VirtualTerminal>?
  private var hotplug: Kept<HotplugSource>?
  private var isSetUp = false
  /// Another console is in front: nothing may be drawn.
  private(set) var isReleased = false

  /// Before the first real device is opened: the console's keeper must hold none. Where there is no console, or no news,
  /// the panels do without.
  mutating func setUp() {
    if isSetUp { return }
    isSetUp = true
    do throws(DisplaySetupError) {
      let taken = try VirtualTerminal.take()
      do throws(SystemError) { console = try Kept(taken) } catch {}
    } catch {
      if error.kind != .noDevice { _ = complain(.done) { (text: inout TextWriter) in error.write(to: &text) } }
    }
    do throws(SystemError) {
      hotplug = try Kept(HotplugSource())
    } catch {
      _ = complain(.done) { (text: inout TextWriter) in
        text.write(error)
        text.write("; a display that comes back is found within a second all the same")
      }
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
