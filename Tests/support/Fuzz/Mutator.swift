// Structure-aware mutations. Inserted or removed bytes shift the following sections, and all such inputs would be
// rejected at the section table; here the table is updated.
import AfterglowArchive
import AfterglowCore
import TestSupport

@_extern(c, "LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int

@c(LLVMFuzzerCustomMutator)
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, count: Int, most: Int, seed: UInt32) -> Int {
  guard let data else { return 0 }
  var random = SeededNumbers(seed: UInt64(seed))
  guard random.next() % 5 != 0, var parts = ArchiveParts(UnsafeBufferPointer(start: data, count: count)) else {
    return mutateBytes(data, count, most)
  }
  for _ in 0...(random.next() % 3) { parts.mutate(&random) }
  let file = parts.file
  if file.count > most { return mutateBytes(data, count, most) }
  for index in file.indices { data[index] = file[index] }
  return file.count
}

/// A parsed archive: its header and the bytes of each section.
private struct ArchiveParts {
  private var header: [UInt8]
  private var sections: [[UInt8]] = []

  /// nil if the section table is not valid enough to be followed.
  init?(_ file: UnsafeBufferPointer<UInt8>) {
    let table = MemoryLayout<ArchiveHeader>.stride
    if file.count < table + ArchiveSection.count * MemoryLayout<SectionRecord>.stride { return nil }
    header = Array(file[0..<table])
    for index in 0..<ArchiveSection.count {
      let record = UnsafeRawBufferPointer(file).loadUnaligned(
        fromByteOffset: table + index * MemoryLayout<SectionRecord>.stride, as: SectionRecord.self)
      let size = Int(record.count) * ArchiveSection(rawValue: UInt8(index))!.recordByteCount
      if Int(record.offset) + size > file.count { return nil }
      sections.append(Array(file[Int(record.offset)..<Int(record.offset) + size]))
    }
  }

  var file: [UInt8] {
    var body: [UInt8] = []
    var table: [UInt8] = []
    let start = header.count + ArchiveSection.count * MemoryLayout<SectionRecord>.stride
    for (index, bytes) in sections.enumerated() {
      let section = ArchiveSection(rawValue: UInt8(index))!
      while (start + body.count) % 8 != 0 { body.append(0) }
      let record = SectionRecord(
        section: section, offset: UInt32(start + body.count), count: UInt32(bytes.count / section.recordByteCount))
      withUnsafeBytes(of: record) { table += $0 }
      body += bytes
    }
    return header + table + body
  }

  mutating func mutate(_ random: inout SeededNumbers) {
    let filled = sections.indices.filter { !sections[$0].isEmpty }
    guard let section = filled.randomElement(using: &random) else { return }
    let size = ArchiveSection(rawValue: UInt8(section))!.recordByteCount
    let start = Int.random(in: 0..<sections[section].count / size, using: &random) * size
    switch random.next() % 12 {
    case 0: sections[section].removeSubrange(start..<start + size)
    case 1: sections[section].insert(contentsOf: sections[section][start..<start + size], at: start)
    case 2:
      let other = Int.random(in: 0..<sections[section].count / size, using: &random) * size
      for index in 0..<size { sections[section].swapAt(start + index, other + index) }
    default: mutateField(section, at: start, size: size, &random)
    }
  }

  /// Sets a field of 1, 2, 4 or 8 bytes to an extreme, a close, or any value.
  private mutating func mutateField(_ section: Int, at start: Int, size: Int, _ random: inout SeededNumbers) {
    let widths = [1, 2, 4, 4, 8].filter { size % $0 == 0 }
    let width = widths.randomElement(using: &random)!
    let at = start + Int.random(in: 0..<size / width, using: &random) * width
    var old: UInt64 = 0
    for index in (0..<width).reversed() { old = old << 8 | UInt64(sections[section][at + index]) }
    let value: UInt64
    switch random.next() % 6 {
    case 0: value = [0, 1, 2, 255, .max, 1 << 22, .max - (1 << 22) + 1].randomElement(using: &random)!
    case 1: value = 1 << UInt64(8 * width - 1) &- (random.next() & 1)
    case 2: value = old &+ (random.next() % 9) &- 4
    case 3: value = old ^ 1 << (random.next() % UInt64(8 * width))
    case 4: value = random.next() % 64
    default: value = random.next()
    }
    for index in 0..<width { sections[section][at + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }
}
