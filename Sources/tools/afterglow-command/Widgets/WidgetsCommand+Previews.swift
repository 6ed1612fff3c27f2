import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import ArgumentParser

extension WidgetsCommand {
  /// `afterglow widgets previews PACKAGE --out DIR`.
  struct Previews: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw the previews that a package declares, as contact sheets.",
      discussion: """
        Builds the package apart, without optimisation, and draws each #Preview of a widget and each view of a \
        PreviewProvider with a previewContext: one sheet a look, in light, dark, clear, tinted, vibrant, always-on, at \
        night, and on e-paper. Each entry of a timeline is a picture; of a timelineProvider it is the present one. \
        Previews of views without a family, and of activities, are left out.

        EXAMPLES
          afterglow widgets previews tides --out previews
          afterglow widgets previews tides --look dark --out previews

        \(ExitStatus.help)
        """)

    @Argument(help: "The package's folder, or a program that has previews.", completion: .directory)
    var path: String

    @Option(help: ArgumentHelp("Output folder (created if missing).", valueName: "folder"))
    var out: String

    @Option(
      help: ArgumentHelp(
        "Only this look: \(GalleryLook.all.map(\.identifier).joined(separator: ", ")).", valueName: "look"))
    var look: String?

    @Option(help: ArgumentHelp("Pixels a point, 1 to 3.", valueName: "number"))
    var density: Double = 1.5

    @Option(
      help: ArgumentHelp("The instant to show (default: now).", valueName: "instant"), transform: Input.instant)
    var at: Instant?

    func validate() throws {
      guard (1...3).contains(density) else {
        throw ValidationError("expected --density from 1 to 3, found \(density)")
      }
    }

    func run() throws {
      try reporting {
        WidgetCrashes.keepRequests()
        let looks = try GalleryLook.named(look)
        do {
          let program = try WidgetPackage(path: path).program(.previews) { Report.say($0) }
          let (previews, leftOut) = try PreviewWidget.all(of: program)
          if leftOut > 0 {
            Report.say("\(leftOut == 1 ? "1 preview" : "\(leftOut) previews") without a widget's family left out")
          }
          guard !previews.isEmpty else {
            throw Failure(
              .badInput,
              "\(path): expected #Preview(as:) of a widget, or a PreviewProvider with previewContext, found none")
          }
          try Files.makeFolder(out)
          for look in looks { try draw(previews, look) }
        } catch let error as CompileError {
          throw Failure(.badInput, "\(path): \(error.message)")
        }
        try endIfWidgetCrashed(isDebug: true)
      }
    }

    private func draw(_ previews: [PreviewWidget], _ look: GalleryLook) throws {
      let instant = at ?? .now
      let tiles = try previews.compactMap { preview -> GallerySheet.Tile? in
        guard look.level == .default || preview.family.isSystem, let place = look.place(of: preview.family) else {
          return nil
        }
        let compiled = try look.preview(of: preview.name, in: preview.family, at: place, density: density)
          .compile(preview, at: instant)
        if look.identifier == GalleryLook.usual { compiled.notices.forEach(Report.complain) }
        let frame = try StillFrame(
          compiled, at: instant, lux: look.lux, override: look.isAlwaysOn ? .alwaysOn : .automatic)
        let picture = look.onWall(frame.picture, preview.family, place, density: density)
        return GallerySheet.Tile(
          name: preview.name, picture: picture,
          cornerRadius: GalleryLook.cornerRadius(preview.family, picture, density: density))
      }
      guard !tiles.isEmpty else { return }
      let sheet = GallerySheet(title: "Previews · \(look.name)", subtitle: path, tiles: tiles)
      let file = "\(out)/\(look.identifier).png"
      try Files.replace(file, with: sheet.draw().png(), isDurable: false)
      Report.say(file)
    }
  }
}
