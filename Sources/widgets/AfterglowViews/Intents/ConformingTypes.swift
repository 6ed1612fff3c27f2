import CConformances

/// The types of a program by a protocol that they conform to: the program's own records of conformances are read, in the layout
/// that Swift's stable ABI gives them.
enum ConformingTypes {
  /// The types that conform to a protocol, without generic ones.
  ///
  /// - Parameter existential: the type `any` of the protocol, which has no other protocol and no class.
  static func all(of existential: Any.Type) -> [Any.Type] {
    let wanted = protocolDescriptor(of: existential)
    let records = ag_conformances()
    return (0..<ag_conformance_count()).compactMap { index in
      let conformance = target(of: UnsafeRawPointer(records + index))
      guard indirectable(conformance) == wanted else { return nil }
      return type(of: conformance)
    }
  }

  /// The one protocol of an existential type: after its kind, its flags and the number of its protocols.
  private static func protocolDescriptor(of type: Any.Type) -> UnsafeRawPointer? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return metadata.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
  }

  /// The type of a conformance's descriptor: its second word refers to a nominal type, whose fourth word is a function that
  /// gives its metadata.
  private static func type(of conformance: UnsafeRawPointer) -> Any.Type? {
    let reference = conformance + 4
    let descriptor: UnsafeRawPointer
    switch conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 7 {
    case 0: descriptor = target(of: reference)
    case 1: descriptor = target(of: reference).load(as: UnsafeRawPointer.self)
    default: return nil
    }
    let flags = descriptor.load(as: UInt32.self)
    let isGeneric = flags & 0x80 != 0
    // A class, a structure or an enumeration.
    guard !isGeneric, (16...18).contains(flags & 0x1F) else { return nil }
    typealias Access = @convention(c) (UInt) -> UnsafeRawPointer
    let access = unsafeBitCast(target(of: descriptor + 12), to: Access.self)
    return unsafeBitCast(access(0), to: Any.Type.self)
  }

  private static func target(of relative: UnsafeRawPointer) -> UnsafeRawPointer {
    relative + Int(relative.load(as: Int32.self))
  }

  /// As `target`, but through a pointer where the lowest bit is set.
  private static func indirectable(_ relative: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(relative.load(as: Int32.self))
    if distance & 1 == 0 { return relative + distance }
    return (relative + (distance & ~1)).load(as: UnsafeRawPointer?.self)
  }
}
