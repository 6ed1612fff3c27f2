import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import ArgumentParser

/// `afterglow render BOARD --out FILE.png`.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw the frame that a board shows at an instant, or one widget, as a PNG.",
    discussion: """
      Runs the panel's own code: compile at the instant, step, paint, encode. The PNG shows the panel as its \
      viewer sees it. With --expect the frame must be that picture, pixel for pixel: otherwise NAME.difference.png \
      beside --out marks in red what differs, and the exit status is 1. It is 1 as well if the program of a widget has \
      crashed: the picture is written, and shows something else in its place.

      EXAMPLES
        afterglow render bedside-clock --out now.png
        afterglow render bedside-clock --lux 0.5 --out night.png
        afterglow render bedside-clock --at 2026-11-21T09:41:00+01:00 \\
          --out day.png --layout day.json
        afterglow render bedside-clock --at 2026-11-21T09:41:00+01:00 \\
          --out again.png --expect day.png
        afterglow render kitchen --page weather --out weather.png
        afterglow render --widget weather --family systemMedium --out weather.png
        afterglow render --widget clock --family accessoryCircular --out clock.png

      \(ExitStatus.help)
      """)

  @Argument(
    help: "A board's folder, or its name under boards/. Not with --widget.", completion: BoardCompletion.named)
  var board: String?

  @Option(
    help: ArgumentHelp("The instant to show (default: now).", valueName: "instant"),
    transform: Input.instant)
  var at: Instant?

  @Option(
    help: """
      Light in lux. The frame is the one that the panel settles on: day, always-on or night by the board's \
      thresholds. Without it, the board's own constant light, else day.
      """,
    transform: Input.illuminance)
  var lux: Illuminance?

  @Flag(help: "Show reduced luminance whatever the light.")
  var alwaysOn = false

  @Option(
    help: ArgumentHelp(
      "How far away the viewer is, on a board with `distance`; without it, the board's own constant distance, else near.",
      valueName: "metres"),
    transform: Input.millimetres)
  var distance: Int64?

  @Option(help: ArgumentHelp("Another scene than the board's own.", valueName: "file"))
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "The page to show, by its name or number (default: the one that the panel shows at the instant).",
      valueName: "page"))
  var page: String?

  @Option(help: ArgumentHelp("A picture that the frame must equal.", valueName: "file.png"))
  var expect: String?

  @Option(help: ArgumentHelp("Output file (PNG).", valueName: "file.png"), transform: Input.pictureFile)
  var out: String

  @Option(
    help: ArgumentHelp(
      "Write what was drawn: every node's id, widget, role, text, frame, font size, colour.", valueName: "file.json"),
    transform: Input.outputFile)
  var layout: String?

  @OptionGroup(title: "One widget") var single: WidgetOptions

  func validate() throws {
    if (board == nil) == (single.widget == nil) {
      throw ValidationError("expected either a board or --widget with the kind of a widget")
    }
    try single.validate()
    guard single.widget != nil else { return }
    if scene != nil { throw ValidationError("--scene is for a board, and has no effect on --widget") }
    if page != nil { throw ValidationError("--page is for a board, and has no effect on --widget") }
    if distance != nil {
      throw ValidationError("--distance is for a board, and has no effect on --widget; write --detail simplified")
    }
  }

  func run() throws {
    try reporting {
      WidgetCrashes.keepRequests()
      let instant = at ?? .now
      let whole =
        if let preview = try single.preview() { try preview.compile(at: instant) } else {
          try BoardSource(board ?? "", sceneFile: scene).compile(at: instant)
        }
      let compiled = try page.map { try whole.showing(page: whole.page(named: $0)) } ?? whole
      if distance != nil, compiled.record.sensor.distanceKind == .none {
        throw Failure(
          .usage,
          "--distance has no effect: \(compiled.name) has no `distance` in board.yaml; add `distance: {sensor: external}`"
        )
      }
      compiled.notices.forEach(Report.complain)
      let frame = try StillFrame(
        compiled, at: instant, lux: lux ?? compiled.constantLight, override: alwaysOn ? .alwaysOn : .automatic,
        distance: distance)
      let provenance = try ArchiveSummary.provenance(compiled)
      let png = PNGNote.adding(provenance, to: try frame.picture.png())
      try Files.replace(out, with: png, isDurable: false)
      if let layout { try Files.replace(layout, with: frame.layoutJSON(), isDurable: false) }
      if let expect { try compare(frame.picture, with: expect, provenance) }
      try endIfWidgetCrashed()
    }
  }

  private func compare(_ picture: PanelPicture, with path: String, _ provenance: String) throws {
    let file = try Files.read(path, limit: PanelPicture.maximumByteCount)
    let expected = try PanelPicture(png: file, path: path)
    guard expected.width == picture.width && expected.height == picture.height else {
      throw Failure(
        .differs,
        "\(out) is not \(path): expected \(expected.width)×\(expected.height) px, found \(picture.width)×\(picture.height)"
      )
    }
    guard let difference = try picture.difference(from: expected) else { return }
    let stem = out.lowercased().hasSuffix(".png") ? String(out.dropLast(4)) : out
    let marked = stem + ".difference.png"
    try Files.replace(marked, with: difference.picture.png(), isDurable: false)
    let total = picture.width * picture.height
    throw Failure(
      .differs,
      "\(out) is not \(path): \(difference.count) of \(total) px differ, the first at x \(difference.firstX), "
        + "y \(difference.firstY); \(marked) shows them; "
        + ArchiveSummary.difference(provenance, from: PNGNote.read(file)))
  }
}
