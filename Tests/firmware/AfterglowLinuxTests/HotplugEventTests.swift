import AfterglowLinux
import Testing

@Suite struct HotplugEventTests {
  static func event(_ fields: String...) -> HotplugEvent? {
    let bytes = Array(fields.joined(separator: "\0").utf8) + [0]
    return bytes.withUnsafeBytes { HotplugEvent(message: $0) }
  }

  @Test func `a change with HOTPLUG asks for the card's connectors`() {
    #expect(
      Self.event(
        "change@/devices/pci0000:00/0000:00:02.0/drm/card1", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1",
        "DEVNAME=dri/card1", "DEVTYPE=drm_minor", "SEQNUM=1234") == .connectors(card: 1))
  }

  @Test func `other changes of a card are not hot-plug`() {
    #expect(Self.event("change@/x", "ACTION=change", "SUBSYSTEM=drm", "LEASE=1", "DEVNAME=dri/card1") == nil)
  }

  @Test func `cards and framebuffers come and go`() {
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=drm", "DEVNAME=dri/card10") == .cardAdded(10))
    #expect(Self.event("remove@/x", "ACTION=remove", "SUBSYSTEM=drm", "DEVNAME=dri/card0") == .cardRemoved(0))
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=graphics", "DEVNAME=fb0") == .framebufferAdded(0))
    #expect(Self.event("remove@/x", "ACTION=remove", "SUBSYSTEM=graphics", "DEVNAME=fb1") == .framebufferRemoved(1))
  }

  @Test func `an input device that comes is reported, one that goes ends by itself`() {
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=input", "DEVNAME=input/event12") == .inputAdded(12))
    #expect(Self.event("remove@/x", "ACTION=remove", "SUBSYSTEM=input", "DEVNAME=input/event12") == nil)
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=input", "DEVNAME=input/mouse0") == nil)
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=input", "NAME=\"Touch\"") == nil)
  }

  @Test func `connectors, render nodes and other subsystems are ignored`() {
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=drm", "DEVPATH=/devices/drm/card0/card0-HDMI-A-1") == nil)
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=drm", "DEVNAME=dri/renderD128") == nil)
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=block", "DEVNAME=sda") == nil)
    #expect(Self.event("add@/x", "ACTION=add", "SUBSYSTEM=drm", "DEVNAME=dri/card0-x") == nil)
  }

  @Test func `messages that are cut short or empty are not events`() {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(HotplugEvent(message: empty) == nil)
    let bytes = Array("ACTION=add\0SUBSYSTEM=drm\0DEVNAME=dri/card".utf8)
    bytes.withUnsafeBytes { #expect(HotplugEvent(message: $0) == nil) }
  }
}
