import AfterglowCore
import Testing

@testable import AfterglowLinux

@Suite struct FramebufferTests {
  private let board = PixelSize(width: 800, height: 480)

  /// A driver's data for 800×480 pixels, without padding, at the start of the memory.
  private func facts(bits: UInt32 = 32) -> FramebufferInfo {
    var facts = FramebufferInfo()
    facts.width = 800
    facts.height = 480
    facts.bitsPerPixel = bits
    facts.lineLength = 800 * bits / 8
    facts.byteCount = facts.lineLength * 480
    facts.red = FramebufferInfo.Field(offset: 16, length: 8)
    facts.green = FramebufferInfo.Field(offset: 8, length: 8)
    facts.blue = FramebufferInfo.Field(offset: 0, length: 8)
    if bits == 16 {
      facts.red = FramebufferInfo.Field(offset: 11, length: 5)
      facts.green = FramebufferInfo.Field(offset: 5, length: 6)
      facts.blue = FramebufferInfo.Field(offset: 0, length: 5)
    }
    return facts
  }

  private func geometry(_ facts: FramebufferInfo) throws(DisplaySetupError) -> FramebufferGeometry {
    try FramebufferGeometry(facts, for: board, device: FixedText("/dev/fb0"))
  }

  private func refusal(_ facts: FramebufferInfo) -> (kind: DisplaySetupError.Kind?, words: String) {
    do throws(DisplaySetupError) {
      _ = try geometry(facts)
      return (nil, "")
    } catch {
      return (error.kind, error.advice.withCString { String(cString: $0) })
    }
  }

  @Test func `tight lines of each depth are taken with the driver's own fields`() throws {
    #expect(try geometry(facts()).layout == .xrgb8888)
    #expect(try geometry(facts(bits: 16)).layout == .rgb565)
    let packed = try geometry(facts(bits: 24))
    #expect(packed.layout.bytesPerPixel == 3)
    #expect(packed.strideBytes == 2400)
    #expect(packed.mappedByteCount == 2400 * 480)
    var turned = facts()
    (turned.red.offset, turned.blue.offset) = (0, 16)
    turned.transparency = FramebufferInfo.Field(offset: 24, length: 8)
    let layout = try geometry(turned).layout
    #expect(layout.red.offset == 0 && layout.blue.offset == 16)
    #expect(layout.opaqueBits == 0xFF00_0000)
  }

  @Test func `padded lines, offsets and a start within a page are respected`() throws {
    var padded = facts(bits: 16)
    padded.lineLength = 1664
    padded.xOffset = 16
    padded.yOffset = 480
    padded.byteCount = 1664 * 960
    padded.offsetInPage = 256
    let found = try geometry(padded)
    #expect(found.strideBytes == 1664)
    #expect(found.offsetBytes == 256 + 480 * 1664 + 32)
    #expect(found.mappedByteCount == 256 + 480 * 1664 + 32 + 479 * 1664 + 1600)
  }

  @Test func `a line shorter than its pixels is refused, from the offset on`() {
    var short = facts()
    short.lineLength = 3196
    #expect(refusal(short).kind == .absurd)
    #expect(refusal(short).words.contains("3196 bytes a line are less than 800 pixels of 4 bytes"))
    var shifted = facts()
    shifted.xOffset = 1
    #expect(refusal(shifted).kind == .absurd)
  }

  @Test func `memory that ends before the picture is refused`() {
    var small = facts()
    small.byteCount -= 1
    #expect(refusal(small).kind == .absurd)
    #expect(refusal(small).words.contains("1536000") && refusal(small).words.contains("1535999"))
    var low = facts()
    low.yOffset = UInt32.max
    #expect(refusal(low).kind == .absurd)
  }

  @Test(arguments: [0, 32_768, UInt32.max]) func `a size that cannot be is refused`(side: UInt32) {
    var wide = facts()
    wide.width = side
    #expect(refusal(wide).kind == .absurd)
    var high = facts()
    high.height = side
    #expect(refusal(high).kind == .absurd)
    var empty = facts()
    empty.byteCount = 0
    #expect(refusal(empty).kind == .absurd)
  }

  @Test func `another size than the board's names both`() {
    var other = facts()
    other.width = 1024
    other.lineLength = 4096
    other.byteCount = 4096 * 480
    #expect(refusal(other).kind == .noMode)
    #expect(refusal(other).words.contains("800×480") && refusal(other).words.contains("1024×480"))
  }

  @Test func `palettes, planes, greys, FOURCCs and odd depths are no true colour`() {
    var palette = facts(bits: 8)
    palette.visual = 3
    #expect(refusal(palette).kind == .format)
    #expect(refusal(palette).words.contains("8 bits a pixel, of a palette"))
    var planes = facts()
    planes.type = 1
    #expect(refusal(planes).words.contains("planes"))
    var grey = facts()
    grey.grayscale = 1
    #expect(refusal(grey).words.contains("grey"))
    var fourcc = facts()
    fourcc.grayscale = 0x3231_5659
    fourcc.visual = 8
    #expect(refusal(fourcc).words.contains("FOURCC"))
    var direct = facts()
    direct.visual = 4
    #expect(refusal(direct).kind == .format)
    #expect(refusal(facts(bits: 12)).kind == .format)
    #expect(refusal(facts(bits: 64)).kind == .format)
  }

  @Test func `fields that overlap, lie outside, are reversed or missing are refused`() {
    var overlapping = facts()
    overlapping.green.offset = 10
    var outside = facts(bits: 16)
    outside.red.offset = 12
    var far = facts()
    far.red.offset = UInt32.max
    var reversed = facts()
    reversed.blue.msbRight = 1
    var missing = facts()
    missing.green.length = 0
    for broken in [overlapping, outside, far, reversed, missing] { #expect(refusal(broken).kind == .absurd) }
  }

  @Test func `a physical size that is unknown is none`() throws {
    var known = facts()
    known.widthMm = 154
    known.heightMm = UInt32.max
    let found = try geometry(known)
    #expect(found.widthMm == 154)
    #expect(found.heightMm == 0)
  }

  @Test func `what is not there, and what is no framebuffer, is reported`() {
    func kind(_ path: StaticString) -> DisplaySetupError.Kind? {
      let path = UnsafeRawPointer(path.utf8Start).assumingMemoryBound(to: CChar.self)
      do throws(DisplaySetupError) {
        let device = try FramebufferDevice.open(FramebufferRequest(path: path, size: board, format: .xrgb8888))
        device.close()
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind("/dev/fb-that-is-not-there") == .noDevice)
    #expect(kind("/dev/zero") == .noDevice)
  }
}
