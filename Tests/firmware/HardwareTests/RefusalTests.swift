import Testing

/// Displays that are not available: each is reported with the call that failed and what to do, and nothing is tried
/// silently.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct RefusalTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  /// Runs the firmware for a while and returns its output.
  private func words(
    _ name: String, _ screen: Screen, _ board: PanelBoard, as user: String = "", before: String = ""
  ) throws -> String {
    let scenario = try Scenario("refused-\(name)", screen: screen)
    try scenario.board(board, at: Self.morning)
    let run = try scenario.run(
      at: Self.morning, options: ["--size", "800x480"],
      """
      \(before)
      timeout 6 \(user) $FIRMWARE --lux 300 /out/clock.archive </dev/null >/run/panel.log 2>&1
      say status $?
      cp /run/panel.log /out/panel.log
      """)
    run.expectGood()
    return run.firmware
  }

  @Test func `a device that is not there is named`() throws {
    var board = PanelBoard.drm()
    board.display = "kind: drm, device: /dev/dri/card7"
    let words = try words("absent", .bochs, board)
    #expect(words.contains("/dev/dri/card7"), "\(words)")
  }

  @Test func `a machine without any display says what was looked for`() throws {
    let words = try words("none", .none, .drm())
    #expect(words.contains("/dev/dri"), "\(words)")
  }

  @Test func `a device that this user may not open is named with its group`() throws {
    let words = try words(
      "forbidden", .bochs, .drm(), as: "setpriv --reuid 65534 --regid 65534 --clear-groups",
      before: "chmod 600 /dev/dri/card0")
    #expect(words.contains("/dev/dri/card0") && words.lowercased().contains("permission"), "\(words)")
  }

  @Test func `a mode that the screen does not have is named beside those that it has`() throws {
    var board = PanelBoard.drm(1234, 567)
    board.display = "kind: drm, mode: 1234x567"
    let words = try words("mode", .bochs, board)
    #expect(words.contains("1234x567"), "\(words)")
  }

  @Test func `where the board says auto, a machine with an old framebuffer only shows the picture there`() throws {
    let scenario = try Scenario("auto-framebuffer", screen: .vesa(bits: 24))
    var board = PanelBoard.drm(800, 600)
    board.display = "kind: auto"
    try scenario.board(board, at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    let run = try scenario.run(at: Self.morning, "panel_start clock --lux 300; expect day 10; panel_stop")
    run.expectGood()
  }
}
