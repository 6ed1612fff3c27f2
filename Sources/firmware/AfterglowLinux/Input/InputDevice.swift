import AfterglowCore
import AfterglowInput
import CLinux

/// One open input device and the decoder of its events.
struct InputDevice: BitwiseCopyable {
  var descriptor: Int32 = -1
  var entry = ShortText()
  private var traits = DeviceTraits()
  private var decoder: DeviceDecoder?
  /// Whether the kernel stamps events with boot time; if not, they get the time at which they are read.
  private var hasBootTime = false

  init() {}

  init(descriptor: Int32, entry: ShortText) {
    self.descriptor = descriptor
    self.entry = entry
    traits = InputDevice.traits(descriptor)
  }

  /// The result of reading a device once.
  enum Reading { case nothing, events, lost }

  var name: ShortText {
    var name = ShortText()
    _ = name.fill { ag_input_name(descriptor, $0, $1) }
    return name
  }

  /// The way in which the device reports positions.
  var pointing: PointingKind { traits.pointing }

  /// The last position of a contact on the device's own axes; nil = it has none.
  func rawPosition(ofContact place: UInt8) -> (x: Int32, y: Int32)? { decoder?.rawPosition(ofContact: place) }

  /// Whether it has keys, positions or a knob. Switches, accelerometers and similar devices are not for panels.
  var isUseful: Bool { traits.isUseful }

  /// Begins to decode. What is down already is ignored until it is up.
  ///
  /// - Parameters:
  ///   - number: the device's number among those of the panel.
  ///   - calibration: the board's; nil = udev's, if it has one.
  mutating func begin(number: UInt8, surface: TouchSurface, calibration: CalibrationMatrix?) {
    hasBootTime = ag_input_use_boottime(descriptor) >= 0
    decoder = DeviceDecoder(
      traits, number: number, surface: surface, calibration: calibration ?? udevCalibration ?? .identity, state: state)
  }

  /// Reads pending events; never waits.
  ///
  /// - Parameters:
  ///   - packet: gets the changes.
  ///   - deliver: gets a full packet, which is then emptied.
  mutating func read(into packet: inout InputPacket, _ deliver: (InputPacket) -> Void) -> Reading {
    guard var decoder else { return .lost }
    var events = InlineArray<16, ag_input_event>(repeating: ag_input_event(at_ms: 0, type: 0, code: 0, value: 0))
    let count = withUnsafeMutableBytes(of: &events) { bytes in
      ag_input_read(descriptor, bytes.baseAddress!.assumingMemoryBound(to: ag_input_event.self), 16)
    }
    if count < 0 { return .lost }
    let now = SystemTime.boottimeMs
    for index in 0..<Int(count) {
      if !packet.hasRoomForEvent {
        deliver(packet)
        packet.removeAll()
      }
      let at = MonotonicInstant(milliseconds: hasBootTime ? events[index].at_ms : now)
      let event = InputEvent(at: at, type: events[index].type, code: events[index].code, value: events[index].value)
      if decoder.take(event, into: &packet) == .state { decoder.resynchronise(with: state) }
    }
    self.decoder = decoder
    return count > 0 ? .events : .nothing
  }

  /// Cancels what is down, because the device is gone.
  mutating func remove(into packet: inout InputPacket) {
    decoder?.remove(at: MonotonicInstant(milliseconds: SystemTime.boottimeMs), into: &packet)
  }

  // MARK: The kernel's description

  private static func traits(_ descriptor: Int32) -> DeviceTraits {
    var traits = DeviceTraits()
    var relative: UInt64 = 0
    var absolute: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &traits.keys.words) { bytes in
      ag_input_bits(descriptor, Int32(AG_EV_KEY), bytes.baseAddress!, Int32(bytes.count))
    }
    _ = withUnsafeMutableBytes(of: &relative) { bytes in
      ag_input_bits(descriptor, Int32(AG_EV_REL), bytes.baseAddress!, Int32(bytes.count))
    }
    _ = withUnsafeMutableBytes(of: &absolute) { bytes in
      ag_input_bits(descriptor, Int32(AG_EV_ABS), bytes.baseAddress!, Int32(bytes.count))
    }
    traits.relativeAxes = UInt32(truncatingIfNeeded: relative)
    traits.absoluteAxes = absolute
    traits.properties = ag_input_properties(descriptor)
    if let codes = traits.positionCodes {
      traits.x = InputDevice.axis(descriptor, codes.x).range
      traits.y = InputDevice.axis(descriptor, codes.y).range
    }
    return traits
  }

  private static func axis(_ descriptor: Int32, _ code: UInt16) -> (value: Int32, range: AxisRange) {
    var numbers = InlineArray<3, Int32>(repeating: 0)
    withUnsafeMutableBytes(of: &numbers) { bytes in
      ag_input_axis(descriptor, code, bytes.baseAddress!.assumingMemoryBound(to: Int32.self))
    }
    return (numbers[0], AxisRange(minimum: numbers[1], maximum: numbers[2]))
  }

  /// The state of the device now.
  private var state: DeviceState {
    var state = DeviceState()
    _ = withUnsafeMutableBytes(of: &state.keys.words) { bytes in
      ag_input_keys_down(descriptor, bytes.baseAddress!, Int32(bytes.count))
    }
    switch traits.pointing {
    case .none, .mouse, .anonymous: break
    case .single:
      state.x = InputDevice.axis(descriptor, EventCode.x).value
      state.y = InputDevice.axis(descriptor, EventCode.y).value
      state.pressure = InputDevice.axis(descriptor, EventCode.pressure).value
    case .slots:
      state.slot = InputDevice.axis(descriptor, EventCode.slot).value
      let identities = slots(EventCode.contactIdentity, otherwise: -1)
      let xs = slots(EventCode.contactX, otherwise: 0)
      let ys = slots(EventCode.contactY, otherwise: 0)
      let tools = slots(EventCode.contactTool, otherwise: 0)
      for index in 0..<DeviceState.contactCount {
        state.contacts[index].identity = identities[index]
        state.contacts[index].x = xs[index]
        state.contacts[index].y = ys[index]
        state.contacts[index].isPalm = tools[index] == DeviceState.palm
      }
    }
    return state
  }

  private func slots(_ code: UInt16, otherwise: Int32) -> InlineArray<10, Int32> {
    var values = InlineArray<10, Int32>(repeating: otherwise)
    withUnsafeMutableBytes(of: &values) { bytes in
      ag_input_slots(descriptor, code, otherwise, bytes.baseAddress!.assumingMemoryBound(to: Int32.self), 10)
    }
    return values
  }

  /// The calibration in udev's database; nil = none, or an invalid one.
  private var udevCalibration: CalibrationMatrix? {
    var numbers = InlineArray<2, UInt32>(repeating: 0)
    withUnsafeMutableBytes(of: &numbers) { bytes in
      ag_input_numbers(descriptor, bytes.baseAddress!.assumingMemoryBound(to: UInt32.self))
    }
    var entry = ShortText("c")
    entry.append(decimal: Int64(numbers[0]))
    entry.append(":")
    entry.append(decimal: Int64(numbers[1]))
    var text = FixedText<4096>()
    if Folder(cString("/run/udev/data")).read(entry, "", into: &text) <= 0 { return nil }
    let count = text.count
    return text.withCString { start in
      let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
      let span = UnsafeBufferPointer(start: bytes, count: count).span
      do throws(CalibrationError) { return try CalibrationMatrix.find(inUdevData: span) } catch { return nil }
    }
  }
}
