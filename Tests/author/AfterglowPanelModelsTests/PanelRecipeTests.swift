import AfterglowPanelModels
import Testing

@Suite struct PanelRecipeTests {
  static let all = PanelRecipe.ssd1680 + PanelRecipe.ssd1683 + PanelRecipe.uc8179 + PanelRecipe.spectra6

  static func play(_ recipe: PanelRecipe, _ settings: ModelSettings) -> SimulatedPanel {
    let panel = SimulatedPanel(recipe.panel, settings: settings)
    panel.play(recipe.recording)
    return panel
  }

  struct Variant: Sendable {
    var lagUs: Int64
    var seed: UInt64
    var fault: PanelFault
  }

  static let variants = [
    Variant(lagUs: 0, seed: 1, fault: .none), Variant(lagUs: 100, seed: 2, fault: .none),
    Variant(lagUs: 200, seed: 3, fault: .none), Variant(lagUs: 200, seed: 4, fault: .slow),
  ]

  @Test(arguments: all)
  func `a published recipe shows its picture, without errors and with no other warnings than listed`(
    _ recipe: PanelRecipe
  ) {
    for variant in Self.variants {
      var settings = ModelSettings()
      settings.isStrict = false
      settings.busyLagUs = variant.lagUs
      settings.seed = variant.seed
      settings.fault = variant.fault
      let panel = Self.play(recipe, settings)
      #expect(panel.violations.filter(\.isError) == [], "\(variant)")
      #expect(Set(panel.violations.filter { !$0.isError }.map(\.kind)) == recipe.warnings, "\(variant)")
      let differing = zip(panel.glass.seen().pixels, recipe.expected.pixels).count { $0 != $1 }
      #expect(differing == 0, "\(variant)")
    }
  }

  @Test(arguments: all.filter(\.warnings.isEmpty))
  func `a complete recipe has no violation in strict mode`(_ recipe: PanelRecipe) {
    for variant in Self.variants {
      var settings = ModelSettings()
      settings.busyLagUs = variant.lagUs
      settings.seed = variant.seed
      settings.fault = variant.fault
      let panel = Self.play(recipe, settings)
      #expect(panel.violations == [], "\(variant)")
      #expect(panel.glass.seen() == recipe.expected)
    }
  }

  @Test(arguments: all.filter { !$0.warnings.isEmpty })
  func `strict mode refuses what replay mode warns of`(_ recipe: PanelRecipe) {
    let panel = Self.play(recipe, ModelSettings())
    #expect(Set(panel.violations.filter(\.isError).map(\.kind)).isSuperset(of: recipe.warnings))
  }

  @Test(arguments: all)
  func `a recipe survives its file`(_ recipe: PanelRecipe) throws {
    let read = try PanelRecording(reading: Array(recipe.recording.text.utf8), file: "recipe.jsonl")
    #expect(read == recipe.recording)
  }

  @Test func `pictures differ from themselves mirrored, shifted and inverted`() {
    let picture = TestPicture.noise((64, 48), seed: 1)
    let mirrored = picture.pixels.indices.map { picture[63 - $0 % 64, $0 / 64] }
    let flipped = picture.pixels.indices.map { picture[$0 % 64, 47 - $0 / 64] }
    let shifted = picture.pixels.indices.map { picture[($0 + 8) % 64, $0 / 64] }
    for other in [
      mirrored, flipped, shifted, picture.pixels.map { 3 - $0 }, TestPicture.noise((64, 48), seed: 2).pixels,
    ] {
      #expect(zip(picture.pixels, other).count { $0 != $1 } > 64 * 48 / 4)
    }
  }
}
