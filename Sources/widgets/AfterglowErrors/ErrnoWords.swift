import Foundation

/// The meaning of system calls' errors, in words for people. The C library's words name no cause and no remedy: "Text file busy".
public enum ErrnoWords {
  /// The cause and what to do about it, such as `the disk is full; free some space or choose another place`.
  ///
  /// - Parameter code: as in errno(3).
  public static func sentence(_ code: Int32) -> String { cause(code) + (remedy(code).map { "; \($0)" } ?? "") }

  /// The cause, which continues a sentence.
  ///
  /// - Parameter code: as in errno(3).
  public static func cause(_ code: Int32) -> String {
    causeOfFile(code) ?? causeOfPlace(code) ?? causeOfPeer(code) ?? String(cString: strerror(code))
  }

  /// The remedy; nil where it depends on more than the error.
  ///
  /// - Parameter code: as in errno(3).
  public static func remedy(_ code: Int32) -> String? {
    switch code {
    case ENOENT, ELOOP: "check the name"
    case ENOTDIR: "check the path"
    case EACCES, EPERM: "check the permissions of the file and its folder"
    case ENOSPC, EDQUOT: "free some space or choose another place"
    case EROFS: "choose a place that can be written"
    case ENAMETOOLONG: "choose a shorter one"
    case EIO: "check the medium, and the kernel's log (dmesg)"
    case ENOMEM: "end other programs, or show less"
    case EMFILE, ENFILE: "raise the limit (ulimit -n), or end other programs"
    case ENOEXEC: "build it for this machine, or begin a script with #!"
    default: nil
    }
  }
}

extension ErrnoWords {
  /// Names, kinds and sizes of files.
  private static func causeOfFile(_ code: Int32) -> String? {
    switch code {
    case ENOENT: "there is no such file or folder"
    case ENOTDIR: "a part of the path is a file and not a folder"
    case EISDIR: "it is a folder"
    case EEXIST: "it exists already"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "its symbolic links lead in a circle, or a link is not allowed there"
    case EFBIG: "the file is too large"
    case ETXTBSY: "the program is running"
    case ENOEXEC: "it is no program for this machine"
    default: nil
    }
  }

  /// Permissions, disks and limits.
  private static func causeOfPlace(_ code: Int32) -> String? {
    switch code {
    case EACCES, EPERM: "this user has no permission"
    case ENOSPC: "the disk is full"
    case EDQUOT: "this user's share of the disk is used up"
    case EROFS: "the disk cannot be written"
    case EIO: "the disk or device reports an error"
    case ENODEV, ENXIO: "there is no such device"
    case EBUSY: "another program uses it"
    case ENOMEM: "no memory is left"
    case EMFILE, ENFILE: "too many files are open"
    case EAGAIN: "the system has no room for it now"
    default: nil
    }
  }

  /// The other side of a connection.
  private static func causeOfPeer(_ code: Int32) -> String? {
    switch code {
    case ECONNREFUSED: "no program listens there"
    case ECONNRESET, EPIPE: "the other side has closed the connection"
    case ETIMEDOUT: "the other side does not answer"
    case EADDRINUSE: "another program listens there"
    case EADDRNOTAVAIL: "this machine does not have the address"
    default: nil
    }
  }
}
