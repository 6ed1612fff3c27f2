#if !hasFeature(Embedded)
  import AfterglowCore

  /// The bytes of a record as they go into the file.
  func bytes<T>(of value: T) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  /// The bytes of records in a row.
  func bytes<T>(of values: [T]) -> [UInt8] {
    values.withUnsafeBytes { Array($0) }
  }

  /// Bytes used as a key. Hashed as a buffer and compared by words, because an array goes byte by byte.
  struct ByteKey: Hashable {
    var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes of a record and of its mark.
    init<Record>(_ record: Record, mark: UInt32) {
      let size = MemoryLayout<Record>.size
      let count = size + MemoryLayout<UInt32>.size
      bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        let memory = UnsafeMutableRawBufferPointer(buffer)
        withUnsafeBytes(of: record) { memory.copyMemory(from: $0) }
        memory.storeBytes(of: mark, toByteOffset: size, as: UInt32.self)
        initializedCount = count
      }
    }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

    static func == (one: ByteKey, other: ByteKey) -> Bool {
      one.bytes.withUnsafeBytes { a in other.bytes.withUnsafeBytes { b in areEqual(a, b) } }
    }

    private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
      if a.count != b.count { return false }
      if a.baseAddress == b.baseAddress { return true }
      var index = 0
      while index &+ 8 <= a.count {
        let (word, other) = (
          a.loadUnaligned(fromByteOffset: index, as: UInt64.self),
          b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        )
        if word != other { return false }
        index = index &+ 8
      }
      while index < a.count {
        if a[index] != b[index] { return false }
        index = index &+ 1
      }
      return true
    }
  }

  /// Records identified by a key, in the order in which they were added.
  struct KeyedRecords<Key: Hashable, Record> {
    private(set) var records: [Record] = []
    fileprivate var indices: [Key: UInt32] = [:]

    /// Index of the record with this key.
    subscript(key: Key) -> UInt32? { indices[key] }

    /// Adds a record whose key is new.
    mutating func add(_ record: Record, as key: Key) -> UInt32 {
      let index = UInt32(records.count)
      records.append(record)
      indices[key] = index
      return index
    }
  }

  /// Records stored once, identified by their bytes and by a mark that is not stored.
  typealias UniqueRecords<Record> = KeyedRecords<ByteKey, Record>

  extension KeyedRecords where Key == ByteKey {
    mutating func add(_ record: Record, mark: UInt32 = 0) -> UInt32 {
      let key = ByteKey(record, mark: mark)
      return self[key] ?? add(record, as: key)
    }
  }

  extension KeyedRecords where Key == ByteKey, Record: Sendable {
    /// The records with their marks.
    var marked: ArchivePart.Marked<Record> {
      var marks = [UInt32](repeating: 0, count: records.count)
      for (key, index) in indices {
        marks[Int(index)] = key.bytes.suffix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      }
      return ArchivePart.Marked(records: records, marks: marks)
    }
  }

  /// Runs of records; equal runs are stored once.
  struct UniqueRuns<T> {
    private(set) var records: [T] = []
    fileprivate var ranges: [ByteKey: UInt32] = [:]

    mutating func add(_ run: [T]) -> RecordRange {
      if run.isEmpty { return .empty }
      let key = ByteKey(bytes: bytes(of: run))
      let count = UInt32(run.count)
      if let known = ranges[key] { return RecordRange(first: known, count: count) }
      let first = UInt32(records.count)
      records += run
      ranges[key] = first
      return RecordRange(first: first, count: count)
    }
  }

  extension UniqueRuns where T: Sendable {
    /// The runs in the order in which they were added.
    var runs: ArchivePart.Runs<T> { ArchivePart.Runs(records: records, starts: ranges.values.sorted()) }
  }
#endif
