import AfterglowCore
import AfterglowErrors
import AfterglowKit
import AfterglowLinux
import AfterglowPanelModels
import AfterglowPreview
import CLinux
import Foundation

/// Hosts a strict model of an e-paper panel for a guard, over a socket (docs/panels/wire.md), and shows its glass in a
/// virtual framebuffer, flashes included. The model keeps its picture from one connection to the next, as glass does.
///
/// Its thread waits for packets, and while the panel works for the next change of the picture.
final class PanelHost: @unchecked Sendable {
  /// What the thread reports.
  enum News: Sendable {
    /// The picture in the framebuffer changed.
    case picture
    /// A mistake of the driver, as the model found it.
    case violation(String)
    /// The panel could not be hosted or shown.
    case trouble(String)
  }

  private let listener: Int32
  private let socketPath: String
  private let report: @Sendable (News) -> Void
  private let lock = NSLock()
  private var isEnding = false
  /// Everything below belongs to the thread.
  private var connection: Int32 = -1
  private var hosted: HostedPanel?
  private let window: PanelHostWindow
  private var reportedCount = 0

  /// Mistakes of one panel that are reported; a driver that makes one makes it again.
  private static let maximumReportCount = 20
  /// Longest time without a look at whether to end, in ms.
  private static let turnMs: Int64 = 250
  /// Between two looks at a panel that works, in ms.
  private static let frameMs: Int64 = 40

  /// - Throws: `Failure` when the socket cannot be made.
  init(
    socketPath: String, framebufferPath: String, rotation: Rotation, report: @escaping @Sendable (News) -> Void
  ) throws {
    self.socketPath = socketPath
    self.report = report
    window = PanelHostWindow(path: framebufferPath, rotation: rotation)
    listener = socketPath.withCString { ag_listen($0) }
    if listener < 0 {
      throw Failure(
        .unavailable, "cannot host the simulated panel at \(socketPath): \(ErrnoWords.sentence(-listener))")
    }
    let thread = Thread { [self] in run() }
    thread.name = "panel"
    thread.start()
  }

  /// Ends the thread; the picture stays in the framebuffer.
  func end() {
    lock.withLock { isEnding = true }
    unlink(socketPath)
  }

  private func run() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    while !lock.withLock({ isEnding }) { turn() }
    if connection >= 0 { _ = ag_close(connection) }
    _ = ag_close(listener)
  }

  private func turn() {
    var set = PollSet()
    let place = set.add(listener)
    let wire = set.add(connection)
    set.wait(timeoutMs: hosted?.isWorking == true ? Self.frameMs : Self.turnMs)
    if set.isReady(place) { accept() }
    if connection >= 0 && set.isReady(wire) { receive() }
    hosted?.advance(toUs: ag_boottime_ms() * 1000)
    show()
    judge()
  }

  /// The newest guard has the panel.
  private func accept() {
    let accepted = ag_accept(listener)
    if accepted < 0 { return }
    if connection >= 0 { _ = ag_close(connection) }
    connection = accepted
  }

  /// Takes the packets that are there, at most so many that the picture does not wait for them.
  private func receive() {
    var packet = [UInt8](repeating: 0, count: WireBus.byteCount)
    for _ in 0..<64 {
      var passed: Int32 = -1
      let count = packet.withUnsafeMutableBytes { ag_receive(connection, $0.baseAddress!, Int64($0.count), &passed) }
      if passed >= 0 { _ = ag_close(passed) }
      if count == -Int64(EAGAIN) { return }
      if count < Int64(WirePacket.byteCount) || !take(packet[..<Int(count)]) {
        _ = ag_close(connection)
        connection = -1
        return
      }
    }
  }

  /// Whether the packet was one of the wire's.
  private func take(_ bytes: ArraySlice<UInt8>) -> Bool {
    let packet = bytes.withUnsafeBytes { $0.loadUnaligned(as: WirePacket.self) }
    let data = bytes.dropFirst(WirePacket.byteCount)
    guard let kind = WirePacket.Kind(rawValue: packet.kind) else { return false }
    if kind == .hello { return greet(packet, data) }
    guard let hosted else { return false }
    let atUs = Int64(littleEndian: packet.atUs)
    hosted.advance(toUs: atUs)
    switch kind {
    case .hello: return false
    case .transfer: hosted.transfer(data, isData: packet.value != 0)
    case .reset: hosted.setReset(packet.value != 0, atUs: atUs)
    case .supply: hosted.panel.setPower(packet.value != 0)
    case .askBusy:
      var level: UInt8 = hosted.panel.busyLevel() ? 1 : 0
      return ag_send(connection, &level, 1, -1, 0) == 1
    }
    return true
  }

  private func greet(_ packet: WirePacket, _ data: ArraySlice<UInt8>) -> Bool {
    guard packet.value == WirePacket.version, data.count == MemoryLayout<PaperPanel>.size else {
      report(.trouble("the simulated panel was greeted in another version of the wire"))
      return false
    }
    let panel = data.withUnsafeBytes { $0.loadUnaligned(as: PaperPanel.self) }
    if hosted?.record == panel { return true }
    guard let made = HostedPanel(panel, sinceUs: Int64(littleEndian: packet.atUs)) else {
      report(.trouble("there is no model of the board's panel"))
      return false
    }
    hosted = made
    reportedCount = 0
    return true
  }

  private func show() {
    guard let hosted else { return }
    do {
      if try window.show(hosted.panel) { report(.picture) }
    } catch {
      report(.trouble("the simulated panel's picture cannot be written: \(error)"))
    }
  }

  private func judge() {
    guard let violations = hosted?.panel.violations, violations.count > reportedCount else { return }
    for violation in violations[reportedCount...].prefix(max(0, Self.maximumReportCount - reportedCount)) {
      report(.violation("\(violation)"))
    }
    reportedCount = violations.count
  }
}

/// A model whose time is that of the guard's packets.
private final class HostedPanel {
  let record: PaperPanel
  let panel: SimulatedPanel
  private let sinceUs: Int64

  init?(_ record: PaperPanel, sinceUs: Int64) {
    guard let description = PanelDescription.of(record) else { return nil }
    self.record = record
    self.sinceUs = sinceUs
    panel = SimulatedPanel(description)
  }

  var isWorking: Bool { panel.nextEventUs != nil }

  func advance(toUs time: Int64) { panel.advance(toUs: time - sinceUs) }

  func setReset(_ level: Bool, atUs time: Int64) { panel.setReset(level, atUs: time - sinceUs) }

  func transfer(_ bytes: ArraySlice<UInt8>, isData: Bool) {
    panel.setDataCommand(isData)
    panel.setChipSelect(false)
    try? panel.write(bytes)
    panel.setChipSelect(true)
  }
}

/// The virtual framebuffer in which a hosted panel is seen: as large as the scene, turned as a viewer sees it.
private final class PanelHostWindow {
  private let path: UnsafeMutablePointer<CChar>
  private let rotation: Rotation
  private var file: OpenWindow?
  private var shownGeneration = -1

  init(path: String, rotation: Rotation) {
    self.path = strdup(path)
    self.rotation = rotation
  }

  deinit { free(path) }

  /// - Returns: whether the picture changed.
  /// - Throws: why the file cannot be made.
  func show(_ panel: SimulatedPanel) throws -> Bool {
    let size = sceneSize(panel)
    if file?.isUsable(size) != true {
      file = nil
      file = try OpenWindow(path, size)
      shownGeneration = -1
    }
    if shownGeneration == panel.seenGeneration { return false }
    shownGeneration = panel.seenGeneration
    let glass = panel.glass.size
    let picture = panel.seenPicture().withUnsafeBytes {
      PanelPicture(
        panel: $0.baseAddress!, strideBytes: 4 * Int(glass.width), size: glass, format: .xrgb8888, rotation: rotation)
    }
    file?.put(picture)
    return true
  }

  private func sceneSize(_ panel: SimulatedPanel) -> PixelSize {
    let size = panel.glass.size
    return rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }
}
