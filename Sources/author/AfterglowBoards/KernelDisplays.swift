import Foundation

/// The connected displays according to the kernel's files: `/sys/class/drm` and `/sys/class/graphics`.
public struct KernelDisplays: Sendable {
  /// Replaces `/sys/class` in tests.
  public var root: String

  public init(root: String) { self.root = root }

  /// Of this machine.
  public static let standard = KernelDisplays(root: "/sys/class")

  /// A display as reported by the kernel, in the panel's native pixels.
  public struct Found: Sendable {
    /// The connector's or framebuffer's name.
    public var name: String
    public var width: Int
    public var height: Int
    var edid: [UInt8]

    var physicalSize: (width: Int, height: Int) {
      get throws(EDID.Problem) { try EDID.physicalSizeMm(edid) }
    }

    /// The lit area in mm; nil where it does not report one.
    public var sizeMm: (width: Int, height: Int)? { try? EDID.physicalSizeMm(edid) }
  }

  /// Why no display was found, as part of a sentence.
  enum Problem: Error, Equatable, CustomStringConvertible {
    case noCards(String)
    case unknownConnector(String, known: [String])
    case notConnected([String])
    case several([String])
    case noModes(String)

    var description: String {
      switch self {
      case .noCards(let card): "this machine has no \(card) with connectors"
      case .unknownConnector(let name, let known):
        "there is no connector \(name), only \(Self.list(known))"
      case .notConnected(let names): "nothing is connected to \(Self.list(names))"
      case .several(let names): "displays are connected to \(Self.list(names)) and the board does not say which"
      case .noModes(let name): "\(name) has no modes"
      }
    }

    private static func list(_ names: [String]) -> String {
      names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
  }

  /// The display that a board would use: on the connector that it sets, or the connected one.
  ///
  /// - Throws: `Problem`.
  func find(device: String, connector: String, allowsFramebuffer: Bool) throws(Problem) -> Found {
    do {
      return try findConnector(device: device, connector: connector)
    } catch {
      if allowsFramebuffer, connector.isEmpty, let found = framebuffer() {
        if case .several = error { throw error }
        return found
      }
      throw error
    }
  }

  /// Every connected display, by card and connector.
  public var connected: [Found] {
    connectors().filter { !$0.name.hasPrefix("Writeback") && text($0.folder + "/status") == "connected" }
      .compactMap(found)
  }

  // MARK: Cards

  /// A connector with its state and modes.
  private struct Connector {
    var card: Int
    var name: String
    var folder: String
  }

  private func findConnector(device: String, connector: String) throws(Problem) -> Found {
    let card = cardNumber(device)
    // Writeback connectors serve to read pixels back; they are not displays.
    let all = connectors().filter { ($0.card == card || device.isEmpty) && !$0.name.hasPrefix("Writeback") }
    if all.isEmpty { throw .noCards(device.isEmpty ? "card" : device) }
    let named = connector.isEmpty ? all : all.filter { $0.name == connector }
    if named.isEmpty { throw .unknownConnector(connector, known: all.map(\.name)) }
    let connected = named.filter { text($0.folder + "/status") == "connected" }
    guard let first = connected.first else { throw .notConnected(named.map(\.name)) }
    if connected.count > 1 { throw .several(connected.map { "\($0.name) of card\($0.card)" }) }
    guard let display = found(first) else { throw .noModes(first.name) }
    return display
  }

  /// nil for a connector without modes.
  private func found(_ connector: Connector) -> Found? {
    // The kernel lists the preferred mode first.
    let modes = (text(connector.folder + "/modes") ?? "").split(separator: "\n").compactMap(Self.size)
    return modes.first.map {
      Found(
        name: connector.name, width: $0.width, height: $0.height, edid: bytes(connector.folder + "/edid") ?? [])
    }
  }

  /// Sorted by card and name.
  private func connectors() -> [Connector] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/drm")) ?? []
    return names.compactMap { entry -> Connector? in
      guard let match = entry.wholeMatch(of: /card([0-9]{1,4})-(.+)/), let card = Int(match.1) else { return nil }
      return Connector(card: card, name: String(match.2), folder: root + "/drm/" + entry)
    }.sorted { ($0.card, $0.name) < ($1.card, $1.name) }
  }

  /// The number in a card's device name, with udev's links resolved; nil for another device.
  private func cardNumber(_ device: String) -> Int? {
    let real = device.isEmpty ? "" : URL(fileURLWithPath: device).resolvingSymlinksInPath().lastPathComponent
    return real.hasPrefix("card") ? Int(real.dropFirst(4)) : nil
  }

  /// `1920x1080`, or `1920x1080i`.
  private static func size(_ mode: Substring) -> (width: Int, height: Int)? {
    guard let match = mode.wholeMatch(of: /([0-9]{1,5})x([0-9]{1,5})i?/), let width = Int(match.1),
      let height = Int(match.2)
    else { return nil }
    return (width, height)
  }

  // MARK: Framebuffers

  /// The first framebuffer; its mode is written as `U:800x480p-60`.
  private func framebuffer() -> Found? {
    guard let mode = text(root + "/graphics/fb0/modes"),
      let match = mode.firstMatch(of: /:([0-9]{1,5})x([0-9]{1,5})/), let width = Int(match.1), let height = Int(match.2)
    else { return nil }
    return Found(name: "fb0", width: width, height: height, edid: [])
  }

  // MARK: Files

  private func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// Reads a file of the kernel to its end, because its size is unknown.
  private func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    return Array(buffer[..<fread(&buffer, 1, buffer.count, file)])
  }
}
