import CConformances

/// The intents of a program. Apple's tools write them down while an app is built; here the program's own records of
/// conformances are read, in the layout that Swift's stable ABI gives them.
enum IntentTypes {
  /// Those that can be performed, by name: neither this module's own nor those that only configure.
  static let performable: [any AppIntent.Type] = conforming.compactMap { type in
    guard let intent = type as? any AppIntent.Type, !(intent is any WidgetConfigurationIntent.Type),
      !(intent is any ControlConfigurationIntent.Type), !String(reflecting: type).hasPrefix("AfterglowViews.")
    else { return nil }
    return intent
  }
  .sorted { $0.persistentIdentifier < $1.persistentIdentifier }

  /// The types that conform to ``AppIntent``, without generic ones.
  private static var conforming: [Any.Type] {
    let intent = protocolDescriptor(of: (any AppIntent).self)
    let records = ag_conformances()
    return (0..<ag_conformance_count()).compactMap { index in
      let conformance = target(of: UnsafeRawPointer(records + index))
      guard indirectable(conformance) == intent else { return nil }
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
