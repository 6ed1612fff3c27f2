/// The display of a machine: which driver shows the picture.
enum Screen: Sendable, CustomStringConvertible {
  case bochs
  case virtio(outputs: Int)
  case cirrus
  case vkms
  /// The same driver with the property for damage clips, which no other driver of the rig has.
  case vkmsClips
  /// vesafb at 800×600; 16 is RGB565, 24 packed.
  case vesa(bits: Int)
  /// simplefb with a stride larger than a row.
  case padded(bits: Int, stride: Int)
  case none

  static var virtio: Screen { .virtio(outputs: 1) }

  var arguments: [String] {
    switch self {
    case .bochs: ["--drm", "bochs"]
    case .virtio(let outputs): ["--drm", "virtio", "--outputs", "\(outputs)"]
    case .cirrus: ["--drm", "cirrus"]
    case .vkms: ["--drm", "vkms"]
    case .vkmsClips: ["--drm", "vkms-clips"]
    case .vesa(let bits): ["--vga", bits == 16 ? "0x314" : "0x315"]
    case .padded(let bits, let stride): ["--bpp", "\(bits)", "--stride", "\(stride)"]
    case .none: []
    }
  }

  var description: String {
    switch self {
    case .bochs: "bochs"
    case .virtio(let outputs): outputs == 1 ? "virtio" : "virtio-\(outputs)"
    case .cirrus: "cirrus"
    case .vkms: "vkms"
    case .vkmsClips: "vkms-clips"
    case .vesa(let bits): "vesafb-\(bits)"
    case .padded(let bits, _): "simplefb-\(bits)"
    case .none: "none"
    }
  }
}
