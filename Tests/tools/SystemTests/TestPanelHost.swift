import AfterglowCore
import AfterglowLinux
import AfterglowPanelModels
import Foundation
import SocketSupport

#if canImport(Glibc)
  import Glibc
#endif

/// Hosts a panel's model at a socket (docs/panels/wire.md), on a thread of its own.
final class TestPanelHost: @unchecked Sendable {
  private let lock = NSLock()
  private let panel: SimulatedPanel
  private let listener: ControlListener
  private let path: UnsafeMutablePointer<CChar>
  private var isEnding = false
  private var sinceUs: Int64?
  /// When the panel's time was stopped; nil = it passes.
  private var stoppedAtUs: Int64?
  /// Packets after a refresh's trigger that its guard and renderer may still send; nil = they live.
  private var packetsLeft: Int?
  private var isTriggered = false

  init(_ description: PanelDescription, at path: String) throws {
    var settings = ModelSettings()
    settings.minimumIntervalSeconds = 0
    panel = SimulatedPanel(description, settings: settings)
    self.path = strdup(path)
    ownUmask()
    listener = try ControlListener(path: self.path)
    Thread.detachNewThread { [self] in run() }
  }

  /// Refreshes that have ended.
  var refreshCount: Int {
    lock.withLock {
      advance(SystemTime.boottimeMs * 1000)
      return panel.fullRefreshCount + panel.partialRefreshCount
    }
  }

  /// What the driver did wrong.
  var mistakes: [String] { lock.withLock { panel.violations.map(\.description) } }

  func end() { lock.withLock { isEnding = true } }

  /// Kills the guard and the renderer of the next refresh when they have sent so many packets after its trigger. From the
  /// trigger until another guard connects the panel's time stands, so that the refresh is under way all the while.
  func killClients(afterPackets count: Int) {
    lock.withLock { (packetsLeft, isTriggered) = (count, false) }
  }

  private func advance(_ timeUs: Int64) {
    guard let sinceUs else { return }
    panel.advance(toUs: (stoppedAtUs ?? timeUs) - sinceUs)
  }

  /// Counts a packet, and kills the sender of the last one.
  private func countDown(_ bytes: [UInt8], at timeUs: Int64, _ connection: Int32) {
    guard let left = packetsLeft else { return }
    if isTriggered {
      packetsLeft = left - 1
    } else {
      // Command 20 of Solomon's controllers.
      let isCommand = WirePacket.Kind(rawValue: bytes[0]) == .transfer && bytes[1] == 0
      if !isCommand || bytes.count <= WirePacket.byteCount || bytes.last != 0x20 { return }
      isTriggered = true
      // BUSY needs a moment to rise.
      stoppedAtUs = timeUs + 50_000
      advance(timeUs)
    }
    if packetsLeft ?? 0 > 0 { return }
    packetsLeft = nil
    killPeer(of: connection)
  }

  /// Kills the process that has connected, a guard, and its renderer.
  private func killPeer(of connection: Int32) {
    // struct ucred: pid, uid, gid.
    var peer: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer.process > 1 else { return }
    let guardian = peer.process
    let children = try? String(contentsOfFile: "/proc/\(guardian)/task/\(guardian)/children", encoding: .utf8)
    kill(guardian, SIGKILL)
    for child in (children ?? "").split(whereSeparator: \.isWhitespace).compactMap({ Int32($0) }) {
      kill(child, SIGKILL)
    }
  }

  private func run() {
    var connection: Int32 = -1
    var bytes = [UInt8](repeating: 0, count: WireBus.byteCount)
    while !lock.withLock({ isEnding }) {
      if let accepted = listener.accept() {
        closeDescriptor(connection)
        connection = accepted
      }
      let count = connection < 0 ? -1 : recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count == 0 {
        closeDescriptor(connection)
        connection = -1
      }
      if count <= 0 { usleep(500) } else { lock.withLock { take(Array(bytes[..<count]), connection) } }
    }
    closeDescriptor(connection)
    listener.close()
  }

  private func take(_ bytes: [UInt8], _ connection: Int32) {
    let time = bytes[8..<16].reversed().reduce(0) { $0 << 8 | Int64($1) }
    let kind = WirePacket.Kind(rawValue: bytes[0])
    if sinceUs == nil { sinceUs = time }
    if kind == .hello, let since = sinceUs, let stopped = stoppedAtUs {
      sinceUs = since + time - stopped
      stoppedAtUs = nil
    }
    advance(time)
    defer { countDown(bytes, at: time, connection) }
    switch kind {
    case .transfer:
      panel.setDataCommand(bytes[1] != 0)
      panel.setChipSelect(false)
      try? panel.write(bytes.dropFirst(WirePacket.byteCount))
      panel.setChipSelect(true)
    case .reset: panel.setReset(bytes[1] != 0, atUs: time - (sinceUs ?? time))
    case .supply: panel.setPower(bytes[1] != 0)
    case .askBusy:
      var level: UInt8 = panel.busyLevel() ? 1 : 0
      // Its reader may have been killed.
      send(connection, &level, 1, Int32(MSG_NOSIGNAL))
    case .hello, nil: break
    }
  }
}
