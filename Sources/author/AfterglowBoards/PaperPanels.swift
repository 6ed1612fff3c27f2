import AfterglowCore
import AfterglowDocuments
import AfterglowEPaper

/// An e-paper panel that a board can name: its controller's preset, and what only the author needs to know.
struct PaperPanelChoice: Equatable {
  var panel: PaperPanel
  /// The lit area in mm, as the panel's rows lie.
  var widthMm: Double
  var heightMm: Double
  /// The name in messages.
  var name: String
  /// A question about the `physicalSize` of the panel's file; nil = there is none.
  var advice: Problem?
}

/// What a board can name as `display.panel` without a file.
public enum PaperPanelNames {
  /// Of all panels, in the order of docs/boards.md.
  public static var all: [String] { PaperPanels.names }

  /// Whether a panel's rows lie upright, so that a board turns it to be wide; nil for an unknown name.
  public static func isUpright(_ name: String) -> Bool? {
    PaperPanels.shipped.first { $0.name == name }.map { $0.panel.size.height > $0.panel.size.width }
  }
}

/// The panels that can be named without a file. A second panel of a known controller is a file (`PaperPanelFile`).
enum PaperPanels {
  static let shipped: [PaperPanelChoice] = [
    choice("waveshare-2in13-v4", SSD1680.Preset.inch2in13V4.panel, width: 23.71, height: 48.55),
    choice("waveshare-2in9-v2", SSD1680.Preset.inch2in9V2.panel, width: 29.06, height: 66.9),
    choice("waveshare-2in9-v2-old", SSD1680.Preset.inch2in9V2Old.panel, width: 29.06, height: 66.9),
    choice("waveshare-4in2-v2", SSD1683.Preset.inch4in2V2.panel, width: 84.8, height: 63.6),
    choice("waveshare-7in5-v2", UC8179.Preset.inch7in5V2.panel, width: 163.2, height: 97.92),
    choice("waveshare-7in5-v2-old", UC8179.Preset.inch7in5V2Old.panel, width: 163.2, height: 97.92),
    choice("waveshare-7in3-e6", Spectra6.Preset.inch7in3.panel, width: 160, height: 96),
    choice("waveshare-4in0-e6", Spectra6.Preset.inch4in0.panel, width: 56.4, height: 84.6),
  ]

  private static func choice(
    _ name: String, _ panel: PaperPanel, width: Double, height: Double
  ) -> PaperPanelChoice {
    PaperPanelChoice(panel: panel, widthMm: width, heightMm: height, name: name)
  }

  static var names: [String] { shipped.map(\.name) }

  /// The panels that have four greys.
  private static var namesWithGreys: [String] {
    shipped.filter { choice in
      var panel = choice.panel
      panel.greys = 4
      return (try? AnyController(panel)) != nil
    }.map(\.name)
  }

  /// The panel whose values a file of this controller may leave out.
  static func standard(_ controller: PaperController) -> PaperPanelChoice {
    shipped.first { $0.panel.controller == controller.rawValue }!
  }

  /// `greys` of boards and panel files, as panels carry them.
  static let greys: [(String, UInt8)] = [("2", 0), ("4", 4)]

  /// The panel that `display.panel` names, or that a file of the board's folder describes, with the board's greys.
  static func read(_ display: inout StrictDecoder) -> PaperPanelChoice? {
    let greys = display.choice(key: "greys", greys)
    guard var choice = named(&display) else { return nil }
    choice.panel.greys = greys ?? choice.panel.greys
    do throws(PresetError) { _ = try AnyController(choice.panel) } catch { refuseGreys(of: choice.name, display) }
    return choice
  }

  /// Reports four greys at the key of a board or panel file whose panel does not have them.
  static func refuseGreys(of panel: String, _ file: StrictDecoder) {
    file.fail(
      "greys",
      "expected \"greys: 2\" for the panel \(panel), or a panel that has four greys "
        + "(\(namesWithGreys.joined(separator: ", "))), found \"greys: 4\"")
  }

  private static func named(_ display: inout StrictDecoder) -> PaperPanelChoice? {
    guard
      let name = display.text(key: "panel", required: "the panel's name, such as waveshare-7in5-v2, or a file")
    else { return nil }
    if let found = shipped.first(where: { $0.name == name }) { return found }
    if isFile(name) { return PaperPanelFile.read(name, display) }
    display.fail(
      "panel",
      "expected \(names.joined(separator: ", ")) or a YAML file of the folder for \"display.panel\", found \"\(name)\""
        + display.suggestion(for: name, amongModels: names, of: "panel"))
    return nil
  }

  static func isFile(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }
}
