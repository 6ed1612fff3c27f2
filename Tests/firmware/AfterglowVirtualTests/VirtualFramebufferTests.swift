import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Foundation
import Synchronization
import TestSupport
import Testing

/// Page-aligned zeroed memory, like a mapped file.
final class Pages {
  let bytes: UnsafeMutableRawBufferPointer
  init(_ byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 4096)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }
  deinit { bytes.deallocate() }
  var read: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes) }
  func number<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
    T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }
}

/// A one-time signal between threads.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}

/// How often a reader has begun to copy a frame.
private final class Attempts: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .acquiring) }
  func begin() { value.add(1, ordering: .releasing) }
}

@Suite struct VirtualFramebufferTests {
  static let size = PixelSize(width: 10, height: 3)

  static func pages(_ size: PixelSize = size, _ format: PixelFormat = .xrgb8888) -> Pages {
    Pages(VirtualFramebuffer.byteCount(for: size, format: format))
  }

  static func fill(_ display: inout VirtualFramebuffer, _ value: UInt8, at ms: Int64 = 0) throws {
    let rows = Int(display.properties.size.height)
    display.withBackBuffer { back in
      _ = memset(back.base, Int32(value), back.strideBytes * rows)
    }
    try display.present(Damage(), at: .init(milliseconds: ms))
  }

  static func copy(_ reader: VirtualFramebufferReader, attempts: Int32 = 100) throws -> (VirtualFrame, [UInt8]) {
    var pixels = [UInt8](repeating: 0, count: reader.pixelByteCount)
    let frame = try pixels.withUnsafeMutableBytes { try reader.copyFrame(into: $0, attempts: attempts) }
    return (frame, pixels)
  }

  @Test func `the header is what the document says`() throws {
    let pages = Self.pages()
    var display = VirtualFramebuffer(
      memory: pages.bytes, size: Self.size, format: .xrgb8888, physicalWidthUm: 154_080, physicalHeightUm: 85_920)
    #expect(Array(pages.bytes[0..<8]) == Array("AGLOWFB".utf8) + [0])
    #expect(pages.number(8, as: UInt32.self) == 1)
    #expect(pages.number(12, as: UInt32.self) == 4096)
    #expect(pages.number(16, as: UInt32.self) == 10)
    #expect(pages.number(20, as: UInt32.self) == 3)
    #expect(pages.number(24, as: UInt32.self) == 40)
    #expect(Array(pages.bytes[28..<32]) == Array("XR24".utf8))
    #expect(pages.number(32, as: UInt32.self) == 154_080)
    #expect(pages.number(36, as: UInt32.self) == 85_920)
    #expect(pages.number(40, as: UInt64.self) == 0)
    #expect(pages.number(48, as: UInt64.self) == 0)
    #expect(pages.number(64, as: Int64.self) == Int64.min)
    display.noteState(realtime: Instant(milliseconds: 1_234), isNight: true, isLuminanceReduced: true)
    try Self.fill(&display, 7, at: 99)
    #expect(pages.number(40, as: UInt64.self) % 2 == 0)
    #expect(pages.number(40, as: UInt64.self) > 0)
    #expect(pages.number(48, as: UInt64.self) == 1)
    #expect(pages.number(56, as: Int64.self) == 99)
    #expect(pages.number(64, as: Int64.self) == 1_234)
    #expect(pages.number(72, as: UInt32.self) == 3)
    #expect(pages.bytes[4095] == 0 && pages.bytes[4096] == 7 && pages.bytes[4096 + 119] == 7)
    #expect(pages.bytes.count == 4096 + 120)
  }

  @Test(arguments: [
    (PixelFormat.xrgb8888, "XR24", 40), (.argb8888, "AR24", 40), (.rgb565, "RG16", 20), (.gray8, "R8  ", 12),
    (.mono1, "R1  ", 4), (.spectra6, "C4  ", 8), (.gray2, "R2  ", 4),
  ])
  func `every format has its FOURCC and a stride of whole words`(_ format: PixelFormat, _ fourcc: String, _ stride: Int)
    throws
  {
    let pages = Self.pages(Self.size, format)
    _ = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: format)
    #expect(Array(pages.bytes[28..<32]) == Array(fourcc.utf8))
    let reader = try VirtualFramebufferReader(memory: pages.read)
    #expect(reader.format == format && reader.strideBytes == stride && reader.size == Self.size)
  }

  @Test func `the picture stays on reattachment until the first new frame`() throws {
    let pages = Self.pages()
    var first = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    let firstKept = first.isReattached
    #expect(!firstKept)
    try Self.fill(&first, 42)
    let reader = try VirtualFramebufferReader(memory: pages.read)
    let before = try Self.copy(reader)
    var second = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    let secondKept = second.isReattached
    #expect(secondKept)
    #expect(try Self.copy(reader) == before)
    try Self.fill(&second, 43)
    let after = try Self.copy(reader)
    #expect(after.0.frameCount == 2 && after.0.sequence > before.0.sequence && after.1[0] == 43)
  }

  @Test func `another geometry clears the memory`() throws {
    let pages = Self.pages()
    var first = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    try Self.fill(&first, 42)
    let second = VirtualFramebuffer(memory: pages.bytes, size: .init(width: 3, height: 10), format: .xrgb8888)
    let secondKept = second.isReattached
    #expect(!secondKept)
    let (frame, pixels) = try Self.copy(VirtualFramebufferReader(memory: pages.read))
    #expect(frame.frameCount == 0 && pixels.allSatisfy { $0 == 0 })
  }

  @Test func `a writer that died in a frame leaves no whole frame until the next`() throws {
    let pages = Self.pages()
    var display = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    try Self.fill(&display, 1)
    let reader = try VirtualFramebufferReader(memory: pages.read)
    display.withBackBuffer { _ in
      #expect(reader.sequence % 2 == 1)
      #expect(throws: VirtualFramebufferError.noWholeFrame(attempts: 5)) { try Self.copy(reader, attempts: 5) }
    }
    // As left by a killed writer.
    pages.bytes[40] |= 1
    var successor = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    let successorKept = successor.isReattached
    #expect(successorKept)
    #expect(throws: VirtualFramebufferError.self) { try Self.copy(reader, attempts: 5) }
    try Self.fill(&successor, 2)
    #expect(try Self.copy(reader).1.allSatisfy { $0 == 2 })
  }

  @Test func `the sequence carries into its upper half`() throws {
    let pages = Self.pages()
    var display = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    pages.bytes.storeBytes(of: UInt64(0xFFFF_FFFE).littleEndian, toByteOffset: 40, as: UInt64.self)
    display.withBackBuffer { _ in }
    #expect(pages.number(40, as: UInt64.self) == 0x1_0000_0000)
    #expect(try VirtualFramebufferReader(memory: pages.read).sequence == 0x1_0000_0000)
  }

  @Test func `headers that lie are refused`() throws {
    let pages = Self.pages()
    _ = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    for length in [0, 1, 4095, 4096, 4096 + 119] {
      #expect(throws: VirtualFramebufferError.self) {
        try VirtualFramebufferReader(memory: UnsafeRawBufferPointer(rebasing: pages.read[0..<length]))
      }
    }
    for offset in [0, 8, 12, 16, 20, 24, 28] {
      for value: UInt32 in [0, 5, 0x7FFF_FFFF, 0xFFFF_FFFF] {
        let old = pages.number(offset, as: UInt32.self)
        pages.bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
        if let reader = try? VirtualFramebufferReader(memory: pages.read) {
          // A size that is too small is false but harmless.
          #expect(reader.pixelByteCount <= 120, "offset \(offset) value \(value)")
          _ = try? Self.copy(reader)
        }
        pages.bytes.storeBytes(of: old.littleEndian, toByteOffset: offset, as: UInt32.self)
      }
    }
    let reader = try VirtualFramebufferReader(memory: pages.read)
    var small = [UInt8](repeating: 0, count: 119)
    #expect(throws: VirtualFramebufferError.destinationTooSmall(neededBytes: 120, foundBytes: 119)) {
      try small.withUnsafeMutableBytes { try reader.copyFrame(into: $0) }
    }
  }

  @Test func `a reader never sees half a frame while another thread writes`() async throws {
    let size = PixelSize(width: 64, height: 64)
    let pages = Self.pages(size)
    nonisolated(unsafe) let memory = pages.bytes
    var first = VirtualFramebuffer(memory: memory, size: size, format: .xrgb8888)
    try Self.fill(&first, 0)
    let isEnough = Flag()
    let written = Flag()
    let attempts = Attempts()
    Thread.detachNewThread {
      var display = VirtualFramebuffer(memory: memory, size: size, format: .xrgb8888)
      var value = 0
      while !isEnough.isRaised {
        value += 1
        try? Self.fill(&display, UInt8(truncatingIfNeeded: value), at: Int64(value))
        // Frames that follow at once meet attempts in their middle. After four, one attempt has the memory to itself: a
        // reader would else get a frame only when this thread happens to be stopped between two.
        let next = attempts.count + 2
        while value % 4 == 0 && attempts.count < next && !isEnough.isRaised { sched_yield() }
      }
      written.raise()
    }
    defer {
      isEnough.raise()
      while !written.isRaised { sched_yield() }
    }
    let reader = try VirtualFramebufferReader(memory: pages.read)
    var sequences: Set<UInt64> = []
    var lastSequence: UInt64 = 0
    while sequences.count < 500 {
      attempts.begin()
      guard let (frame, pixels) = try? Self.copy(reader, attempts: 1) else {
        sched_yield()
        continue
      }
      sequences.insert(frame.sequence)
      #expect(frame.sequence >= lastSequence)
      lastSequence = frame.sequence
      let value = pixels[0]
      try #require(pixels.allSatisfy { $0 == value }, "torn frame at sequence \(frame.sequence)")
    }
  }

  // MARK: the readers of docs/virtual-framebuffer.md

  static func program(_ language: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("docs/virtual-framebuffer.md"), encoding: .utf8)
    let start = try #require(text.range(of: "```\(language)\n"))
    let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
    return String(text[start.upperBound..<end.lowerBound])
  }

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let run = try FinishedProgram(arguments)
    return (run.status, run.text)
  }

  static func isInstalled(_ program: String) -> Bool {
    (try? run(["sh", "-c", "command -v \(program)"]))?.status == 0
  }

  static func sampleFile(in folder: URL) throws -> URL {
    let pages = Self.pages()
    var display = VirtualFramebuffer(memory: pages.bytes, size: Self.size, format: .xrgb8888)
    try fill(&display, 0xAB)
    try fill(&display, 0xCD)
    let file = folder.appendingPathComponent("panel.fb")
    try Data(pages.bytes).write(to: file)
    return file
  }

  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  static let expected = "XR24 10 3 frame 2 first pixel cdcdcdcd\n"

  @Test(.enabled(if: isInstalled("python3"))) func `the document's Python reader reads a frame`() throws {
    try Self.withFolder { folder in
      let file = try Self.sampleFile(in: folder)
      let script = folder.appendingPathComponent("read.py")
      try Self.program("python").write(to: script, atomically: true, encoding: .utf8)
      let result = try Self.run(["python3", script.path, file.path])
      #expect(result.output == Self.expected && result.status == 0, "\(result)")
      var torn = try Data(contentsOf: file)
      torn[40] |= 1
      try torn.write(to: file)
      #expect(try Self.run(["python3", script.path, file.path]).status == 1)
    }
  }

  @Test(.enabled(if: isInstalled("clang"))) func `the document's C reader reads a frame`() throws {
    try Self.withFolder { folder in
      let file = try Self.sampleFile(in: folder)
      let source = folder.appendingPathComponent("read.c")
      let program = folder.appendingPathComponent("read")
      try Self.program("c").write(to: source, atomically: true, encoding: .utf8)
      let compiled = try Self.run(["clang", "-Wall", "-Werror", "-o", program.path, source.path])
      #expect(compiled.output == "" && compiled.status == 0, "\(compiled)")
      let result = try Self.run([program.path, file.path])
      #expect(result.output == Self.expected && result.status == 0, "\(result)")
    }
  }
}
