import AfterglowCore

extension WidgetRecord {
  /// The slot of the display list that comes nearest to `key`: the first that exists in this order
  /// (docs/archive-format.md, Which variant is shown):
  ///
  /// 1. exactly `key`;
  /// 2. the same except for the level of detail;
  /// 3. the same except for reduced luminance;
  /// 4. the same rendering mode, both others differing;
  /// 5. the same four in the next rendering mode: vibrant → accented → full colour, accented → vibrant → full colour,
  ///   full colour → vibrant → accented.
  public func variantSlot(for key: VariantKey) -> Int {
    for step in 0..<3 {
      let mode = key.renderingMode.fallback(step)
      for flips in 0..<4 {
        let candidate = VariantKey(
          renderingMode: mode, isLuminanceReduced: key.isLuminanceReduced != (flips & 2 != 0),
          isSimplified: key.isSimplified != (flips & 1 != 0))
        let slot = variantMap[candidate.index]
        if slot < variantCount { return Int(slot) }
      }
    }
    return 0
  }
}

extension Archive {
  /// The nearest existing variant of a widget, 0 ..< variantCount (`WidgetRecord.variantSlot`).
  public func variantSlot(of widget: WidgetRecord, for key: VariantKey) -> Int { widget.variantSlot(for: key) }
}

extension RenderingMode {
  func fallback(_ step: Int) -> RenderingMode {
    if step == 0 { return self }
    switch self {
    case .vibrant: return step == 1 ? .accented : .fullColor
    case .accented: return step == 1 ? .vibrant : .fullColor
    case .fullColor: return step == 1 ? .vibrant : .accented
    }
  }
}
