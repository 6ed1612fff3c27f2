import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowPreview
import AfterglowWidgets
import ArgumentParser
import Foundation

/// `afterglow gallery --out DIR`.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Draw every widget in every family, mode and appearance, as contact sheets.",
    discussion: """
      Writes a folder for each widget with one sheet a look: light, dark, clear, tinted, vibrant, always-on, night, \
      simplified, and on e-paper of black and white and of six inks; every family side by side with sample content. index.txt lists the widgets with their descriptions; families that \
      a widget keeps out of a place are listed under "Other". The clock's folder also has its faces, as StandBy shows \
      them: faces-dark.png, faces-always-on.png and faces-night.png. Sample content is of one place, Porto, and so is \
      the time of every clock.

      EXAMPLES
        afterglow gallery --out gallery
        afterglow gallery --widget weather --look dark --out gallery
        afterglow gallery --look six-inks --density 1 --out gallery

      \(ExitStatus.help)
      """)

  @Option(help: ArgumentHelp("Output folder (created if missing).", valueName: "folder"))
  var out: String

  @Option(help: ArgumentHelp("Only this widget.", valueName: "kind"))
  var widget: String?

  @Option(
    help: ArgumentHelp(
      "Only this look: \(GalleryLook.all.map(\.identifier).joined(separator: ", ")).", valueName: "look"))
  var look: String?

  @Option(help: ArgumentHelp("Pixels a point, 1 to 3.", valueName: "number"))
  var density: Double = 1.5

  func validate() throws {
    guard (1...3).contains(density) else { throw ValidationError("expected --density from 1 to 3, found \(density)") }
  }

  @Option(
    help: ArgumentHelp("The instant to show (default: now).", valueName: "instant"),
    transform: Input.instant)
  var at: Instant?

  func run() throws {
    try reporting {
      let kinds = try wantedKinds()
      let looks = try GalleryLook.named(look)
      let instant = at ?? .now
      var index = ""
      for (position, kind) in kinds.enumerated() {
        guard let descriptor = WidgetGallery.standard.widget(kind)?.descriptor else { continue }
        Report.say("\(kind) (\(position + 1) of \(kinds.count))")
        let folder = out + "/" + kind
        try Files.makeFolder(folder)
        for look in looks {
          let tiles = try tiles(kind, descriptor, look, at: instant)
          let sheet = GallerySheet(
            title: "\(descriptor.displayName) · \(look.name)", subtitle: descriptor.description, tiles: tiles)
          try Files.replace("\(folder)/\(look.identifier).png", with: sheet.draw().png(), isDurable: false)
        }
        if kind == "clock" { try drawFaces(folder, descriptor.displayName, looks, at: instant) }
        index += "\(descriptor.displayName)\n  \(descriptor.description)\n"
        index += "  \(descriptor.supportedFamilies.map(\.rawValue).joined(separator: ", "))\n"
        index += Self.others(descriptor) + "\n"
      }
      try Files.replace(out + "/index.txt", with: Array(index.utf8), isDurable: false)
      try endIfWidgetCrashed()
    }
  }

  /// The places that the widget disfavours (docs/rules.md, rule 51): it may be used there, and is listed separately.
  private static func others(_ descriptor: WidgetDescriptor) -> String {
    let places = WidgetContext.allCases.compactMap { context -> String? in
      let families = descriptor.supportedFamilies.filter {
        context.families().contains($0) && descriptor.isDisfavored($0, in: context)
      }
      return families.isEmpty ? nil : "\(context.rawValue) (\(families.map(\.rawValue).joined(separator: ", ")))"
    }
    return places.isEmpty ? "" : "  Other: \(places.joined(separator: "; "))\n"
  }

  private func wantedKinds() throws -> [String] {
    let kinds = WidgetGallery.standard.kinds
    guard let widget else { return kinds }
    guard kinds.contains(widget) else { throw Failure(unknown: "widget", widget, among: kinds) }
    return [widget]
  }

  /// Every clock face side by side, for a wide, a tall and a round panel, in StandBy's looks.
  private func drawFaces(
    _ folder: String, _ name: String, _ looks: [GalleryLook], at instant: Instant
  ) throws {
    for look in looks where look.showsFaces {
      let tiles = try FacePreview.Shape.allCases.flatMap { shape in
        try ClockFace.allCases.map { face in
          let preview = FacePreview(face: face, shape: shape, side: 165 * density)
          let frame = try StillFrame(
            preview.compile(at: instant), at: instant, lux: look.lux,
            override: look.isAlwaysOn ? .alwaysOn : .automatic)
          return GallerySheet.Tile(
            name: face.rawValue, picture: frame.picture, startsRow: face == ClockFace.allCases.first)
        }
      }
      let names = ClockFace.allCases.map(\.rawValue).joined(separator: ", ")
      let sheet = GallerySheet(title: "\(name) · faces · \(look.name)", subtitle: names, tiles: tiles)
      try Files.replace("\(folder)/faces-\(look.identifier).png", with: sheet.draw().png(), isDurable: false)
    }
  }

  private func tiles(
    _ kind: String, _ descriptor: WidgetDescriptor, _ look: GalleryLook, at instant: Instant
  ) throws -> [GallerySheet.Tile] {
    let isPicture = kind == "photos"
    return try descriptor.supportedFamilies.compactMap { family in
      // Accessories are the same at both levels of detail.
      guard look.level == .default || family.isSystem, let place = look.place(of: family) else { return nil }
      let preview = look.preview(of: kind, in: family, at: place, density: density)
      let frame = try StillFrame(
        preview.compile(at: instant), at: instant, lux: look.lux, override: look.isAlwaysOn ? .alwaysOn : .automatic)
      let picture = isPicture ? frame.picture : look.onWall(frame.picture, family, place, density: density)
      return GallerySheet.Tile(
        name: family.rawValue, picture: picture,
        isDisfavored: descriptor.isDisfavored(family, in: place),
        cornerRadius: GalleryLook.cornerRadius(family, picture, density: density),
        isEdgeless: isPicture && (look.mode == nil || !family.isSystem))
    }
  }
}
