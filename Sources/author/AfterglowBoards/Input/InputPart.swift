import AfterglowArchive
import AfterglowCompiler
import AfterglowDocuments
import Foundation

/// `input` of a board: its input device, or a mapping with the device, the keys that have effects of their own, and the
/// calibration of a touch screen.
struct InputPart {
  static let wantedDevice = "auto, none, a device such as /dev/input/event0 or its name"

  /// The device, as archives have it; empty = none.
  private(set) var device = ""
  private(set) var keys: [KeyBinding] = []
  /// Six numbers for `LIBINPUT_CALIBRATION_MATRIX`; empty = udev's.
  private(set) var calibration = ""

  init(_ root: inout StrictDecoder) {
    guard case .mapping? = root.node("input")?.value, var input = root.mapping("input") else {
      device = Self.device("input", &root) ?? ""
      return
    }
    device = Self.device("device", &input) ?? (input.contains("device") ? "" : "auto")
    readKeys(&input)
    readCalibration(&input)
    input.finish()
    guard input.node("device")?.text == "none" else { return }
    for key in ["keys", "calibration"] where input.contains(key) {
      input.fail(key, "expected a \"device\" with \"input.\(key)\", found none; write \"device: auto\"")
    }
  }

  // MARK: Device

  private static func device(_ key: String, _ mapping: inout StrictDecoder) -> String? {
    let wanted = "\(wantedDevice) for \"\(mapping.path.isEmpty ? key : "\(mapping.path).\(key)")\""
    guard let text = mapping.deviceName(key, of: wanted, standard: "auto") else { return nil }
    let device = text == "none" ? "" : text
    checkDevice(device, key, mapping, wanted: wanted)
    return device
  }

  /// Refuses a path that is no input device. Anything else is a device's name, which is more stable than its number.
  private static func checkDevice(_ device: String, _ key: String, _ mapping: StrictDecoder, wanted: String) {
    if ["", "auto"].contains(device) || device.hasPrefix("/dev/") { return }
    let last = device.split(separator: "/").last.map(String.init) ?? ""
    let isEvent = last.wholeMatch(of: /event[0-9]+/) != nil
    let near = isEvent ? "/dev/input/\(last)" : NearestName.find(device, among: ["auto", "none"])
    guard near != nil || device.hasPrefix("/") else { return }
    let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
    mapping.fail(key, "expected \(wanted), found \"\(device)\"\(hint)")
  }

  // MARK: Keys

  private mutating func readKeys(_ input: inout StrictDecoder) {
    guard var mapping = input.mapping("keys") else { return }
    var lines: [UInt16: (name: String, line: Int)] = [:]
    for name in mapping.keys {
      let node = mapping.node(name)
      guard let code = Self.code(name, mapping) else { continue }
      let place = mapping.position(of: name)
      if let earlier = lines.updateValue((name, place.line), forKey: code) {
        mapping.fail(
          at: place,
          "expected each key once in \"input.keys\", found \"\(name)\" again; \"\(earlier.name)\" on line "
            + "\(earlier.line) is the same key, number \(code)")
        continue
      }
      guard let node, let effect = mapping.text(name, maximumCount: Self.longestName) else {
        if node == nil { mapping.fail(at: place, Self.wanted(name, actions: []) + ", found nothing") }
        continue
      }
      keys.append(KeyBinding(name: name, code: code, effect: effect, position: node.position))
    }
    if keys.count > ArchiveLimits.boundKeys {
      input.fail("keys", "expected at most \(ArchiveLimits.boundKeys) keys in \"input.keys\", found \(keys.count)")
    }
  }

  private static let longestName = 64

  /// The code of a key's name or number.
  private static func code(_ name: String, _ mapping: StrictDecoder) -> UInt16? {
    if let code = LinuxKeys.code(of: name) { return code }
    let place = mapping.position(of: name)
    if let number = Int(name) {
      if (1...LinuxKeys.maximumCode).contains(number) { return UInt16(number) }
      mapping.fail(
        at: place, "expected a key's number from 1 to \(LinuxKeys.maximumCode) in \"input.keys\", found \(number)")
      return nil
    }
    let names = LinuxKeys.names
    let near = NearestName.find(name, among: names) ?? NearestName.find("KEY_" + name, among: names)
    let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
    mapping.fail(
      at: place,
      "expected a key of the kernel such as KEY_PROG1 or BTN_0, or its number, in \"input.keys\", found "
        + "\"\(name.prefix(longestName))\"\(hint)")
    return nil
  }

  fileprivate static func wanted(_ key: String, actions: [String]) -> String {
    let effects = KeyBinding.effects.map(\.0).joined(separator: ", ")
    let list = actions.isEmpty ? "" : " (\(actions.joined(separator: ", ")))"
    return "expected \(effects) or an action of scene.yaml\(list) for \"input.keys.\(key)\""
  }

  // MARK: Calibration

  private mutating func readCalibration(_ input: inout StrictDecoder) {
    let matrix = Self.matrix(&input)
    let swaps = input.boolean("swapAxes")
    let inverts = (x: input.boolean("invertX"), y: input.boolean("invertY"))
    guard input.contains("calibration") || swaps != nil || inverts.x != nil || inverts.y != nil else { return }
    guard let matrix else { return }
    var axes = matrix
    if swaps == true { axes = axes.swapped }
    if inverts.x == true { axes = axes.invertedX }
    if inverts.y == true { axes = axes.invertedY }
    if axes.isDegenerate {
      input.fail(
        "calibration",
        "expected a matrix that keeps both directions for \"input.calibration\", found one that maps the panel to a "
          + "line")
    } else if !axes.isInRange {
      input.fail(
        "calibration", "expected a smaller \"input.calibration\", found numbers beyond ±1000 with the axes inverted")
    } else {
      calibration = axes.text
    }
  }

  /// The matrix of the file, the identity without one; nil after a problem was reported.
  private static func matrix(_ input: inout StrictDecoder) -> TouchMatrix? {
    guard let node = input.node("calibration") else { return TouchMatrix() }
    if case .scalar(let text, _) = node.value {
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      let isMatrix = words.count == 6 && words.allSatisfy(ScalarText.isNumber)
      let remedy = isMatrix ? "; write [\(words.joined(separator: ", "))]" : ""
      input.fail("calibration", "expected a list of six numbers for \"input.calibration\", found \"\(text)\"\(remedy)")
      return nil
    }
    let range = -TouchMatrix.greatest...TouchMatrix.greatest
    guard let numbers = input.numbers("calibration", in: range, unit: "parts of a side", maximumCount: 6) else {
      return nil
    }
    let whole = numbers.compactMap(\.self)
    guard whole.count == 6 else {
      input.fail(
        "calibration",
        "expected six numbers for \"input.calibration\", such as [0, 1, 0, -1, 0, 1], found \(whole.count)")
      return nil
    }
    return TouchMatrix(a: whole[0], b: whole[1], c: whole[2], d: whole[3], e: whole[4], f: whole[5])
  }
}

/// A key of `input.keys`, with the effect that the file names.
public struct KeyBinding: Hashable, Sendable {
  /// The key as the file names it.
  public var name: String
  /// The kernel's code.
  public var code: UInt16
  /// One of `effects`, or an action of the scene.
  public var effect: String
  var position: DocumentPosition

  static let effects: [(String, KeyEffect)] = [
    ("activate", .activate), ("nextControl", .nextControl), ("previousControl", .previousControl),
    ("nextPage", .nextPage), ("previousPage", .previousPage), ("dismiss", .dismiss), ("nothing", .nothing),
  ]

  /// The key as the compiler knows it.
  var bound: BoundKey {
    let effect = Self.effects.first { $0.0 == self.effect }?.1
    return BoundKey(code: code, effect: effect ?? .action, action: effect == nil ? self.effect : "")
  }

  /// Why the key has no effect in a scene with these actions; nil = it has one.
  func problem(_ actions: [OwnerAction], file: String) -> Problem? {
    guard bound.effect == .action else { return nil }
    var message: String
    if let action = actions.first(where: { $0.name == effect }) {
      guard let refusal = action.parameter.refusal(of: nil) else { return nil }
      message = "\"\(effect)\" needs a value, which \"input.keys.\(name)\" does not pass: \(refusal)"
    } else {
      let names = actions.map(\.name)
      message = InputPart.wanted(name, actions: names) + ", found \"\(effect)\""
      if let near = NearestName.find(effect, among: Self.effects.map(\.0) + names) {
        message += "; did you mean \"\(near)\"?"
      }
    }
    return Problem(file: file, line: position.line, column: position.column, message: message)
  }
}
