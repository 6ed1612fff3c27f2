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

  private func advance(_ timeUs: Int64) {
    guard let sinceUs else { return }
    panel.advance(toUs: timeUs - sinceUs)
  }

  private func run() {
    var connection: Int32 = -1
    while !lock.withLock({ isEnding }) {
      if let accepted = listener.accept() {
        closeDescriptor(connection)
        connection = accepted
      }
      var bytes = [UInt8](repeating: 0, count: WireBus.byteCount)
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
    if sinceUs == nil { sinceUs = time }
    advance(time)
    switch WirePacket.Kind(rawValue: bytes[0]) {
    case .transfer:
      panel.setDataCommand(bytes[1] != 0)
      panel.setChipSelect(false)
      try? panel.write(bytes.dropFirst(WirePacket.byteCount))
      panel.setChipSelect(true)
    case .reset: panel.setReset(bytes[1] != 0, atUs: time - (sinceUs ?? time))
    case .supply: panel.setPower(bytes[1] != 0)
    case .askBusy:
      var level: UInt8 = panel.busyLevel() ? 1 : 0
      send(connection, &level, 1, 0)
    case .hello, nil: break
    }
  }
}
