import Testing

/// An e-paper panel of the rig: its board, and what a machine needs to have the panel behind the kernel's spidev and
/// GPIO lines.
struct Paper: Sendable, CustomTestStringConvertible {
  /// As board files name it.
  var name: String
  /// As `hil-panel` names it.
  var model: String
  var width: Int
  var height: Int
  var rotation = 0
  var pixelFormat = "mono1"

  static let small = Paper(
    name: "waveshare-2in13-v4", model: "2in13-v4", width: 250, height: 122, rotation: 90)
  static let large = Paper(name: "waveshare-7in5-v2", model: "7in5-v2", width: 800, height: 480)
  static let inks = Paper(
    name: "waveshare-7in3-e6", model: "7in3-spectra6", width: 800, height: 480, pixelFormat: "spectra6")

  var testDescription: String { model }

  /// - Parameters:
  ///   - place: chip select of the bus; each panel has four lines, from 4 on.
  ///   - interval: least time between two refreshes in s; nil = by the maker's rules.
  func board(at place: Int = 0, interval: Int? = 5) -> PanelBoard {
    let first = 4 + 4 * place
    var board = PanelBoard(
      display: "kind: epaper, panel: \(name), bus: /dev/spidev0.\(place), lines: {chip: panel, "
        + "dataCommand: \(first), reset: \(first + 1), busy: \(first + 2), power: \(first + 3)}",
      width: width, height: height)
    board.rotation = rotation
    board.pixelFormat = pixelFormat
    if let interval { board.more = "refresh: {minimumInterval: \(interval)}" }
    return board
  }

  /// The chip, the bus and the controllers behind both, of at most two panels. In the script: `glass NAME SECONDS
  /// [PLACE]` waits until a panel shows NAME.ppm, `unbroken` fails when a rule of a controller was broken, and $MODEL is
  /// the process of the controllers.
  ///
  /// - Parameters:
  ///   - interval: what the controllers allow between two full refreshes, in s.
  ///   - folder: gets model.log and the pictures of their glass, glass0.ppm and glass1.ppm.
  static func wiring(
    _ papers: [Paper] = [.small], interval: Int = 4, fault: String = "none", folder: String = "/out"
  ) -> String {
    let panels = papers.enumerated().map { place, paper in
      let first = 4 + 4 * place
      return "\(paper.model),\(first),\(first + 1),\(first + 2),\(first + 3),\(folder)/glass\(place).ppm,\(fault)"
    }
    return """
      gpio_chip panel SCK MOSI MISO CS DC RST BUSY PWR DC1 RST1 BUSY1 PWR1 || fail "no lines"
      mount -t tracefs none /sys/kernel/tracing
      gpio_pull 6 down
      spi_bus $SPI || fail "no bus"
      \(Rig.programs.path)/hil-panel $GPIO_SIM \(interval) \(panels.joined(separator: " ")) >\(folder)/model.log 2>&1 & MODEL=$!
      for try in $(seq 100); do grep -q ready \(folder)/model.log && break; sleep 0.1; done
      grep -q ready \(folder)/model.log || fail "no controller: $(cat \(folder)/model.log)"
      glass() { for try in $(seq $(($2 * 10))); do cmp -s \(folder)/glass${3:-0}.ppm /out/$1.ppm && return; sleep 0.1; done
        fail "the panel is not $1 after $2 s: $(cat \(folder)/model.log)"; }
      unbroken() { ! grep "broken rule" \(folder)/model.log || fail "the driver breaks the controller's rules"; }
      """
  }
}
