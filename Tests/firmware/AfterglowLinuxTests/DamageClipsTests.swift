import AfterglowCore
import Testing

@testable import AfterglowLinux

@Suite struct DamageClipsTests {
  static let size = PixelSize(width: 100, height: 50)

  static func clips(_ rects: PixelRect...) -> DamageClips {
    var damage = Damage()
    for rect in rects { damage.insert(rect) }
    return DamageClips(damage, within: size)
  }

  @Test func `clips are the damage, within the frame: the kernel refuses a frame with one outside`() {
    let clips = Self.clips(
      PixelRect(x0: -5, y0: -5, x1: 10, y1: 10), PixelRect(x0: 90, y0: 40, x1: 130, y1: 60),
      PixelRect(x0: 200, y0: 0, x1: 210, y1: 10))
    #expect(clips.count == 2)
    #expect(clips[0] == PixelRect(x0: 0, y0: 0, x1: 10, y1: 10))
    #expect(clips[1] == PixelRect(x0: 90, y0: 40, x1: 100, y1: 50))
  }

  @Test func `no damage gives no clips`() {
    #expect(Self.clips().count == 0)
  }

  @Test func `both of the kernel's layouts say the same`() {
    var clips = Self.clips(PixelRect(x0: 1, y0: 2, x1: 30, y1: 40))
    let wide = clips.withRects { pointer in
      (0..<4).map { pointer.load(fromByteOffset: $0 * 4, as: Int32.self) }
    }
    let narrow = clips.withClips { pointer in
      let bytes = UnsafeRawPointer(pointer)
      return (0..<4).map { Int32(bytes.load(fromByteOffset: $0 * 2, as: UInt16.self)) }
    }
    #expect(wide == [1, 2, 30, 40])
    #expect(narrow == wide)
  }
}
