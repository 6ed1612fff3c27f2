import AfterglowErrors
import Foundation
import Testing

/// The words for errors of system calls.
@Suite struct ErrnoWordsTests {
  @Test func `what a person may meet is named with its cause, in words that are not the C library's`() {
    let codes = [
      ENOENT, ENOTDIR, EISDIR, EEXIST, ENAMETOOLONG, ELOOP, EFBIG, ETXTBSY, ENOEXEC, EACCES, EPERM, ENOSPC, EDQUOT,
      EROFS, EIO, ENODEV, ENXIO, EBUSY, ENOMEM, EMFILE, ENFILE, EAGAIN, ECONNREFUSED, ECONNRESET, EPIPE, ETIMEDOUT,
      EADDRINUSE, EADDRNOTAVAIL,
    ]
    for code in codes {
      let words = ErrnoWords.cause(code)
      #expect(words != String(cString: strerror(code)) && words.first?.isLowercase == true, "\(words)")
      #expect(ErrnoWords.sentence(code).hasPrefix(words))
    }
    #expect(ErrnoWords.sentence(ENOSPC) == "the disk is full; free some space or choose another place")
    #expect(ErrnoWords.sentence(EBUSY) == "another program uses it")
    #expect(ErrnoWords.cause(EXDEV) == String(cString: strerror(EXDEV)), "what is rare keeps its words")
  }
}
