import AfterglowPanelModels

/// Recipes for the 4.2" V2.
extension PanelRecipe {
  static let ssd1683 = [
    full, fast(0x6E), fast(0x5A), measured, partial(0xFF), partial(0xFC), windowed, grey,
  ]

  /// The makers' set-up: neither 01 nor 18.
  private static func begin() -> SolomonRecipe {
    var recipe = SolomonRecipe(.panel4in2V2)
    recipe.start(100, 2, 100)
    recipe.recorder.send(0x21, [0x40, 0])
    recipe.recorder.send(0x3C, [5])
    recipe.recorder.send(0x11, [3])
    recipe.window()
    recipe.wait()
    return recipe
  }

  private static let full: PanelRecipe = {
    var recipe = begin()
    recipe.full(recipe.picture(1))
    recipe.sleep()
    return recipe.recipe("full", shows: recipe.picture(1))
  }()

  private static func fast(_ temperature: UInt8) -> PanelRecipe {
    var recipe = begin()
    recipe.recorder.send(0x1A, [temperature])
    recipe.run(0x91)
    recipe.full(recipe.picture(2), 0xC7)
    recipe.sleep()
    return recipe.recipe("fast full by \(temperature) °C", shows: recipe.picture(2))
  }

  private static let measured: PanelRecipe = {
    var recipe = SolomonRecipe(.panel4in2V2)
    recipe.start(10, 10, 10)
    recipe.recorder.send(0x01, [0x2B, 1, 0])
    recipe.recorder.send(0x3C, [1])
    recipe.recorder.send(0x18, [0x80])
    recipe.recorder.send(0x21, [0x40, 0])
    recipe.recorder.send(0x11, [3])
    recipe.window()
    recipe.recorder.send(0x1A, [0x6E])
    recipe.full(recipe.picture(3), 0xD7)
    recipe.sleep()
    return recipe.recipe("fast full with D7", shows: recipe.picture(3))
  }()

  private static func partial(_ sequence: UInt8) -> PanelRecipe {
    var recipe = begin()
    recipe.full(recipe.picture(1))
    recipe.beginPartials()
    for seed: UInt64 in 2...3 { recipe.steadyPartial(recipe.picture(seed), sequence: sequence) }
    if sequence == 0xFC { recipe.run(0x83) }
    recipe.recorder.pause(ms: 181_000)
    recipe.recorder.send(0x21, [0x40, 0])
    recipe.recorder.send(0x3C, [5])
    recipe.window()
    recipe.full(recipe.picture(4))
    recipe.sleep()
    return recipe.recipe("partials with \(sequence), then a full one", shows: recipe.picture(4))
  }

  private static let windowed: PanelRecipe = {
    var recipe = begin()
    let first = recipe.picture(1)
    let second = first.replacing(x: 160..<312, y: 101..<190, from: recipe.picture(2))
    recipe.full(first)
    recipe.beginPartials()
    recipe.steadyPartial(second, x: 160..<312, y: 101..<190)
    recipe.run(0x83)
    recipe.sleep()
    return recipe.recipe("a partial of a part", shows: second)
  }()

  private static let grey: PanelRecipe = {
    var recipe = SolomonRecipe(.panel4in2V2)
    let picture = TestPicture.noise((400, 300), seed: 9, values: [0, 1, 2, 3])
    recipe.start(100, 2, 100)
    recipe.recorder.send(0x21, [0, 0])
    recipe.recorder.send(0x3C, [3])
    recipe.recorder.send(0x0C, [0x8B, 0x9C, 0xA4, 0x0F])
    recipe.loadWaveform(SolomonWaveform.grey1683, [7, 0x17, 0x41, 0xA8, 0x32, 0x30])
    recipe.recorder.send(0x11, [3])
    recipe.window()
    recipe.planes(picture.plane { $0 == 3 || $0 == 1 }, picture.plane { $0 == 3 || $0 == 2 })
    recipe.run(0xCF)
    recipe.sleep()
    return recipe.recipe("four greys", shows: picture)
  }()
}
