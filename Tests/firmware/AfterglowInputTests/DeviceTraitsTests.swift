import AfterglowCore
import AfterglowInput
import Foundation
import Testing

@Suite struct DeviceTraitsTests {
  static let kinds: [(String, PointingKind)] = [
    (DeviceTexts.slots, .slots), (DeviceTexts.anonymous, .anonymous), (DeviceTexts.anonymousWithoutButton, .anonymous),
    (DeviceTexts.single, .single), (DeviceTexts.pressure, .single), (DeviceTexts.tablet, .single),
    (DeviceTexts.mouse, .mouse), (DeviceTexts.touchpad, .none), (DeviceTexts.keyboard, .none),
    (DeviceTexts.encoder, .none), (DeviceTexts.dial, .none), (DeviceTexts.buttons, .none), (DeviceTexts.flat, .slots),
    // An accelerometer, a joystick, and one that counts its axes upwards.
    ("P: 40 00 00 00\nB: 03 07\nB: 01 ff ff", .none), ("B: 03 03", .none), ("B: 03 ff ff ff ff ff ff ff ff", .none),
    ("", .none),
  ]

  @Test(arguments: kinds)
  func `devices are classified by their abilities`(text: String, kind: PointingKind) throws {
    let traits = try EventRecording(text).traits
    #expect(traits.pointing == kind)
    let hasPositions = traits.positionCodes != nil
    #expect(hasPositions == (kind != .none && kind != .mouse))
  }

  @Test func `ranges are those of the axes that have the positions`() throws {
    #expect(try EventRecording(DeviceTexts.slots).traits.x == AxisRange(minimum: 0, maximum: 799))
    #expect(try EventRecording(DeviceTexts.single).traits.y == AxisRange(minimum: 0, maximum: 4_095))
    #expect(try !EventRecording(DeviceTexts.flat).traits.x.isUsable)
    #expect(!AxisRange(minimum: 5, maximum: 5).isUsable && !AxisRange(minimum: 5, maximum: -5).isUsable)
    #expect(AxisRange(minimum: -1, maximum: 0).isUsable)
  }

  @Test func `keys beyond the last are in no set`() {
    var keys = KeySet()
    for code in [UInt16(0), 63, 64, 767, 768, .max] { keys.insert(code) }
    #expect(keys.contains(0) && keys.contains(63) && keys.contains(64) && keys.contains(767))
    #expect(!keys.contains(768) && !keys.contains(.max) && !keys.contains(1))
    keys.remove(63)
    keys.remove(768)
    #expect(!keys.contains(63) && keys.contains(64))
    #expect(keys.words[11] == 1 << 63 && KeySet.codeCount == 768)
  }

  /// Names of the kernel's header, with the codes here.
  static let codes: [(String, UInt16)] = [
    ("EV_SYN", EventType.synchronisation), ("EV_KEY", EventType.key), ("EV_REL", EventType.relative),
    ("EV_ABS", EventType.absolute), ("SYN_REPORT", EventCode.report), ("SYN_MT_REPORT", EventCode.contactReport),
    ("SYN_DROPPED", EventCode.dropped), ("REL_X", EventCode.relativeX), ("REL_Y", EventCode.relativeY),
    ("REL_DIAL", EventCode.dial), ("REL_WHEEL", EventCode.wheel), ("REL_MISC", EventCode.relativeOther),
    ("ABS_X", EventCode.x), ("ABS_Y", EventCode.y), ("ABS_PRESSURE", EventCode.pressure),
    ("ABS_MT_SLOT", EventCode.slot), ("ABS_MT_SLOT", EventCode.belowSlot + 1),
    ("ABS_MT_POSITION_X", EventCode.contactX), ("ABS_MT_POSITION_Y", EventCode.contactY),
    ("ABS_MT_TOOL_TYPE", EventCode.contactTool), ("ABS_MT_TRACKING_ID", EventCode.contactIdentity),
    ("BTN_LEFT", EventCode.leftButton), ("BTN_TOOL_PEN", EventCode.pen), ("BTN_TOOL_FINGER", EventCode.finger),
    ("BTN_TOUCH", EventCode.touch), ("KEY_ESC", KeyCode.escape), ("KEY_TAB", KeyCode.tab), ("KEY_ENTER", KeyCode.enter),
    ("KEY_SPACE", KeyCode.space), ("KEY_KPENTER", KeyCode.keypadEnter), ("KEY_UP", KeyCode.up),
    ("KEY_PAGEUP", KeyCode.pageUp), ("KEY_LEFT", KeyCode.left), ("KEY_RIGHT", KeyCode.right),
    ("KEY_DOWN", KeyCode.down),
    ("KEY_PAGEDOWN", KeyCode.pageDown), ("KEY_BACK", KeyCode.back), ("KEY_OK", KeyCode.okay),
    ("KEY_SELECT", KeyCode.select),
  ]

  @Test func `codes are those of the kernel's header`() throws {
    let header = try String(contentsOfFile: "/usr/include/linux/input-event-codes.h", encoding: .utf8)
    var defined: [String: UInt16] = [:]
    for line in header.split(separator: "\n") where line.hasPrefix("#define ") {
      let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
      guard words.count >= 3 else { continue }
      let isHexadecimal = words[2].hasPrefix("0x")
      let digits = isHexadecimal ? String(words[2].dropFirst(2)) : words[2]
      defined[words[1]] = UInt16(digits, radix: isHexadecimal ? 16 : 10)
    }
    for (name, code) in Self.codes { #expect(defined[name] == code, "\(name)") }
  }
}
