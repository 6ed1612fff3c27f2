import AfterglowCore
import CLinux

/// The fields that are used of the kernel's `fb_var_screeninfo` and `fb_fix_screeninfo` (`linux/fb.h`).
struct FramebufferInfo: Equatable {
  /// One channel, as in `struct fb_bitfield`.
  struct Field: Equatable {
    var offset: UInt32 = 0
    var length: UInt32 = 0
    /// Nonzero: the field's bits are in reverse order.
    var msbRight: UInt32 = 0
  }

  var type = UInt32(FB_TYPE_PACKED_PIXELS)
  var visual = UInt32(FB_VISUAL_TRUECOLOR)
  var lineLength: UInt32 = 0
  var byteCount: UInt32 = 0
  /// Offset of the memory from the beginning of its page, in bytes.
  var offsetInPage: Int64 = 0
  var width: UInt32 = 0
  var height: UInt32 = 0
  var xOffset: UInt32 = 0
  var yOffset: UInt32 = 0
  var bitsPerPixel: UInt32 = 0
  /// 1 = greys, larger = a FOURCC.
  var grayscale: UInt32 = 0
  var red = Field()
  var green = Field()
  var blue = Field()
  var transparency = Field()
  /// 0 or UInt32.max = unknown.
  var widthMm: UInt32 = 0
  var heightMm: UInt32 = 0

  init() {}

  init(_ fixed: fb_fix_screeninfo, _ variable: fb_var_screeninfo) {
    var fixed = fixed
    type = fixed.type
    visual = fixed.visual
    lineLength = fixed.line_length
    byteCount = fixed.smem_len
    offsetInPage = ag_fb_offset_in_page(&fixed)
    width = variable.xres
    height = variable.yres
    xOffset = variable.xoffset
    yOffset = variable.yoffset
    bitsPerPixel = variable.bits_per_pixel
    grayscale = variable.grayscale
    red = Field(variable.red)
    green = Field(variable.green)
    blue = Field(variable.blue)
    transparency = Field(variable.transp)
    widthMm = variable.width
    heightMm = variable.height
  }
}

extension FramebufferInfo.Field {
  init(_ field: fb_bitfield) {
    self.init(offset: field.offset, length: field.length, msbRight: field.msb_right)
  }
}
