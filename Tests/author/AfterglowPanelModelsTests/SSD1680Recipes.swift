import AfterglowPanelModels

/// Recipes for the 2.13" V4 and the 2.9" V2.
extension PanelRecipe {
  static let ssd1680 = [
    full(.panel2in13V4), measuredReset, fast, measuredFast, vendorPartial, steadyPartials, windowedPartials,
    previousPartial, swappingPartials, filled, full(.panel2in9V2), full(.panel2in9V2Old), registerFull, registerFast,
    registerPartial, registerPartialStaying, registerGrey, completeGrey, newerGlass,
  ]

  private static func full(_ panel: PanelDescription) -> PanelRecipe {
    var recipe = SolomonRecipe(panel)
    let picture = recipe.picture(1)
    let ms: Int64 = panel.size.width == 122 ? 20 : 50
    recipe.start(ms, 2, ms)
    recipe.completeInit()
    recipe.window()
    recipe.full(picture)
    recipe.sleep()
    return recipe.recipe("full", shows: picture)
  }

  private static let measuredReset: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(10, 10, 10)
    recipe.completeInit()
    recipe.full(recipe.picture(2))
    recipe.run(0x83)
    recipe.sleep(3)
    return recipe.recipe("full after a reset of 10/10/10 ms, sleep mode 2", shows: recipe.picture(2))
  }()

  /// Without 01, 21 and 3C, which it leaves as an earlier set-up made them.
  private static let fast: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    recipe.recorder.pause(ms: 181_000)
    recipe.reset(20, 2, 20)
    recipe.recorder.send(0x18, [0x80])
    recipe.recorder.send(0x11, [3])
    recipe.window()
    recipe.run(0xB1)
    recipe.recorder.send(0x1A, [0x64, 0])
    recipe.run(0x91)
    recipe.full(recipe.picture(2), 0xC7)
    recipe.sleep()
    return recipe.recipe("fast full as sold", shows: recipe.picture(2), warnings: [.defaults])
  }()

  private static let measuredFast: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit([(0x1A, [0x64])])
    recipe.full(recipe.picture(3), 0xD7)
    recipe.sleep()
    return recipe.recipe("fast full with D7", shows: recipe.picture(3))
  }()

  private static let vendorPartial: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    recipe.recorder.reset(0, 1, 0)
    recipe.recorder.send(0x3C, [0x80])
    recipe.recorder.send(0x01, [0xF9, 0, 0])
    recipe.recorder.send(0x11, [3])
    recipe.window()
    recipe.recorder.image(0x24, recipe.picture(2).plane())
    recipe.run(0xFF)
    recipe.sleep()
    return recipe.recipe("partial as sold", shows: recipe.picture(2), warnings: [.defaults, .reset, .temperature])
  }()

  private static let steadyPartials: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    recipe.beginPartials()
    for seed: UInt64 in 2...5 { recipe.steadyPartial(recipe.picture(seed)) }
    recipe.run(0x83)
    recipe.sleep()
    return recipe.recipe("four partials, planes written again", shows: recipe.picture(5))
  }()

  private static let windowedPartials: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    let first = recipe.picture(1)
    let second = first.replacing(x: 24..<72, y: 33..<97, from: recipe.picture(2))
    let third = second.replacing(x: 88..<122, y: 200..<250, from: recipe.picture(3))
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(first)
    recipe.beginPartials()
    recipe.steadyPartial(second, x: 24..<72, y: 33..<97)
    recipe.steadyPartial(third, x: 88..<122, y: 200..<250)
    recipe.run(0x83)
    recipe.sleep()
    return recipe.recipe("partials of a part", shows: third)
  }()

  /// Plane 26 is set to the previous picture before the refresh.
  private static let previousPartial: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    recipe.beginPartials()
    for seed: UInt64 in 2...3 {
      recipe.window()
      recipe.planes(recipe.picture(seed).plane(), recipe.picture(seed - 1).plane())
      recipe.run(0xFF)
    }
    recipe.sleep()
    return recipe.recipe("partials with the previous picture sent", shows: recipe.picture(3))
  }()

  private static let swappingPartials: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    recipe.beginPartials()
    recipe.recorder.send(0x37, [0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0])
    for seed: UInt64 in 2...4 {
      recipe.window()
      recipe.recorder.image(0x24, recipe.picture(seed).plane())
      recipe.run(0xFF)
    }
    recipe.sleep()
    return recipe.recipe("partials that exchange the planes", shows: recipe.picture(4))
  }()

  private static let filled: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in13V4)
    var white = recipe.picture(1)
    recipe.start(20, 2, 20)
    recipe.completeInit()
    recipe.full(white)
    recipe.recorder.pause(ms: 181_000)
    recipe.recorder.send(0x46, [0xF7])
    recipe.wait()
    recipe.recorder.send(0x47, [0xF7])
    recipe.wait()
    recipe.run(0xF7)
    recipe.sleep()
    white.pixels = white.pixels.map { _ in 3 }
    return recipe.recipe("white by filling the planes", shows: white)
  }()

  // MARK: 2.9"

  /// As sold: without 3C.
  private static func registers(
    _ name: String, _ panel: PanelDescription, _ waveform: [UInt8], voltages: [UInt8]
  ) -> PanelRecipe {
    var recipe = SolomonRecipe(panel)
    recipe.start(50, 2, 50)
    recipe.recorder.send(0x01, [0x27, 1, 0])
    recipe.recorder.send(0x11, [3])
    recipe.window()
    recipe.recorder.send(0x21, [0, 0x80])
    recipe.loadWaveform(waveform, voltages)
    recipe.full(recipe.picture(4), 0xC7)
    recipe.sleep()
    return recipe.recipe(name, shows: recipe.picture(4), warnings: [.defaults])
  }

  private static let registerFull = registers(
    "full from registers", .panel2in9V2Old, SolomonWaveform.full, voltages: [0x22, 0x17, 0x41, 0, 0x32, 0x36])
  private static let registerFast = registers(
    "fast full from registers", .panel2in9V2Old, SolomonWaveform.fast, voltages: [0x22, 0x17, 0x41, 0xAE, 0x32, 0x38])

  private static let registerPartial = partialFromRegisters("partial from registers as sold", isComplete: false)
  private static let registerPartialStaying = partialFromRegisters("partials from registers", isComplete: true)

  private static func partialFromRegisters(_ name: String, isComplete: Bool) -> PanelRecipe {
    var recipe = SolomonRecipe(.panel2in9V2Old)
    recipe.start(50, 2, 50)
    recipe.completeInit()
    recipe.full(recipe.picture(1))
    if !isComplete { recipe.recorder.reset(0, 2, 2) }
    recipe.loadWaveform(SolomonWaveform.partial, [0x22, 0x17, 0x41, 0xB0, 0x32, 0x36])
    recipe.recorder.send(0x37, [0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0])
    recipe.recorder.send(0x3C, [0x80])
    if !isComplete { recipe.run(0xC0) }
    for seed: UInt64 in isComplete ? 2...4 : 2...2 {
      recipe.window()
      recipe.recorder.image(0x24, recipe.picture(seed).plane())
      recipe.run(isComplete ? 0xCC : 0x0F)
    }
    if isComplete { recipe.run(0x83) }
    recipe.sleep()
    return recipe.recipe(
      name, shows: recipe.picture(isComplete ? 4 : 2), warnings: isComplete ? [] : [.defaults, .reset])
  }

  /// Greys are inverted in comparison with black and white; the picture begins in the second column of memory.
  private static func grey(_ name: String, isComplete: Bool) -> PanelRecipe {
    var recipe = SolomonRecipe(.panel2in9V2)
    let picture = TestPicture.noise((128, 296), seed: 9, values: [0, 1, 2, 3])
    recipe.start(50, 2, 50)
    recipe.recorder.send(0x01, [0x27, 1, 0])
    recipe.recorder.send(0x11, [3])
    if isComplete { recipe.recorder.send(0x21, [0, 0]) }
    recipe.recorder.send(0x3C, [4])
    recipe.window(firstByte: 1)
    recipe.loadWaveform(SolomonWaveform.grey, [0x22, 0x17, 0x41, 0xAE, 0x32, 0x28])
    recipe.planes(picture.plane { $0 == 2 || $0 == 0 }, picture.plane { $0 == 1 || $0 == 0 })
    recipe.run(0xC7)
    recipe.sleep()
    return recipe.recipe(name, shows: picture, warnings: isComplete ? [] : [.defaults])
  }

  private static let registerGrey = grey("four greys as sold", isComplete: false)
  private static let completeGrey = grey("four greys", isComplete: true)

  private static let newerGlass: PanelRecipe = {
    var recipe = SolomonRecipe(.panel2in9V2)
    recipe.start(50, 2, 50)
    recipe.completeInit([(0x1A, [0x64])])
    recipe.full(recipe.picture(1), 0xD7)
    recipe.beginPartials()
    for seed: UInt64 in 2...3 { recipe.steadyPartial(recipe.picture(seed)) }
    recipe.run(0x83)
    recipe.sleep()
    return recipe.recipe("fast full and partials of newer glass", shows: recipe.picture(3))
  }()
}
