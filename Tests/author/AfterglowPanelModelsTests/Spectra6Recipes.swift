import AfterglowPanelModels

/// Recipes for Spectra 6, from the makers' drivers, Pimoroni's, and one whose author measured
/// (docs/panels/spectra6-model.md, Sources).
struct Spectra6Recipe {
  let panel: PanelDescription
  var recorder = RecipeRecorder()

  init(_ panel: PanelDescription) { self.panel = panel }

  func picture(_ seed: UInt64) -> TestPicture {
    .noise((Int(panel.size.width), Int(panel.size.height)), seed: seed, values: [0, 1, 2, 3, 5, 6])
  }

  private var is73: Bool { panel.size.width == 800 }

  mutating func start(_ high: Int64, _ low: Int64, _ after: Int64) {
    recorder.power(true)
    recorder.reset(high, low, after)
    recorder.wait(true)
    recorder.pause(ms: 30)
  }

  /// `last` is the last byte of the booster, `clock` the frame clock, and `end` the register that ends the set-up.
  mutating func setUp(last: UInt8, clock: UInt8, end: UInt8 = 0x84) {
    recorder.send(0xAA, [0x49, 0x55, 0x20, 8, 9, 0x18])
    recorder.send(0x01, [0x3F])
    recorder.send(0x00, [0x5F, 0x69])
    recorder.send(0x03, [0, 0x54, 0, 0x44])
    recorder.send(0x05, [0x40, 0x1F, 0x1F, 0x2C])
    recorder.send(0x06, [0x6F, 0x1F, 0x17, last])
    recorder.send(0x08, [0x6F, 0x1F, 0x1F, 0x22])
    recorder.send(0x30, [clock])
    recorder.send(0x50, [0x3F])
    recorder.send(0x60, [2, 0])
    recorder.send(0x61, is73 ? [3, 0x20, 1, 0xE0] : [1, 0x90, 2, 0x58])
    recorder.send(end, [1])
    recorder.send(0xE3, [0x2F])
  }

  mutating func powerOn() {
    recorder.send(0x04)
    recorder.wait(true)
  }

  /// `second` is the booster's second setting.
  mutating func refresh(second: UInt8?) {
    if let second { recorder.send(0x06, [0x6F, 0x1F, 0x17, second]) }
    recorder.send(0x12, [0])
    recorder.wait(true)
    recorder.send(0x02, [0])
    recorder.wait(true)
  }

  mutating func sleep() {
    recorder.send(0x07, [0xA5])
    recorder.pause(ms: 2000)
    recorder.power(false)
  }

  func recipe(_ name: String, shows expected: TestPicture, warnings: Set<PanelViolationKind> = []) -> PanelRecipe {
    PanelRecipe(name: name, panel: panel, recording: recorder.recording, expected: expected, warnings: warnings)
  }
}

extension PanelRecipe {
  static let spectra6 = [
    sold(.panel7in3Spectra6, "as sold, in C", last: 0x49, clock: 3, second: 0x49),
    sold(.panel7in3Spectra6, "as sold, in Python", last: 0x49, clock: 3, second: nil),
    sold(.panel4in0Spectra6, "as sold", last: 0x17, clock: 8, second: 0x27),
    inky(.panel7in3Spectra6, second: 0x49), inky(.panel4in0Spectra6, second: 0x47), window,
  ]

  private static func sold(
    _ panel: PanelDescription, _ name: String, last: UInt8, clock: UInt8, second: UInt8?
  ) -> PanelRecipe {
    var recipe = Spectra6Recipe(panel)
    recipe.start(20, 2, 20)
    recipe.setUp(last: last, clock: clock)
    recipe.powerOn()
    recipe.recorder.image(0x10, recipe.picture(1).codes)
    // Power is on already: legal.
    recipe.powerOn()
    recipe.refresh(second: second)
    recipe.sleep()
    return recipe.recipe(name, shows: recipe.picture(1))
  }

  private static func inky(_ panel: PanelDescription, second: UInt8) -> PanelRecipe {
    var recipe = Spectra6Recipe(panel)
    recipe.start(0, 30, 30)
    recipe.setUp(last: 0x17, clock: 8, end: 0x82)
    recipe.recorder.image(0x10, recipe.picture(2).codes)
    recipe.powerOn()
    recipe.refresh(second: second)
    recipe.recorder.send(0x00, [0x4F, 0x6E])
    recipe.sleep()
    return recipe.recipe("Pimoroni's", shows: recipe.picture(2))
  }

  /// GxEPD2's: a part, with the border floating; the last row of the window is one less than it says.
  private static let window: PanelRecipe = {
    var recipe = Spectra6Recipe(.panel7in3Spectra6)
    let first = recipe.picture(1)
    let second = first.replacing(x: 100..<402, y: 33..<256, from: recipe.picture(2))
    recipe.start(50, 20, 10)
    recipe.setUp(last: 0x49, clock: 8)
    recipe.recorder.image(0x10, first.codes)
    recipe.powerOn()
    recipe.refresh(second: 0x49)
    recipe.recorder.pause(ms: 181_000)
    recipe.recorder.send(0x83, [0, 100, 1, 0x91, 0, 33, 1, 0, 1])
    recipe.recorder.send(0x50, [0xFF])
    recipe.recorder.image(0x10, second.codes(x: 100..<402, y: 33..<256))
    recipe.powerOn()
    recipe.refresh(second: 0x49)
    recipe.sleep()
    return recipe.recipe("a part", shows: second)
  }()
}
