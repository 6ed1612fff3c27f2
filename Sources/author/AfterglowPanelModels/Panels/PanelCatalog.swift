import AfterglowCore

extension PanelDescription {
  /// Every panel that has a model.
  public static let all: [PanelDescription] = PaperFamily.allCases.flatMap(\.panels)

  /// A panel by its name, such as "2in13-v4" or "epaper-2in13-v4"; nil if there is none.
  public static func named(_ name: String) -> PanelDescription? {
    all.first { $0.name == name || "epaper-\($0.name)" == name }
  }

  /// The family of the panel's controller.
  var family: PaperFamily { controller.traits.family }
}

extension PaperFamily {
  /// The panels of the family's controllers.
  fileprivate var panels: [PanelDescription] {
    switch self {
    case .solomon: PanelDescription.solomon
    case .ultraChip: PanelDescription.ultraChip
    case .spectra: PanelDescription.spectra
    }
  }

  /// A new model of the controller of the context's panel, which is one of the family.
  func model(_ context: PanelContext) -> any PanelController {
    switch self {
    case .solomon: SolomonModel(context)
    case .ultraChip: UC8179Model(context)
    case .spectra: Spectra6Model(context)
    }
  }
}
