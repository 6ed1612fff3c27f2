import AfterglowCore
import AfterglowLinux
import Testing

@Suite struct DRMModeTests {
  static let fullHD = PixelSize(width: 1920, height: 1080)

  static func mode(_ hertz: Double, preferred: Bool = false, interlaced: Bool = false) -> DRMMode {
    DRMMode(
      size: fullHD, refreshMilliHertz: Int32(hertz * 1000), isPreferred: preferred, isInterlaced: interlaced)
  }

  static func best(_ name: String, _ modes: [DRMMode]) throws -> DRMMode? {
    let wantedMode = try DRMModeRequest(name: name, size: fullHD)
    let scored = modes.compactMap { mode in wantedMode.score(mode).map { (mode, $0) } }
    return scored.max { $0.1 < $1.1 }?.0
  }

  @Test func `without a name the display's own choice of the board's size wins, whatever its rate`() throws {
    let modes = [Self.mode(60), Self.mode(50, preferred: true), Self.mode(75)]
    #expect(try Self.best("", modes) == modes[1])
  }

  @Test func `without a choice of its own the mode nearest to 60 Hz wins`() throws {
    let modes = [Self.mode(75), Self.mode(59.94), Self.mode(50)]
    #expect(try Self.best("1920x1080", modes) == modes[1])
  }

  @Test func `a named rate takes the nearest, 59.94 for 60, and never another`() throws {
    let modes = [Self.mode(60, preferred: true), Self.mode(59.94), Self.mode(50)]
    #expect(try Self.best("1920x1080@50", modes) == modes[2])
    #expect(try Self.best("1920x1080@59.94", modes) == modes[1])
    #expect(try Self.best("1920x1080@60", [modes[1]]) == modes[1])
    #expect(try Self.best("1920x1080@75", modes) == nil)
  }

  @Test func `interlaced modes are taken only by name`() throws {
    let modes = [Self.mode(50, preferred: true, interlaced: true)]
    #expect(try Self.best("", modes) == nil)
    #expect(try Self.best("1920x1080i@50", modes) == modes[0])
  }

  @Test func `a mode of another size never fits`() throws {
    let wantedMode = try DRMModeRequest(name: "", size: PixelSize(width: 800, height: 480))
    #expect(wantedMode.score(Self.mode(60, preferred: true)) == nil)
  }

  @Test(arguments: ["0x0", "0x1080", "20000x1080"])
  func `a size that cannot be true never fits, not even by name`(_ name: String) throws {
    let sides = name.split(separator: "x").compactMap { Int32($0) }
    let size = PixelSize(width: sides[0], height: sides[1])
    let mode = DRMMode(size: size, refreshMilliHertz: 60_000)
    #expect(!mode.isPlausible)
    #expect(try DRMModeRequest(name: name, size: size).score(mode) == nil)
  }

  @Test func `a mode whose clock stands still is not plausible`() {
    #expect(!DRMMode(size: Self.fullHD, refreshMilliHertz: 0).isPlausible)
  }

  @Test(arguments: [
    "1920", "x1080", "1920x", "1920*1080", "1920x1080@", "1920x1080@fast", "1920x1080@50.", "1920x1080p", " 1920x1080",
  ])
  func `what is no mode's name is refused`(_ name: String) {
    #expect(throws: DRMModeRequest.Failure.syntax) { try DRMModeRequest(name: name, size: Self.fullHD) }
  }

  @Test func `a name of another size than the board's is refused as that`() {
    #expect(throws: DRMModeRequest.Failure.size) { try DRMModeRequest(name: "1280x720@50", size: Self.fullHD) }
  }

  @Test(arguments: [
    (60_000, "1920x1080@60"), (59_940, "1920x1080@59.94"), (59_900, "1920x1080@59.9"), (74_999, "1920x1080@75"),
  ])
  func `a mode is written as a user would name it`(_ milliHertz: Int, _ name: String) {
    var text = FixedText<64>()
    DRMMode(size: Self.fullHD, refreshMilliHertz: Int32(milliHertz)).write(to: &text)
    #expect(text.withCString { String(cString: $0) } == name)
  }
}
