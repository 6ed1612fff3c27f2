import AfterglowCore
import CLinux

/// Damage in the kernel's format: rectangles within the frame, the second corner exclusive (`struct drm_mode_rect`).
struct DamageClips {
  private var rects: InlineArray<16, drm_mode_rect>
  private(set) var count = 0

  init(_ damage: borrowing Damage, within size: PixelSize) {
    rects = InlineArray(repeating: drm_mode_rect(x1: 0, y1: 0, x2: 0, y2: 0))
    let frame = PixelRect(size)
    for index in 0..<damage.count {
      let rect = damage[index].intersection(frame)
      if rect.isEmpty { continue }
      rects[count] = drm_mode_rect(x1: rect.x0, y1: rect.y0, x2: rect.x1, y2: rect.y1)
      count += 1
    }
  }

  subscript(index: Int) -> PixelRect {
    let rect = rects[index]
    return PixelRect(x0: rect.x1, y0: rect.y1, x1: rect.x2, y1: rect.y2)
  }

  /// For FB_DAMAGE_CLIPS.
  mutating func withRects<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    rects.withBytes { body(UnsafeRawPointer($0)) }
  }

  /// For DIRTYFB, whose coordinates have 16 bits.
  mutating func withClips<Result>(_ body: (UnsafePointer<drm_clip_rect>) -> Result) -> Result {
    var clips = InlineArray<16, drm_clip_rect>(repeating: drm_clip_rect(x1: 0, y1: 0, x2: 0, y2: 0))
    for index in 0..<count {
      clips[index] = drm_clip_rect(
        x1: UInt16(clamping: rects[index].x1), y1: UInt16(clamping: rects[index].y1),
        x2: UInt16(clamping: rects[index].x2), y2: UInt16(clamping: rects[index].y2))
    }
    return clips.withBytes { body(UnsafePointer($0.assumingMemoryBound(to: drm_clip_rect.self))) }
  }
}
