import AfterglowPanelModels

/// Recipes for the 7.5" V2, from the makers' driver and from drivers whose authors measured
/// (docs/panels/uc8179-model.md, Sources).
struct UC8179Recipe {
  let panel: PanelDescription
  var recorder = RecipeRecorder()

  init(_ panel: PanelDescription) { self.panel = panel }

  func picture(_ seed: UInt64) -> TestPicture { .noise((800, 480), seed: seed) }

  mutating func wait() {
    recorder.pause(ms: 100)
    recorder.wait(true)
  }

  mutating func start() {
    recorder.power(true)
    recorder.reset(20, 2, 20)
    recorder.wait(true)
  }

  /// The makers' of 2025 and later.
  mutating func completeInit(
    booster: [UInt8] = [0x17, 0x17, 0x28, 0x17], power: [UInt8] = [7, 7, 0x28, 0x17], border: [UInt8] = [0x10, 7]
  ) {
    recorder.send(0x06, booster)
    recorder.send(0x01, power)
    recorder.send(0x04)
    wait()
    recorder.send(0x00, [0x1F])
    recorder.send(0x61, [3, 0x20, 1, 0xE0])
    recorder.send(0x15, [0])
    recorder.send(0x50, border)
    recorder.send(0x60, [0x22])
  }

  /// 1 is black, and OLD gets the complement, so that every pixel moves.
  mutating func makersFull(_ picture: TestPicture) {
    recorder.image(0x10, picture.plane())
    recorder.image(0x13, picture.plane { $0 == 0 })
    refresh()
  }

  mutating func refresh() {
    recorder.send(0x12)
    wait()
  }

  mutating func force(_ temperature: UInt8) {
    recorder.send(0xE0, [2])
    recorder.send(0xE5, [temperature])
  }

  mutating func window(x: Range<Int>, y: Range<Int>) {
    recorder.send(0x91)
    let ends = [x.lowerBound, x.upperBound - 1, y.lowerBound, y.upperBound - 1]
    recorder.send(0x90, ends.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } + [1])
  }

  mutating func partial(_ picture: TestPicture, x: Range<Int>, y: Range<Int>) {
    window(x: x, y: y)
    recorder.image(0x13, picture.plane(x: x, y: y))
    refresh()
    recorder.send(0x92)
  }

  mutating func sleep() {
    recorder.send(0x50, [0xF7])
    recorder.send(0x02)
    wait()
    recorder.send(0x07, [0xA5])
    recorder.pause(ms: 200)
    recorder.power(false)
  }

  func recipe(_ name: String, shows expected: TestPicture, warnings: Set<PanelViolationKind> = []) -> PanelRecipe {
    PanelRecipe(name: name, panel: panel, recording: recorder.recording, expected: expected, warnings: warnings)
  }
}

extension PanelRecipe {
  static let uc8179 = [
    full(.panel7in5V2, "full"), full(.panel7in5V2Old, "full"),
    full(.panel7in5V2, "full with a stronger booster", booster: [0x17, 0x17, 0x38, 0x17]),
    full(.panel7in5V2, "full with older voltages", power: [7, 7, 0x3F, 0x3F]),
    full(.panel7in5V2, "full for a grey screen", border: [0x10, 0x17], isGrey: true),
    cleared, measuredFull, fast(isComplete: false), fast(isComplete: true), makersPartial, partials, wholePartial,
    olderPartials, grey, automatic,
  ]

  private static func full(
    _ panel: PanelDescription, _ name: String, booster: [UInt8] = [0x17, 0x17, 0x28, 0x17],
    power: [UInt8] = [7, 7, 0x28, 0x17], border: [UInt8] = [0x10, 7], isGrey: Bool = false
  ) -> PanelRecipe {
    var recipe = UC8179Recipe(panel)
    recipe.start()
    recipe.completeInit(booster: booster, power: power, border: border)
    if isGrey { recipe.recorder.send(0x52, [3]) }
    recipe.makersFull(recipe.picture(1))
    recipe.sleep()
    return recipe.recipe(name, shows: recipe.picture(1))
  }

  private static let cleared: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    var white = recipe.picture(1)
    recipe.start()
    recipe.completeInit()
    recipe.makersFull(white)
    recipe.recorder.pause(ms: 181_000)
    recipe.recorder.image(0x10, [UInt8](repeating: 0xFF, count: 48_000))
    recipe.recorder.image(0x13, [UInt8](repeating: 0, count: 48_000))
    recipe.refresh()
    recipe.sleep()
    white.pixels = white.pixels.map { _ in 3 }
    // Three minutes with the high voltage on.
    return recipe.recipe("clear", shows: white, warnings: [.leftOn])
  }()

  /// GxEPD2's: 1 is white, and the controller copies NEW to OLD.
  private static let measuredFull: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    recipe.start()
    recipe.completeInit(power: [7, 7, 0x28, 0x17, 9], border: [0x29, 7])
    recipe.recorder.send(0xE3, [0x22])
    recipe.recorder.send(0xE0, [0])
    recipe.recorder.send(0x41, [0])
    recipe.recorder.image(0x10, recipe.picture(2).plane())
    recipe.recorder.image(0x13, recipe.picture(2).plane())
    recipe.refresh()
    recipe.sleep()
    return recipe.recipe("full with 1 as white", shows: recipe.picture(2))
  }()

  private static func fast(isComplete: Bool) -> PanelRecipe {
    var recipe = UC8179Recipe(.panel7in5V2)
    recipe.start()
    if isComplete {
      recipe.completeInit(booster: [0x27, 0x27, 0x18, 0x17])
    } else {
      recipe.recorder.send(0x00, [0x1F])
      recipe.recorder.send(0x50, [0x10, 7])
      recipe.recorder.send(0x04)
      recipe.wait()
      recipe.recorder.send(0x06, [0x27, 0x27, 0x18, 0x17])
    }
    recipe.force(0x5A)
    recipe.makersFull(recipe.picture(3))
    recipe.sleep()
    return recipe.recipe(
      isComplete ? "fast full" : "fast full as sold", shows: recipe.picture(3), warnings: isComplete ? [] : [.defaults])
  }

  /// After a reset, which keeps OLD.
  private static let makersPartial: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    let second = recipe.picture(1).replacing(x: 104..<408, y: 51..<301, from: recipe.picture(2))
    recipe.start()
    recipe.completeInit()
    recipe.makersFull(recipe.picture(1))
    recipe.recorder.reset(20, 2, 20)
    recipe.recorder.wait(true)
    recipe.recorder.send(0x00, [0x1F])
    recipe.recorder.send(0x04)
    recipe.wait()
    recipe.force(0x6E)
    recipe.recorder.send(0x50, [0xA9, 7])
    recipe.partial(second, x: 104..<408, y: 51..<301)
    recipe.sleep()
    return recipe.recipe("partial as sold", shows: second, warnings: [.defaults])
  }()

  private static let partials: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    let first = recipe.picture(1)
    let second = first.replacing(x: 104..<408, y: 51..<301, from: recipe.picture(2))
    let third = second.replacing(x: 400..<800, y: 200..<480, from: recipe.picture(3))
    recipe.start()
    recipe.completeInit()
    recipe.makersFull(first)
    recipe.force(0x6E)
    recipe.recorder.send(0x50, [0xA9, 7])
    recipe.partial(second, x: 104..<408, y: 51..<301)
    recipe.partial(third, x: 400..<800, y: 200..<480)
    recipe.sleep()
    return recipe.recipe("two partials", shows: third)
  }()

  /// The forced waveform is differential without a window too.
  private static let wholePartial: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    recipe.start()
    recipe.completeInit(border: [0x29, 7])
    recipe.recorder.image(0x10, recipe.picture(1).plane())
    recipe.recorder.image(0x13, recipe.picture(1).plane())
    recipe.refresh()
    recipe.force(0x6E)
    recipe.recorder.send(0x50, [0xA9, 7])
    recipe.recorder.image(0x13, recipe.picture(2).plane())
    recipe.refresh()
    recipe.sleep()
    return recipe.recipe("a partial of everything", shows: recipe.picture(2))
  }()

  /// GxEPD2's: tables in registers.
  private static let olderPartials: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2Old)
    let first = recipe.picture(1)
    let second = first.replacing(x: 104..<408, y: 51..<301, from: recipe.picture(2))
    let third = second.replacing(x: 400..<800, y: 200..<480, from: recipe.picture(3))
    recipe.start()
    recipe.completeInit(border: [0x29, 7])
    recipe.recorder.image(0x10, first.plane())
    recipe.recorder.image(0x13, first.plane())
    recipe.refresh()
    recipe.recorder.send(0x00, [0x3F])
    recipe.recorder.send(0x82, [0x26])
    recipe.recorder.send(0x50, [0x39, 7])
    for (command, levels) in zip(UInt8(0x20)...0x25, [0, 0, 0x5A, 0x84, 0, 0] as [UInt8]) {
      recipe.recorder.send(command, [levels, 0x1E, 5, 0x1E, 5, 1] + [UInt8](repeating: 0, count: 36))
    }
    recipe.partial(second, x: 104..<408, y: 51..<301)
    recipe.partial(third, x: 400..<800, y: 200..<480)
    recipe.sleep()
    return recipe.recipe("two partials from registers", shows: third)
  }()

  private static let grey: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    let picture = TestPicture.noise((800, 480), seed: 9, values: [0, 1, 2, 3])
    recipe.start()
    recipe.completeInit(booster: [0x27, 0x27, 0x18, 0x17])
    recipe.force(0x5F)
    recipe.recorder.image(0x10, picture.plane { $0 == 2 || $0 == 0 })
    recipe.recorder.image(0x13, picture.plane { $0 == 1 || $0 == 0 })
    recipe.refresh()
    recipe.sleep()
    return recipe.recipe("four greys", shows: picture)
  }()

  /// Power on, refresh, power off and sleep by one command.
  private static let automatic: PanelRecipe = {
    var recipe = UC8179Recipe(.panel7in5V2)
    recipe.start()
    recipe.completeInit(border: [0x29, 7])
    recipe.recorder.image(0x10, recipe.picture(4).plane())
    recipe.recorder.image(0x13, recipe.picture(4).plane())
    recipe.recorder.send(0x17, [0xA5])
    recipe.wait()
    recipe.sleep()
    return recipe.recipe("refresh by one command", shows: recipe.picture(4))
  }()
}
