import AfterglowCore
import Foundation

@testable import AfterglowInk
@testable import AfterglowPictures

/// The quantizer of Debian's python3-pil, which most programs for e-paper use.
struct Pillow {
  private let colors: [UInt8]

  /// - Parameter palette: its colours as they look next to its white.
  init(_ palette: InkPalette) throws {
    colors = palette.lights.flatMap { light in
      [light.x, light.y, light.z].map { LinearLight.encode(Double($0)) }
    }
  }

  private static let script = """
    import sys
    from PIL import Image
    size = (int(sys.argv[1]), int(sys.argv[2]))
    colors = bytes.fromhex(sys.argv[3])
    data = sys.stdin.buffer.read()
    palette = Image.new("P", (1, 1))
    palette.putpalette((colors * 64)[:768])
    picture = Image.frombytes("RGB", size, data)
    quantized = picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    sys.stdout.buffer.write(bytes(index % (len(colors) // 3) for index in quantized.tobytes()))
    """

  func indices(of picture: ScaledPicture) throws -> InkIndices {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c", Self.script, "\(picture.size.width)", "\(picture.size.height)",
      colors.map { String(format: "%02x", $0) }.joined(),
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let bytes = picture.pixels.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    // The program reads all of it before it writes.
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    try input.fileHandleForWriting.close()
    let indices = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, indices.count == picture.pixels.count else {
      throw Failure(description: "expected Pillow's quantizer: is python3-pil installed? (make packages-test)")
    }
    return InkIndices(size: picture.size, indices: [UInt8](indices))
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
