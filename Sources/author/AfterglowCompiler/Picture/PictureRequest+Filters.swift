import AfterglowPictures
import AfterglowViews

extension PictureRequest {
  /// The pixels with the changes that a view asked for, before those of the look.
  func prepared(_ picture: ScaledPicture) -> ScaledPicture {
    let upright = isMirrored ? picture.mirrored : picture
    return (filters ?? []).reduce(upright) { picture, matrix in
      ScaledPicture(size: picture.size, pixels: picture.pixels.map(matrix.changed(premultiplied:)))
    }
  }
}

extension ColorMatrix {
  /// Of a premultiplied pixel.
  func changed(premultiplied pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    func code(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) }
    let color = changed(alpha << 24 | code(16) << 16 | code(8) << 8 | code(0))
    return LayerPicture.premultiplied(color | 0xFF00_0000, color >> 24)
  }
}
