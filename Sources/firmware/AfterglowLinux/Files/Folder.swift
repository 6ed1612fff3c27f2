import CLinux

/// A folder of sysfs or /dev, read on every call, because its entries come and go.
struct Folder {
  let path: UnsafePointer<CChar>

  /// `path` must stay valid.
  init(_ path: UnsafePointer<CChar>) { self.path = path }

  /// The entry after `previous`, shorter names first, so that device10 comes after device9; nil = no more, or no folder.
  func entry(after previous: ShortText) -> ShortText? {
    var next = ShortText()
    let found = previous.withCString { after in
      next.fill { ag_next_name(path, after, $0, $1) }
    }
    return found > 0 ? next : nil
  }

  /// The text of the file `leaf` of an entry, without its line end; −errno and an empty text if it cannot be read.
  func text(_ entry: ShortText, _ leaf: StaticString) -> (text: ShortText, status: Int32) {
    var text = ShortText()
    let status = entry.withCString { name in
      text.fill { ag_read_text(path, name, cString(leaf), $0, $1) }
    }
    // A file that contains a zero byte is not text.
    if status >= 0 && Int(status) != text.count { return (ShortText(), -EINVAL) }
    text.dropLineEnd()
    return (text, status)
  }

  /// The same for a longer text, with its line end; its length, or −errno.
  func read<let capacity: Int>(
    _ entry: ShortText, _ leaf: StaticString, into text: inout FixedText<capacity>
  ) -> Int32 {
    entry.withCString { name in
      text.fill { ag_read_text(path, name, cString(leaf), $0, $1) }
    }
  }

  /// Writes the file `leaf` of an entry in one call, as sysfs requires. Returns 0 or −errno.
  func write(_ text: ShortText, _ entry: ShortText, _ leaf: StaticString) -> Int32 {
    let file = entry.withCString { ag_open_attribute(path, $0, cString(leaf)) }
    if file < 0 { return file }
    let status = text.withCString { ag_write_text(file, $0) }
    closeDescriptor(file)
    return status
  }

  func has(_ entry: ShortText, _ leaf: StaticString) -> Bool {
    entry.withCString { ag_exists(path, $0, cString(leaf)) } == 1
  }

  /// The last part of the link `leaf` of an entry; empty when there is none.
  func linkName(_ entry: ShortText, _ leaf: StaticString) -> ShortText {
    var text = ShortText()
    _ = entry.withCString { name in
      text.fill { ag_link_name(path, name, cString(leaf), $0, $1) }
    }
    return text
  }
}
