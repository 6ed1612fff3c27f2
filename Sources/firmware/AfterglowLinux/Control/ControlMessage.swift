// The protocol between author, guard and renderer. Every message is one packet of an AF_UNIX SOCK_SEQPACKET socket and
// always `ControlMessage.byteCount` bytes long, little-endian, with the layout of the struct below. A packet of another
// size, with another magic number or version, or with more than one descriptor, is ignored by the guard; the connection
// stays open.
//
// | from → to | kind | carries |
// |---|---|---|
// | guard → author | hello | after connecting, and as answer to `describe`: `text` = path of the display file, `damage(0)` = panel size, `value` = renderer's process id, `causes` = 1: the panel is dark for an empty room |
// | author → guard | newArchive | the archive as a descriptor (SCM_RIGHTS), readable from offset 0 |
// | author → guard | modeOverride | `value` = `ModeOverride` |
// | author → guard | lux | `value` = millilux; −1 = unknown; −2 = back to the board's own light source; `validForMs` = how long it holds, 0 = as the board says |
// | author → guard, guard → renderer | distance | `value` = how far away the viewer is, in millimetres, otherwise as `lux`; guard → renderer in the unit of the board's source |
// | author → guard, guard → renderer | power | `value` = 0: darken the panel for an empty room; 1: wake it |
// | author → guard, guard → renderer | presence | presence detected: wakes a dark panel, and always-on for a while |
// | author → guard | stop | end renderer and guard, display closed |
// | author → guard, guard → renderer | ping | answered by `pong` with the same `value` |
// | author → guard | describe | answered by `hello` |
// | guard → author | pong | |
// | guard → author | updated | one presented update, every field; in `value`, bit 0: the clock is untrusted, bits 8 to 15: the page, 16 to 23: the number of pages |
// | guard → author | showing | after `hello`, when a frame is on the panel already: the update that put it there |
// | guard → author | adopted | the archive sent last is shown; `value` = its bytes |
// | guard → author | refused | the archive sent last is not shown, the previous one stays; `text` = why |
// | guard → author | ignored | the light, distance or page set last has no effect on this board; `text` = why |
// | guard → author | rendererRestarted | `value` = how many times so far |
// | guard → author | power | `value` = 1: touch or a key has woken the dark panel |
// | guard → author | presence | a touch, key or motion; `value` = 1: it only woke the panel, 0: the panel was awake |
// | renderer → guard → author | displayFailed | a frame was not accepted by the display; `text` = why, `value` = 1 when the display is lost and the guard sets it up again |
// | renderer → guard | refreshes | the panel was refreshed: its `RefreshRecord`, in the fields that its initialiser names |
// | guard → author | refreshes | after `hello`, for e-paper: the record so far, in the same fields |
// | guard → renderer | white | the panel's white as the hardware dims it (`PanelWhite`): `value` = in always-on, low 32 bits, and at night, high 32 bits; `causes` = the goal in always-on |
// | guard → author | dimming | after `hello` and when it changes: `text` = what dims the panel; `value` = the current white, cd/m² × 1000, as dimmed by hardware |
// | author → guard, guard → renderer | input | up to 16 changes of input devices, in the damage (`ControlInput.swift`) |
// | renderer → guard → author | command | a confirmed touch: an `ActionCommand` (`ControlAction.swift`); guard → author: `text` = the action's name |
// | author → guard → renderer, guard → renderer | answer | what became of a command: an `ActionAnswer`; from an author, `text` = why it failed |
// | author → guard | performs | `value` = 1: from now on this author receives the panel's commands, and no other; 0: no longer |
// | author → guard, guard → renderer | page | a request to show another page: `value` = `PageTurn.argument` |
// | author → guard | touchTest | `value` = 1: for three seconds contacts are drawn instead of acting, and this author gets each as `touched`; 0: no longer |
// | guard → renderer | touchTest | `nextMonotonicMs` = until when contacts are drawn; 0: no longer |
// | guard → author | touched | one change of an input device in the damage, and its device (`ControlTouchTest.swift`); without a change: a device that is open |
//
// The author may disconnect at any time and reconnect; guard and renderer keep running.

import AfterglowCore
import AfterglowDevice
import CLinux

/// The type of a packet. The table at the head of this file lists the fields that each kind carries.
public enum ControlKind: UInt8, Sendable {
  case hello = 1
  case newArchive = 2
  case modeOverride = 3
  case lux = 4
  case stop = 5
  case ping = 6
  case pong = 7
  case describe = 8
  case updated = 9
  case adopted = 10
  case refused = 11
  case rendererRestarted = 12
  case showing = 13
  case power = 14
  case displayFailed = 15
  case distance = 16
  case white = 17
  case dimming = 18
  case presence = 19
  case ignored = 20
  case refreshes = 21
  case input = 22
  case command = 23
  case answer = 24
  case performs = 25
  case page = 26
  case touchTest = 27
  case touched = 28
}

/// One packet. 640 bytes; offsets are pinned by a test.
///
/// | offset | field | | offset | field |
/// |---|---|---|---|---|
/// | 0 | magic "AGC1", UInt32 | | 64 | causes, UInt32 |
/// | 4 | kind, UInt8 | | 68 | variant, UInt8 |
/// | 5 | reason of the mode, UInt8 | | 69 | night, UInt8 |
/// | 6 | version, UInt16 | | 70 | always on, UInt8 |
/// | 8 | realtime ms, Int64 | | 71 | damage count, UInt8 |
/// | 16 | next wake-up, realtime ms | | 72 | damage, 16 × (x0, y0, x1, y1) Int32 |
/// | 24 | next wake-up, monotonic ms | | 328 | text bytes, UInt32 |
/// | 32 | pixels damaged, Int64 | | 332 | bytes written, UInt32 |
/// | 40 | pixels changed, Int64 | | 336 | text, 304 bytes |
/// | 48 | frame hash, UInt64 | | | |
/// | 56 | value, Int64 | | | |
public struct ControlMessage: Sendable {
  /// Size of every packet, in bytes.
  public static var byteCount: Int { 640 }
  /// "AGC1" as a little-endian number.
  public static var magic: UInt32 { 0x3143_4741 }
  public static var currentVersion: UInt16 { 1 }
  /// Bytes of text in a packet.
  public static var textCapacity: Int { 304 }

  public var magic: UInt32
  /// `ControlKind`.
  public var kindByte: UInt8
  /// What decides the mode, by the light state's reasons; in `updated`.
  public var reason: UInt8
  public var version: UInt16
  /// The instant that the frame shows, ms since 1970.
  public var realtimeMs: Int64
  /// When the loop will next be woken, ms since 1970; `Instant.distantFuture` = only by an event.
  public var nextRealtimeMs: Int64
  /// The same in ms of `CLOCK_BOOTTIME`.
  public var nextMonotonicMs: Int64
  /// Area of the damage, in pixels.
  public var pixelsDamaged: Int64
  /// Pixels whose colour differs from the frame before.
  public var pixelsChanged: Int64
  /// Hash of the whole frame (`pixelHash`).
  public var frameHash: UInt64
  /// Its meaning depends on `kind`.
  public var value: Int64
  /// Bit flags of the engine's causes.
  public var causes: UInt32
  /// `VariantKey.index`.
  public var variant: UInt8
  public var nightByte: UInt8
  public var alwaysOnByte: UInt8
  /// Rectangles in use, 0 to 16.
  public var damageCount: UInt8
  public var damageStorage: InlineArray<16, PixelRect>
  public var textByteCount: UInt32
  /// Bytes written to scan-out memory; 0 for displays in ordinary memory.
  public var bytesWritten: UInt32
  public var textStorage: InlineArray<304, UInt8>

  /// A message of this kind; all other fields are 0, the times "never".
  public init(_ kind: ControlKind, value: Int64 = 0) {
    magic = Self.magic
    kindByte = kind.rawValue
    reason = 0
    version = Self.currentVersion
    realtimeMs = 0
    nextRealtimeMs = 0
    nextMonotonicMs = 0
    pixelsDamaged = 0
    pixelsChanged = 0
    frameHash = 0
    self.value = value
    causes = 0
    variant = 0
    nightByte = 0
    alwaysOnByte = 0
    damageCount = 0
    damageStorage = InlineArray(repeating: .empty)
    textByteCount = 0
    bytesWritten = 0
    textStorage = InlineArray(repeating: 0)
  }

  /// What a panel's glass has gone through, in the counts and the memory of other fields.
  public init(_ record: borrowing RefreshRecord) {
    self.init(.refreshes)
    pixelsDamaged = Int64(record.columns)
    pixelsChanged = Int64(record.rows)
    realtimeMs = Int64(record.full)
    nextRealtimeMs = Int64(record.fast)
    value = Int64(record.partial)
    causes = record.failed
    for index in 0..<256 { textStorage[index] = record.shares[index] }
  }

  /// The same, from a message of that kind.
  public var refreshes: RefreshRecord {
    var record = RefreshRecord()
    record.columns = UInt16(clamping: pixelsDamaged)
    record.rows = UInt16(clamping: pixelsChanged)
    record.full = UInt32(clamping: realtimeMs)
    record.fast = UInt32(clamping: nextRealtimeMs)
    record.partial = UInt32(clamping: value)
    record.failed = causes
    for index in 0..<256 { record.shares[index] = textStorage[index] }
    return record
  }

  /// How long a reported value holds, in ms; stored in `nextMonotonicMs`.
  public var validForMs: Int64 {
    get { nextMonotonicMs }
    set { nextMonotonicMs = newValue }
  }

  /// nil for a kind that this version does not support.
  public var kind: ControlKind? {
    if magic != Self.magic || version != Self.currentVersion { return nil }
    return ControlKind(rawValue: kindByte)
  }

  public var isNight: Bool {
    get { nightByte != 0 }
    set { nightByte = newValue ? 1 : 0 }
  }

  public var isAlwaysOn: Bool {
    get { alwaysOnByte != 0 }
    set { alwaysOnByte = newValue ? 1 : 0 }
  }

  /// Whether the panel is dark for an empty room; in `hello`.
  public var isDark: Bool {
    get { causes & 1 != 0 }
    set { causes = newValue ? 1 : 0 }
  }

  /// Whether the time on the panel may be wrong, and is marked (law 4); in `updated` and `showing`.
  public var isClockUntrusted: Bool {
    get { value & 1 != 0 }
    set { value = value & ~1 | (newValue ? 1 : 0) }
  }
}

extension ControlMessage {
  /// A message of kind `white`.
  public init(_ white: PanelWhite) {
    self.init(.white, value: Int64(white.nightMillinits) << 32 | Int64(UInt32(bitPattern: white.alwaysOnMillinits)))
    causes = UInt32(bitPattern: white.alwaysOnWantedMillinits)
  }

  /// The content of a message of kind `white`.
  public var white: PanelWhite {
    PanelWhite(
      alwaysOnMillinits: Int32(truncatingIfNeeded: value), alwaysOnWantedMillinits: Int32(bitPattern: causes),
      nightMillinits: Int32(truncatingIfNeeded: value >> 32))
  }
}

extension ControlMessage {
  /// A damaged rectangle in panel pixels; `index` in 0 ..< `damageCount`.
  public func damage(_ index: Int) -> PixelRect {
    precondition(index >= 0 && index < 16)
    return damageStorage[index]
  }

  /// Adds a rectangle; a seventeenth extends the last one, so that no damage is lost.
  public mutating func addDamage(_ rect: PixelRect) {
    if damageCount < 16 {
      damageStorage[Int(damageCount)] = rect
      damageCount += 1
    } else {
      damageStorage[15] = damageStorage[15].union(rect)
    }
  }
}

extension ControlMessage: TextSink {
  /// Appends bytes to the text; truncates what does not fit.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes where Int(textByteCount) < Self.textCapacity {
      textStorage[Int(textByteCount)] = byte
      textByteCount += 1
    }
  }

  /// Appends a C string without its zero byte, truncated to fit.
  public mutating func write(cString text: UnsafePointer<CChar>) {
    write(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// Bytes of text, 0 to `textCapacity` whatever the sender wrote.
  public var textCount: Int { Int(Swift.min(textByteCount, 304)) }

  #if !hasFeature(Embedded)
    public var text: String {
      var bytes: [UInt8] = []
      for index in 0..<textCount { bytes.append(textStorage[index]) }
      return String(decoding: bytes, as: UTF8.self)
    }
  #endif
}
