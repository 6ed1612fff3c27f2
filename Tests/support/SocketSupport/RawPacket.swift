import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Sends arbitrary bytes, with any number of descriptors. Bytes sent, or −1.
@discardableResult
public func sendRaw(_ bytes: [UInt8], descriptors: [Int32] = [], to socket: Int32) -> Int {
  var bytes = bytes
  let headerBytes = MemoryLayout<cmsghdr>.size
  let controlBytes = headerBytes + descriptors.count * 4
  let control = UnsafeMutableRawBufferPointer.allocate(byteCount: (controlBytes + 7) / 8 * 8, alignment: 8)
  defer { control.deallocate() }
  control.initializeMemory(as: UInt8.self, repeating: 0)
  var header = cmsghdr()
  header.cmsg_len = controlBytes
  header.cmsg_level = SOL_SOCKET
  header.cmsg_type = 1  // SCM_RIGHTS
  withUnsafeBytes(of: header) { control.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<headerBytes])) }
  for (index, descriptor) in descriptors.enumerated() {
    control.storeBytes(of: descriptor, toByteOffset: headerBytes + 4 * index, as: Int32.self)
  }
  return bytes.withUnsafeMutableBytes { memory in
    var part = iovec(iov_base: memory.baseAddress, iov_len: memory.count)
    return withUnsafeMutablePointer(to: &part) { part in
      var message = msghdr()
      message.msg_iov = part
      message.msg_iovlen = 1
      if !descriptors.isEmpty {
        message.msg_control = control.baseAddress
        message.msg_controllen = control.count
      }
      return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
    }
  }
}
