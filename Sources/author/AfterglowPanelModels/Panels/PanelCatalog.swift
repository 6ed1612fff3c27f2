extension PanelDescription {
  /// Every panel that has a model.
  public static let all = [
    panel2in13V4, panel2in9V2, panel2in9V2Old, panel4in2V2, panel7in5V2, panel7in5V2Old, panel7in3Spectra6,
    panel4in0Spectra6,
  ]

  /// A panel by its name, such as "2in13-v4" or "epaper-2in13-v4"; nil if there is none.
  public static func named(_ name: String) -> PanelDescription? {
    all.first { $0.name == name || "epaper-\($0.name)" == name }
  }
}
